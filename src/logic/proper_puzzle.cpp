// Digs with the exact solver: a clue can go if no other digit in its cell has a solution.
#include "logic/proper_puzzle.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "core/draws.hpp"
#include "logic/logic.hpp"

namespace evodoku::logic {
namespace {

using Cells = std::vector<int>;
using ShouldStop = std::function<bool()>;

std::uint64_t limit_of(const Grid& puzzle) { return puzzle.order() <= 3 ? ~std::uint64_t{0} : max_positions; }

int image_of(int cell, int size, Symmetry symmetry) {
    const int row = cell / size, column = cell % size, last = size - 1;
    const int images[] = {cell,  // none, and the others in their order
                          (last - row) * size + last - column,
                          column * size + last - row,
                          row * size + last - column,
                          (last - row) * size + column,
                          column * size + row};
    return images[static_cast<std::size_t>(symmetry)];
}

/// The cells in groups that the symmetry maps to each other.
std::vector<Cells> groups_of(int order, Symmetry symmetry) {
    const int size = order * order;
    std::vector<Cells> groups;
    for (int cell = 0; cell < size * size; ++cell) {
        Cells group = {cell};
        for (int next = cell; (next = image_of(next, size, symmetry)) != cell;) group.push_back(next);
        if (std::ranges::min(group) == cell) groups.push_back(group);
    }
    return groups;
}

/// Whether there is a solution with another digit in a cell than the given one; empty: undecided.
std::optional<bool> has_other_digit(Grid puzzle, int cell, const ShouldStop& should_stop) {
    const int given = puzzle[cell];
    bool is_decided = true;
    for (int digit = 1; digit <= puzzle.size(); ++digit) {
        if (digit == given) continue;
        puzzle[cell] = static_cast<std::uint8_t>(digit);
        const ExactResult exact = solve_exactly(puzzle, 1, limit_of(puzzle), should_stop);
        if (exact.solutions != 0) return true;
        is_decided = is_decided && exact.complete;
    }
    return is_decided ? std::optional(false) : std::nullopt;
}

/// Blanks a group of cells, and leaves a puzzle that `by_logic` solves or, without it, that has one solution. False if
/// it can't; no cell is blanked then.
bool remove(Grid& puzzle, const Cells& group, std::optional<PresolveLevel> by_logic, const ShouldStop& should_stop) {
    Grid fewer = puzzle;
    for (const int cell : group) {
        if (!by_logic && has_other_digit(fewer, cell, should_stop) != false) return false;
        fewer[cell] = 0;
    }
    if (by_logic && !is_solved_by(fewer, *by_logic)) return false;
    puzzle = fewer;
    return true;
}

std::optional<bool> is_minimal(const Grid& puzzle, const ShouldStop& should_stop) {
    std::optional<bool> minimal = true;
    for (int cell = 0; cell < puzzle.cell_count(); ++cell) {
        if (puzzle[cell] == 0) continue;
        const std::optional<bool> is_needed = has_other_digit(puzzle, cell, should_stop);
        if (is_needed == false) return false;
        if (!is_needed) minimal = std::nullopt;
    }
    return minimal;
}

/// The logic that must go on solving the puzzle while clues are removed.
std::optional<PresolveLevel> logic_for(const ProperRequest& request) {
    if (request.minimal || request.rating.value_or(Rating::search) == Rating::search) return std::nullopt;
    return request.rating == Rating::singles ? PresolveLevel::singles : PresolveLevel::full;
}

}  // namespace

bool can_have(int order, Symmetry symmetry, int clues) {
    const std::vector<Cells> groups = groups_of(order, symmetry);
    const std::size_t largest = std::ranges::max(groups, {}, &Cells::size).size();
    return clues % static_cast<int>(largest) <= std::ranges::count(groups, std::size_t{1}, &Cells::size);
}

Digging dig_puzzle(const Grid& solution, const ProperRequest& request, const ShouldStop& should_stop) {
    const std::vector<Cells> groups = groups_of(solution.order(), request.symmetry);
    const std::optional<PresolveLevel> by_logic = logic_for(request);
    Digging digging{{}, 0, solution.cell_count()};
    while (!digging.found && digging.tries < request.tries && !(should_stop && should_stop())) {
        Draws draws({request.seed, request.index, digging.tries++, 1}, Purpose::generate);
        Grid puzzle = solution;
        int clues = puzzle.cell_count();
        for (const int k : permutation(static_cast<int>(groups.size()), draws)) {
            const Cells& group = groups[static_cast<std::size_t>(k)];
            const int left = clues - static_cast<int>(group.size());
            if (left >= request.clues && remove(puzzle, group, by_logic, should_stop)) clues = left;
        }
        digging.fewest = std::min(digging.fewest, clues);
        if (request.clues != 0 && clues != request.clues) continue;
        PuzzleFacts facts;
        if (is_solved_by(puzzle, PresolveLevel::full))
            facts.rating = is_solved_by(puzzle, PresolveLevel::singles) ? Rating::singles : Rating::full;
        if (facts.rating != request.rating.value_or(facts.rating)) continue;
        facts.is_minimal = is_minimal(puzzle, should_stop);
        if (request.minimal && facts.is_minimal != true) continue;
        const ExactResult exact = solve_exactly(puzzle, 2, limit_of(puzzle), should_stop);
        if (exact.complete ? exact.solutions != 1 || exact.first != solution : exact.solutions > 1)
            throw std::logic_error("a puzzle was dug that has another solution");
        if (exact.complete) facts.positions = exact.nodes;
        digging.found = {puzzle, solution, facts};
    }
    return digging;
}

}  // namespace evodoku::logic
