// The state of a puzzle's islands as bytes: everything that decides their further generations. Data that follow from
// the puzzle are left out: prepare() makes them again.
#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include "checkpoint/fields.hpp"
#include "engine/evolution.hpp"

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

void check(const Island& island, std::uint32_t island_size) {
    const bool known = island.state == IslandState::running || island.state == IslandState::solved ||
                       island.state == IslandState::exhausted;
    require(known, "the state of an island");
    require(island.front <= 1 && island.half <= 1, "a buffer of an island");
    const std::uint32_t next_size = island.growth.next_size();
    unsigned char bytes[sizeof(Growth)];
    std::memcpy(bytes, &island.growth, sizeof bytes);
    require(1 <= island.size && island.size <= island.extent && island.extent <= island_size && 1 <= next_size &&
                next_size <= island_size && bytes[4] <= 1,  // a bool
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
typename Evolution<Board>::Shape Evolution<Board>::shape() const {
    const std::uint64_t seen_words = pool_.distinct.seen != nullptr ? 2 * std::uint64_t{pool_.distinct.seen_words} : 0;
    return {island_count_ / puzzle_slots_, pool_.island_size, static_cast<std::uint32_t>(sizeof(Stored)), seen_words};
}

template <class Board>
std::uint64_t Evolution<Board>::saved_bytes() const {
    const Shape of = shape();
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
template <class T>
void Evolution<Board>::load_array(T* to, std::size_t count, FieldReader& from, T limit) {
    std::vector<T> piece(std::min(count, std::max<std::size_t>(1, piece_bytes / sizeof(T))));
    for (std::size_t done = 0; done < count;) {
        const std::size_t part = std::min(count - done, piece.size());
        from.bytes(piece.data(), part * sizeof(T));
        if constexpr (std::is_integral_v<T>) {
            for (std::size_t k = 0; k < part; ++k) require(piece[k] <= limit, "a number of an individual");
        }
        executor_.upload(to + done, piece.data(), part);
        done += part;
    }
}

template <class Board>
void Evolution<Board>::save_puzzle(std::uint32_t puzzle_slot, std::span<const Island> islands,
                                   std::span<const Reading<Board>> readings, const ByteSink& to) const {
    const Shape of = shape();
    FieldWriter fields(to);
    fields(of.islands, of.island_size, of.board_bytes, of.seen_words);
    for (std::uint32_t island_index = puzzle_slot * of.islands; island_index < (puzzle_slot + 1) * of.islands;
         ++island_index) {
        const Island& island = islands[island_index];
        const Reading<Board>& reading = readings[island_index];
        list_island(fields, island);
        list_champion(fields, reading.champion);
        fields(reading.effort.trials, reading.effort.redraws, reading.fingerprint);
        const std::uint32_t first = pool_.first_individual(island_index);
        save_array(pool_.boards[island.front] + first, of.island_size, fields);
        save_array(pool_.costs[island.front] + first, of.island_size, fields);
        save_array(pool_.order + first, of.island_size, fields);
        if (of.seen_words != 0) save_array(pool_.distinct.seen + island_index * of.seen_words, of.seen_words, fields);
    }
}

template <class Board>
std::vector<std::uint64_t> Evolution<Board>::load_puzzle(std::uint32_t puzzle_slot, const ByteSource& from) {
    FieldReader fields(from);
    Shape saved{};
    fields(saved.islands, saved.island_size, saved.board_bytes, saved.seen_words);
    const Shape of = shape();
    require(saved == of, "the size of a population");
    std::vector<std::uint64_t> fingerprints;
    for (std::uint32_t island_index = puzzle_slot * of.islands; island_index < (puzzle_slot + 1) * of.islands;
         ++island_index) {
        Island island = host_.islands()[island_index];
        Champion<Board> champion;
        Effort effort;
        list_island(fields, island);
        check(island, of.island_size);
        host_.islands()[island_index] = island;
        list_champion(fields, champion);
        executor_.upload(champions_.data() + island_index, &champion, 1);
        fields(effort.trials, effort.redraws, fingerprints.emplace_back());

        constexpr std::uint32_t any = std::numeric_limits<std::uint32_t>::max();
        const std::uint32_t first = pool_.first_individual(island_index);
        load_array(pool_.boards[island.front] + first, of.island_size, fields, Stored{});
        load_array(pool_.costs[island.front] + first, of.island_size, fields, any);
        load_array(pool_.order + first, of.island_size, fields, of.island_size - 1);
        constexpr std::uint64_t any_word = std::numeric_limits<std::uint64_t>::max();
        if (of.seen_words != 0) {
            load_array(pool_.distinct.seen + island_index * of.seen_words, of.seen_words, fields, any_word);
        }
        if (pool_.efforts == nullptr) continue;
        std::vector<Effort> efforts(of.island_size);  // only their sum is ever read
        efforts.front() = effort;
        executor_.upload(pool_.efforts + first, efforts.data(), efforts.size());
    }
    return fingerprints;
}

#define EVODOKU_STATE_OF(Board)                                                                          \
    template void Evolution<Board>::save_puzzle(std::uint32_t, std::span<const Island>,                  \
                                                std::span<const Reading<Board>>, const ByteSink&) const; \
    template std::uint64_t Evolution<Board>::saved_bytes() const;                                        \
    template std::vector<std::uint64_t> Evolution<Board>::load_puzzle(std::uint32_t, const ByteSource&);
EVODOKU_FOR_EVERY_BOARD(EVODOKU_STATE_OF)

}  // namespace evodoku
