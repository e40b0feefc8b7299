// The evolution of one puzzle, generation by generation.
#include "backend/stepped_evolution.hpp"

#include <algorithm>
#include <exception>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "backend/boards.hpp"
#include "backend/catch_up.hpp"
#include "backend/islands_here.hpp"
#include "backend/population_progress.hpp"
#include "backend/puzzle_slot.hpp"
#include "backend/saved_puzzle.hpp"

namespace evodoku {
namespace {

/// All but the boards themselves.
class SteppedEvolution : public PuzzleEvolution {
public:
    SteppedEvolution(std::unique_ptr<Islands> evolution, const Config& config, const SavedPuzzle& puzzle)
        : own_(std::move(evolution)),
          config_(config),
          evolution_(*own_),
          islands_(evolution_.islands()),
          all_islands_(config.islands) {
        std::iota(all_islands_.begin(), all_islands_.end(), 0u);
        begin_islands(islands_, puzzle.job, 0, 0, config.generations);
        evolution_.write_job(0, puzzle.job);
        evolution_.send();
        evolution_.prepare();
        fetch();
        if (is_settled()) return;
        if (puzzle.state.empty()) {
            step(1);
        } else {
            load(puzzle.state);
        }
    }
    /// Waits, because a failed step may still use the memory to be released.
    ~SteppedEvolution() override {
        try {
            evolution_.wait();
        } catch (const std::exception&) {  // a lost device uses none
        }
    }

    std::string device() const override { return evolution_.name(); }

    void step(std::uint32_t generations) override {
        while (generations != 0 && !ended()) {
            std::uint32_t count = end_of_epoch(islands_, config_.sync_every) - latest_generation();
            bool migrating = false;
            if (count == 0) {  // an epoch begins
                count = config_.sync_every;
                migrating = start_migrations(islands_, config_);
                evolution_.send();
            }
            count = std::min(count, generations);
            if (migrating) evolution_.run(1, false);  // only the first generation of an epoch receives migrants
            if (count > migrating) evolution_.run(count - migrating, true);
            fetch();
            generations -= count;
        }
    }

    std::uint32_t generation() const override { return is_settled() ? 0 : latest_generation() - 1; }

    bool ended() const override {
        if (std::ranges::none_of(islands_, &Island::running)) return true;
        return latest_generation() % config_.sync_every == 0 && latest_generation() != 0 && has_ended(islands_);
    }

    Answer answer() const override { return std::move(evolution_.read_answers(the_slot).front()); }

    Progress progress() const override {
        return progress_of(islands_, evolution_.read_numbers({.costs = true, .effort = true}, all_islands_));
    }

    std::vector<PopulationProgress> populations(Detail detail) const override {
        return evolution_.read_populations(all_islands_, detail);
    }

    void save(const ByteSink& to) const override {
        evolution_.save_puzzles(
            the_slot, [](std::uint32_t) {}, to);
    }

protected:
    const Island& island(std::uint32_t number) const { return islands_[number]; }
    bool is_settled() const { return islands_.front().state == IslandState::settled; }

private:
    static constexpr std::uint32_t the_slot[] = {0};

    std::uint32_t latest_generation() const {
        return std::ranges::max(islands_, {}, &Island::next_generation).next_generation;
    }

    void fetch() {
        evolution_.fetch();
        evolution_.wait();
    }

    void load(const std::string& state) {
        const std::vector<std::uint64_t> fingerprints = evolution_.load_puzzle(0, source_of(state));
        evolution_.send();
        evolution_.wait();
        const auto numbers = evolution_.read_numbers({.fingerprint = true}, all_islands_);
        if (!std::ranges::equal(numbers, fingerprints, {}, &ReadingNumbers::fingerprint)) {
            throw CheckpointError("the state does not fit this program: a population has another fingerprint");
        }
    }

    std::unique_ptr<Islands> own_;
    Config config_;
    Islands& evolution_;
    std::span<Island> islands_;  ///< the host's copy: their state after the last step
    std::vector<std::uint32_t> all_islands_;
};

/// The same with its boards. `here` is what `owner` owns.
template <class Board>
class SteppedEvolutionOf final : public SteppedEvolution {
public:
    SteppedEvolutionOf(const IslandsHere<Board>& here, std::unique_ptr<Islands> owner, const Config& config,
                       const SavedPuzzle& puzzle)
        : SteppedEvolution(std::move(owner), config, puzzle), here_(here) {}

    IslandBoards boards(std::uint32_t number) const override {
        const Pool<Board>& pool = here_.pool();
        const Island& at = this->island(number);
        const std::uint32_t first = pool.first_individual(number);
        using Word = std::remove_all_extents_t<decltype(Board::Stored::word)>;
        IslandBoards boards;
        boards.boards = pool.boards[at.front] + first, boards.costs = pool.costs[at.front] + first;
        boards.count = this->is_settled() ? 0 : at.extent;
        boards.words = Board::words, boards.bits_per_word = 8 * sizeof(Word);
        boards.highest_cost = pool.highest_cost;
        boards.gpu = here_.executor().gpu();
        return boards;
    }

    std::vector<Grid> grids(std::uint32_t number, std::uint32_t first, std::uint32_t count) const override {
        const Pool<Board>& pool = here_.pool();
        std::vector<typename Board::Stored> boards(count);
        here_.executor().download(
            boards.data(), pool.boards[this->island(number).front] + pool.first_individual(number) + first, count);
        std::vector<Grid> grids;
        grids.reserve(count);
        for (const auto& board : boards) grids.push_back(Board::to_grid(board));
        return grids;
    }

private:
    const IslandsHere<Board>& here_;
};

}  // namespace

std::unique_ptr<PuzzleEvolution> make_stepped_evolution(std::unique_ptr<Executor> executor, const Config& config,
                                                        const SavedPuzzle& puzzle) {
    validate(config);
    std::unique_ptr<PuzzleEvolution> made;
    with_board(config, [&]<class Board>() {
        auto islands = std::make_unique<IslandsHere<Board>>(std::move(executor), config, 1);
        const IslandsHere<Board>& here = *islands;
        made = std::make_unique<SteppedEvolutionOf<Board>>(here, std::move(islands), config, puzzle);
    });
    return made;
}

}  // namespace evodoku
