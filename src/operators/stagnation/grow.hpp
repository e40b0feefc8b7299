// Stagnation `grow`: its parameters. What it does is in stagnation/growing.hpp.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/parameter.hpp"
#include "operators/stagnation/stagnation_rule.hpp"

namespace evodoku {

/// A stalled island grows and draws new shares, as row-candidates does:
///
///   size      <- size + a random number of 0..max-growth, up to its part of --largest, which is allocated at the start
///
///   elites    <- the share `elite`, from now on
///
///   crossed   <- a random share of min-crossed..max-crossed: the probability that a child is crossed. It replaces the
///                `rate` of the operator (with --variation either the other children are mutated)
///
/// and then has --restart-after generations again. With `every` it grows in each further generation instead, until the
/// one after a better board, and has no immigrants from then on: row-candidates compares the best boards of three
/// earlier generations. It crosses 0.95 - m of its pool and mutates m, which is drawn from 0.25..0.30: of the children
/// 0.684..0.737 are crossed.
struct Grow {
    static constexpr const char* name = "grow";
    static constexpr const char* help = "a stalled island grows and draws a new share of crossed children";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t max_growth = 500;
    std::uint32_t elite = percent(10);
    std::uint32_t min_crossed = 44826;
    std::uint32_t max_crossed = 48300;
    std::uint32_t every = 0;

    static constexpr auto parameters() {
        using Self = Grow;
        return std::array{Parameter<Self>{"max-growth", &Self::max_growth, ParameterKind::count, 0, 1u << 24,
                                          "boards that an island grows by: 0 to this many"},
                          Parameter<Self>{"elite", &Self::elite, ParameterKind::share, 0, whole,
                                          "elites of an island that has stalled once"},
                          Parameter<Self>{"min-crossed", &Self::min_crossed, ParameterKind::share, 0, whole,
                                          "minimum share of children crossed from then on"},
                          Parameter<Self>{"max-crossed", &Self::max_crossed, ParameterKind::share, 0, whole,
                                          "maximum share of these"},
                          Parameter<Self>{"every", &Self::every, ParameterKind::count, 0, 1,
                                          "1: in every stalled generation, and no immigrants from then on"}};
    }

    StagnationRule rule() const {
        return {true, 0, false, {max_growth, elite, min_crossed, max_crossed, every != 0}, false, false};
    }
};

}  // namespace evodoku
