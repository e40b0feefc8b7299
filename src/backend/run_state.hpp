// What solve() knows of a run between two epochs. Host code.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/records.hpp"
#include "evodoku/backend/solve.hpp"

namespace evodoku {

/// Adds the puzzle and `stopped`; false if it claims a wrong solution. `abandoned`: the puzzle had not ended by
/// itself. Threads may call it side by side.
bool conclude(Outcome& outcome, Grid puzzle, bool abandoned);

/// What is wrong with such a claim.
VerificationError wrong_solution(const Outcome& outcome);

struct RunState {
    std::uint32_t puzzles_taken = 0;  ///< of the input
    Summary summary;                  ///< of the outcomes reported; its seconds are those of the run
    // Each puzzle that was taken and not reported is in one of these.
    std::vector<Outcome> waiting;   ///< for an earlier one
    std::vector<Outcome> underway;  ///< submitted and not answered: puzzle_index, puzzle, and the times so far
};

/// Writes the state, then the populations of `backend`.
void save_run(const RunState& state, const Backend& backend, const StateWriter& to);

/// Reads what save_run() wrote, and submits the puzzles under way to `backend`, each with its population if it has one.
/// Throws CheckpointError.
RunState resume_run(Backend& backend, const SolveOptions& options, const StateReader& from);

/// As Backend::save() writes it; nothing for a puzzle that has not begun.
inline void write_saved(const SavedPuzzle& puzzle, const StateWriter& to) {
    if (!puzzle.state.empty()) FieldWriter{to}(true, puzzle.job.puzzle_index, puzzle.state);
}

}  // namespace evodoku
