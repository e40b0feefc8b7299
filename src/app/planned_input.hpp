// The puzzles of a plan, of any order.
#pragma once

#include <vector>

#include "experiment/experiment.hpp"

namespace evodoku::app {

/// The order of a file of a plan, which lies at `path`. Throws InputOutputError.
io::RecognisedOrder recognise_planned(const experiment::PuzzleFile& file, const std::string& path);

/// The puzzles of a plan that has its order; none if some are bad, which is reported. Throws InputOutputError.
std::vector<experiment::PlannedPuzzle> read_planned(const experiment::Plan& plan);

}  // namespace evodoku::app
