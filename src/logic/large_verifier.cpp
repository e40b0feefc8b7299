// The rules for any order, written as plainly as possible, with its own arithmetic.
#include "logic/large_verifier.hpp"

#include <vector>

namespace evodoku::logic {
namespace {

std::string name_of(int cell, int size) {
    return std::string("r") + std::to_string(cell / size + 1) + "c" + std::to_string(cell % size + 1);
}

/// Cell k of a unit: rows, then columns, then boxes.
int cell_of(int unit, int k, int order) {
    const int size = order * order;
    if (unit < size) return unit * size + k;
    if (unit < 2 * size) return k * size + (unit - size);
    const int box = unit - 2 * size;
    const int row = box / order * order + k / order, column = box % order * order + k % order;
    return row * size + column;
}

}  // namespace

std::optional<Conflict> first_conflict(const LargeGrid& grid) {
    const int size = grid.size();
    for (int unit = 0; unit < 3 * size; ++unit) {
        std::vector<int> holder(256, -1);  // digit -> its cell
        std::optional<Conflict> first;
        for (int k = 0; k < size; ++k) {
            const int cell = cell_of(unit, k, grid.order), digit = grid[cell];
            if (digit == 0) continue;
            int& before = holder[static_cast<std::size_t>(digit)];
            if (before >= 0 && (!first || before < first->cell_a)) first = Conflict{before, cell, digit, unit};
            if (before < 0) before = cell;
        }
        if (first) return first;
    }
    return std::nullopt;
}

std::string describe(const Conflict& conflict, int order) {
    const int size = order * order;
    const char* const kinds[] = {"row", "column", "box"};
    return "digit " + std::to_string(conflict.digit) + " appears twice in " + kinds[conflict.unit / size] + " " +
           std::to_string(conflict.unit % size + 1) + ": " + name_of(conflict.cell_a, size) + " and " +
           name_of(conflict.cell_b, size);
}

Verdict verify(const LargeGrid& puzzle, const LargeGrid& answer) {
    if (puzzle.order != answer.order)
        return {false, "the answer has order " + std::to_string(answer.order) + ", and the puzzle has order " +
                           std::to_string(puzzle.order)};
    const int size = puzzle.size();
    for (int cell = 0; cell < puzzle.cell_count(); ++cell) {
        const std::string name = name_of(cell, size);
        if (answer[cell] == 0) return {false, name + " is blank"};
        if (answer[cell] > size)
            return {false, name + " holds " + std::to_string(answer[cell]) + ", not a digit 1-" + std::to_string(size)};
        if (puzzle[cell] != 0 && puzzle[cell] != answer[cell])
            return {false, name + " holds " + std::to_string(answer[cell]) + ", but the puzzle gives " +
                               std::to_string(puzzle[cell])};
    }
    // As many different digits as cells: each digit once.
    if (const auto conflict = first_conflict(answer)) return {false, describe(*conflict, answer.order)};
    return {true, ""};
}

}  // namespace evodoku::logic
