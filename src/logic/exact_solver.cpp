// Backtracking over bit masks: bit d-1 of a mask stands for digit d.
#include "logic/exact_solver.hpp"

#include <bit>
#include <stdexcept>
#include <string>

namespace evodoku::logic {
namespace {

constexpr unsigned all_digits = 0x1FF;

struct Position {
    Grid board;
    unsigned row[9] = {};  // digits already placed in each row, column, box
    unsigned column[9] = {};
    unsigned box[9] = {};
    int blanks = cell_count;

    unsigned candidates(int cell) const {
        return all_digits & ~(row[row_of(cell)] | column[column_of(cell)] | box[box_of(cell)]);
    }

    /// False if the digit is already in a unit of the cell.
    bool place(int cell, unsigned bit) {
        if (!(candidates(cell) & bit)) return false;
        board[cell] = static_cast<std::uint8_t>(std::countr_zero(bit) + 1);
        row[row_of(cell)] |= bit;
        column[column_of(cell)] |= bit;
        box[box_of(cell)] |= bit;
        --blanks;
        return true;
    }

    bool place_naked_singles(bool& placed) {
        for (int cell = 0; cell < cell_count; ++cell) {
            if (board[cell] != 0) continue;
            const unsigned open = candidates(cell);
            if (open == 0) return false;
            if (std::has_single_bit(open)) {
                place(cell, open);
                placed = true;
            }
        }
        return true;
    }

    bool place_hidden_singles(bool& placed) {
        for (int unit = 0; unit < unit_count; ++unit) {
            unsigned filled = 0, once = 0, twice = 0;
            for (int k = 0; k < 9; ++k) {
                const int cell = cell_of_unit(unit, k);
                if (board[cell] != 0) {
                    filled |= 1u << (board[cell] - 1);
                    continue;
                }
                const unsigned open = candidates(cell);
                twice |= once & open;
                once |= open;
            }
            if ((filled | once) != all_digits) return false;  // a digit has no place left in this unit
            const unsigned single = once & ~twice;
            for (int k = 0; k < 9 && single != 0; ++k) {
                const int cell = cell_of_unit(unit, k);
                if (board[cell] != 0) continue;
                const unsigned here = candidates(cell) & single;
                if (here == 0) continue;
                if (!std::has_single_bit(here)) return false;  // two digits need this one cell
                place(cell, here);
                placed = true;
            }
        }
        return true;
    }

    /// False if the position has no solution.
    bool place_singles() {
        for (bool placed = true; placed && blanks > 0;) {
            placed = false;
            if (!place_naked_singles(placed)) return false;
            if (!placed && !place_hidden_singles(placed)) return false;
        }
        return true;
    }
};

struct Branch {
    int choices = 10;
    int cell[9] = {};
    unsigned bit[9] = {};
};

Branch narrowest_branch(const Position& position) {
    Branch best;
    for (int cell = 0; cell < cell_count; ++cell) {
        if (position.board[cell] != 0) continue;
        unsigned open = position.candidates(cell);
        if (std::popcount(open) >= best.choices) continue;
        best.choices = 0;
        for (; open != 0; open &= open - 1) {
            best.cell[best.choices] = cell;
            best.bit[best.choices++] = open & (~open + 1);
        }
    }
    // After the singles every cell has at least two candidates, so units are searched only for wider branches.
    for (int unit = 0; unit < unit_count && best.choices > 2; ++unit) {
        for (unsigned bit = 1; bit <= all_digits; bit <<= 1) {
            Branch places;
            places.choices = 0;
            for (int k = 0; k < 9; ++k) {
                const int cell = cell_of_unit(unit, k);
                if (position.board[cell] != 0 || !(position.candidates(cell) & bit)) continue;
                places.cell[places.choices] = cell;
                places.bit[places.choices++] = bit;
            }
            if (places.choices > 0 && places.choices < best.choices) best = places;
        }
    }
    return best;
}

void search(Position position, std::uint64_t max_solutions, ExactResult& result) {
    ++result.nodes;
    if (!position.place_singles()) return;
    if (position.blanks == 0) {
        if (result.solutions == 0) result.first = position.board;
        if (result.solutions == 1) result.second = position.board;
        ++result.solutions;
        return;
    }
    const Branch branch = narrowest_branch(position);
    for (int choice = 0; choice < branch.choices && result.solutions < max_solutions; ++choice) {
        Position next = position;
        next.place(branch.cell[choice], branch.bit[choice]);
        search(next, max_solutions, result);
    }
}

}  // namespace

ExactResult solve_exactly(const Grid& puzzle, std::uint64_t max_solutions) {
    if (max_solutions == 0) throw std::invalid_argument("max_solutions is 0; allowed: 1 and above");
    Position position;
    ExactResult result{};
    for (int cell = 0; cell < cell_count; ++cell) {
        if (puzzle[cell] > 9)
            throw std::invalid_argument(std::string("cell ") + std::to_string(cell) + " is " +
                                        std::to_string(puzzle[cell]) + "; allowed: 1-9, or 0 for a blank");
        if (puzzle[cell] != 0 && !position.place(cell, 1u << (puzzle[cell] - 1))) return result;
    }
    search(position, max_solutions, result);
    return result;
}

}  // namespace evodoku::logic
