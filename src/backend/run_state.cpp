// The fields of a run, listed once for both directions.
#include "backend/run_state.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "backend/state_fields.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku {
namespace {

void check(bool holds) {
    if (!holds) throw CheckpointError("the checkpoint contradicts itself");
}

template <class Fields, class Of>
void list_underway(Fields& fields, Of& puzzle) {
    fields(puzzle.puzzle_index, puzzle.seconds, puzzle.work_seconds, puzzle.puzzle);
}

void check(const Grid& grid) {
    for (const std::uint8_t digit : grid.cells()) check(digit <= grid.size());
}

void check_givens(const Grid& puzzle) {
    check(puzzle);
    check(!logic::first_conflict(puzzle));  // operators rely on it
}

/// As every other grid, a solution from a file has passed the verifier.
void check(const Outcome& outcome) {
    check(outcome.status <= Status::unsatisfiable && is_time(outcome.seconds) && is_time(outcome.work_seconds));
    check_givens(outcome.puzzle);
    check(outcome.board);
    check(outcome.status != Status::solved || logic::verify(outcome.puzzle, outcome.board).valid);
    check(std::ranges::all_of(outcome.reason, [](char letter) { return ' ' <= letter && letter <= '~'; }));
}

/// A list is in order. This is checked while it grows, so that it can't be far longer than the file.
template <class Listed>
void check_order(const std::vector<Listed>& before, const Listed& next) {
    check(before.empty() || before.back().puzzle_index < next.puzzle_index);
}

/// Each puzzle that was taken and not reported is in one of the two lists, which are in order.
void check_puzzles(const RunState& state) {
    check(state.summary.puzzles + state.waiting.size() + state.underway.size() == state.puzzles_taken);
    std::size_t waiting = 0, underway = 0;
    for (std::uint64_t index = state.summary.puzzles; index < state.puzzles_taken; ++index) {
        if (waiting < state.waiting.size() && state.waiting[waiting].puzzle_index == index) {
            ++waiting;
        } else {
            check(underway < state.underway.size() && state.underway[underway].puzzle_index == index);
            ++underway;
        }
    }
}

RunState read_state(FieldReader& fields, const Checkpoints& expected) {
    RunState state;
    fields(state.puzzles_taken, state.summary);
    check(is_time(state.summary.seconds) && state.summary.puzzles <= state.puzzles_taken);
    check(state.puzzles_taken == expected.taken.value_or(state.puzzles_taken));
    check(state.summary.puzzles == expected.reported.value_or(state.summary.puzzles));
    for (auto left = fields.next<std::uint64_t>(); left != 0; --left) {
        Outcome outcome;
        fields(outcome);
        check(outcome.puzzle_index < state.puzzles_taken);
        check(outcome);
        check_order(state.waiting, outcome);
        state.waiting.push_back(std::move(outcome));
    }
    for (auto left = fields.next<std::uint64_t>(); left != 0; --left) {
        PuzzleUnderway puzzle;
        list_underway(fields, puzzle);
        check(puzzle.puzzle_index < state.puzzles_taken && is_time(puzzle.seconds) && is_time(puzzle.work_seconds));
        check_givens(puzzle.puzzle);
        check_order(state.underway, puzzle);
        state.underway.push_back(puzzle);
    }
    check_puzzles(state);
    return state;
}

}  // namespace

void save_run(const RunState& state, const Backend& backend, const ByteSink& to) {
    FieldWriter fields(to);
    fields(state.puzzles_taken, state.summary, state.waiting);
    fields(std::uint64_t{state.underway.size()});
    for (const auto& puzzle : state.underway) list_underway(fields, puzzle);
    if (!state.underway.empty()) backend.save(to);
    fields(false);
}

RunState resume_run(Backend& backend, const SolveOptions& options, const ByteSource& from) {
    FieldReader fields(from);
    RunState state = read_state(fields, options.checkpoints);
    std::map<std::uint32_t, std::string> populations;
    while (fields.next<bool>()) {
        const auto puzzle_index = fields.next<std::uint32_t>();
        check(std::ranges::binary_search(state.underway, puzzle_index, {}, &PuzzleUnderway::puzzle_index));
        fields.text(populations[puzzle_index], backend.longest_state());
    }
    for (const auto& puzzle : state.underway) {
        const PuzzleJob job{puzzle.puzzle, options.presolve, puzzle.puzzle_index, options.seed};
        const auto population = populations.find(puzzle.puzzle_index);
        backend.resume({job, population == populations.end() ? "" : std::move(population->second)});
    }
    return state;
}

}  // namespace evodoku
