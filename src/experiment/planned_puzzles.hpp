// The puzzles of a plan that its files have.
#pragma once

#include <vector>

#include "experiment/experiment.hpp"

namespace evodoku::experiment {

/// Adds those that the plan chooses from a file. `all`: every puzzle of the file, each with its line. Throws
/// ConfigFileError for lines on which no puzzle begins, and for a puzzle that is there already.
void add_chosen(std::vector<PlannedPuzzle>& puzzles, const PuzzleFile& file, const std::vector<PlannedPuzzle>& all);

}  // namespace evodoku::experiment
