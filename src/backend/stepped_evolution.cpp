// The evolution of one puzzle, generation by generation.
#include "backend/stepped_evolution.hpp"

#include <algorithm>
#include <exception>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "backend/answer_of.hpp"
#include "backend/boards.hpp"
#include "backend/catch_up.hpp"
#include "backend/population_progress.hpp"
#include "backend/puzzle_slot.hpp"
#include "backend/saved_puzzle.hpp"
#include "engine/evolution.hpp"

namespace evodoku {
namespace {

template <class Representation>
class SteppedEvolution final : public PuzzleEvolutionOf<GridOf<Representation>> {
    using GridType = GridOf<Representation>;
    using Answer = AnswerOf<GridType>;
    using PopulationProgress = PopulationProgressOf<GridType>;
    using SavedPuzzle = SavedPuzzleOf<GridType>;

public:
    SteppedEvolution(std::unique_ptr<Executor> executor, const Config& config, const SavedPuzzle& puzzle)
        : executor_(std::move(executor)),
          config_(config),
          evolution_(*executor_, config, 1),
          islands_(evolution_.host().islands()),
          all_islands_(config.islands) {
        std::iota(all_islands_.begin(), all_islands_.end(), 0u);
        begin_islands(islands_, puzzle.job, 0, 0, config.generations);
        evolution_.host().write_job(0, device_job<Representation>(puzzle.job));
        evolution_.host().send();
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
            executor_->wait();
        } catch (const std::exception&) {  // a lost device uses none
        }
    }

    std::string device() const override { return executor_->name(); }

    void step(std::uint32_t generations) override {
        while (generations != 0 && !ended()) {
            std::uint32_t count = end_of_epoch(islands_, config_.sync_every) - latest_generation();
            bool migrating = false;
            if (count == 0) {  // an epoch begins
                count = config_.sync_every;
                migrating = start_migrations(islands_, config_);
                evolution_.host().send();
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

    Answer answer() const override {
        return answer_of<Representation>(islands_,
                                         evolution_.read({.fingerprint = true, .effort = true}, all_islands_));
    }

    Progress progress() const override {
        return progress_of<Representation>(islands_, evolution_.read({.costs = true, .effort = true}, all_islands_));
    }

    std::vector<PopulationProgress> populations(Detail detail) const override {
        const bool costs = detail != Detail::boards;
        std::vector<PopulationProgress> all;
        for (const auto& reading : evolution_.read({.costs = costs, .effort = costs}, all_islands_)) {
            all.push_back(population_of(reading));
        }
        if (detail == Detail::diversity) add_diversity(all, evolution_, all_islands_);
        return all;
    }

    IslandBoards boards(std::uint32_t island) const override {
        const Pool<Representation>& pool = evolution_.pool();
        const Island& at = islands_[island];
        const std::uint32_t first = pool.first_individual(island);
        using Word = std::remove_all_extents_t<decltype(Representation::Stored::word)>;
        IslandBoards boards;
        boards.boards = pool.boards[at.front] + first, boards.costs = pool.costs[at.front] + first;
        boards.count = is_settled() ? 0 : at.extent;
        boards.words = Representation::words, boards.bits_per_word = 8 * sizeof(Word);
        boards.highest_cost = pool.highest_cost;
        boards.gpu = executor_->gpu();
        return boards;
    }

    std::vector<GridType> grids(std::uint32_t island, std::uint32_t first, std::uint32_t count) const override {
        const Pool<Representation>& pool = evolution_.pool();
        std::vector<typename Representation::Stored> boards(count);
        executor_->download(boards.data(), pool.boards[islands_[island].front] + pool.first_individual(island) + first,
                            count);
        std::vector<GridType> grids;
        grids.reserve(count);
        for (const auto& board : boards) grids.push_back(Representation::to_grid(board));
        return grids;
    }

    void save(const ByteSink& to) const override {
        const auto readings = evolution_.read({.fingerprint = true, .effort = true}, all_islands_);
        evolution_.save_puzzle(0, islands_, readings, to);
    }

private:
    bool is_settled() const { return islands_.front().state == IslandState::settled; }

    std::uint32_t latest_generation() const {
        return std::ranges::max(islands_, {}, &Island::next_generation).next_generation;
    }

    void fetch() {
        evolution_.host().fetch();
        executor_->wait();
    }

    void load(const std::string& state) {
        const std::vector<std::uint64_t> fingerprints = evolution_.load_puzzle(0, source_of(state));
        evolution_.host().send();
        executor_->wait();
        if (evolution_.fingerprints(0, config_.islands) != fingerprints) {
            throw CheckpointError("the state does not fit this program: a population has another fingerprint");
        }
    }

    std::unique_ptr<Executor> executor_;
    Config config_;
    Evolution<Representation> evolution_;
    std::span<Island> islands_;  ///< the host's copy: their state after the last step
    std::vector<std::uint32_t> all_islands_;
};

}  // namespace

template <class GridType>
std::unique_ptr<PuzzleEvolutionOf<GridType>> make_stepped_evolution(std::unique_ptr<Executor> executor,
                                                                    const Config& config,
                                                                    const SavedPuzzleOf<GridType>& puzzle) {
    std::unique_ptr<PuzzleEvolutionOf<GridType>> made;
    with_board<GridType>(config, [&]<class Board>() {
        made = std::make_unique<SteppedEvolution<Board>>(std::move(executor), config, puzzle);
    });
    return made;
}
template std::unique_ptr<PuzzleEvolution> make_stepped_evolution(std::unique_ptr<Executor>, const Config&,
                                                                 const SavedPuzzle&);
template std::unique_ptr<PuzzleEvolutionOf<LargeGrid>> make_stepped_evolution(std::unique_ptr<Executor>, const Config&,
                                                                              const SavedPuzzleOf<LargeGrid>&);

}  // namespace evodoku
