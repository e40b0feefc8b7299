// Backtracking over masks of 64 bits: bit d of a mask stands for digit d.
#include "logic/large_exact_solver.hpp"

#include <bit>
#include <vector>

namespace evodoku::logic {
namespace {

using Mask = std::uint64_t;

struct LargePosition {
    LargeGrid board;
    std::vector<Mask> used;  ///< rows, columns, boxes: the digits that a unit has
    int blanks = 0;

    explicit LargePosition(int order)
        : board(order), used(static_cast<std::size_t>(3 * board.size())), blanks(board.cell_count()) {}

    Mask all() const { return ((Mask{1} << board.size()) - 1) << 1; }
    Mask& of(int unit) { return used[static_cast<std::size_t>(unit)]; }
    Mask of(int unit) const { return used[static_cast<std::size_t>(unit)]; }
    int row(int cell) const { return cell / board.size(); }
    int column(int cell) const { return board.size() + cell % board.size(); }
    int box(int cell) const {
        return 2 * board.size() + cell / board.size() / board.order * board.order + cell % board.size() / board.order;
    }
    int cell_of(int unit, int k) const {
        const int size = board.size(), order = board.order, number = unit % size;
        if (unit < size) return number * size + k;
        if (unit < 2 * size) return k * size + number;
        return (number / order * order + k / order) * size + number % order * order + k % order;
    }

    Mask candidates(int cell) const { return all() & ~(of(row(cell)) | of(column(cell)) | of(box(cell))); }

    bool place(int cell, int digit) {
        const Mask bit = Mask{1} << digit;
        if ((candidates(cell) & bit) == 0) return false;
        board[cell] = static_cast<std::uint8_t>(digit);
        of(row(cell)) |= bit, of(column(cell)) |= bit, of(box(cell)) |= bit;
        --blanks;
        return true;
    }

    /// False if a cell has no candidate.
    bool place_naked_singles(bool& placed) {
        for (int cell = 0; cell < board.cell_count(); ++cell) {
            if (board[cell] != 0) continue;
            const Mask open = candidates(cell);
            if (open == 0) return false;
            if (std::has_single_bit(open)) placed = place(cell, std::countr_zero(open));
        }
        return true;
    }

    /// False if a digit has no place in a unit, or two digits need one cell.
    bool place_hidden_singles(bool& placed) {
        for (int unit = 0; unit < 3 * board.size(); ++unit) {
            Mask once = 0, twice = 0;
            for (int k = 0; k < board.size(); ++k) {
                const int cell = cell_of(unit, k);
                if (board[cell] != 0) continue;
                const Mask open = candidates(cell);
                twice |= once & open;
                once |= open;
            }
            if ((of(unit) | once) != all()) return false;
            const Mask single = once & ~twice;
            for (int k = 0; k < board.size() && single != 0; ++k) {
                const int cell = cell_of(unit, k);
                if (board[cell] != 0) continue;
                const Mask here = candidates(cell) & single;
                if (here == 0) continue;
                if (!std::has_single_bit(here)) return false;
                placed = place(cell, std::countr_zero(here));
            }
        }
        return true;
    }

    bool place_singles() {
        for (bool placed = true; placed && blanks > 0;) {
            placed = false;
            if (!place_naked_singles(placed)) return false;
            if (!placed && !place_hidden_singles(placed)) return false;
        }
        return true;
    }

    int narrowest_cell() const {
        int best = -1, fewest = 65;
        for (int cell = 0; cell < board.cell_count() && fewest > 2; ++cell) {
            if (board[cell] != 0) continue;
            const int choices = std::popcount(candidates(cell));
            if (choices < fewest) best = cell, fewest = choices;
        }
        return best;
    }
};

void search(LargePosition position, std::uint64_t max_nodes, LargeExactResult& result) {
    if (result.nodes == max_nodes) {
        result.complete = false;
        return;
    }
    ++result.nodes;
    if (!position.place_singles()) return;
    if (position.blanks == 0) {
        (result.solutions == 0 ? result.first : result.second) = position.board;
        ++result.solutions;
        return;
    }
    const int cell = position.narrowest_cell();
    for (Mask open = position.candidates(cell); open != 0 && result.solutions < 2 && result.complete;
         open &= open - 1) {
        LargePosition next = position;
        next.place(cell, std::countr_zero(open));
        search(std::move(next), max_nodes, result);
    }
}

}  // namespace

LargeExactResult solve_exactly(const LargeGrid& puzzle, std::uint64_t max_nodes) {
    LargeExactResult result;
    LargePosition position(puzzle.order);
    for (int cell = 0; cell < puzzle.cell_count(); ++cell) {
        if (puzzle[cell] != 0 && !position.place(cell, puzzle[cell])) return result;
    }
    search(std::move(position), max_nodes, result);
    return result;
}

}  // namespace evodoku::logic
