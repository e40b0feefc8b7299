// The files of a plan, and the puzzles that they have. Reads no file itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "evodoku/io/puzzle_reader.hpp"
#include "experiment/experiment.hpp"

namespace evodoku::experiment {

/// A file that a plan names, relative to the plan.
std::string beside(const std::string& plan, const std::string& file);

/// Recognises the order of a file, which lies at `path`.
using RecogniseFile = std::function<io::RecognisedOrder(const PuzzleFile& file, const std::string& path)>;

/// The order of a plan's puzzles: that of the plan, or if that is 0 what its first file shows. Throws what `recognise`
/// throws, and ConfigFileError for a file of another order.
int order_of_plan(const Plan& plan, const RecogniseFile& recognise);

/// Adds those that the plan chooses from a file. `all`: every puzzle of the file, each with its line. Throws
/// ConfigFileError for lines on which no puzzle begins, and for a puzzle that is there already.
void add_chosen(std::vector<PlannedPuzzle>& puzzles, const PuzzleFile& file, const std::vector<PlannedPuzzle>& all);

}  // namespace evodoku::experiment
