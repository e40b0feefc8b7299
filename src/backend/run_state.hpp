// What solve() knows of a run between two epochs, and what checkpoints and messages hold of it, each type listed once.
// Host code.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "checkpoint/fields.hpp"
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

inline void list_fields(FieldWriter& fields, const Grid& grid) {
    fields(grid.order());
    fields.bytes(grid.cells().data(), grid.cells().size());
}
inline void list_fields(FieldReader& fields, Grid& grid) {
    const int order = fields.next<int>();
    if (order < smallest_order || order > largest_order) throw CheckpointError("the checkpoint contradicts itself");
    grid = Grid(order);
    fields.bytes(grid.cells().data(), grid.cells().size());
}

/// `T`, where `Of` may be constant.
template <class Of, class T>
concept Is = std::same_as<std::remove_const_t<Of>, T>;

void list_fields(auto& fields, Is<SearchWork> auto& effort) { fields(effort.trials, effort.redraws); }

void list_fields(auto& fields, Is<Summary> auto& summary) {
    fields(summary.puzzles, summary.solved, summary.unsolved, summary.unsatisfiable, summary.untried, summary.finished,
           summary.by_logic, summary.evaluations, summary.seconds, summary.stopped, summary.fingerprint,
           summary.effort);
}

void list_fields(auto& fields, Is<AnnealedPopulation> auto& of) { fields(of.log_weight, of.cost, of.family); }

void list_fields(auto& fields, Is<Outcome> auto& outcome) {
    fields(outcome.puzzle_index, outcome.status, outcome.stopped, outcome.reason, outcome.filled, outcome.struck,
           outcome.cost, outcome.generations, outcome.evaluations, outcome.restarts, outcome.seconds,
           outcome.work_seconds, outcome.fingerprint, outcome.puzzle, outcome.board, outcome.effort, outcome.annealed);
}

void list_fields(auto& fields, Is<SavedPuzzle> auto& puzzle) {
    fields(puzzle.job.givens, puzzle.job.presolve, puzzle.job.puzzle_index, puzzle.job.seed, puzzle.state);
}

void list_fields(auto& fields, Is<PopulationProgress> auto& at) {
    fields(at.best_so_far, at.best, at.entropy);
    fields.bytes(&at.numbers(), sizeof at.numbers());  // all there are
}

/// As they are in memory, for ranks that run one program.
template <class Fields, class Of>
requires Is<Of, Progress> || Is<Of, IslandProgress>
void list_fields(Fields& fields, Of& at) { fields.bytes(&at, sizeof at); }

/// As Backend::save() writes it; nothing for a puzzle that has not begun.
inline void write_saved(const SavedPuzzle& puzzle, const StateWriter& to) {
    if (puzzle.state.empty()) return;
    FieldWriter fields(to);
    fields(true, puzzle.job.puzzle_index, puzzle.state);
}

}  // namespace evodoku
