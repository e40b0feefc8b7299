// The runs of a plan: which there are, which are still to be made, and making them several at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "evodoku/core/grid.hpp"
#include "evodoku/engine/backend.hpp"
#include "evodoku/experiment/plan.hpp"
#include "evodoku/experiment/record.hpp"

namespace evodoku::experiment {

/// A puzzle of the plan.
struct PlannedPuzzle {
    Grid grid;
    std::string file;      ///< as the plan names it
    std::size_t line = 0;  ///< where it begins
};

/// One run: places in the plan's configurations and in the list of its puzzles.
struct Run {
    std::size_t configuration = 0, puzzle = 0;
    std::uint64_t seed = 0;
};

struct Experiment {
    Plan plan;
    std::vector<PlannedPuzzle> puzzles;

    std::size_t runs() const { return plan.configurations.size() * puzzles.size() * plan.seeds.size(); }
};

/// The record of a run before it is made: all that says which run it is.
Record blank_record(const Experiment& experiment, const Run& run);

/// The runs that none of `records` is of: seed by seed, puzzle by puzzle, the configurations in turn, so that what is
/// there after an interruption can be compared. Throws ForeignFileError, naming `file` and line, for a record of a run
/// that is not in the plan, and for a second one of the same run.
std::vector<Run> runs_to_make(const Experiment& experiment, const std::vector<Record>& records,
                              const std::string& file);

/// What making runs needs from outside.
struct Machine {
    unsigned runs_at_once = 1;
    std::function<std::unique_ptr<Backend>(const Config&)> make_backend;  ///< called from several threads
    std::function<bool()> should_stop;                                    ///< asked often, from several threads
};

/// Makes runs, each on a backend of its own, and hands over the record of each that came to its end, one at a time, in
/// the order in which they end. Results depend neither on that nor on how many run at once. Returns early where
/// should_stop() is true. What is thrown in a run ends all and is thrown on.
void make_runs(const Experiment& experiment, const std::vector<Run>& runs, const Machine& machine,
               const std::function<void(const Record&)>& on_record);

}  // namespace evodoku::experiment
