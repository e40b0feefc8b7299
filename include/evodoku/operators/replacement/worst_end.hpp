// Replacement `worst-end`.
#pragma once

#include "evodoku/operators/knob.hpp"
#include "evodoku/operators/replacement/replacement_rule.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Replacement from the worst end: the children take the places of the worst `replaced` of the deme, immigrants and
/// migrants among them; the others stay, or as many as elites are asked for if that is more. What mantere-koljonen
/// does; with a small share it comes near a steady state (Whitley, 1989).
struct WorstEnd {
    static constexpr const char* name = "worst-end";
    static constexpr const char* help = "children replace the worst share of the deme";
    static constexpr unsigned suits = suits_every_board;
    std::uint32_t replaced = percent(50);

    static constexpr auto knobs() {
        using Self = WorstEnd;
        return std::array{Knob<Self>{"replaced", &Self::replaced, KnobKind::share, 1, whole,
                                     "the part of the deme that is replaced"}};
    }

    ReplacementRule rule() const { return {replaced, false, false}; }
};

}  // namespace evodoku
