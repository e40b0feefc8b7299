// Numbers summed over a deme: not part of a generation.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"

namespace evodoku {

/// For fingerprints: a number that depends on every board of a deme and on its place there. Summed, in any order.
template <class Representation>
struct FingerprintPhase {
    static constexpr const char* name = "fingerprint";
    Pool<Representation> pool;

    struct Body {
        const typename Representation::Stored* boards;
        std::uint32_t size;
        EVODOKU_HD std::uint64_t operator()(std::uint32_t index) const {
            if (index >= size) return 0;
            return mix(Representation::view(boards[index]).hash() + index);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const {
        const Deme& deme = pool.demes[number];
        return {pool.boards[deme.front] + pool.first_slot(number), deme.size};
    }
};

/// For reports: the costs of a deme, summed.
template <class Representation>
struct CostPhase {
    static constexpr const char* name = "cost";
    Pool<Representation> pool;

    struct Body {
        const std::uint32_t* costs;
        std::uint32_t size;
        EVODOKU_HD std::uint64_t operator()(std::uint32_t index) const { return index < size ? costs[index] : 0; }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const {
        const Deme& deme = pool.demes[number];
        return {pool.costs[deme.front] + pool.first_slot(number), deme.size};
    }
};

/// For reports: trials (`of` = &Effort::trials) or redraws of a deme.
template <class Representation>
struct EffortPhase {
    static constexpr const char* name = "effort";
    Pool<Representation> pool;
    std::uint64_t Effort::*of;

    struct Body {
        const Effort* efforts;
        std::uint64_t Effort::*of;
        EVODOKU_HD std::uint64_t operator()(std::uint32_t index) const { return efforts[index].*of; }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {pool.efforts + pool.first_slot(number), of}; }
};

}  // namespace evodoku
