// The records of solve(), each described in one place: the fields that results, Python and pages name, and the bytes of
// checkpoints and of messages between ranks, whose order may not change. Host code.
#pragma once

#include <concepts>
#include <type_traits>

#include "checkpoint/fields.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/core/grid.hpp"

namespace evodoku {

/// `T`, where `Of` may be constant.
template <class Of, class T>
concept Is = std::same_as<std::remove_const_t<Of>, T>;

/// False: no board was scored, and its cost has no meaning.
inline bool was_tried(const Outcome& outcome) { return outcome.status == Status::solved || outcome.evaluations != 0; }

/// What is found and what it took. Without boards, and without times, which have names of their own in results.
void describe(auto& fields, const Outcome& outcome) {
    fields("status", outcome.status, "'solved', 'unsolved' or 'unsatisfiable'.");
    fields.optional("reason", outcome.reason, !outcome.reason.empty(), "Why a puzzle has no solution.");
    fields.optional("stopped", outcome.stopped, outcome.stopped, "True if it was ended before its budget.");
    fields.or_null("cost", outcome.cost, was_tried(outcome),
                   "The cost of `grid`; 0 is a solution, None: nothing was tried.");
    fields("generations", outcome.generations, "Until the solution, or all that were made.");
    fields("evaluations", outcome.evaluations, "Boards scored.");
    fields("trials", outcome.effort.trials, "Swaps tried by local searches.");
    fields("redraws", outcome.effort.redraws, "Boxes redrawn.");
    fields("restarts", outcome.restarts, "Restarts of islands.");
    fields("filled", outcome.filled, "Cells that logic filled before the search.");
    fields("struck", outcome.struck, "Candidates that logic removed beyond singles.");
}

/// Of a whole population at a synchronisation, as Python keeps them: fields of 8 bytes before those of 4.
void describe(auto& fields, const Progress& progress) {
    fields("evaluations", progress.evaluations);
    fields("trials", progress.effort.trials);
    fields("redraws", progress.effort.redraws);
    fields("mean", progress.mean);
    fields("generation", progress.generation);
    fields("best", progress.lowest);
    fields("median", progress.median);
    fields("worst", progress.worst);
    fields("size", progress.size);
    fields("restarts", progress.restarts);
}

void list_fields(auto& fields, Is<Outcome> auto& outcome) {
    fields(outcome.puzzle_index, outcome.status, outcome.stopped, outcome.reason, outcome.filled, outcome.struck,
           outcome.cost, outcome.generations, outcome.evaluations, outcome.restarts, outcome.seconds,
           outcome.work_seconds, outcome.fingerprint, outcome.puzzle, outcome.board, outcome.effort, outcome.annealed);
}

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

void list_fields(auto& fields, Is<SearchWork> auto& effort) { fields(effort.trials, effort.redraws); }

void list_fields(auto& fields, Is<Summary> auto& summary) {
    fields(summary.puzzles, summary.solved, summary.unsolved, summary.unsatisfiable, summary.untried, summary.finished,
           summary.by_logic, summary.evaluations, summary.seconds, summary.stopped, summary.fingerprint,
           summary.effort);
}

void list_fields(auto& fields, Is<AnnealedPopulation> auto& annealed) {
    fields(annealed.log_weight, annealed.cost, annealed.family);
}

void list_fields(auto& fields, Is<SavedPuzzle> auto& puzzle) {
    fields(puzzle.job.givens, puzzle.job.presolve, puzzle.job.puzzle_index, puzzle.job.seed, puzzle.state);
}

void list_fields(auto& fields, Is<PopulationProgress> auto& population) {
    fields(population.best_board_so_far, population.best_board, population.entropy);
    fields.bytes(&population.numbers(), sizeof population.numbers());  // all there are
}

/// As they are in memory, for ranks that run one program.
template <class Fields, class Of>
requires Is<Of, Progress> || Is<Of, IslandProgress>
void list_fields(Fields& fields, Of& record) { fields.bytes(&record, sizeof record); }

/// Adds the puzzle and `stopped`; false if it claims a wrong solution. `abandoned`: the puzzle had not ended by
/// itself. Threads may call it side by side.
bool conclude(Outcome& outcome, Grid puzzle, bool abandoned);

/// What is wrong with such a claim.
VerificationError wrong_solution(const Outcome& outcome);

/// As Backend::save() writes it; nothing for a puzzle that has not begun.
inline void write_saved(const SavedPuzzle& puzzle, const StateWriter& to) {
    if (!puzzle.state.empty()) FieldWriter{to}(true, puzzle.job.puzzle_index, puzzle.state);
}

}  // namespace evodoku
