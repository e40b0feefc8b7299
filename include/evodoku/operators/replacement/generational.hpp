// Replacement `generational`.
#pragma once

#include "evodoku/operators/knob.hpp"
#include "evodoku/operators/replacement/replacement_rule.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// The children take the places of all but the elites (Holland, 1975; elites: De Jong, 1975).
struct Generational {
    static constexpr const char* name = "generational";
    static constexpr const char* help = "children replace all but the elites";
    static constexpr unsigned suits = suits_every_board;

    ReplacementRule rule() const { return {}; }
};

}  // namespace evodoku
