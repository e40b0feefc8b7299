// Shuffles by Fisher and Yates, from one random stream per puzzle. Digs with the exact solver: a clue can go if no
// other digit in its cell has a solution.
#include "logic/generator.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/draws.hpp"
#include "core/geometry.hpp"
#include "logic/logic.hpp"

namespace evodoku::logic {
namespace {

using Cells = std::vector<int>;
using ShouldStop = std::function<bool()>;

/// 0 .. count - 1 in random order.
std::vector<int> permutation(int count, Draws& draws) {
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    for (std::size_t left = numbers.size(); left > 1; --left) {
        const std::uint32_t pick = draws.below(static_cast<std::uint32_t>(left));
        std::swap(numbers[left - 1], numbers[pick]);
    }
    return numbers;
}

/// Lines in random order, those of a band or stack still side by side.
std::vector<int> shuffled_lines(int order, Draws& draws) {
    std::vector<int> lines;
    for (const int band : permutation(order, draws)) {
        for (const int line : permutation(order, draws)) lines.push_back(band * order + line);
    }
    return lines;
}

Grid shuffled_grid(int order, Draws& draws) {
    Grid grid(order);
    const int size = grid.size();
    const std::vector<int> rows = shuffled_lines(order, draws);
    const std::vector<int> columns = shuffled_lines(order, draws);
    const std::vector<int> digits = permutation(size, draws);
    for (int cell = 0; cell < grid.cell_count(); ++cell) {
        const int row = rows[static_cast<std::size_t>(cell / size)];
        const int column = columns[static_cast<std::size_t>(cell % size)];
        const int digit = root_digit(order, row, column);
        grid[cell] = static_cast<std::uint8_t>(digits[static_cast<std::size_t>(digit)] + 1);
    }
    return grid;
}

/// Cells in the order in which they are blanked.
std::vector<int> order_of_holes(const PuzzleRequest& request, Draws& draws) {
    const int size = request.order * request.order;
    if (request.holes == Holes::random) return permutation(size * size, draws);
    const Grid pattern = shuffled_grid(request.order, draws);
    std::vector<int> cells;
    for (int digit = 1; digit <= size; ++digit) {
        std::vector<int> of_digit;
        for (int cell = 0; cell < pattern.cell_count(); ++cell) {
            if (pattern[cell] == digit) of_digit.push_back(cell);
        }
        for (const int k : permutation(size, draws)) cells.push_back(of_digit[static_cast<std::size_t>(k)]);
    }
    return cells;
}

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

}  // namespace

GeneratedPuzzle generate_puzzle(const PuzzleRequest& request, const std::optional<Grid>& solution) {
    Draws draws({request.seed, request.index, 0, 0}, Purpose::generate);
    GeneratedPuzzle generated{{}, solution ? *solution : shuffled_grid(request.order, draws), {}};
    generated.puzzle = generated.solution;
    const auto cells = static_cast<std::uint64_t>(generated.puzzle.cell_count());
    const std::uint64_t givens = (cells * request.filled + share_one / 2) / share_one;
    const std::vector<int> holes = order_of_holes(request, draws);
    for (std::uint64_t k = 0; k < cells - givens; ++k) generated.puzzle[holes[k]] = 0;
    return generated;
}

bool can_have(int order, Symmetry symmetry, int clues) {
    const std::vector<Cells> groups = groups_of(order, symmetry);
    const std::size_t largest = std::ranges::max(groups, {}, &Cells::size).size();
    return clues % static_cast<int>(largest) <= std::ranges::count(groups, std::size_t{1}, &Cells::size);
}

Digging dig_puzzle(const Grid& solution, const ProperRequest& request, const ShouldStop& should_stop) {
    const std::vector<Cells> groups = groups_of(solution.order(), request.symmetry);
    std::optional<PresolveLevel> by_logic;  // which must go on solving the puzzle while clues are removed
    if (!request.minimal && request.rating == Rating::singles) by_logic = PresolveLevel::singles;
    if (!request.minimal && request.rating == Rating::full) by_logic = PresolveLevel::full;
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
