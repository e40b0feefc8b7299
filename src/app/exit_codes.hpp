// What the program's exit code says.
#pragma once

namespace evodoku::app {

enum ExitCode : int {
    all_solved = 0,
    some_not_solved = 1,  // within the budget, or none exists
    some_slower = 1,      // of `evodoku compare`
    usage_error = 2,
    bad_puzzle = 3,  // malformed, or givens that conflict
    no_usable_device = 4,
    input_output_error = 5,
    defect = 70,        // of this program: the verifier refused what the search called solved, for one
    interrupted = 128,  // plus the number of the signal: 130, 143
};

}  // namespace evodoku::app
