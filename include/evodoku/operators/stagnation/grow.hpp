// Stagnation `grow`.
#pragma once

#include "evodoku/operators/knob.hpp"
#include "evodoku/operators/stagnation/stagnation_rule.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// A stalled deme grows and draws new shares, as row-candidates does:
///
///   size    <- size + a random number of 0..most, up to its part of --largest, for which memory is taken at the start
///   elites  <- the share `kept`, from now on
///   crossed <- a random share of crossed-low..crossed-high: the chance of a child to be crossed, in place of the
///   `rate`
///              of its operator (with --variation either the others are the mutants)
///
/// and then has --stall generations again. row-candidates crosses 0.95 - m of its pool and mutates m, which is drawn
/// from 0.25..0.30: of the children 0.684..0.737 are crossed.
struct Grow {
    static constexpr const char* name = "grow";
    static constexpr const char* help = "a stalled deme grows and draws a new share of crossed children";
    static constexpr unsigned suits = suits_every_board;
    std::uint32_t most = 500;
    std::uint32_t kept = percent(10);
    std::uint32_t crossed_low = 44826;
    std::uint32_t crossed_high = 48300;

    static constexpr auto knobs() {
        using Self = Grow;
        return std::array{
            Knob<Self>{"most", &Self::most, KnobKind::count, 0, 1u << 24,
                       "boards that a deme grows by: 0 to this many"},
            Knob<Self>{"kept", &Self::kept, KnobKind::share, 0, whole, "elites of a deme that has stalled once"},
            Knob<Self>{"crossed-low", &Self::crossed_low, KnobKind::share, 0, whole,
                       "least share of children crossed from then on"},
            Knob<Self>{"crossed-high", &Self::crossed_high, KnobKind::share, 0, whole, "highest such share"}};
    }

    StagnationRule rule() const { return {true, 0, false, most, kept, crossed_low, crossed_high}; }
};

}  // namespace evodoku
