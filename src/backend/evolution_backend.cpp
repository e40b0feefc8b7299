// Which puzzle uses which islands, how these begin, migrate and end, and the work at a synchronisation: of a backend,
// and of the evolution of one puzzle, generation by generation.
#include "backend/evolution_backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <stdexcept>
#include <utility>

#include "backend/records.hpp"
#include "backend/shared_evolution.hpp"
#include "core/host_work.hpp"
#include "evodoku/operators/function_operator.hpp"

namespace evodoku {
namespace {

/// The islands of one puzzle, and their readings with costs and effort.
template <class Board>
Progress progress_of(std::span<const Island> islands, std::span<const Reading<Board>> readings) {
    Progress progress;
    progress.puzzle_index = islands.front().puzzle_index, progress.best_cost = progress.lowest = ~0u;
    std::uint64_t sum = 0, size = 0;
    std::vector<std::uint32_t> medians;
    for (std::size_t k = 0; k < islands.size(); ++k) {
        if (islands[k].next_generation == 0) continue;  // the run stopped in the first generation of others
        progress.generation = std::max(progress.generation, islands[k].next_generation - 1);
        progress.best_cost = std::min(progress.best_cost, islands[k].best_cost);
        progress.restarts += islands[k].restarts;
        progress.evaluations += islands[k].evaluations;
        progress.effort.add(readings[k].effort);
        sum += readings[k].cost_sum, size += islands[k].size;
        progress.lowest = std::min(progress.lowest, readings[k].costs.cost);
        progress.worst = std::max(progress.worst, readings[k].costs.worst);
        medians.push_back(readings[k].costs.median);
    }
    progress.size = static_cast<std::uint32_t>(size);
    progress.mean = static_cast<double>(sum) / static_cast<double>(size);
    std::ranges::sort(medians);
    if (!medians.empty()) progress.median = medians[(medians.size() - 1) / 2];
    return progress;
}

/// Marks the islands that receive migrants in the next generation; true if there are any. Call it where an epoch
/// begins.
bool start_migrations(std::span<Island> islands, const Config& config) {
    if (config.islands == 1 || config.migrants == 0) return false;
    for (Island& island : islands)
        island.receives =
            island.running() && island.next_generation > 0 && island.next_generation % config.migrate_every == 0;
    return std::ranges::any_of(islands, &Island::receives);
}

/// True if its puzzle has its answer at the end of an epoch: an island solved it, or none is running.
bool has_ended(std::span<const Island> islands) {
    const bool solved = std::ranges::count(islands, IslandState::solved, &Island::state) != 0;
    return solved || std::ranges::none_of(islands, &Island::running);
}

/// The highest number of a next generation.
std::uint32_t latest_generation(std::span<const Island> islands) {
    return std::ranges::max(islands, {}, &Island::next_generation).next_generation;
}

/// The generation at which the present epoch of a puzzle ends: that of its next generation, if it is at an end.
std::uint32_t end_of_epoch(std::span<const Island> islands_of_puzzle, std::uint32_t sync_every) {
    return (latest_generation(islands_of_puzzle) + sync_every - 1) / sync_every * sync_every;
}

void exhaust(std::span<Island> islands) {
    for (Island& island : islands)
        if (island.running()) island.state = IslandState::exhausted;
}

/// True where an epoch of a running puzzle ends and its work has reached the budget. `islands`: up to date.
template <class Board>
bool is_spent(EvolutionOn<Board>& all, std::uint32_t puzzle_slot, std::span<const Island> islands,
              const Config& config) {
    if (config.max_work == 0 || std::ranges::none_of(islands, &Island::running)) return false;
    const std::uint32_t latest = latest_generation(islands);
    if (latest == 0 || latest != end_of_epoch(islands, config.sync_every)) return false;
    const auto readings = all.read({.effort = true}, islands_of_puzzles({{puzzle_slot}}, config.islands));
    const Progress progress = progress_of<Board>(islands, readings);
    return progress.evaluations + progress.effort.trials + progress.effort.redraws >= config.max_work;
}

/// A Backend over islands on one device, or on those of several ranks.
template <class Board>
class EvolutionBackend final : public Backend {
public:
    EvolutionBackend(std::unique_ptr<EvolutionOn<Board>> evolution, const Config& config)
        : evolution_(std::move(evolution)),
          config_(config),
          islands_(evolution_->islands()),
          occupied_(islands_.size() / config.islands, false) {}

    std::string name() const override { return evolution_->name(); }
    std::uint32_t ranks() const override { return evolution_->ranks(); }
    std::uint32_t puzzle_slots() const override { return static_cast<std::uint32_t>(occupied_.size()); }
    bool has_long_epochs() const override {
        // A child counts as so many of 9 x 9: roughly the time of its mutation, which redraws many boxes.
        const auto order = static_cast<std::uint64_t>(order_of(config_.representation));
        const std::uint64_t work_per_child = order == 3 ? 1 : order * order * order * order * order;
        const std::uint64_t children = work_per_child * config_.reserved() * puzzle_slots() * config_.sync_every;
        const Executor& device = evolution_->executor();
        const bool may_pause = ranks() == 1 && device.may_pause(static_cast<std::uint32_t>(islands_.size()));
        return may_pause || children > device.children_per_check() * ranks();  // a pause of several is a message
    }
    void stop_when(const std::function<bool()>& should_stop) override { evolution_->executor().stop_when(should_stop); }
    void resume(SavedPuzzle puzzle) override { queue_.push_back(std::move(puzzle)); }
    void save(const StateWriter& to) const override {
        const std::vector<Island> islands = evolution_->read_islands();
        for (const std::uint32_t island_index : begun(islands)) {
            if (island_index % config_.islands != 0) continue;
            FieldWriter{to}(true, islands[island_index].puzzle_index, evolution_->saved_bytes());
            evolution_->save_puzzle(island_index / config_.islands, islands, to);
        }
        for (const SavedPuzzle& puzzle : queue_) write_saved(puzzle, to);
    }
    std::uint64_t longest_state() const override { return evolution_->saved_bytes(); }
    bool busy() const override { return !queue_.empty() || std::ranges::find(occupied_, true) != occupied_.end(); }

    std::vector<Outcome> advance_epoch(const std::function<bool()>& each_generation) override {
        NewPuzzles begun = fill_free_slots();
        const bool some_resume =
            std::ranges::any_of(begun, [](const auto& each) { return !each.second.state.empty(); });
        if (some_resume && !begin_resumed(std::exchange(begun, {}), each_generation)) return {};
        const bool migrating = start_migrations(islands_, config_);
        evolution_->send();
        if (!begun.empty()) evolution_->prepare(begun);
        if (!each_generation) evolution_->run(config_.sync_every, migrating);
        for (std::uint32_t k = 0; k < config_.sync_every && each_generation; ++k) {
            evolution_->run(1, migrating && k == 0);
            evolution_->executor().wait();  // otherwise a GPU would queue many generations ahead
            // Whether a puzzle has ended is decided at the end of an epoch.
            if (!each_generation() && k + 1 < config_.sync_every) return fetched({});
        }
        return fetched([this](std::uint32_t slot) { return has_ended(islands_of(slot)); });
    }

    std::vector<Progress> progress() const override {
        const std::vector<Island> islands = evolution_->read_islands();
        const std::vector<std::uint32_t> listed = begun(islands);
        const auto readings = evolution_->read({.costs = true, .effort = true}, listed);
        std::vector<Progress> all;
        for (std::size_t first = 0; first < listed.size(); first += config_.islands) {
            const auto of_puzzle = std::span(islands).subspan(listed[first], config_.islands);
            all.push_back(progress_of<Board>(of_puzzle, readings.subspan(first, config_.islands)));
            const auto best = std::ranges::find(of_puzzle, all.back().best_cost, &Island::best_cost);
            all.back().rank = evolution_->rank_of(best->island_of_puzzle);
        }
        return all;
    }

    std::vector<IslandProgress> islands() const override {
        const std::vector<Island> islands = evolution_->read_islands();
        std::set<std::uint32_t> ending;  // slots
        for (std::uint32_t slot = 0; slot < puzzle_slots(); ++slot) {
            const auto of_puzzle = std::span(islands).subspan(std::size_t{slot} * config_.islands, config_.islands);
            if (is_spent<Board>(*evolution_, slot, of_puzzle, config_)) ending.insert(slot);
        }
        std::vector<IslandProgress> all;
        for (const std::uint32_t island_index : begun(islands)) {
            const Island& island = islands[island_index];
            if (island.next_generation == 0) continue;
            all.push_back(
                {island_index, island.puzzle_index, island.island_of_puzzle, island.next_generation - 1,
                 island.best_cost, island.begun, island.restarts, island.size, island.evaluations,
                 island.state == IslandState::solved, island.running() && !ending.contains(island.puzzle_slot),
                 evolution_->rank_of(island.island_of_puzzle), std::ranges::count(loaded_, island.puzzle_slot) != 0});
        }
        return all;
    }

    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                Detail detail) const override {
        if (island_indices.empty()) return {};
        return evolution_->read_populations(island_indices, detail);
    }

    std::vector<Outcome> abandon() override {
        queue_.clear();
        // Some puzzles may have ended in an epoch that failed; after a stop some islands may lack a population.
        std::vector<Outcome> outcomes = fetched([this](std::uint32_t slot) {
            return has_ended(islands_of(slot)) || latest_generation(islands_of(slot)) > 0;
        });
        for (std::uint32_t slot = 0; slot < puzzle_slots(); ++slot) release(slot);
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

    NewPuzzles fill_free_slots() {
        NewPuzzles begun;
        for (std::uint32_t slot = 0; slot < puzzle_slots() && !queue_.empty(); ++slot) {
            if (occupied_[slot]) continue;
            occupied_[slot] = true;
            begun.emplace_back(slot, take_front(queue_));
            begin_islands(islands_of(slot), begun.back().second.job, slot, config_.generations);
        }
        return begun;
    }

    /// Begins puzzles of which some were saved: loads these, and makes the rest of an epoch in which that happened.
    /// False if `each_generation` ended it.
    bool begin_resumed(const NewPuzzles& begun, const std::function<bool()>& each_generation) {
        evolution_->send();
        evolution_->prepare(begun);  // some may be settled
        evolution_->fetch();
        for (const auto& [slot, puzzle] : begun) {
            if (puzzle.state.empty()) continue;
            evolution_->load_puzzle(slot, source_of(puzzle.state));
            loaded_.push_back(slot);
        }
        evolution_->send();
        const bool goes_on = !each_generation || each_generation();  // what is there is seen before it changes
        const std::vector<std::uint32_t> resumed = std::exchange(loaded_, {});
        if (!goes_on || !catch_up(each_generation)) return false;
        for (const std::uint32_t slot : resumed) {
            const std::span<Island> islands = islands_of(slot);  // which makes no further epoch
            if (has_ended(islands) || is_spent<Board>(*evolution_, slot, islands, config_)) exhaust(islands);
        }
        return true;
    }

    std::span<Island> islands_of(std::uint32_t slot) const {
        return islands_.subspan(std::size_t{slot} * config_.islands, config_.islands);
    }

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
            const std::vector<Island> before(islands_.begin(), islands_.end());
            for (Island* island : paused) island->state = IslandState::idle;
            evolution_->send();
            evolution_->run(1, false);
            evolution_->fetch();
            for (Island* island : paused) island->state = IslandState::running;
            evolution_->send();
            evolution_->executor().wait();
            const auto generation = &Island::next_generation;
            if (std::ranges::equal(islands_, before, {}, generation, generation)) return false;  // the device stopped
            if (each_generation && !each_generation()) return false;
        }
    }

    /// Brings the islands to the host and returns the outcomes of the puzzles that `ends`, which give their slots free.
    std::vector<Outcome> fetched(const std::function<bool(std::uint32_t slot)>& ends) {
        evolution_->fetch();
        std::vector<std::uint32_t> ended;
        for (std::uint32_t slot = 0; slot < puzzle_slots() && ends; ++slot) {
            if (!occupied_[slot]) continue;
            if (is_spent<Board>(*evolution_, slot, islands_of(slot), config_)) exhaust(islands_of(slot));
            if (ends(slot)) ended.push_back(slot);
        }
        if (ended.empty()) return {};
        std::vector<Outcome> outcomes = evolution_->read_outcomes(ended);
        for (const std::uint32_t slot : ended) release(slot);
        return outcomes;
    }

    void release(std::uint32_t slot) {
        occupied_[slot] = false;
        for (Island& island : islands_of(slot)) island.state = IslandState::idle;
    }

    std::unique_ptr<EvolutionOn<Board>> evolution_;
    Config config_;
    std::span<Island> islands_;  ///< the host's copy: their state at the end of the last epoch
    std::vector<bool> occupied_;
    std::deque<SavedPuzzle> queue_;
    std::vector<std::uint32_t> loaded_;  ///< slots: see IslandProgress::resumed
};

template <class Board>
class SteppedEvolution final : public PuzzleEvolution {
public:
    SteppedEvolution(std::unique_ptr<Executor> executor, const Config& config, const SavedPuzzle& puzzle)
        : evolution_(std::move(executor), config, 1, true),
          config_(config),
          puzzle_(puzzle.job.givens),
          islands_(evolution_.islands()),
          all_islands_(islands_of_puzzles(the_slot, config.islands)) {
        begin_islands(islands_, puzzle.job, 0, config.generations);
        evolution_.send();
        evolution_.prepare({{0, puzzle}});
        evolution_.fetch();
        if (is_settled()) return;
        puzzle.state.empty() ? step(1) : evolution_.load_puzzle(0, source_of(puzzle.state));
        fetch();  // the state does not say that its work has ended it
    }
    std::string device() const override { return evolution_.name(); }
    void stop_when(const std::function<bool()>& should_stop) override { evolution_.executor().stop_when(should_stop); }

    void step(std::uint32_t generations) override {
        require_asked(false);
        while (generations != 0 && !ended()) {
            const auto [left, is_migrating] = epoch();
            const std::uint32_t count = std::min(left, generations);
            try {
                evolution_.run(count, is_migrating);
            } catch (const DeviceError&) {
                throw;
            } catch (...) {  // of a function: the generations before are complete
                evolution_.fetch();
                throw;
            }
            fetch();
            generations -= count;
        }
    }

    std::vector<std::uint8_t> ask() override {
        require_asked(false);
        if (config_.brood_size != 1)
            throw SettingError(fmt::format("ask: tries is {}; allowed: 1", config_.brood_size));
        if (ended()) return {};
        epoch();
        std::vector<std::uint8_t> boards = evolution_.steps().ask();
        is_asked_ = true;
        return boards;
    }
    void tell(std::span<const std::uint8_t> cells) override {
        require_asked(true);
        evolution_.steps().tell(cells);
        is_asked_ = false;
        fetch();
    }
    void write(std::uint32_t number, std::uint32_t first, std::span<const std::uint8_t> cells) override {
        require_asked(false);
        if (is_settled()) throw FunctionError("write: logic settled this puzzle: there are no boards");
        Island& island = islands_[number];
        const std::size_t count = cells.size() / Geometry<Board::order>::cells;
        if (island.size != island.extent)
            throw FunctionError("write: duplicates were dropped, so that individuals without a board are among them");
        if (first + count > island.extent)
            throw FunctionError(
                fmt::format("write: boards {}..{} of an island with {}", first, first + count - 1, island.extent));
        evolution_.steps().write(number, first, cells);
        const std::uint32_t begin = pool().first_individual(number);
        Champion<Board> champion, best;
        executor().download(&champion, pool().champions + number, 1);
        executor().download(&best.index, pool().order + begin, 1);
        executor().download(&best.cost, pool().costs[island.front] + begin + best.index, 1);
        executor().download(&best.board, pool().boards[island.front] + begin + best.index, 1);
        best.generation = island.next_generation - 1;
        if (best.cost < champion.cost) executor().upload(pool().champions + number, &best, 1);
        if (best.cost < island.best_cost) island.best_cost = best.cost, island.stalled_since = best.generation;
        if (best.cost == 0) island.state = IslandState::solved;
        island.evaluations += count;
        evolution_.send();
        executor().wait();
    }

    void cool(std::uint32_t coldness) override {
        require_schedule();
        const std::uint32_t next = latest_generation(islands_);
        if (next <= config_.schedule.size()) executor().upload(pool().schedule + next, &coldness, 1);
    }
    std::vector<std::uint32_t> families(std::uint32_t island) const override {
        require_schedule();
        return evolution_.families(island);
    }

    std::uint32_t generation() const override { return is_settled() ? 0 : latest_generation(islands_) - 1; }

    bool ended() const override {
        if (std::ranges::none_of(islands_, &Island::running)) return true;
        return latest_generation(islands_) % config_.sync_every == 0 && latest_generation(islands_) != 0 &&
               has_ended(islands_);
    }

    Outcome outcome() const override {
        Outcome outcome = std::move(evolution_.read_outcomes(the_slot).front());
        if (!conclude(outcome, puzzle_, !ended())) throw wrong_solution(outcome);
        return outcome;
    }

    Progress progress() const override {
        return progress_of<Board>(islands_, evolution_.read({.costs = true, .effort = true}, all_islands_));
    }
    std::vector<PopulationProgress> populations(Detail detail) const override {
        return evolution_.read_populations(all_islands_, detail);
    }
    void save(const StateWriter& to) const override {
        require_asked(false);
        evolution_.save_puzzle(0, evolution_.read_islands(), to);
    }

    IslandBoards boards(std::uint32_t number) const override {
        const std::uint32_t first = pool().first_individual(number);
        const Island& island = islands_[number];
        return {.boards = pool().boards[island.front] + first,
                .costs = pool().costs[island.front] + first,
                .count = island.state == IslandState::settled ? 0 : island.extent,
                .words = Board::words,
                .bits_per_word = 8 * sizeof Board::Stored::word[0],
                .highest_cost = pool().highest_cost,
                .gpu = executor().gpu()};
    }
    std::vector<Grid> grids(std::uint32_t number, std::uint32_t first, std::uint32_t count) const override {
        const auto* const boards = pool().boards[islands_[number].front] + pool().first_individual(number) + first;
        std::vector<Grid> grids(count);
        std::ranges::transform(executor().download(boards, count), grids.begin(), Board::to_grid);
        return grids;
    }

private:
    static constexpr std::uint32_t the_slot[] = {0};

    Executor& executor() const { return evolution_.executor(); }
    const Pool<Board>& pool() const { return evolution_.pool(); }
    void require_schedule() const {
        if (config_.schedule.empty()) throw std::logic_error("this evolution has no schedule");
    }
    bool is_settled() const { return islands_.front().state == IslandState::settled; }
    void require_asked(bool asked) const {
        if (is_asked_ != asked && !evolution_.steps().is_broken())  // which says so itself
            throw std::logic_error(asked ? "tell: ask() first" : "tell() the boards that ask() returned first");
        executor().wait_for_others();  // that still read the boards
    }

    void fetch() {
        evolution_.fetch();
        if (is_spent<Board>(evolution_, 0, islands_, config_)) exhaust(islands_);
    }

    /// The generations left of this epoch, and whether the first receives migrants. At its end the next one begins.
    std::pair<std::uint32_t, bool> epoch() {
        const std::uint32_t left = end_of_epoch(islands_, config_.sync_every) - latest_generation(islands_);
        if (left != 0) return {left, false};
        const bool is_migrating = start_migrations(islands_, config_);
        evolution_.send();
        return {config_.sync_every, is_migrating};
    }

    mutable EvolutionOn<Board> evolution_;  ///< reading it takes its buffers
    Config config_;
    Grid puzzle_;
    bool is_asked_ = false;
    std::span<Island> islands_;  ///< the host's copy: their state after the last step
    std::vector<std::uint32_t> all_islands_;
};

/// What make<Board>() makes for the board of a configuration. Throws as validate() does.
auto for_board_of(const Config& config, const auto& make) -> decltype(make.template operator()<BoxBoard>()) {
    validate(config);
#define EVODOKU_MAKE_FOR(Board) \
    if (config.representation == Board::flag) return make.template operator()<Board>();
    EVODOKU_FOR_EVERY_BOARD(EVODOKU_MAKE_FOR)
#undef EVODOKU_MAKE_FOR
    return nullptr;
}

}  // namespace

std::unique_ptr<Backend> make_evolution_backend(std::unique_ptr<Executor> executor, const Config& config,
                                                std::uint32_t max_puzzle_slots, SharingRanks* ranks) {
    return for_board_of(config, [&]<class Board>() -> std::unique_ptr<Backend> {
        const auto slots_for = [&](const Config& candidate) {
            return Footprint<Board>(*executor, candidate, max_puzzle_slots).puzzle_slots_that_fit();
        };
        std::unique_ptr<EvolutionOn<Board>> evolution;
        if (ranks == nullptr) {
            evolution = std::make_unique<EvolutionOn<Board>>(std::move(executor), config, slots_for(config));
        } else {
            const IslandShare share = IslandShare::of(ranks->rank(), ranks->size(), config.islands);
            std::uint32_t slots = slots_for(config_of_share(config, share));  // all have the same number
            for (const std::string& of_rank : ranks->gather(std::to_string(slots)))
                slots = std::min(slots, static_cast<std::uint32_t>(std::stoul(of_rank)));
            evolution = std::make_unique<SharedEvolution<Board>>(std::move(executor), config, slots, share, *ranks);
        }
        return std::make_unique<EvolutionBackend<Board>>(std::move(evolution), config);
    });
}

std::unique_ptr<PuzzleEvolution> make_stepped_evolution(std::unique_ptr<Executor> executor, const Config& config,
                                                        const SavedPuzzle& puzzle) {
    return for_board_of(config, [&]<class Board>() -> std::unique_ptr<PuzzleEvolution> {
        return std::make_unique<SteppedEvolution<Board>>(std::move(executor), config, puzzle);
    });
}

}  // namespace evodoku
