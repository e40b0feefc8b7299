// Selection `neighbours`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Child i has the parents of rank 2i and 2i + 1, from the best again after the last; with `first` 1 the first parent
/// is rank 2i + 1. The program of restart-roulette does the latter, whatever its wheel says. No chance is in it, and no
/// pressure but that of replacement.
struct Neighbours {
    static constexpr const char* name = "neighbours";
    static constexpr const char* help = "child i has the parents of ranks 2i and 2i + 1; no randomness, no pressure";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {.child = true};

    std::uint32_t first = 0;

    static constexpr auto parameters() {
        return std::array{Parameter<Neighbours>{"first", &Neighbours::first, ParameterKind::count, 0, 1,
                                                "the first parent has rank 2i (0) or 2i + 1 (1)"}};
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws&) const {
        return static_cast<std::uint32_t>((std::uint64_t{island.child} * 2 + (island.second != (first != 0))) %
                                          island.size);
    }
};

}  // namespace evodoku
