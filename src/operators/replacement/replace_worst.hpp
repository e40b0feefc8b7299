// Replacement `replace-worst`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/parameter.hpp"
#include "operators/replacement/replacement_rule.hpp"

namespace evodoku {

/// Replacement from the worst end: the children, including immigrants and migrants, replace the worst share `replaced`
/// of the island. The others stay, or as many as the elites if that is more. This is the replacement of
/// mantere-koljonen; a small share is close to a steady state (Whitley, 1989).
struct ReplaceWorst {
    static constexpr const char* name = "replace-worst";
    static constexpr const char* help = "children replace the worst share of the island";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t replaced = percent(50);

    static constexpr auto parameters() {
        using Self = ReplaceWorst;
        return std::array{Parameter<Self>{"replaced", &Self::replaced, ParameterKind::share, 1, whole,
                                          "the share of the island that is replaced"}};
    }

    ReplacementRule rule() const { return {replaced, false, false}; }
};

}  // namespace evodoku
