// The rules of core/presolver.hpp by order; conflicts, then the exact solver.
#include "logic/logic.hpp"

#include <algorithm>
#include <memory>

#include "core/presolver.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku::logic {

Logic apply_logic(const Grid& givens, PresolveLevel level) {
    Logic logic;
    with_order(givens.order(), [&]<int order>() {
        const auto job = std::make_unique<PuzzleJobOn<order>>();  // too large for the stack of some threads
        job->givens = cells_of<order>(givens), job->presolve = level;
        const auto presolved = std::make_unique<Presolved<order>>();
        presolve_into(*presolved, *job);
        logic = logic_of(*presolved);
    });
    return logic;
}

std::string describe_contradiction(const Logic& logic) {
    const int size = logic.grid.size();
    if (logic.unit < 0) return cell_name(logic.cell, size) + " has no candidate";
    static constexpr const char* kinds[] = {"row ", "column ", "box "};
    const std::string unit = kinds[logic.unit / size] + std::to_string(logic.unit % size + 1);
    if (logic.digit == 0) return "the digits that " + unit + " misses do not fit into its blank cells";
    return "digit " + std::to_string(logic.digit) + " has no place in " + unit;
}

Solvability solvability_of(const Grid& puzzle, std::uint64_t positions) {
    if (const auto conflicting = first_conflict(puzzle))
        return {conflict, "givens conflict: " + describe(*conflicting)};
    ExactResult exact = solve_exactly(puzzle, 2, positions != 0 ? positions : positions_for(puzzle.order()));
    const PuzzleStatus complete[] = {none, unique, several};
    return {exact.complete || exact.solutions > 1 ? complete[exact.solutions] : undecided, "", exact};
}

Findings find_by_logic(const Grid& puzzle) {
    Findings findings{apply_logic(puzzle, PresolveLevel::full)};
    findings.left = std::ranges::count(findings.logic.grid.cells(), 0);
    if (findings.logic.contradiction || findings.left != 0) return findings;
    findings.level = is_solved_by(puzzle, PresolveLevel::singles) ? "singles" : "full";
    return findings;
}

bool is_solved_by(const Grid& puzzle, PresolveLevel level) {
    return std::ranges::count(apply_logic(puzzle, level).grid.cells(), 0) == 0;
}

std::uint64_t clues_of(const Grid& puzzle) {
    return static_cast<std::uint64_t>(puzzle.cell_count() - std::ranges::count(puzzle.cells(), 0));
}

}  // namespace evodoku::logic
