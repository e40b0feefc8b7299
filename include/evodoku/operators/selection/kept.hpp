// Selection `kept`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Uniform among those that stay as they are, elites or what worst-end keeps; anyone where none stays. Truncation whose
/// share is that of the elites, also when a growing deme changes it: what row-candidates comes to in parallel.
struct Kept {
    static constexpr const char* name = "kept";
    static constexpr const char* help = "uniform among those that the next population keeps as they are";
    static constexpr unsigned suits = suits_every_board;

    EVODOKU_HD std::uint32_t operator()(const Ranking& deme, Draws& draws) const {
        return draws.below(deme.kept == 0 ? deme.size : deme.kept);
    }
};

}  // namespace evodoku
