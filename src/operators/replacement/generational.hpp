// Replacement `generational`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/parameter.hpp"
#include "operators/replacement/replacement_rule.hpp"

namespace evodoku {

/// The children replace all individuals except the elites (Holland, 1975; elites: De Jong, 1975).
struct Generational {
    static constexpr const char* name = "generational";
    static constexpr const char* help = "children replace all but the elites";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};

    static constexpr auto parameters() { return no_parameters<Generational>; }

    ReplacementRule rule() const { return {}; }
};

}  // namespace evodoku
