// Rules of published systems (docs/reference/published-systems.md): which boards survive, and what stalled islands do.
#pragma once

#include "operators/bases.hpp"

namespace evodoku {

/// Mantere and Koljonen (2007): a best board that leads nowhere is overtaken in the end. The board itself and the
/// answer of the run do not change; only its rank does. No cost rises above the highest that the cost operator has.
struct Ageing : OperatorOn<every_board> {
    static constexpr const char* name = "ageing";
    static constexpr const char* help = "generational; an elite costs one more in each generation in which it stays";
    void change(Rules& rules) const { rules.ages = true; }
};

/// An immigrant is a copy of an elite with probability (w - e) / w. The elite is drawn uniformly; e is its cost, w that
/// of the worst board of the island. Without elites every immigrant is fresh. Wang et al. (IEEE Transactions on Games
/// 16(1), 2024) replace the worst board of each generation so.
struct EliteLearning : OperatorOn<every_board> {
    static constexpr const char* name = "elite-learning";
    static constexpr const char* help = "generational; an immigrant is a copy of an elite, or a fresh board";
    void change(Rules& rules) const { rules.learns = true; }
};

/// A stalled island grows and draws new shares, as row-candidates does (see Growth):
///
///   size      <- size + a random number of 0..max-growth, up to its part of --largest, which is allocated at the start
///   elites    <- the share `elite`, from now on
///   crossed   <- a random share of min-crossed..max-crossed: the probability that a child is crossed. It replaces the
///                `rate` of the operator (with --variation either the other children are mutated)
///
/// and then has --restart-after generations again, or with `every` grows in each further generation until the one after
/// a better board: row-candidates compares the best boards of three earlier generations. It crosses 0.95 - m of its
/// pool and mutates m, which is drawn from 0.25..0.30: of the children 0.684..0.737 are crossed.
struct Grow : OperatorOn<every_board> {
    static constexpr const char* name = "grow";
    static constexpr const char* help = "a stalled island grows and draws a new share of crossed children";
    std::uint32_t max_growth = 500;
    std::uint32_t elite = percent(10);
    std::uint32_t min_crossed = 44826;
    std::uint32_t max_crossed = 48300;
    std::uint32_t every = 0;
    static constexpr std::array parameters{
        count_parameter("max-growth", &Grow::max_growth, 0, 1u << 24, "boards that an island grows by: 0 to this many"),
        share_parameter("elite", &Grow::elite, "elites of an island that has stalled once"),
        share_parameter("min-crossed", &Grow::min_crossed, "minimum share of children crossed from then on"),
        share_parameter("max-crossed", &Grow::max_crossed, "maximum share of these"),
        switch_parameter("every", &Grow::every, "1: in every stalled generation, and no immigrants from then on")};

    void change(Rules& rules) const {
        rules.grows = true, rules.grows_each_generation = every != 0;
        rules.max_growth = max_growth, rules.grown_elite = elite;
        rules.min_crossed = min_crossed, rules.max_crossed = max_crossed;
    }
};

}  // namespace evodoku
