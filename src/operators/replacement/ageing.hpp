// Replacement `ageing`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/parameter.hpp"
#include "operators/replacement/replacement_rule.hpp"

namespace evodoku {

/// As `generational`, but an elite ages: its cost rises by one in each generation in which it stays (Mantere and
/// Koljonen, 2007). So a best board that leads nowhere is overtaken in the end. The board itself and the answer of the
/// run do not change; only its rank does. No cost rises above the highest that the cost operator has.
struct Ageing {
    static constexpr const char* name = "ageing";
    static constexpr const char* help = "generational; an elite costs one more in each generation in which it stays";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};

    static constexpr auto parameters() { return no_parameters<Ageing>; }

    ReplacementRule rule() const { return {.ages = true}; }
};

}  // namespace evodoku
