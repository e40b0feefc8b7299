// Selection `neighbours`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Child i has the parents of rank 2i and 2i + 1, from the best again after the last: what the program of
/// restart-roulette does, whatever its wheel says. No chance is in it, and no pressure but that of replacement.
struct Neighbours {
    static constexpr const char* name = "neighbours";
    static constexpr const char* help = "child i of the ranks 2i and 2i + 1: no chance, no pressure";
    static constexpr unsigned suits = suits_every_board;
    static constexpr bool needs_child = true;

    EVODOKU_HD std::uint32_t operator()(const Ranking& deme, Draws&) const {
        return static_cast<std::uint32_t>((std::uint64_t{deme.child} * 2 + deme.second) % deme.size);
    }
};

}  // namespace evodoku
