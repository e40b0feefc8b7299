// Memory, generations, readings and the saved state of an evolution, for every board.
#include "engine/evolution.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "checkpoint/fields.hpp"
#include "engine/chosen_operator.hpp"
#include "engine/needs.hpp"
#include "engine/phases/score.hpp"
#include "evodoku/operators/function_operator.hpp"
#include "operators/cost/costs.hpp"

namespace evodoku {
namespace {

/// Checks before any memory is allocated.
template <class Board>
Executor& checked(Executor& executor, const Config& config, std::uint32_t puzzle_slots, bool asks) {
    if (std::uint64_t{puzzle_slots} * config.reserved() > max_individuals) {
        throw std::invalid_argument("puzzles side by side (" + std::to_string(puzzle_slots) + ") x population (" +
                                    std::to_string(config.reserved()) + ") are too many individuals; allowed: " +
                                    std::to_string(max_individuals) + " together");
    }
    Footprint<Board>(executor, config, puzzle_slots, asks).check();
    return executor;
}

/// Bytes that are copied from or to a device at once.
constexpr std::size_t piece_bytes = std::size_t{1} << 20;

/// Without the fields that depend on the puzzle slot.
void list_island(auto& fields, auto& island) {
    fields(island.evaluations, island.next_generation, island.best, island.improved, island.restarts, island.begun,
           island.size, island.extent, island.remembered, island.half, island.forgets, island.front, island.fresh,
           island.state, island.growth.next_size, island.growth.has_grown, island.growth.crossed);
}

void list_champion(auto& fields, auto& champion) {
    fields(champion.cost, champion.generation, champion.index);
    fields.bytes(&champion.board, sizeof champion.board);
}

void require(bool holds, const char* what) {
    if (!holds) throw CheckpointError(std::string("the checkpoint does not fit these settings: ") + what);
}

void check(const Island& island, const Population& of) {
    const bool known = island.state == IslandState::running || island.state == IslandState::solved ||
                       island.state == IslandState::exhausted;
    require(known, "the state of an island");
    require(island.front <= 1 && island.half <= 1, "a buffer of an island");
    const std::uint32_t next = island.next_generation, next_size = island.growth.next_size;
    require((next != 0 || (island.fresh && island.running())) &&
                next <= (island.running() ? island.limit : island.limit + 1) && island.begun <= next &&
                island.improved <= next,
            "the generation of an island");
    // Elites and the like fit into an island of its first size, and of each that it can grow to.
    const bool can_grow = of.rules.grows;
    require(1 <= island.size && island.size <= island.extent && island.extent <= of.island_size &&
                of.first_size <= next_size && next_size <= (can_grow ? of.island_size : of.first_size) &&
                island.growth.has_grown <= can_grow,
            "the size of an island");
}

/// The bytes of all fields that have the same size for every puzzle.
template <class Board>
std::uint64_t bytes_of_fields() {
    std::uint64_t count = 0;
    const StateWriter counting = [&](const void*, std::size_t more) { count += more; };
    FieldWriter fields(counting);
    const Island island;
    const Champion<Board> champion;
    list_island(fields, island);
    list_champion(fields, champion);
    return count;
}

}  // namespace

template <class Board>
Evolution<Board>::Evolution(Executor& executor, const Config& config, std::uint32_t puzzle_slots, bool asks)
    : executor_(checked<Board>(executor, config, puzzle_slots, asks)),
      puzzle_slots_(puzzle_slots),
      genes_(config.initialisation.info().genes),
      cost_(config.cost),
      arrays_(population_of(config, puzzle_slots)) {
    arrays_.list(Needs(config), puzzle_slots, Taking{executor_, memory_});
    if (pool_.schedule != nullptr) {
        cool(0, 0);
        executor_.upload(pool_.schedule + 1, config.schedule.data(), config.schedule.size());
    }
    write_islands(std::vector<Island>(pool_.island_count));
    steps_ = executor.make_steps(pool_, config, StepsOf::generation);
}

template <class Board>
void Evolution<Board>::cool(std::uint32_t generation, std::uint32_t coldness) {
    executor_.upload(pool_.schedule + generation, &coldness, 1);
}

template <class Board>
std::uint32_t Evolution<Board>::forget_jobs() {
    written_ = 0;
    return std::exchange(sent_, 0);
}

template <class Board>
void Evolution<Board>::send() {
    executor_.queue_upload(pool_.islands, arrays_.host_islands.get(), pool_.island_count);
    if (sent_ < written_) {
        executor_.queue_upload(arrays_.new_puzzles + sent_, arrays_.host_new_puzzles.get() + sent_, written_ - sent_);
    }
    sent_ = written_;
}

template <class Board>
std::span<const Reading<Board>> Evolution<Board>::read(const WantedSums& wanted,
                                                       std::span<const std::uint32_t> listed) const {
    const auto count = static_cast<std::uint32_t>(listed.size());
    std::ranges::copy(listed, arrays_.host_listed.get());
    executor_.queue_upload(arrays_.listed, arrays_.host_listed.get(), count);
    steps_->read({arrays_.listed, arrays_.readings}, wanted, count);
    executor_.queue_download(arrays_.host_readings.get(), arrays_.readings, count);
    executor_.wait();
    return {arrays_.host_readings.get(), count};
}

template <class Board>
void Evolution<Board>::read_diversity(std::span<const std::uint32_t> listed,
                                      const std::function<void(const Diversity<Board>&)>& take) const {
    if (arrays_.diversity == nullptr) arrays_.list_diversity(Taking{executor_, memory_});
    const DiversityRequest<Board> request{arrays_.listed, arrays_.diversity, arrays_.buckets,
                                          arrays_.buckets_per_island()};
    while (!listed.empty()) {
        const auto part = listed.first(std::min(listed.size(), arrays_.islands_at_once()));
        listed = listed.subspan(part.size());
        std::ranges::copy(part, arrays_.host_listed.get());
        executor_.queue_upload(arrays_.listed, arrays_.host_listed.get(), part.size());
        steps_->measure_diversity(request, static_cast<std::uint32_t>(part.size()));
        executor_.queue_download(arrays_.host_diversity.get(), arrays_.diversity, part.size());
        executor_.wait();
        std::for_each_n(arrays_.host_diversity.get(), part.size(), take);
    }
}

template <class Board>
std::vector<Island> Evolution<Board>::read_islands() const {
    std::vector<Island> islands(pool_.island_count);
    executor_.download(islands.data(), pool_.islands, islands.size());
    return islands;
}

template <class Board>
void Evolution<Board>::write_islands(const std::vector<Island>& islands) {
    std::ranges::copy(islands, arrays_.host_islands.get());
    send();
    executor_.wait();
}

template <class Board>
void Evolution<Board>::write(std::uint32_t island_index, std::uint32_t first, std::span<const std::uint8_t> cells) {
    Island& island = islands()[island_index];
    const std::size_t count = cells.size() / Geometry<Board::order>::cells;
    if (first + count > island.extent || island.size != island.extent) {
        throw FunctionError(island.size != island.extent
                                ? "write: duplicates were dropped, so that individuals without a board are among them"
                                : "write: boards " + std::to_string(first) + ".." + std::to_string(first + count) +
                                      " of an island with " + std::to_string(island.extent));
    }
    steps_->write(island_index, first, cells);
    const std::uint32_t begin = pool_.first_individual(island_index);
    Champion<Board> champion, best;
    executor_.download(&champion, pool_.champions + island_index, 1);
    executor_.download(&best.index, pool_.order + begin, 1);
    executor_.download(&best.cost, pool_.costs[island.front] + begin + best.index, 1);
    executor_.download(&best.board, pool_.boards[island.front] + begin + best.index, 1);
    best.generation = island.next_generation - 1;
    if (best.cost < champion.cost) executor_.upload(pool_.champions + island_index, &best, 1);
    if (best.cost < island.best) island.best = best.cost, island.improved = best.generation;
    if (best.cost == 0) island.state = IslandState::solved;
    island.evaluations += count;
    send();
    executor_.wait();
}

// The state of a puzzle's islands as bytes: everything that decides their further generations. Data that follow from
// the puzzle are left out: prepare() makes them again.

template <class Board>
std::uint64_t Evolution<Board>::saved_bytes() const {
    const bool anneals = pool_.schedule != nullptr;
    const std::uint64_t per_individual = sizeof(Stored) + (anneals ? 3 : 2) * sizeof(std::uint32_t);
    return bytes_of_fields<Board>() + sizeof(SearchWork) + sizeof(std::uint64_t) +
           (anneals ? sizeof(Island::log_weight) : 0) + pool_.island_size * per_individual +
           seen_words() * sizeof(std::uint64_t);
}

template <class Board>
template <class T>
void Evolution<Board>::save_array(const T* from, std::size_t count, FieldWriter& to) const {
    std::vector<T> piece(std::min(count, std::max<std::size_t>(1, piece_bytes / sizeof(T))));
    for (std::size_t done = 0; done < count;) {
        const std::size_t part = std::min(count - done, piece.size());
        executor_.download(piece.data(), from + done, part);
        to.bytes(piece.data(), part * sizeof(T));
        done += part;
    }
}

template <class Board>
template <class T, class Take>
void Evolution<Board>::load_array(T* to, std::size_t count, FieldReader& from, const char* what, Take take) {
    std::vector<T> piece(std::min(count, std::max<std::size_t>(1, piece_bytes / sizeof(T))));
    for (std::size_t done = 0; done < count;) {
        const std::size_t part = std::min(count - done, piece.size());
        from.bytes(piece.data(), part * sizeof(T));
        for (std::size_t k = 0; k < part; ++k) require(take(done + k, piece[k]), what);
        executor_.upload(to + done, piece.data(), part);
        done += part;
    }
}

template <class Board>
void Evolution<Board>::save_head(std::uint32_t islands_of_puzzle, const StateWriter& to) const {
    FieldWriter fields(to);
    fields(islands_of_puzzle, pool_.island_size, static_cast<std::uint32_t>(sizeof(Stored)), seen_words());
}

template <class Board>
void Evolution<Board>::load_head(std::uint32_t islands_of_puzzle, const StateReader& from) const {
    std::string wanted(bytes_of_head, '\0'), saved = wanted;
    wanted.clear(), save_head(islands_of_puzzle, sink_to(wanted));
    from(saved.data(), saved.size());
    require(saved == wanted, "the size of a population");
}

template <class Board>
void Evolution<Board>::save_island(std::uint32_t island_index, const Island& island, const Reading<Board>& reading,
                                   const StateWriter& to) const {
    FieldWriter fields(to);
    list_island(fields, island);
    list_champion(fields, reading.champion);
    fields(reading.effort.trials, reading.effort.redraws, reading.fingerprint);
    const std::uint32_t first = pool_.first_individual(island_index);
    if (pool_.schedule != nullptr) {
        fields(island.log_weight);
        save_array(pool_.families[island.front] + first, pool_.island_size, fields);
    }
    save_array(pool_.boards[island.front] + first, pool_.island_size, fields);
    save_array(pool_.costs[island.front] + first, pool_.island_size, fields);
    save_array(pool_.order + first, pool_.island_size, fields);
    save_array(pool_.distinct.seen + island_index * seen_words(), seen_words(), fields);
}

/// Returns the fingerprint that it must have.
template <class Board>
std::uint64_t Evolution<Board>::load_island(std::uint32_t island_index, const StateReader& from) {
    FieldReader fields(from);
    Island island = islands()[island_index];
    require(island.running(), "a puzzle that logic settles has a population");
    Champion<Board> champion;
    SearchWork effort;
    std::uint64_t fingerprint = 0;
    list_island(fields, island);
    check(island, pool_);
    islands()[island_index] = island;
    list_champion(fields, champion);
    executor_.upload(pool_.champions + island_index, &champion, 1);
    fields(effort.trials, effort.redraws, fingerprint);
    const std::uint32_t first = pool_.first_individual(island_index);
    const bool anneals = pool_.schedule != nullptr;
    if (anneals) {
        fields(islands()[island_index].log_weight);
        load_array(pool_.families[island.front] + first, pool_.island_size, fields, "a family",
                   [&](std::size_t, std::uint32_t& family) { return family < pool_.island_size; });
    }

    // A file that is changed on purpose must not end the operators in undefined behaviour.
    const auto puzzle = std::make_unique<typename Board::Puzzle>();
    executor_.download(puzzle.get(), pool_.puzzles + island.puzzle_slot, 1);
    const bool begun = island.next_generation != 0, solved = island.state == IslandState::solved;
    const std::size_t held = begun ? island.extent : 0, ranked = begun ? island.size : 0;
    require(!begun || Board::is_whole(champion.board, *puzzle), "a board");
    std::uint32_t true_cost = champion.cost;  // a cost of one's own is not computed here
    with_operator<OperatorsOf<OperatorKind::cost>, Board>(
        cost_, [&](const auto& op) { true_cost = cost_of<Board>(op, champion.board, *puzzle); });
    const bool may_have_aged = pool_.rules.ages && true_cost < champion.cost;
    require(!begun || champion.cost == true_cost || may_have_aged, "a cost");
    require((champion.cost == 0) == solved || anneals, "a cost");
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
                   return cost <= unused && (cost != 0 || solved || anneals);
               });
    load_array(pool_.order + first, pool_.island_size, fields, "a rank", [&](std::size_t rank, std::uint32_t& index) {
        return index < (rank < ranked ? island.extent : pool_.island_size);
    });
    load_array(pool_.distinct.seen + island_index * seen_words(), seen_words(), fields, "a remembered board",
               [](std::size_t, std::uint64_t&) { return true; });
    if (pool_.efforts == nullptr) return fingerprint;
    std::vector<SearchWork> efforts(std::min(pool_.island_size, 1u << 16));  // only their sum is ever read
    for (std::uint32_t at = pool_.island_size; at != 0; effort = {}) {
        const std::uint32_t part = std::min(at, static_cast<std::uint32_t>(efforts.size()));
        std::ranges::fill(efforts, SearchWork{}), efforts.front() = effort;
        executor_.upload(pool_.efforts + first + (at -= part), efforts.data(), part);
    }
    return fingerprint;
}

template <class Board>
std::string Evolution<Board>::read_migrants(std::uint32_t island_index, std::uint32_t front,
                                            std::uint32_t count) const {
    const std::uint32_t first = pool_.first_individual(island_index);
    std::vector<std::uint32_t> order(count);
    executor_.download(order.data(), pool_.order + first, count);
    std::string migrants;
    for (const std::uint32_t index : order) {
        std::uint32_t cost = 0;
        Stored board;
        executor_.download(&cost, pool_.costs[front] + first + index, 1);
        executor_.download(&board, pool_.boards[front] + first + index, 1);
        sink_to(migrants)(&cost, sizeof cost), sink_to(migrants)(&board, sizeof board);
    }
    return migrants;
}

template <class Board>
void Evolution<Board>::write_migrants(std::uint32_t island_index, const std::string& migrants) {
    const std::uint32_t first = pool_.first_individual(island_index);
    const StateReader from = source_of(migrants);
    for (std::uint32_t rank = 0; rank < migrants.size() / migrant_bytes; ++rank) {
        std::uint32_t cost = 0;
        Stored board;
        from(&cost, sizeof cost), from(&board, sizeof board);
        executor_.upload(pool_.boards[0] + first + rank, &board, 1);  // an idle island's `front` is 0
        executor_.upload(pool_.costs[0] + first + rank, &cost, 1);
        executor_.upload(pool_.order + first + rank, &rank, 1);
    }
}

#define EVODOKU_EVOLUTION_OF(Board) template class Evolution<Board>;
EVODOKU_FOR_EVERY_BOARD(EVODOKU_EVOLUTION_OF)

}  // namespace evodoku
