// The phases that gather the host's data about islands: costs, fingerprints, diversity. Not part of a generation.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/threads.hpp"
#include "engine/island.hpp"

namespace evodoku {

/// Copies existing values, and sets the sums to 0 for the phases below.
template <class Board>
struct GatherPhase {
    static constexpr const char* name = "gather";
    Pool<Board> pool;
    Readings<Board> readings;

    EVODOKU_HD void operator()(std::uint32_t reading_index) const {
        const std::uint32_t island_index = readings.islands[reading_index];
        Reading<Board>& reading = readings.at[reading_index];
        reading.logic = pool.presolved[pool.islands[island_index].puzzle_slot];
        reading.champion = pool.champions[island_index];
        static_cast<ReadingNumbers&>(reading) = {};
        reading.best_board = {};
        const Island& island = pool.islands[island_index];
        reading.size = island.size;
        if (island.size == 0) return;
        const std::uint32_t first = pool.first_individual(island_index);
        const auto cost_at = [&](std::uint32_t rank) {
            return pool.costs[island.front][first + pool.order[first + rank]];
        };
        const auto quantile = [&](std::uint32_t percent) {
            return cost_at((island.size * percent + 99) / 100 - 1);  // below 2^31: see max_individuals
        };
        reading.best_board = pool.boards[island.front][first + pool.order[first]];
        reading.costs = {
            cost_at(0), quantile(10), quantile(25), quantile(50), quantile(75), quantile(90), cost_at(island.size - 1)};
    }
};

/// A number that is added up over the individuals of an island. `fingerprint`: it depends on every board and its index.
enum class Summed { fingerprint, cost, square_of_cost, trials, redraws };

template <class Board>
struct SumOfIslandPhase {
    static constexpr const char* name = "sum";
    Pool<Board> pool;
    Readings<Board> readings;
    Summed summed;

    struct Body {
        const SumOfIslandPhase& phase;
        const Island& island;
        std::uint32_t first;
        EVODOKU_HD bool active() const { return island.extent != 0; }
        EVODOKU_HD std::uint64_t operator()(std::uint32_t index) const {
            const Pool<Board>& pool = phase.pool;
            const std::uint32_t individual = first + index;
            if (phase.summed == Summed::trials) return pool.efforts[individual].trials;
            if (phase.summed == Summed::redraws) return pool.efforts[individual].redraws;
            if (index >= island.extent) return 0;
            if (phase.summed == Summed::fingerprint) {
                return mix(Board::view(pool.boards[island.front][individual]).hash() + index);
            }
            const std::uint64_t cost = pool.costs[island.front][individual];
            if (cost > pool.highest_cost) return 0;  // an unused individual
            return phase.summed == Summed::cost ? cost : cost * cost;
        }
    };
    EVODOKU_HD std::uint64_t* sum(std::uint32_t reading_index) const {
        Reading<Board>& reading = readings.at[reading_index];
        return summed == Summed::fingerprint ? &reading.fingerprint
               : summed == Summed::cost      ? &reading.cost_sum
               : summed == Summed::trials    ? &reading.effort.trials
               : summed == Summed::redraws   ? &reading.effort.redraws
                                             : &reading.cost_squares;
    }
    EVODOKU_HD Body operator()(std::uint32_t reading_index) const {
        const std::uint32_t island_index = readings.islands[reading_index];
        return {*this, pool.islands[island_index], pool.first_individual(island_index)};
    }
};

/// Empties the results and the hash tables.
template <class Board>
struct ClearDiversityPhase {
    static constexpr const char* name = "clear diversity";
    static constexpr std::uint32_t words_per_task = 1024, size = Geometry<Board::order>::size;
    static constexpr std::uint32_t counts = size * size * size;
    DiversityRequest<Board> request;

    /// Tasks per island.
    EVODOKU_HD std::uint32_t tasks() const {
        const std::uint32_t words = request.buckets_per_island > counts ? request.buckets_per_island : counts;
        return (words + words_per_task - 1) / words_per_task;
    }
    EVODOKU_HD void operator()(std::uint32_t task) const {
        const std::uint32_t position = task / tasks(), begin = task % tasks() * words_per_task;
        Diversity<Board>& result = request.at[position];
        if (begin == 0) result.distinct = 0;
        std::uint64_t* const buckets = request.buckets + std::size_t{position} * request.buckets_per_island;
        for (std::uint32_t k = begin; k < begin + words_per_task; ++k) {
            if (k < counts) result.digits[k / size][k % size] = 0;
            if (k < request.buckets_per_island) buckets[k] = 0;
        }
    }
};

/// Counts the digits in a part of the cells of some boards: in a box of 9 x 9, in one cell of a larger board, because a
/// thread has no room for the counts of a larger box.
template <class Board>
struct CountDigitsPhase {
    static constexpr const char* name = "count digits";
    static constexpr std::uint32_t boards_per_task = 512;
    Pool<Board> pool;
    static constexpr int size = Geometry<Board::order>::size, part = is_large(Board::flag) ? 1 : 9;
    static constexpr std::uint32_t parts = size * size / part;
    DiversityRequest<Board> request;

    EVODOKU_HD std::uint32_t chunks() const { return (pool.island_size + boards_per_task - 1) / boards_per_task; }
    /// Tasks per island.
    EVODOKU_HD std::uint32_t tasks() const { return chunks() * parts; }

    EVODOKU_HD void operator()(std::uint32_t task) const {
        const std::uint32_t position = task / tasks(), begin = task % tasks() / parts * boards_per_task;
        const int number = static_cast<int>(task % parts);
        const std::uint32_t island_index = request.islands[position];
        const Island& island = pool.islands[island_index];
        const std::uint32_t first = pool.first_individual(island_index);
        const std::uint32_t end = begin + boards_per_task < island.extent ? begin + boards_per_task : island.extent;
        std::uint16_t counts[part][size] = {};
        for (std::uint32_t index = begin; index < end; ++index) {
            if (pool.costs[island.front][first + index] > pool.highest_cost) continue;  // an unused individual
            const auto board = Board::view(pool.boards[island.front][first + index]);
            for (int within = 0; within < part; ++within) {
                const int digit = board.digit(cell_of(number, within));
                if (digit != 0) ++counts[within][digit - 1];
            }
        }
        for (int within = 0; within < part; ++within) {
            for (int digit = 0; digit < size; ++digit) {
                if (counts[within][digit] == 0) continue;
                atomic_add(&request.at[position].digits[cell_of(number, within)][digit], counts[within][digit]);
            }
        }
    }

private:
    EVODOKU_HD static int cell_of(int number, int within) {
        if constexpr (part == 1) return number;
        return cell_in_box(number, within);
    }
};

/// Adds 1 for the first board of each key in a hash table with open addressing: the number of different boards, in any
/// order. Two boards share a key of 64 bits with a probability below 10^-5 even among sixteen million.
template <class Board>
struct CountBoardsPhase {
    static constexpr const char* name = "count boards";
    Pool<Board> pool;
    DiversityRequest<Board> request;

    struct Body {
        const Pool<Board>& pool;
        const Island& island;
        std::uint32_t first;
        std::uint64_t* buckets;
        std::uint32_t bucket_count;

        EVODOKU_HD bool active() const { return island.extent != 0; }
        EVODOKU_HD std::uint64_t operator()(std::uint32_t index) const {
            if (index >= island.extent || pool.costs[island.front][first + index] > pool.highest_cost) return 0;
            const std::uint64_t hash = Board::view(pool.boards[island.front][first + index]).key();
            const std::uint64_t key = hash == 0 ? 1 : hash;
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
        return {pool, pool.islands[island_index], pool.first_individual(island_index),
                request.buckets + std::size_t{position} * request.buckets_per_island, request.buckets_per_island};
    }
};

}  // namespace evodoku
