// The rules of Sudoku, written as plainly as possible.
#include "evodoku/logic/verifier.hpp"

namespace evodoku::logic {
namespace {

// Its own arithmetic, so that an error in the search's geometry can't hide a wrong grid.
int row(int cell) { return cell / 9; }
int column(int cell) { return cell % 9; }
int box(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

/// Cell k (0..8) of unit 0..26: rows, columns, boxes.
int cell_of(int unit, int k) {
    if (unit < 9) return unit * 9 + k;
    if (unit < 18) return k * 9 + unit - 9;
    return (unit - 18) / 3 * 27 + (unit - 18) % 3 * 3 + k / 3 * 9 + k % 3;
}

// (std::string("r") and not "r": GCC 12 warns falsely of an overlap in operator+(const char*, string&&).)
std::string cell_name(int cell) {
    return std::string("r") + std::to_string(row(cell) + 1) + "c" + std::to_string(column(cell) + 1);
}

std::string unit_name(int unit) {
    if (unit < 9) return std::string("row ") + std::to_string(unit + 1);
    if (unit < 18) return std::string("column ") + std::to_string(unit - 9 + 1);
    return std::string("box ") + std::to_string(unit - 18 + 1);
}

/// True if a digit appears twice in a unit. One pass over the cells, because nearly every grid has no conflict.
bool has_conflict(const Grid& grid) {
    unsigned in_column[9] = {}, repeated = 0;  // a bit per digit
    for (int band = 0; band < 3; ++band) {
        unsigned in_box[3] = {};
        for (int r = 3 * band; r < 3 * band + 3; ++r) {
            unsigned in_row = 0;
            for (int c = 0; c < 9; ++c) {
                const int digit = grid[r * 9 + c];
                if (digit > 9) return true;  // of no puzzle: first_conflict() decides
                const unsigned bit = (1u << digit) & ~1u;
                repeated |= bit & (in_row | in_column[c] | in_box[c / 3]);
                in_row |= bit, in_column[c] |= bit, in_box[c / 3] |= bit;
            }
        }
    }
    return repeated != 0;
}

/// True if a cell has no digit 1-9, or differs from a given.
bool has_wrong_cell(const Grid& puzzle, const Grid& answer) {
    bool wrong = false;  // without a jump, so that the compiler makes many cells at once
    for (int cell = 0; cell < cell_count; ++cell) {
        wrong |= answer[cell] == 0 || answer[cell] > 9 || (puzzle[cell] != 0 && puzzle[cell] != answer[cell]);
    }
    return wrong;
}

}  // namespace

std::optional<Conflict> first_conflict(const Grid& grid) {
    if (!has_conflict(grid)) return std::nullopt;
    for (int unit = 0; unit < unit_count; ++unit) {
        for (int a = 0; a < 9; ++a) {
            for (int b = a + 1; b < 9; ++b) {
                const int cell_a = cell_of(unit, a);
                const int cell_b = cell_of(unit, b);
                if (grid[cell_a] != 0 && grid[cell_a] == grid[cell_b])
                    return Conflict{cell_a, cell_b, grid[cell_a], unit};
            }
        }
    }
    return std::nullopt;
}

std::string describe(const Conflict& conflict) {
    return std::string("digit ") + std::to_string(conflict.digit) + " appears twice in " + unit_name(conflict.unit) +
           ": " + cell_name(conflict.cell_a) + " and " + cell_name(conflict.cell_b);
}

std::array<bool, cell_count> conflicted_cells(const Grid& grid) {
    std::array<bool, cell_count> conflicted{};
    if (!has_conflict(grid)) return conflicted;
    for (int a = 0; a < cell_count; ++a) {
        for (int b = 0; b < cell_count; ++b) {
            const bool share_a_unit = row(a) == row(b) || column(a) == column(b) || box(a) == box(b);
            if (a != b && share_a_unit && grid[a] != 0 && grid[a] == grid[b])
                conflicted[static_cast<std::size_t>(a)] = true;
        }
    }
    return conflicted;
}

Verdict verify(const Grid& puzzle, const Grid& answer) {
    const bool is_wrong = has_wrong_cell(puzzle, answer);
    for (int cell = 0; is_wrong && cell < cell_count; ++cell) {
        if (answer[cell] == 0) return {false, cell_name(cell) + " is blank"};
        if (answer[cell] > 9)
            return {false, cell_name(cell) + " holds " + std::to_string(answer[cell]) + ", not a digit 1-9"};
    }
    for (int cell = 0; is_wrong && cell < cell_count; ++cell) {
        if (puzzle[cell] != 0 && puzzle[cell] != answer[cell])
            return {false, cell_name(cell) + " holds " + std::to_string(answer[cell]) + ", but the puzzle gives " +
                               std::to_string(puzzle[cell])};
    }
    // Nine different cells of 1-9 hold each digit once.
    if (const auto conflict = first_conflict(answer)) return {false, describe(*conflict)};
    return {true, ""};
}

}  // namespace evodoku::logic
