// The phases that gather the host's data about an island. Not part of a generation.
#pragma once

#include <cstdint>

#include "engine/reading.hpp"

namespace evodoku {

/// Copies existing values, and sets the sums to 0 for the phases below.
template <class Representation>
struct GatherPhase {
    static constexpr const char* name = "gather";
    Pool<Representation> pool;
    Readings<Representation> readings;

    EVODOKU_HD void operator()(std::uint32_t reading_index) const {
        const std::uint32_t island_index = readings.islands[reading_index];
        Reading<Representation>& reading = readings.at[reading_index];
        reading.logic = pool.presolved[pool.islands[island_index].puzzle_slot];
        reading.champion = pool.champions[island_index];
        reading.fingerprint = reading.cost_sum = reading.cost_squares = 0;
        reading.effort = {};
        reading.best = {}, reading.costs = {};
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
        reading.best = pool.boards[island.front][first + pool.order[first]];
        reading.costs = {
            cost_at(0), quantile(10), quantile(25), quantile(50), quantile(75), quantile(90), cost_at(island.size - 1)};
    }
};

/// For fingerprints: a number that depends on every board of an island and on its index. Summed in any order.
template <class Representation>
struct FingerprintPhase {
    static constexpr const char* name = "fingerprint";
    Pool<Representation> pool;
    Readings<Representation> readings;

    struct Body {
        const typename Representation::Stored* boards;
        std::uint32_t size;
        EVODOKU_HD bool active() const { return size != 0; }
        EVODOKU_HD std::uint64_t operator()(std::uint32_t index) const {
            if (index >= size) return 0;
            return mix(Representation::view(boards[index]).hash() + index);
        }
    };
    EVODOKU_HD std::uint64_t* sum(std::uint32_t reading_index) const { return &readings.at[reading_index].fingerprint; }
    EVODOKU_HD Body operator()(std::uint32_t reading_index) const {
        const std::uint32_t island_index = readings.islands[reading_index];
        const Island& island = pool.islands[island_index];
        return {pool.boards[island.front] + pool.first_individual(island_index), island.extent};
    }
};

/// For reports: the sum of an island's costs (`power` = 1) or of their squares (2).
template <class Representation>
struct CostPhase {
    static constexpr const char* name = "cost";
    Pool<Representation> pool;
    Readings<Representation> readings;
    int power;

    struct Body {
        const std::uint32_t* costs;
        std::uint32_t size, highest;  ///< a higher cost marks an unused individual
        int power;
        EVODOKU_HD bool active() const { return size != 0; }
        EVODOKU_HD std::uint64_t operator()(std::uint32_t index) const {
            const std::uint64_t cost = index < size && costs[index] <= highest ? costs[index] : 0;
            return power == 1 ? cost : cost * cost;
        }
    };
    EVODOKU_HD std::uint64_t* sum(std::uint32_t reading_index) const {
        Reading<Representation>& reading = readings.at[reading_index];
        return power == 1 ? &reading.cost_sum : &reading.cost_squares;
    }
    EVODOKU_HD Body operator()(std::uint32_t reading_index) const {
        const std::uint32_t island_index = readings.islands[reading_index];
        const Island& island = pool.islands[island_index];
        return {pool.costs[island.front] + pool.first_individual(island_index), island.extent, pool.highest_cost,
                power};
    }
};

/// For reports: trials (`of` = &Effort::trials) or redraws of an island.
template <class Representation>
struct EffortPhase {
    static constexpr const char* name = "effort";
    Pool<Representation> pool;
    Readings<Representation> readings;
    std::uint64_t Effort::*of;

    struct Body {
        const Effort* efforts;
        std::uint64_t Effort::*of;
        bool begun;
        EVODOKU_HD bool active() const { return begun; }
        EVODOKU_HD std::uint64_t operator()(std::uint32_t index) const { return efforts[index].*of; }
    };
    EVODOKU_HD std::uint64_t* sum(std::uint32_t reading_index) const {
        return &(readings.at[reading_index].effort.*of);
    }
    EVODOKU_HD Body operator()(std::uint32_t reading_index) const {
        const std::uint32_t island_index = readings.islands[reading_index];
        return {pool.efforts + pool.first_individual(island_index), of, pool.islands[island_index].size != 0};
    }
};

}  // namespace evodoku
