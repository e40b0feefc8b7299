// What the host reads of a deme beside its state, gathered on the device, so that one copy brings it all: not part of a
// generation.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"

namespace evodoku {

template <class Representation>
struct Reading {
    Presolved logic;  ///< of its puzzle
    Champion<Representation> champion;
    std::uint64_t fingerprint = 0, cost_sum = 0;
    Effort effort;
};

/// Readings of some demes, side by side: borrowed pointers, as in a Pool.
template <class Representation>
struct Readings {
    const std::uint32_t* demes;  ///< place -> number of the deme
    Reading<Representation>* at;
};

/// Copies what is there, and sets the sums to 0, for the phases below.
template <class Representation>
struct GatherPhase {
    static constexpr const char* name = "gather";
    Pool<Representation> pool;
    Readings<Representation> readings;

    EVODOKU_HD void operator()(std::uint32_t place) const {
        const std::uint32_t number = readings.demes[place];
        Reading<Representation>& reading = readings.at[place];
        reading.logic = pool.presolved[pool.demes[number].puzzle_slot];
        reading.champion = pool.champions[number];
        reading.fingerprint = reading.cost_sum = 0;
        reading.effort = {};
    }
};

/// For fingerprints: a number that depends on every board of a deme and on its place there. Summed, in any order.
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
    EVODOKU_HD std::uint64_t* sum(std::uint32_t place) const { return &readings.at[place].fingerprint; }
    EVODOKU_HD Body operator()(std::uint32_t place) const {
        const std::uint32_t number = readings.demes[place];
        const Deme& deme = pool.demes[number];
        return {pool.boards[deme.front] + pool.first_slot(number), deme.size};
    }
};

/// For reports: the costs of a deme, summed.
template <class Representation>
struct CostPhase {
    static constexpr const char* name = "cost";
    Pool<Representation> pool;
    Readings<Representation> readings;

    struct Body {
        const std::uint32_t* costs;
        std::uint32_t size;
        EVODOKU_HD bool active() const { return size != 0; }
        EVODOKU_HD std::uint64_t operator()(std::uint32_t index) const { return index < size ? costs[index] : 0; }
    };
    EVODOKU_HD std::uint64_t* sum(std::uint32_t place) const { return &readings.at[place].cost_sum; }
    EVODOKU_HD Body operator()(std::uint32_t place) const {
        const std::uint32_t number = readings.demes[place];
        const Deme& deme = pool.demes[number];
        return {pool.costs[deme.front] + pool.first_slot(number), deme.size};
    }
};

/// For reports: trials (`of` = &Effort::trials) or redraws of a deme.
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
    EVODOKU_HD std::uint64_t* sum(std::uint32_t place) const { return &(readings.at[place].effort.*of); }
    EVODOKU_HD Body operator()(std::uint32_t place) const {
        const std::uint32_t number = readings.demes[place];
        return {pool.efforts + pool.first_slot(number), of, pool.demes[number].size != 0};
    }
};

}  // namespace evodoku
