// The evolution of one puzzle, generation by generation.

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "backend/evolution_backend.hpp"
#include "backend/islands.hpp"
#include "backend/outcome.hpp"
#include "backend/population_progress.hpp"
#include "backend/puzzle_islands.hpp"
#include "checkpoint/fields.hpp"

namespace evodoku {
namespace {

class SteppedEvolution final : public PuzzleEvolution {
public:
    SteppedEvolution(std::unique_ptr<Islands> evolution, const Config& config, const SavedPuzzle& puzzle)
        : own_(std::move(evolution)),
          config_(config),
          puzzle_(puzzle.job.givens),
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

    Outcome outcome() const override {
        Outcome outcome = std::move(evolution_.read_outcomes(the_slot).front());
        if (!conclude(outcome, puzzle_, !ended())) throw wrong_solution(outcome);
        return outcome;
    }

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

    IslandBoards boards(std::uint32_t island) const override { return evolution_.boards(island); }
    std::vector<Grid> grids(std::uint32_t island, std::uint32_t first, std::uint32_t count) const override {
        return evolution_.grids(island, first, count);
    }

private:
    static constexpr std::uint32_t the_slot[] = {0};

    bool is_settled() const { return islands_.front().state == IslandState::settled; }
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
    Grid puzzle_;
    Islands& evolution_;
    std::span<Island> islands_;  ///< the host's copy: their state after the last step
    std::vector<std::uint32_t> all_islands_;
};

}  // namespace

std::unique_ptr<PuzzleEvolution> make_stepped_evolution(std::unique_ptr<Executor> executor, const Config& config,
                                                        const SavedPuzzle& puzzle) {
    validate(config);
    return std::make_unique<SteppedEvolution>(make_islands(std::move(executor), config, 1), config, puzzle);
}

}  // namespace evodoku
