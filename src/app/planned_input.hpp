// The puzzles of a plan, of any order.
#pragma once

#include <string>
#include <vector>

#include "experiment/experiment.hpp"

namespace evodoku::app {

/// A file that a plan names, relative to the plan.
std::string beside(const std::string& plan, const std::string& file);

/// The order of a plan's puzzles: that of the plan, or if that is 0 what its first file shows. Throws InputOutputError,
/// and ConfigFileError for a file of another order.
int order_of_plan(const experiment::Plan& plan);

/// The puzzles of a plan that has its order; none if some are bad, which is reported. Throws InputOutputError.
std::vector<experiment::PlannedPuzzle> read_planned(const experiment::Plan& plan);

}  // namespace evodoku::app
