// `evodoku check` for puzzles of other orders than 3.
#pragma once

#include <vector>

#include "input_source.hpp"

namespace evodoku::app {

/// Positions after which the exact solver stops without an answer.
inline constexpr int max_positions = 2'000;

/// Prints a line per puzzle and a summary; returns an exit code.
int check_large_puzzles(const std::vector<InputSource>& sources, int order, bool json, bool quiet);

}  // namespace evodoku::app
