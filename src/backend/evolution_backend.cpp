// Which puzzle uses which islands, and the work at a synchronisation.
#include "backend/evolution_backend.hpp"

#include <algorithm>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "backend/islands.hpp"
#include "backend/population_progress.hpp"
#include "backend/puzzle_islands.hpp"
#include "backend/state_fields.hpp"

namespace evodoku {
namespace {

/// How many children of 9 x 9 one child counts as: roughly the time of its mutation, which redraws many boxes.
std::uint64_t work_per_child(Representations representation) {
    const std::uint64_t order = is_large(representation) ? static_cast<std::uint64_t>(order_of(representation)) : 1;
    return order * order * order * order * order;
}

/// A Backend over islands on one device, or on those of several ranks.
class EvolutionBackend final : public Backend {
public:
    /// Requires a configuration that validate() accepts.
    EvolutionBackend(std::unique_ptr<Islands> evolution, const Config& config)
        : own_(std::move(evolution)),
          config_(config),
          evolution_(*own_),
          islands_(evolution_.islands()),
          occupied_(islands_.size() / config.islands, false) {}

    std::string name() const override { return evolution_.name(); }
    std::uint32_t ranks() const override { return evolution_.ranks(); }
    std::uint32_t puzzle_slots() const override { return static_cast<std::uint32_t>(occupied_.size()); }
    bool has_long_epochs() const override {
        const std::uint64_t children = std::uint64_t{config_.reserved()} * puzzle_slots() * config_.sync_every *
                                       work_per_child(config_.representation);
        return evolution_.may_pause(puzzle_slots() * config_.islands) || children > evolution_.children_per_check();
    }
    void stop_when(const std::function<bool()>& should_stop) override { evolution_.stop_when(should_stop); }
    void submit(const PuzzleJob& job) override { queue_.push_back({job, {}}); }
    void resume(SavedPuzzle puzzle) override { queue_.push_back(std::move(puzzle)); }
    void save(const ByteSink& to) const override {
        const std::vector<Island> islands = evolution_.read_islands();
        std::vector<std::uint32_t> evolving;
        for (std::uint32_t slot = 0; slot < puzzle_slots(); ++slot) {
            const Island& first = islands[slot * config_.islands];
            if (!occupied_[slot] || first.next_generation == 0 || first.state == IslandState::settled) continue;
            evolving.push_back(slot);
        }
        const auto write_head = [&](std::uint32_t slot) {
            FieldWriter fields(to);
            fields(true, islands[slot * config_.islands].puzzle_index, evolution_.saved_bytes());
        };
        evolution_.save_puzzles(evolving, write_head, to);
        for (const SavedPuzzle& puzzle : queue_) write_saved(puzzle, to);
    }
    std::uint64_t longest_state() const override { return evolution_.saved_bytes(); }
    bool busy() const override { return !queue_.empty() || std::ranges::find(occupied_, true) != occupied_.end(); }

    std::vector<Outcome> advance_epoch(const std::function<bool()>& each_generation) override {
        const bool some_begin = fill_free_slots(), some_resume = !resumed_.empty();
        if (some_resume && !begin_resumed(each_generation)) return {};
        const bool migrating = start_migrations(islands_, config_);
        evolution_.send();
        if (some_begin && !some_resume) evolution_.prepare();
        if (each_generation) {
            for (std::uint32_t k = 0; k < config_.sync_every; ++k) {
                evolution_.run(1, !migrating);
                evolution_.wait();  // otherwise a GPU would queue many generations ahead
                const bool goes_on = each_generation();
                // Whether a puzzle has ended is decided at the end of an epoch.
                if (!goes_on && k + 1 < config_.sync_every) return fetched({});
                if (!goes_on) break;
            }
        } else {
            // Only the first generation of an epoch receives migrants.
            if (migrating) evolution_.run(1, false);
            if (config_.sync_every > migrating) evolution_.run(config_.sync_every - migrating, true);
        }
        return fetched([this](std::uint32_t slot) { return has_ended(slot); });
    }

    std::vector<Progress> progress() const override {
        const std::vector<Island> islands = evolution_.read_islands();
        const std::vector<std::uint32_t> listed = begun(islands);
        const std::vector<ReadingNumbers> numbers = evolution_.read_numbers({.costs = true, .effort = true}, listed);
        std::vector<Progress> all;
        for (std::size_t first = 0; first < listed.size(); first += config_.islands) {
            const auto of_puzzle = std::span(islands).subspan(listed[first], config_.islands);
            all.push_back(progress_of(of_puzzle, std::span(numbers).subspan(first, config_.islands)));
            const auto best = std::ranges::find(of_puzzle, all.back().best, &Island::best);
            all.back().rank = evolution_.rank_of(best->island_of_puzzle);
        }
        return all;
    }

    std::vector<IslandProgress> islands() const override {
        const std::vector<Island> islands = evolution_.read_islands();
        std::vector<IslandProgress> all;
        for (const std::uint32_t island_index : begun(islands)) {
            const Island& island = islands[island_index];
            if (island.next_generation == 0) continue;
            all.push_back(progress_of(island_index, island));
            all.back().rank = evolution_.rank_of(island.island_of_puzzle);
        }
        return all;
    }

    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                Detail detail) const override {
        if (island_indices.empty()) return {};
        return evolution_.read_populations(island_indices, detail);
    }

    std::vector<Outcome> abandon() override {
        queue_.clear();
        evolution_.forget_jobs();  // those that a failure has left unprepared
        resumed_.clear();
        std::vector<Outcome> outcomes =  // some puzzles may have ended in an epoch that failed
            fetched([this](std::uint32_t slot) { return has_ended(slot) || has_begun(slot); });
        for (std::uint32_t slot = 0; slot < puzzle_slots(); ++slot) {
            if (occupied_[slot]) release(slot);
        }
        return outcomes;
    }

private:
    /// The islands of the puzzles that have made a generation, puzzle by puzzle.
    std::vector<std::uint32_t> begun(const std::vector<Island>& islands) const {
        std::vector<std::uint32_t> listed;
        for (std::uint32_t k = 0; k < islands.size(); ++k) {
            const std::uint32_t slot = k / config_.islands;
            if (occupied_[slot] && islands[slot * config_.islands].next_generation != 0) listed.push_back(k);
        }
        return listed;
    }

    /// True if any puzzle begins.
    bool fill_free_slots() {
        bool any = false;
        for (std::uint32_t slot = 0; slot < puzzle_slots() && !queue_.empty(); ++slot) {
            if (occupied_[slot]) continue;
            SavedPuzzle next = std::move(queue_.front());
            const PuzzleJob job = next.job;
            queue_.pop_front();
            if (!next.state.empty()) resumed_.emplace_back(slot, std::move(next.state));
            occupied_[slot] = any = true;
            evolution_.write_job(slot, job);
            begin_islands(islands_of(slot), job, slot, slot * config_.islands, config_.generations);
        }
        return any;
    }

    /// Loads the puzzles that were saved, and makes the rest of an epoch in which that happened. False if
    /// `each_generation` ended it.
    bool begin_resumed(const std::function<bool()>& each_generation) {
        evolution_.send();
        evolution_.prepare();  // also those that begin now; some may be settled
        evolution_.fetch();
        evolution_.wait();
        std::vector<std::pair<std::uint32_t, std::vector<std::uint64_t>>> loaded;
        for (const auto& [slot, state] : std::exchange(resumed_, {})) {
            loaded.emplace_back(slot, evolution_.load_puzzle(slot, source_of(state)));
        }
        evolution_.send();
        evolution_.wait();
        for (const auto& [slot, fingerprints] : loaded) {
            const std::vector<std::uint32_t> listed = islands_of_puzzles({{slot}}, config_.islands);
            const auto numbers = evolution_.read_numbers({.fingerprint = true}, listed);
            if (std::ranges::equal(numbers, fingerprints, {}, &ReadingNumbers::fingerprint)) continue;
            throw CheckpointError("the checkpoint does not fit this program: a population has another fingerprint");
        }
        if (!catch_up(each_generation)) return false;
        for (const auto& [slot, fingerprints] : loaded) {
            if (!has_ended(slot)) continue;
            for (Island& island : islands_of(slot)) {
                if (island.running()) island.state = IslandState::exhausted;  // it makes no further epoch
            }
        }
        return true;
    }

    std::span<Island> islands_of(std::uint32_t slot) const {
        return islands_.subspan(std::size_t{slot} * config_.islands, config_.islands);
    }

    /// True if any of its islands has a population. After a stop others may lack one.
    bool has_begun(std::uint32_t slot) const {
        return std::ranges::any_of(islands_of(slot), [](const Island& island) { return island.next_generation > 0; });
    }

    bool has_ended(std::uint32_t slot) const { return evodoku::has_ended(islands_of(slot)); }

    /// Brings every island to the end of its epoch, generation by generation, while those that are there wait:
    /// migrations and outcomes are at the ends of epochs, so they come at the same generations as without an
    /// interruption. Islands on the host are up to date before and after. Throws CheckpointError if one is more than an
    /// epoch behind. False if `each_generation` returned false, or the run was stopped.
    bool catch_up(const std::function<bool()>& each_generation) {
        while (true) {
            std::vector<Island*> paused, behind;
            for (std::uint32_t slot = 0; slot < puzzle_slots(); ++slot) {
                const std::uint32_t end = end_of_epoch(islands_of(slot), config_.sync_every);
                for (Island& island : islands_of(slot)) {
                    if (!island.running()) continue;
                    if (end - island.next_generation > config_.sync_every) {
                        throw CheckpointError("the checkpoint does not fit these settings: the generations of islands");
                    }
                    (island.next_generation < end ? behind : paused).push_back(&island);
                }
            }
            if (behind.empty()) return true;
            const auto generations_made = [&behind] {
                std::uint64_t sum = 0;
                for (const Island* island : behind) sum += island->next_generation;
                return sum;
            };
            const std::uint64_t before = generations_made();
            for (Island* island : paused) island->state = IslandState::idle;
            evolution_.send();
            evolution_.run(1, true);
            evolution_.fetch();
            evolution_.wait();
            for (Island* island : paused) island->state = IslandState::running;
            evolution_.send();
            evolution_.wait();
            if (generations_made() == before) return false;  // the device makes no more generations
            if (each_generation && !each_generation()) return false;
        }
    }

    /// Brings the islands to the host and returns the outcomes of the puzzles that `ends`, which give their slots free.
    std::vector<Outcome> fetched(const std::function<bool(std::uint32_t slot)>& ends) {
        evolution_.fetch();
        evolution_.wait();
        std::vector<std::uint32_t> ended;
        for (std::uint32_t slot = 0; slot < puzzle_slots() && ends; ++slot) {
            if (occupied_[slot] && ends(slot)) ended.push_back(slot);
        }
        if (ended.empty()) return {};
        std::vector<Outcome> outcomes = evolution_.read_outcomes(ended);
        for (const std::uint32_t slot : ended) release(slot);
        return outcomes;
    }

    void release(std::uint32_t slot) {
        occupied_[slot] = false;
        for (Island& island : islands_of(slot)) island.state = IslandState::idle;
    }

    std::unique_ptr<Islands> own_;
    Config config_;
    Islands& evolution_;
    std::span<Island> islands_;  ///< the host's copy: their state at the end of the last epoch
    std::vector<bool> occupied_;
    std::deque<SavedPuzzle> queue_;
    std::vector<std::pair<std::uint32_t, std::string>> resumed_;  ///< slots that were just filled, and their states
};

}  // namespace

std::unique_ptr<Backend> make_evolution_backend(std::unique_ptr<Executor> executor, const Config& config,
                                                std::uint32_t max_puzzle_slots, SharingRanks* ranks) {
    validate(config);
    return std::make_unique<EvolutionBackend>(make_islands(std::move(executor), config, max_puzzle_slots, ranks),
                                              config);
}

}  // namespace evodoku
