// The phases that count the diversity of populations, for histories. Not part of a generation.
#pragma once

#include <cstdint>

#include "core/atomics.hpp"
#include "core/bits.hpp"
#include "engine/diversity.hpp"
#include "engine/island.hpp"

namespace evodoku {

/// Empties the results and the hash tables.
struct ClearDiversityPhase {
    static constexpr const char* name = "clear diversity";
    static constexpr std::uint32_t buckets_per_task = 1024;
    DiversityRequest request;

    /// Tasks per island.
    EVODOKU_HD std::uint32_t tasks() const {
        return (request.buckets_per_island + buckets_per_task - 1) / buckets_per_task;
    }
    EVODOKU_HD void operator()(std::uint32_t task) const {
        const std::uint32_t position = task / tasks(), begin = task % tasks() * buckets_per_task;
        if (begin == 0) request.at[position] = {};
        std::uint64_t* const buckets = request.buckets + std::size_t{position} * request.buckets_per_island;
        for (std::uint32_t k = begin; k < begin + buckets_per_task && k < request.buckets_per_island; ++k) {
            buckets[k] = 0;
        }
    }
};

/// Counts the digits in the cells of one box of some boards.
template <class Representation>
struct CountDigitsPhase {
    static constexpr const char* name = "count digits";
    static constexpr std::uint32_t boards_per_task = 512;
    Pool<Representation> pool;
    DiversityRequest request;

    EVODOKU_HD std::uint32_t chunks() const { return (pool.island_size + boards_per_task - 1) / boards_per_task; }
    /// Tasks per island.
    EVODOKU_HD std::uint32_t tasks() const { return chunks() * 9; }

    EVODOKU_HD void operator()(std::uint32_t task) const {
        const std::uint32_t position = task / tasks(), begin = task % tasks() / 9 * boards_per_task;
        const int box = static_cast<int>(task % 9);
        const std::uint32_t island_index = request.islands[position];
        const Island& island = pool.islands[island_index];
        const std::uint32_t first = pool.first_individual(island_index);
        const std::uint32_t end = begin + boards_per_task < island.extent ? begin + boards_per_task : island.extent;
        std::uint16_t counts[9][9] = {};
        for (std::uint32_t index = begin; index < end; ++index) {
            if (pool.costs[island.front][first + index] > pool.highest_cost) continue;  // an unused individual
            count_box(Representation::view(pool.boards[island.front][first + index]), box, counts);
        }
        for (int within = 0; within < 9; ++within) {
            for (int digit = 0; digit < 9; ++digit) {
                if (counts[within][digit] == 0) continue;
                atomic_add(&request.at[position].digits[cell_in_box(box, within)][digit], counts[within][digit]);
            }
        }
    }

private:
    template <class View>
    EVODOKU_HD static void count_box(const View& board, int box, std::uint16_t (&counts)[9][9]) {
        const auto count = [&](int within, std::uint32_t bit) {
            if (bit != 0) ++counts[within][lowest_bit(bit)];
        };
        if constexpr (Representation::flag == box_board) {
            const auto bits = board.box(box);
            for (int within = 0; within < 9; ++within) count(within, Representation::digit_bit(bits, within));
        } else {
            for (int within = 0; within < 9; ++within) count(within, board.digit_bit(cell_in_box(box, within)));
        }
    }
};

/// Adds 1 for the first board of each key in a hash table with open addressing: the number of different boards, in any
/// order. Two boards share a key of 64 bits with a probability below 10^-5 even among sixteen million.
template <class Representation>
struct CountBoardsPhase {
    static constexpr const char* name = "count boards";
    Pool<Representation> pool;
    DiversityRequest request;

    struct Body {
        const typename Representation::Stored* boards;
        const std::uint32_t* costs;
        std::uint32_t size, highest;  ///< a higher cost marks an unused individual
        std::uint64_t* buckets;
        std::uint32_t bucket_count;

        EVODOKU_HD bool active() const { return size != 0; }
        EVODOKU_HD std::uint64_t operator()(std::uint32_t index) const {
            if (index >= size || costs[index] > highest) return 0;
            const std::uint64_t hash = Representation::view(boards[index]).key(), key = hash == 0 ? 1 : hash;
            auto bucket = static_cast<std::uint32_t>(multiply_high(key, bucket_count));
            for (;;) {
                const std::uint64_t held = atomic_take(buckets + bucket, key, false);
                if (held == 0) return 1;
                if (held == key) return 0;
                bucket = bucket + 1 == bucket_count ? 0 : bucket + 1;
            }
        }
    };
    EVODOKU_HD std::uint64_t* sum(std::uint32_t position) const { return &request.at[position].distinct; }
    EVODOKU_HD Body operator()(std::uint32_t position) const {
        const std::uint32_t island_index = request.islands[position];
        const Island& island = pool.islands[island_index];
        const std::uint32_t first = pool.first_individual(island_index);
        return {pool.boards[island.front] + first,
                pool.costs[island.front] + first,
                island.extent,
                pool.highest_cost,
                request.buckets + std::size_t{position} * request.buckets_per_island,
                request.buckets_per_island};
    }
};

}  // namespace evodoku
