// The puzzles of a plan, of any order.
#pragma once

#include <vector>

#include "experiment/experiment.hpp"

namespace evodoku::app {

/// experiment::order_of_plan() for files on disk. Throws InputOutputError, too.
int order_of_plan(const experiment::Plan& plan);

/// The puzzles of a plan that has its order; none if some are bad, which is reported. Throws InputOutputError.
std::vector<experiment::PlannedPuzzle> read_planned(const experiment::Plan& plan);

}  // namespace evodoku::app
