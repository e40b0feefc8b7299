// What solve() knows of a run between two epochs, apart from the populations: for a checkpoint.
#pragma once

#include <cstdint>
#include <vector>

#include "evodoku/backend/solve.hpp"
#include "evodoku/checkpoint/state_bytes.hpp"

namespace evodoku {

/// A puzzle that was submitted and has no answer yet.
struct PuzzleUnderway {
    std::uint32_t puzzle_index = 0;
    Grid puzzle;
    double seconds = 0, work_seconds = 0;  ///< so far: see Outcome
};

struct RunState {
    std::uint32_t puzzles_taken = 0;  ///< of the input
    Summary summary;                  ///< of the outcomes reported; its seconds are those of the run
    // Each puzzle that was taken and not reported is in one of these, by puzzle_index.
    std::vector<Outcome> waiting;  ///< for an earlier one
    std::vector<PuzzleUnderway> underway;
};

/// Writes the state, then the populations of `backend`.
void save_run(const RunState& state, const Backend& backend, const ByteSink& to);

/// Reads what save_run() wrote, and submits the puzzles under way to `backend`, each with its population if it has one.
/// Throws CheckpointError.
RunState resume_run(Backend& backend, const SolveOptions& options, const ByteSource& from);

}  // namespace evodoku
