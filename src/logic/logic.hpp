// What logic finds of a puzzle of any order, and what it says in words.
#pragma once

#include <string>

#include "evodoku/core/presolve.hpp"

namespace evodoku::logic {

/// Repeats the rules of the level until none has an effect. Requires givens that do not conflict.
Logic apply_logic(const Grid& givens, PresolveLevel level);

/// Why there is no solution. Requires a contradiction.
std::string describe_contradiction(const Logic& found);

}  // namespace evodoku::logic
