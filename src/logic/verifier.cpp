// The rules of Sudoku, written as plainly as possible.
#include "evodoku/logic/verifier.hpp"

#include <cstdint>

namespace evodoku::logic {
namespace {

/// Cell k of a unit: rows, columns, boxes. Its own arithmetic, so that an error in the search's geometry can't hide a
/// wrong grid.
int cell_of(int unit, int k, int order) {
    const int size = order * order, number = unit % size;
    if (unit < size) return number * size + k;
    if (unit < 2 * size) return k * size + number;
    return (number / order * order + k / order) * size + number % order * order + k % order;
}

/// True if a digit appears twice in a unit. One pass over the cells, because nearly every grid has no conflict. Inlined
/// for each order that its callers name.
[[gnu::always_inline]] inline bool has_conflict(const std::uint8_t* cells, int order) {
    const int size = order * order;
    std::uint64_t in_column[49] = {}, repeated = 0;  // a bit per digit
    for (int band = 0; band < order; ++band) {
        std::uint64_t in_box[7] = {};
        for (int r = order * band; r < order * band + order; ++r) {
            std::uint64_t in_row = 0;
            for (int c = 0; c < size; ++c) {
                const int digit = cells[r * size + c];
                if (digit > size) return true;  // of no puzzle: first_conflict() decides
                const std::uint64_t bit = (std::uint64_t{1} << digit) & ~std::uint64_t{1};
                repeated |= bit & (in_row | in_column[c] | in_box[c / order]);
                in_row |= bit, in_column[c] |= bit, in_box[c / order] |= bit;
            }
        }
    }
    return repeated != 0;
}

/// True if a cell has no digit of the order, or differs from a given. Requires grids of one order.
bool has_wrong_cell(const Grid& puzzle, const Grid& answer) {
    const std::uint8_t *given = puzzle.cells().data(), *found = answer.cells().data();
    const int cells = puzzle.cell_count(), highest = puzzle.size();
    bool wrong = false;  // without a jump, so that the compiler makes many cells at once
    for (int cell = 0; cell < cells; ++cell) {
        wrong |= found[cell] == 0 || found[cell] > highest || (given[cell] != 0 && given[cell] != found[cell]);
    }
    return wrong;
}

/// Calls is_enough() for every two equal digits in a unit, in the order of units, until it returns true.
void visit_conflicts(const Grid& grid, const auto& is_enough) {
    const int order = grid.order(), size = grid.size();
    const std::uint8_t* const cells = grid.cells().data();
    if (!(order == 3 ? has_conflict(cells, 3) : has_conflict(cells, order))) return;
    for (int unit = 0; unit < 3 * size; ++unit) {
        for (int a = 0; a < size; ++a) {
            for (int b = a + 1; b < size; ++b) {
                const int cell_a = cell_of(unit, a, order), cell_b = cell_of(unit, b, order);
                if (grid[cell_a] == 0 || grid[cell_a] != grid[cell_b]) continue;
                if (is_enough(Conflict{cell_a, cell_b, grid[cell_a], unit, order})) return;
            }
        }
    }
}

}  // namespace

std::optional<Conflict> first_conflict(const Grid& grid) {
    std::optional<Conflict> first;
    visit_conflicts(grid, [&](const Conflict& conflict) { return (first = conflict).has_value(); });
    return first;
}

std::string describe(const Conflict& conflict) {
    static constexpr const char* kinds[] = {"row ", "column ", "box "};
    const int size = conflict.order * conflict.order;
    return std::string("digit ") + std::to_string(conflict.digit) + " appears twice in " + kinds[conflict.unit / size] +
           std::to_string(conflict.unit % size + 1) + ": " + cell_name(conflict.cell_a, size) + " and " +
           cell_name(conflict.cell_b, size);
}

std::vector<bool> conflicted_cells(const Grid& grid) {
    std::vector<bool> conflicted(grid.cells().size());
    visit_conflicts(grid, [&](const Conflict& conflict) {
        for (const int cell : {conflict.cell_a, conflict.cell_b}) conflicted[static_cast<std::size_t>(cell)] = true;
        return false;
    });
    return conflicted;
}

Verdict verify(const Grid& puzzle, const Grid& answer) {
    const int order = puzzle.order(), size = puzzle.size();
    if (order != answer.order()) {
        return {false, std::string("the answer has order ") + std::to_string(answer.order()) +
                           ", and the puzzle has order " + std::to_string(order)};
    }
    const bool is_wrong = has_wrong_cell(puzzle, answer);
    for (int cell = 0; is_wrong && cell < puzzle.cell_count(); ++cell) {
        if (answer[cell] == 0) return {false, cell_name(cell, size) + " is blank"};
        if (answer[cell] > size)
            return {false, cell_name(cell, size) + " holds " + std::to_string(answer[cell]) + ", not a digit 1-" +
                               std::to_string(size)};
    }
    for (int cell = 0; is_wrong && cell < puzzle.cell_count(); ++cell) {
        if (puzzle[cell] != 0 && puzzle[cell] != answer[cell])
            return {false, cell_name(cell, size) + " holds " + std::to_string(answer[cell]) +
                               ", but the puzzle gives " + std::to_string(puzzle[cell])};
    }
    // As many different digits as cells of a unit: each digit once.
    if (const auto conflict = first_conflict(answer)) return {false, describe(*conflict)};
    return {true, ""};
}

}  // namespace evodoku::logic
