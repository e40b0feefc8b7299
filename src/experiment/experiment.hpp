// The runs of a plan: all of them, those still missing, and how to make them, several at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "evodoku/backend/backend.hpp"
#include "experiment/plan.hpp"
#include "experiment/results.hpp"

namespace evodoku::experiment {

/// One run: indices into the plan's configurations and the list of its puzzles.
struct Run {
    std::size_t configuration = 0, puzzle = 0;
    std::uint64_t seed = 0;
};

struct Experiment {
    Plan plan;
    std::vector<PlannedPuzzle> puzzles;

    std::size_t runs() const { return plan.configurations.size() * puzzles.size() * plan.seeds.size(); }
};

/// The record of a run before it is made: everything that identifies the run.
Record blank_record(const Experiment& experiment, const Run& run);

/// The runs without a record in `records`: seed by seed, puzzle by puzzle, then configuration by configuration, so that
/// partial results after an interruption can be compared. Throws ForeignFileError, naming `file` and line, for a record
/// of a run that is not in the plan, and for a second record of the same run.
std::vector<Run> runs_to_make(const Experiment& experiment, const std::vector<Record>& records,
                              const std::string& file);

/// The seed that the run itself has. It depends on all that tells one run from another, so that no two share random
/// numbers: tests that take samples as independent may be used.
std::uint64_t seed_of(const Experiment& experiment, const Run& run);

/// Throws ForeignFileError for the first record that another version or commit made. Machines may differ.
void check_provenance(const std::vector<Record>& records, const Provenance& provenance, const std::string& file);

/// What making runs needs from outside.
struct Machine {
    unsigned runs_at_once = 1;
    std::function<std::unique_ptr<Backend>(const Config&)> make_backend;  ///< called from several threads
    std::function<bool()> should_stop;                                    ///< asked often, from several threads
    Provenance provenance = {};
    std::string history_folder = {};  ///< where full histories go, if the plan wants them
};

/// Makes runs, each on a backend of its own. Hands over the record of each complete run, one at a time, in the order in
/// which they end. Results depend neither on that order nor on the number of parallel runs. Returns early if
/// should_stop() is true. A full history is complete, or is not there. Throws FileError if one can't be
/// written; an exception in a run ends all of them and is rethrown.
void make_runs(const Experiment& experiment, const std::vector<Run>& runs, const Machine& machine,
               const std::function<void(const Record&)>& on_record);

}  // namespace evodoku::experiment
