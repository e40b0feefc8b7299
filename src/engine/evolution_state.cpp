// The state of a puzzle's islands as bytes: everything that decides their further generations. Data that follow from
// the puzzle are left out: prepare() makes them again.
#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <type_traits>

#include "checkpoint/fields.hpp"
#include "engine/evolution.hpp"
#include "engine/whole_board.hpp"

namespace evodoku {
namespace {

/// Bytes that are copied from or to a device at once.
constexpr std::size_t piece_bytes = std::size_t{1} << 20;

/// Without the fields that depend on the puzzle slot.
template <class Fields, class Of>
void list_island(Fields& fields, Of& island) {
    fields(island.evaluations, island.next_generation, island.best, island.improved, island.restarts, island.begun,
           island.size, island.extent, island.remembered, island.half, island.forgets, island.front, island.fresh,
           island.state);
    // The fields of a Growth are its own, so these are its bytes.
    static_assert(std::is_trivially_copyable_v<Growth> && sizeof(Growth) == 12);
    fields.bytes(&island.growth, sizeof island.growth);
}

template <class Fields, class Of>
void list_champion(Fields& fields, Of& champion) {
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
    const std::uint32_t next = island.next_generation, next_size = island.growth.next_size();
    unsigned char bytes[sizeof(Growth)];
    std::memcpy(bytes, &island.growth, sizeof bytes);
    require((next != 0 || (island.fresh && island.running())) &&
                next <= (island.running() ? island.limit : island.limit + 1) && island.begun <= next &&
                island.improved <= next,
            "the generation of an island");
    // Elites and the like fit into an island of its first size, and of each that it can grow to.
    const bool can_grow = of.stagnation.grows;
    require(1 <= island.size && island.size <= island.extent && island.extent <= of.island_size &&
                of.first_size <= next_size && next_size <= (can_grow ? of.island_size : of.first_size) &&
                bytes[4] <= can_grow,  // a bool
            "the size of an island");
}

/// The bytes of all fields that have the same size for every puzzle.
template <class Board>
std::uint64_t bytes_of_fields() {
    std::uint64_t count = 0;
    const ByteSink counting = [&](const void*, std::size_t more) { count += more; };
    FieldWriter fields(counting);
    const Island island;
    const Champion<Board> champion;
    list_island(fields, island);
    list_champion(fields, champion);
    return count;
}

}  // namespace

template <class Board>
typename Evolution<Board>::Shape Evolution<Board>::shape(std::uint32_t islands_of_puzzle) const {
    const std::uint64_t seen_words = pool_.distinct.seen != nullptr ? 2 * std::uint64_t{pool_.distinct.seen_words} : 0;
    return {islands_of_puzzle, pool_.island_size, static_cast<std::uint32_t>(sizeof(Stored)), seen_words};
}

template <class Board>
std::uint64_t Evolution<Board>::saved_bytes() const {
    return saved_bytes(island_count_ / puzzle_slots_);
}

template <class Board>
std::uint64_t Evolution<Board>::saved_bytes(std::uint32_t islands_of_puzzle) const {
    const Shape of = shape(islands_of_puzzle);
    const std::uint64_t arrays = std::uint64_t{of.island_size} * (sizeof(Stored) + 2 * sizeof(std::uint32_t)) +
                                 of.seen_words * sizeof(std::uint64_t);
    const std::uint64_t sums = sizeof(Effort) + sizeof(std::uint64_t);
    return sizeof of.islands + sizeof of.island_size + sizeof of.board_bytes + sizeof of.seen_words +
           of.islands * (bytes_of_fields<Board>() + sums + arrays);
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
void Evolution<Board>::save_shape(std::uint32_t islands_of_puzzle, const ByteSink& to) const {
    const Shape of = shape(islands_of_puzzle);
    FieldWriter fields(to);
    fields(of.islands, of.island_size, of.board_bytes, of.seen_words);
}

template <class Board>
void Evolution<Board>::load_shape(std::uint32_t islands_of_puzzle, const ByteSource& from) const {
    FieldReader fields(from);
    Shape saved{};
    fields(saved.islands, saved.island_size, saved.board_bytes, saved.seen_words);
    require(saved == shape(islands_of_puzzle), "the size of a population");
}

template <class Board>
void Evolution<Board>::save_island(std::uint32_t island_index, const Island& island, const Reading<Board>& reading,
                                   const ByteSink& to) const {
    const Shape of = shape(1);
    FieldWriter fields(to);
    list_island(fields, island);
    list_champion(fields, reading.champion);
    fields(reading.effort.trials, reading.effort.redraws, reading.fingerprint);
    const std::uint32_t first = pool_.first_individual(island_index);
    save_array(pool_.boards[island.front] + first, of.island_size, fields);
    save_array(pool_.costs[island.front] + first, of.island_size, fields);
    save_array(pool_.order + first, of.island_size, fields);
    if (of.seen_words != 0) save_array(pool_.distinct.seen + island_index * of.seen_words, of.seen_words, fields);
}

/// Returns the fingerprint that it must have.
template <class Board>
std::uint64_t Evolution<Board>::load_island(std::uint32_t island_index, const ByteSource& from) {
    const Shape of = shape(1);
    FieldReader fields(from);
    Island island = host_.islands()[island_index];
    require(island.running(), "a puzzle that logic settles has a population");
    Champion<Board> champion;
    Effort effort;
    std::uint64_t fingerprint = 0;
    list_island(fields, island);
    check(island, pool_);
    host_.islands()[island_index] = island;
    list_champion(fields, champion);
    executor_.upload(champions_.data() + island_index, &champion, 1);
    fields(effort.trials, effort.redraws, fingerprint);

    // A file that is changed on purpose must not end the operators in undefined behaviour.
    const auto puzzle = std::make_unique<typename Board::Puzzle>();
    executor_.download(puzzle.get(), pool_.puzzles + island.puzzle_slot, 1);
    const bool begun = island.next_generation != 0, solved = island.state == IslandState::solved;
    const std::size_t held = begun ? island.extent : 0, ranked = begun ? island.size : 0;
    require(!begun || is_whole_board<Board>(champion.board, *puzzle), "a board");
    require((champion.cost == 0) == solved, "a cost");
    const std::uint32_t first = pool_.first_individual(island_index);
    load_array(pool_.boards[island.front] + first, of.island_size, fields, "a board",
               [&](std::size_t index, Stored& board) {
                   const bool is_whole = is_whole_board<Board>(board, *puzzle);
                   if (!is_whole && index >= held) board = champion.board;  // of an unused individual
                   return is_whole || index >= held;
               });
    const std::uint32_t unused = pool_.highest_cost + 1;
    load_array(pool_.costs[island.front] + first, of.island_size, fields, "a cost",
               [&](std::size_t index, std::uint32_t& cost) {
                   if (index >= held) cost = unused;
                   return cost <= unused && (cost != 0 || solved);
               });
    load_array(pool_.order + first, of.island_size, fields, "a rank", [&](std::size_t rank, std::uint32_t& index) {
        return index < (rank < ranked ? island.extent : of.island_size);
    });
    if (of.seen_words != 0) {
        load_array(pool_.distinct.seen + island_index * of.seen_words, of.seen_words, fields, "a remembered board",
                   [](std::size_t, std::uint64_t&) { return true; });
    }
    if (pool_.efforts == nullptr) return fingerprint;
    std::vector<Effort> efforts(of.island_size);  // only their sum is ever read
    efforts.front() = effort;
    executor_.upload(pool_.efforts + first, efforts.data(), efforts.size());
    return fingerprint;
}

template <class Board>
void Evolution<Board>::save_puzzle(std::uint32_t puzzle_slot, std::span<const Island> islands,
                                   std::span<const Reading<Board>> readings, const ByteSink& to) const {
    const std::uint32_t count = island_count_ / puzzle_slots_;
    save_shape(count, to);
    for (std::uint32_t island_index = puzzle_slot * count; island_index < (puzzle_slot + 1) * count; ++island_index) {
        save_island(island_index, islands[island_index], readings[island_index], to);
    }
}

template <class Board>
std::vector<std::uint64_t> Evolution<Board>::load_puzzle(std::uint32_t puzzle_slot, const ByteSource& from) {
    const std::uint32_t count = island_count_ / puzzle_slots_;
    load_shape(count, from);
    std::vector<std::uint64_t> fingerprints;
    for (std::uint32_t island_index = puzzle_slot * count; island_index < (puzzle_slot + 1) * count; ++island_index) {
        fingerprints.push_back(load_island(island_index, from));
    }
    return fingerprints;
}

template <class Board>
std::string Evolution<Board>::read_migrants(std::uint32_t island_index, std::uint32_t front,
                                            std::uint32_t count) const {
    const std::uint32_t first = pool_.first_individual(island_index);
    std::vector<std::uint32_t> order(count);
    executor_.download(order.data(), pool_.order + first, count);
    std::vector<std::uint32_t> costs(count);
    std::vector<Stored> boards(count);
    for (std::uint32_t rank = 0; rank < count; ++rank) {
        executor_.download(&costs[rank], pool_.costs[front] + first + order[rank], 1);
        executor_.download(&boards[rank], pool_.boards[front] + first + order[rank], 1);
    }
    std::string migrants(count * (sizeof(std::uint32_t) + sizeof(Stored)), '\0');
    std::memcpy(migrants.data(), costs.data(), count * sizeof(std::uint32_t));
    std::memcpy(migrants.data() + count * sizeof(std::uint32_t), boards.data(), count * sizeof(Stored));
    return migrants;
}

template <class Board>
void Evolution<Board>::write_migrants(std::uint32_t island_index, const std::string& migrants) {
    const std::size_t count = migrants.size() / (sizeof(std::uint32_t) + sizeof(Stored));
    std::vector<std::uint32_t> order(count), costs(count);
    std::vector<Stored> boards(count);
    std::memcpy(costs.data(), migrants.data(), count * sizeof(std::uint32_t));
    std::memcpy(boards.data(), migrants.data() + count * sizeof(std::uint32_t), count * sizeof(Stored));
    std::iota(order.begin(), order.end(), 0u);
    const std::uint32_t first = pool_.first_individual(island_index);
    executor_.upload(pool_.boards[0] + first, boards.data(), count);  // an idle island's `front` is 0
    executor_.upload(pool_.costs[0] + first, costs.data(), count);
    executor_.upload(pool_.order + first, order.data(), count);
}

#define EVODOKU_STATE_OF(Board)                                                                                       \
    template void Evolution<Board>::save_shape(std::uint32_t, const ByteSink&) const;                                 \
    template void Evolution<Board>::load_shape(std::uint32_t, const ByteSource&) const;                               \
    template void Evolution<Board>::save_island(std::uint32_t, const Island&, const Reading<Board>&, const ByteSink&) \
        const;                                                                                                        \
    template std::uint64_t Evolution<Board>::load_island(std::uint32_t, const ByteSource&);                           \
    template void Evolution<Board>::save_puzzle(std::uint32_t, std::span<const Island>,                               \
                                                std::span<const Reading<Board>>, const ByteSink&) const;              \
    template std::uint64_t Evolution<Board>::saved_bytes() const;                                                     \
    template std::uint64_t Evolution<Board>::saved_bytes(std::uint32_t) const;                                        \
    template std::vector<std::uint64_t> Evolution<Board>::load_puzzle(std::uint32_t, const ByteSource&);              \
    template std::string Evolution<Board>::read_migrants(std::uint32_t, std::uint32_t, std::uint32_t) const;          \
    template void Evolution<Board>::write_migrants(std::uint32_t, const std::string&);
EVODOKU_FOR_EVERY_BOARD(EVODOKU_STATE_OF)

}  // namespace evodoku
