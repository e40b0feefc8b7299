// The evolution of one kind of board on one device: the memory of all puzzle slots, the generations of their islands,
// and access to their state. The algorithm itself is in engine/generation.hpp. Host code.
//
//   puzzles, islands()       -- send(), prepare() ->   puzzles and islands on the device   -- run() ->   generations
//   islands()                <- fetch() --             states of the islands
//   grids, numbers           <- read_...() --          boards, costs: gathered on the device, a copy for all islands
//   bytes of a checkpoint    <- save_puzzle() --, -- load_puzzle() ->   all that decides the further generations
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "checkpoint/fields.hpp"
#include "core/bits.hpp"
#include "engine/chosen_operator.hpp"
#include "engine/executor.hpp"
#include "engine/needs.hpp"
#include "engine/phases/score.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "logic/logic.hpp"
#include "operators/cost/costs.hpp"

namespace evodoku {

/// The numbers of the islands of the puzzles in these slots, puzzle by puzzle.
inline std::vector<std::uint32_t> islands_of_puzzles(std::span<const std::uint32_t> slots,
                                                     std::uint32_t islands_per_puzzle) {
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t slot : slots) {
        for (std::uint32_t k = 0; k < islands_per_puzzle; ++k) numbers.push_back(slot * islands_per_puzzle + k);
    }
    return numbers;
}

/// The entropy of the digits in a cell, in bits: 0 if all boards agree, log2 of their number if every digit is as
/// frequent, which is 3.17 for 9 x 9.
inline double entropy_of(std::span<const std::uint32_t> boards) {
    double all = 0, sum = 0;
    for (const std::uint32_t count : boards) all += count;
    for (const std::uint32_t count : boards) {
        if (count != 0) sum -= count / all * std::log2(count / all);
    }
    return sum;
}

/// Puzzles that begin, each with its slot.
using NewPuzzles = std::vector<std::pair<std::uint32_t, SavedPuzzle>>;

/// All islands of a puzzle in a slot, before their first generation.
inline void begin_islands(std::span<Island> islands, const PuzzleJob& job, std::uint32_t puzzle_slot,
                          std::uint32_t generations) {
    const auto count = static_cast<std::uint32_t>(islands.size());
    for (std::uint32_t k = 0; k < count; ++k) {
        islands[k] = {.seed = job.seed,
                      .puzzle_index = job.puzzle_index,
                      .puzzle_slot = puzzle_slot,
                      .island_of_puzzle = k,
                      .limit = generations,
                      .growth = {},
                      .source = puzzle_slot * count + (k + count - 1) % count,  // the ring
                      .state = IslandState::running};
    }
}

/// Island k of the puzzle in a slot is number slot x islands per puzzle + k. shared_evolution.hpp overrides what
/// differs where ranks share the islands: each rank then evolves its share, knows the states of all, and makes the same
/// calls as the others. A synchronisation takes few copies for any number of puzzles, through memory that is allocated
/// once.
template <class Board>
class EvolutionOn {
public:
    using Stored = typename Board::Stored;

    /// Allocates all memory for `puzzle_slots` puzzles at once, except what diversity, functions and ask() take with
    /// their first use. Throws MemoryError if there is too little for all of that (`asks`: also for ask() and write()),
    /// and std::invalid_argument if puzzle_slots x population exceeds max_individuals.
    EvolutionOn(std::shared_ptr<Executor> executor, const Config& config, std::uint32_t puzzle_slots, bool asks = false)
        : executor_(checked(std::move(executor), config, puzzle_slots, asks)),
          genes_(config.initialisation.info().genes),
          cost_(config.cost),
          arrays_(population_of(config, puzzle_slots)),
          puzzle_slots_(puzzle_slots),
          per_puzzle_(config.islands) {
        arrays_.list(Needs(config), puzzle_slots, Taking{*executor_, memory_});
        islands_ = here();
        if (anneals()) executor_->upload(pool_.schedule + 1, config.schedule.data(), config.schedule.size());
        write_islands(std::vector<Island>(pool_.island_count));
        steps_ = executor_->make_steps(pool_, config);
    }
    EvolutionOn(const EvolutionOn&) = delete;  // the steps point into the arrays
    /// Waits, because work that was not waited for may still use the memory to be released.
    virtual ~EvolutionOn() {
        try {
            executor_->wait();
        } catch (const std::exception&) {  // a lost device uses none
        }
    }

    virtual std::string name() const { return executor_->name(); }
    /// Ranks that share the islands, and which of them has island k of each puzzle.
    virtual std::uint32_t ranks() const { return 1; }
    virtual std::uint32_t rank_of(std::uint32_t /* k */) const { return 0; }
    Executor& executor() const { return *executor_; }
    Steps<Board>& steps() const { return *steps_; }
    const Pool<Board>& pool() const { return pool_; }

    /// The islands on the host: the result of the last fetch(), and the content of the next send(). Do not change them
    /// between send() and the next call that waits.
    std::span<Island> islands() const { return islands_; }
    /// Queued: later operations see the islands.
    virtual void send() { executor_->queue_upload(pool_.islands, arrays_.host_islands.get(), pool_.island_count); }
    /// Waits, then the states of islands on the host are the present ones.
    virtual void fetch() {
        executor_->queue_download(arrays_.host_islands.get(), pool_.islands, pool_.island_count);
        executor_->wait();
    }
    /// Queued: presolves and prepares puzzles, without their states. Call it after their islands were sent, and not
    /// again before the next call that waits.
    void prepare(const NewPuzzles& begun) {
        JobInSlot<Board>* next = arrays_.host_new_puzzles.get();
        for (const auto& [slot, puzzle] : begun) *next++ = {slot, device_job<Board::order>(puzzle.job)};
        executor_->queue_upload(arrays_.new_puzzles, arrays_.host_new_puzzles.get(), begun.size());
        steps_->prepare(pool_.island_count / puzzle_slots_, genes_, static_cast<std::uint32_t>(begun.size()));
    }
    /// Queued: makes generations of every running island. `migrating`: in the first, some receive migrants.
    void run(std::uint32_t generations, bool migrating) {
        if (migrating) {
            bring_migrants();
            steps_->run(1, false);
        }
        if (generations > migrating) steps_->run(generations - migrating, true);
    }

    /// The islands as they are now; those on the host stay.
    virtual std::vector<Island> read_islands() { return executor_->download(pool_.islands, pool_.island_count); }
    /// One per listed island.
    virtual std::vector<PopulationProgress> read_populations(std::span<const std::uint32_t> listed, Detail detail) {
        const bool costs = detail != Detail::boards;
        std::vector<PopulationProgress> all;
        for (const auto& reading : EvolutionOn::read({.costs = costs, .effort = costs}, listed))
            all.push_back(progress_of(reading));
        if (anneals()) {
            const std::vector<Island> now = EvolutionOn::read_islands();
            for (std::size_t k = 0; k < listed.size(); ++k) all[k].log_weight = now[listed[k]].log_weight;
        }
        if (detail != Detail::diversity) return all;
        read_diversity(listed, [next = all.begin()](const Diversity<Board>& counted) mutable {
            next->distinct = counted.distinct;
            for (const auto& cell : counted.digits) next->entropy.push_back(entropy_of(cell));
            ++next;
        });
        return all;
    }
    /// One per puzzle in these slots, as Backend::advance_epoch() returns them.
    std::vector<Outcome> read_outcomes(std::span<const std::uint32_t> slots) {
        const std::vector<std::uint32_t> listed = islands_of_puzzles(slots, per_puzzle_);
        const auto readings = read({.fingerprint = true, .effort = true}, listed);
        const std::vector<double> sizes = anneals() ? family_sizes(listed) : std::vector<double>();
        std::vector<Outcome> outcomes;
        outcomes.reserve(slots.size());
        for (std::size_t first = 0; first < listed.size(); first += per_puzzle_) {
            const auto islands = islands_.subspan(listed[first], per_puzzle_);
            Outcome& outcome = outcomes.emplace_back(outcome_of(islands, readings.subspan(first, per_puzzle_)));
            for (const Island& island : anneals() ? islands : std::span<Island>()) {
                if (island.state == IslandState::settled || island.next_generation == 0) continue;
                outcome.annealed.push_back(
                    {island.log_weight, island.best_cost, sizes[first + island.island_of_puzzle]});
                outcome.fingerprint = mix(outcome.fingerprint ^ static_cast<std::uint64_t>(island.log_weight));
            }
        }
        return outcomes;
    }

    // The state of a puzzle's islands as bytes: everything that decides their further generations. Data that follow
    // from the puzzle are left out: prepare() makes them again.

    /// Writes the puzzle in a slot, in the middle of its evolution. `islands`: all as read_islands() returns them.
    /// Where ranks share the islands, rank 0 writes.
    void save_puzzle(std::uint32_t puzzle_slot, std::span<const Island> islands, const StateWriter& to) {
        const std::vector<std::uint32_t> listed = islands_of_puzzles({{puzzle_slot}}, per_puzzle_);
        const auto readings = read({.fingerprint = true, .effort = true}, listed);
        save_head(to);
        for (std::size_t k = 0; k < listed.size(); ++k)  // one by one: no more memory than an island needs
            save_island(listed[k], islands[listed[k]], readings[k], to);
    }
    /// The bytes of one.
    std::uint64_t saved_bytes() const { return bytes_of_head + per_puzzle_ * island_bytes(); }
    /// Into a slot that prepare() has prepared for its puzzle. Islands on the host are then up to date. Throws
    /// CheckpointError for bytes that do not fit.
    void load_puzzle(std::uint32_t puzzle_slot, const StateReader& from) {
        std::string head(bytes_of_head, '\0'), saved = head;
        head.clear(), save_head(sink_to(head));
        from(saved.data(), saved.size());
        require(saved == head, "the size of a population");
        const std::vector<std::uint32_t> listed = islands_of_puzzles({{puzzle_slot}}, per_puzzle_);
        const std::vector<std::uint64_t> fingerprints = load_islands(listed, from);
        send();
        executor_->wait();
        if (!std::ranges::equal(read({.fingerprint = true}, listed), fingerprints, {}, &Reading<Board>::fingerprint))
            throw CheckpointError("the checkpoint does not fit this program: a population has another fingerprint");
    }

    /// Annealing: the family of each individual of an island.
    std::vector<std::uint32_t> families(std::uint32_t number) const {
        return part_of(pool_.families[here()[number].front], number);
    }

    /// The state of each listed island's population. Valid until the next call.
    virtual std::span<const Reading<Board>> read(const WantedSums& wanted, std::span<const std::uint32_t> listed) {
        const auto count = static_cast<std::uint32_t>(listed.size());
        std::ranges::copy(listed, arrays_.host_listed.get());
        executor_->queue_upload(arrays_.listed, arrays_.host_listed.get(), count);
        steps_->read({arrays_.listed, arrays_.readings}, wanted, count);
        executor_->queue_download(arrays_.host_readings.get(), arrays_.readings, count);
        executor_->wait();
        return {arrays_.host_readings.get(), count};
    }
    /// Passes on the diversity of each listed island's population, in this order. Takes memory in the first call.
    void read_diversity(std::span<const std::uint32_t> listed, std::function<void(const Diversity<Board>&)> take) {
        if (arrays_.buckets == nullptr) arrays_.list_diversity(Taking{*executor_, memory_});
        const DiversityRequest<Board> request{arrays_.listed, arrays_.diversity, arrays_.buckets,
                                              arrays_.buckets_per_island()};
        while (!listed.empty()) {
            const auto part = listed.first(std::min(listed.size(), arrays_.islands_at_once()));
            listed = listed.subspan(part.size());
            std::ranges::copy(part, arrays_.host_listed.get());
            executor_->queue_upload(arrays_.listed, arrays_.host_listed.get(), part.size());
            steps_->measure_diversity(request, static_cast<std::uint32_t>(part.size()));
            executor_->queue_download(arrays_.host_diversity.get(), arrays_.diversity, part.size());
            executor_->wait();
            std::for_each_n(arrays_.host_diversity.get(), part.size(), std::ref(take));
        }
    }

    // For benchmarks and tests: the islands and the population itself, in the buffers of running islands.
    void write_islands(const std::vector<Island>& islands) {
        std::ranges::copy(islands, here().begin());
        EvolutionOn::send();
        executor_->wait();
    }
    std::vector<Stored> read_boards(std::uint32_t number) {
        return part_of(pool_.boards[read_islands()[number].front], number);
    }
    std::vector<std::uint32_t> read_costs(std::uint32_t number) {
        return part_of(pool_.costs[read_islands()[number].front], number);
    }
    /// Rank -> index within the island.
    std::vector<std::uint32_t> read_order(std::uint32_t number) { return part_of(pool_.order, number); }

protected:
    /// Where ranks share the islands: brings the migrants of islands that receive from another rank.
    virtual void bring_migrants() {}
    /// Annealing: the mean size of the families of each listed island.
    virtual std::vector<double> family_sizes(std::span<const std::uint32_t> listed) {
        std::vector<double> sizes;
        for (const std::uint32_t number : listed) {
            const std::vector<std::uint32_t> of_each = families(number);
            std::vector<std::uint32_t> members(of_each.size());
            for (const std::uint32_t family : of_each) ++members[family];
            std::uint64_t squares = 0;
            for (const std::uint64_t count : members) squares += count * count;
            sizes.push_back(static_cast<double>(squares) / static_cast<double>(of_each.size()));
        }
        return sizes;
    }

    /// A saved puzzle: a head, then its islands. The head says what the configurations of the writer and the reader
    /// must have in common.
    static constexpr std::uint64_t bytes_of_head = 3 * sizeof(std::uint32_t) + sizeof(std::uint64_t);
    /// `island`, `reading`: as read_islands() and read() return them.
    virtual void save_island(std::uint32_t number, const Island& island, const Reading<Board>& reading,
                             const StateWriter& to) {
        FieldWriter fields(to);
        list_state(fields, island, reading.champion, reading.effort, reading.fingerprint);
        const std::uint32_t first = pool_.first_individual(number);
        if (anneals()) save_array(pool_.families[island.front] + first, pool_.island_size, fields);
        save_array(pool_.boards[island.front] + first, pool_.island_size, fields);
        save_array(pool_.costs[island.front] + first, pool_.island_size, fields);
        save_array(pool_.order + first, pool_.island_size, fields);
        save_array(pool_.distinct.seen + number * seen_words(), seen_words(), fields);
    }
    /// Into here(). Returns the fingerprints that they must have.
    virtual std::vector<std::uint64_t> load_islands(std::span<const std::uint32_t> listed, const StateReader& from) {
        std::vector<std::uint64_t> fingerprints;
        for (const std::uint32_t number : listed) fingerprints.push_back(load_island(number, from));
        return fingerprints;
    }
    std::uint64_t load_island(std::uint32_t number, const StateReader& from) {
        FieldReader fields(from);
        Island island = here()[number];
        require(island.running(), "a puzzle that logic settles has a population");
        Champion<Board> champion;
        SearchWork effort;
        std::uint64_t fingerprint = 0;
        list_state(fields, island, champion, effort, fingerprint);
        check(island, pool_);
        here()[number] = island;
        executor_->upload(pool_.champions + number, &champion, 1);
        const std::uint32_t first = pool_.first_individual(number);
        if (anneals()) {
            load_array(pool_.families[island.front] + first, pool_.island_size, fields, "a family",
                       [&](std::size_t, std::uint32_t& family) { return family < pool_.island_size; });
        }

        // A file that is changed on purpose must not end the operators in undefined behaviour.
        const auto puzzle = std::make_unique<typename Board::Puzzle>();
        executor_->download(puzzle.get(), pool_.puzzles + island.puzzle_slot, 1);
        const bool begun = island.next_generation != 0, solved = island.state == IslandState::solved;
        const std::size_t held = begun ? island.extent : 0, ranked = begun ? island.size : 0;
        require(!begun || Board::is_whole(champion.board, *puzzle), "a board");
        std::uint32_t true_cost = champion.cost;  // of an operator of one's own
        with_operator<OperatorsOf<OperatorKind::cost>, Board>(
            cost_, [&](const auto& cost) { true_cost = cost_of<Board>(cost, champion.board, *puzzle); });
        const bool may_have_aged = pool_.rules.ages && true_cost < champion.cost;
        require(!begun || champion.cost == true_cost || may_have_aged, "a cost");
        require((champion.cost == 0) == solved || anneals(), "a cost");
        load_array(pool_.boards[island.front] + first, pool_.island_size, fields, "a board",
                   [&](std::size_t index, Stored& board) {
                       const bool is_whole = Board::is_whole(board, *puzzle);
                       if (!is_whole && index >= held) board = champion.board;  // of an unused individual
                       return is_whole || index >= held;
                   });
        const std::uint32_t unused = pool_.highest_cost + 1;
        load_array(pool_.costs[island.front] + first, pool_.island_size, fields, "a cost",
                   [&](std::size_t index, std::uint32_t& cost) {
                       if (index >= held) cost = unused;
                       return cost <= unused && (cost != 0 || solved || anneals());
                   });
        load_array(pool_.order + first, pool_.island_size, fields, "a rank",
                   [&](std::size_t rank, std::uint32_t& index) {
                       return index < (rank < ranked ? island.extent : pool_.island_size);
                   });
        load_array(pool_.distinct.seen + number * seen_words(), seen_words(), fields, "a remembered board",
                   [](std::size_t, std::uint64_t&) { return true; });
        if (pool_.efforts == nullptr) return fingerprint;
        in_pieces<SearchWork>(pool_.island_size, [&](std::span<SearchWork> piece, std::size_t begin) {
            piece.front() = std::exchange(effort, {});  // only their sum is ever read
            executor_->upload(pool_.efforts + first + begin, piece.data(), piece.size());
        });
        return fingerprint;
    }
    std::uint64_t island_bytes() const {
        std::uint64_t bytes = pool_.island_size * (sizeof(Stored) + (anneals() ? 3 : 2) * sizeof(std::uint32_t)) +
                              seen_words() * sizeof(std::uint64_t);
        const StateWriter counting = [&](const void*, std::size_t more) { bytes += more; };
        FieldWriter fields(counting);
        const Reading<Board> none{};
        const Island island;
        list_state(fields, island, none.champion, none.effort, none.fingerprint);
        return bytes;
    }

    template <class T>
    std::vector<T> part_of(const T* array, std::uint32_t number) const {
        return executor_->download(array + pool_.first_individual(number), pool_.island_size);
    }
    /// The islands of the pool, on the host.
    std::span<Island> here() const { return {arrays_.host_islands.get(), pool_.island_count}; }

private:
    /// Checks before any memory is allocated.
    static std::shared_ptr<Executor> checked(std::shared_ptr<Executor> executor, const Config& config,
                                             std::uint32_t puzzle_slots, bool asks) {
        if (std::uint64_t{puzzle_slots} * config.reserved() > max_individuals) {
            throw std::invalid_argument(fmt::format(
                "puzzles side by side ({}) x population ({}) are too many individuals; allowed: {} together",
                puzzle_slots, config.reserved(), max_individuals));
        }
        Footprint<Board>(*executor, config, puzzle_slots, asks).check();
        return executor;
    }

    /// The solution of the earliest generation, then the lowest island, then the lowest index; or the lowest cost.
    static Outcome outcome_of(std::span<const Island> islands, std::span<const Reading<Board>> readings) {
        Outcome outcome;
        outcome.puzzle_index = islands.front().puzzle_index;
        const Logic logic = logic_of(readings.front().logic);
        outcome.filled = logic.filled, outcome.struck = logic.struck;
        if (islands.front().state == IslandState::settled) {
            outcome.status = logic.contradiction ? Status::unsatisfiable : Status::solved;
            if (logic.contradiction) outcome.reason = logic::describe_contradiction(logic);
            outcome.board = logic.grid;
            for (const std::uint8_t digit : logic.grid.cells()) outcome.fingerprint = mix(outcome.fingerprint ^ digit);
            return outcome;
        }
        Champion<Board> best;
        for (std::size_t k = 0; k < islands.size(); ++k) {
            const Island& island = islands[k];
            if (island.next_generation == 0) continue;  // stopped before its first generation was complete
            const Champion<Board>& champion = readings[k].champion;
            if (std::pair(champion.cost, champion.generation) < std::pair(best.cost, best.generation)) best = champion;
            outcome.evaluations += island.evaluations;
            outcome.effort.add(readings[k].effort);
            outcome.restarts += island.restarts - island.fresh;  // without one that the next generation would begin
            outcome.generations = std::max(outcome.generations, island.next_generation - 1);
            outcome.fingerprint = mix(outcome.fingerprint ^ readings[k].fingerprint);
        }
        outcome.cost = best.cost;
        outcome.board = Board::to_grid(best.board);
        if (best.cost != 0) return outcome;
        outcome.status = Status::solved;
        outcome.generations = best.generation;
        return outcome;
    }

    static PopulationProgress progress_of(const Reading<Board>& reading) {
        PopulationProgress population;
        population.best_board_so_far = Board::to_grid(reading.champion.board);
        population.cost_so_far = reading.champion.cost;
        population.best_board = Board::to_grid(reading.best_board);
        static_cast<CostQuantiles&>(population) = reading.costs;
        const double count = reading.size, sum = static_cast<double>(reading.cost_sum);
        population.mean = sum / count;
        const double variance = static_cast<double>(reading.cost_squares) / count - population.mean * population.mean;
        population.deviation = std::sqrt(std::max(0.0, variance));
        population.effort = reading.effort;
        return population;
    }

    /// Bytes that are copied from or to a device at once.
    static constexpr std::size_t piece_bytes = std::size_t{1} << 20;

    /// All that is saved of an island besides its arrays, without what depends on the puzzle slot.
    void list_state(auto& fields, auto& island, auto& champion, auto& effort, auto& fingerprint) const {
        fields(island.evaluations, island.next_generation, island.best_cost, island.stalled_since, island.restarts,
               island.begun, island.size, island.extent, island.remembered, island.half, island.forgets, island.front,
               island.fresh, island.state, island.growth.next_size, island.growth.has_grown, island.growth.crossed);
        fields(champion.cost, champion.generation, champion.index);
        fields.bytes(&champion.board, sizeof champion.board);
        fields(effort.trials, effort.redraws, fingerprint);
        if (anneals()) fields(island.log_weight);
    }

    static void require(bool holds, const char* what) {
        if (!holds) throw CheckpointError(std::string("the checkpoint does not fit these settings: ") + what);
    }

    static void check(const Island& island, const PopulationArrays& population) {
        require(IslandState::running <= island.state && island.state <= IslandState::exhausted,
                "the state of an island");
        require(island.front <= 1 && island.half <= 1, "a buffer of an island");
        const std::uint32_t next = island.next_generation, next_size = island.growth.next_size;
        require((next != 0 || (island.fresh && island.running())) &&
                    next <= (island.running() ? island.limit : island.limit + 1) && island.begun <= next &&
                    island.stalled_since <= next,
                "the generation of an island");
        // Elites and the like fit into an island of its first size, and of each that it can grow to.
        const bool can_grow = population.rules.grows;
        require(1 <= island.size && island.size <= island.extent && island.extent <= population.island_size &&
                    population.first_size <= next_size &&
                    next_size <= (can_grow ? population.island_size : population.first_size) &&
                    island.growth.has_grown <= can_grow,
                "the size of an island");
    }

    void save_head(const StateWriter& to) const {
        FieldWriter{to}(per_puzzle_, pool_.island_size, static_cast<std::uint32_t>(sizeof(Stored)), seen_words());
    }
    bool anneals() const { return pool_.schedule != nullptr; }
    /// The words of the filters of an island.
    std::uint64_t seen_words() const { return pool_.distinct.seen != nullptr ? 2 * pool_.distinct.seen_words : 0; }
    /// Calls work(piece, first) for the elements of an array from `first` on, piece by piece, with room for each.
    template <class T>
    static void in_pieces(std::size_t count, const auto& work) {
        static_assert(sizeof(T) <= piece_bytes);
        std::vector<T> room(std::min(count, piece_bytes / sizeof(T)));
        for (std::size_t first = 0; first < count; first += room.size())
            work(std::span(room).first(std::min(count - first, room.size())), first);
    }
    template <class T>
    void save_array(const T* from, std::size_t count, FieldWriter& to) const {
        in_pieces<T>(count, [&](std::span<T> piece, std::size_t first) {
            executor_->download(piece.data(), from + first, piece.size());
            to.bytes(piece.data(), piece.size_bytes());
        });
    }
    /// take(index, element) may change the element. Throws CheckpointError, which names `what`, where it is false.
    template <class T>
    void load_array(T* to, std::size_t count, FieldReader& from, const char* what, const auto& take) {
        in_pieces<T>(count, [&](std::span<T> piece, std::size_t first) {
            from.bytes(piece.data(), piece.size_bytes());
            for (std::size_t k = 0; k < piece.size(); ++k) require(take(first + k, piece[k]), what);
            executor_->upload(to + first, piece.data(), piece.size());
        });
    }

protected:
    std::shared_ptr<Executor> executor_;
    Genes genes_;
    OperatorSpec<OperatorKind::cost> cost_;
    std::vector<std::shared_ptr<void>> memory_;  ///< of the arrays
    Arrays<Board> arrays_;
    std::unique_ptr<Steps<Board>> steps_;
    std::uint32_t puzzle_slots_, per_puzzle_;  ///< islands of a puzzle, as callers number them
    std::span<Island> islands_;
    Pool<Board>& pool_ = arrays_.pool;
};

/// The population of an island, for the verification of a benchmark.
struct Sample {
    std::uint32_t stride;
    std::vector<Grid> boards;          ///< every `stride`th
    std::vector<std::uint32_t> costs;  ///< all
    std::vector<std::uint32_t> order;  ///< rank -> index, all
};

/// For benchmarks: the parts of an evolution one by one, of one island on one puzzle. Every call returns when the
/// device has finished. Programs that evolve use Backend.
template <class Board>
class Workbench {
public:
    /// Requires one island. Throws SettingError for an invalid configuration, MemoryError if it does not fit.
    Workbench(std::unique_ptr<Executor> executor, const Config& config, const PuzzleJob& job)
        : evolution_(checked(std::move(executor), config), config, 1), job_(job) {
        begin();
    }

    std::string name() const { return evolution_.name(); }  ///< "cpu (2 threads)", "cuda:0 (NVIDIA H200)"

    /// Discards the population: the next generation is the initial one.
    void begin() {
        begin_islands(evolution_.islands(), job_, 0, ~0u);
        evolution_.send();
        evolution_.prepare({{0, {job_, {}}}});
    }
    void make_generations(std::uint32_t count) {
        evolution_.run(count, false);
        evolution_.executor().wait();
    }
    /// Makes generations one phase at a time, each phase over the whole population before the next.
    std::vector<PhaseTime> time_phases(std::uint32_t count) { return evolution_.steps().time_phases(count); }

    /// Overwrites costs and ranking with nonsense, so that a missing write of redo() shows.
    void poison() {
        const Pool<Board>& pool = evolution_.pool();
        const std::vector<std::uint32_t> nonsense(pool.island_size, ~0u);
        evolution_.executor().upload(pool.costs[evolution_.read_islands()[0].front], nonsense.data(), nonsense.size());
        evolution_.executor().upload(pool.order, nonsense.data(), nonsense.size());
    }
    /// Scores the whole population, or ranks it by its costs, `times` times.
    void redo(Redo what, std::uint32_t times) { evolution_.steps().redo(0, what, times); }

    Sample sample(std::uint32_t stride) {
        Sample sample{stride, {}, evolution_.read_costs(0), evolution_.read_order(0)};
        const auto boards = evolution_.read_boards(0);
        for (std::size_t k = 0; k < boards.size(); k += stride) sample.boards.push_back(Board::to_grid(boards[k]));
        return sample;
    }
    std::uint64_t fingerprint() {
        const std::uint32_t first[] = {0};
        return evolution_.read({.fingerprint = true}, first)[0].fingerprint;
    }

private:
    static std::unique_ptr<Executor> checked(std::unique_ptr<Executor> executor, const Config& config) {
        validate(config);
        Footprint<Board>(*executor, config, 1, false, 2).check();  // ranking alone takes its own memory
        return executor;
    }

    EvolutionOn<Board> evolution_;
    PuzzleJob job_;
};

}  // namespace evodoku
