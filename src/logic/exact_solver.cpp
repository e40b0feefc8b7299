// Backtracking over bit masks: bit d-1 of a mask stands for digit d.
#include "logic/exact_solver.hpp"

#include <bit>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "core/geometry.hpp"

namespace evodoku::logic {
namespace {

template <int order>
struct Position {
    using Shape = Geometry<order>;
    using Mask = std::conditional_t<order <= 3, std::uint32_t, std::uint64_t>;
    static constexpr Mask all_digits = static_cast<Mask>(Shape::all_digits);

    GridCells<order> board;
    Mask row[Shape::size] = {};  // digits already placed in each row, column, box
    Mask column[Shape::size] = {};
    Mask box[Shape::size] = {};
    int blanks = Shape::cells;

    Mask candidates(int cell) const {
        return all_digits & ~(row[Shape::row_of(cell)] | column[Shape::column_of(cell)] | box[Shape::box_of(cell)]);
    }

    /// False if the digit is already in a unit of the cell.
    bool place(int cell, Mask bit) {
        if (!(candidates(cell) & bit)) return false;
        board[cell] = static_cast<std::uint8_t>(std::countr_zero(bit) + 1);
        row[Shape::row_of(cell)] |= bit;
        column[Shape::column_of(cell)] |= bit;
        box[Shape::box_of(cell)] |= bit;
        --blanks;
        return true;
    }

    /// False if a blank cell has no candidate.
    bool place_naked_singles() {
        for (int cell = 0; cell < Shape::cells; ++cell) {
            if (board[cell] != 0) continue;
            const Mask open = candidates(cell);
            if (open == 0) return false;
            if (std::has_single_bit(open)) place(cell, open);
        }
        return true;
    }

    /// False if a digit has no place left in a unit, or two digits need one cell.
    bool place_hidden_singles() {
        for (int unit = 0; unit < Shape::units; ++unit) {
            Mask once = 0, twice = 0;
            for (int k = 0; k < Shape::size; ++k) {
                const int cell = Shape::cell_of_unit(unit, k);
                const Mask open = board[cell] != 0 ? Mask{1} << (board[cell] - 1) : candidates(cell);
                twice |= once & open;
                once |= open;
            }
            if (once != all_digits) return false;
            for (int k = 0; k < Shape::size; ++k) {
                const int cell = Shape::cell_of_unit(unit, k);
                const Mask here = board[cell] != 0 ? 0 : candidates(cell) & ~twice;
                if (here == 0) continue;
                if (!std::has_single_bit(here)) return false;
                place(cell, here);
            }
        }
        return true;
    }

    /// False if the position has no solution.
    bool place_singles() {
        for (int before = blanks + 1; blanks > 0 && blanks != before;) {
            before = blanks;
            if (!place_naked_singles()) return false;
            if (blanks == before && !place_hidden_singles()) return false;
        }
        return true;
    }
};

template <int order>
struct Branch {
    using Mask = typename Position<order>::Mask;
    int choices = order * order + 1;
    int cell[order * order];
    Mask bit[order * order];
};

template <int order>
Branch<order> narrowest_branch(const Position<order>& position) {
    using Shape = Geometry<order>;
    using Mask = typename Position<order>::Mask;
    Branch<order> best;
    for (int cell = 0; cell < Shape::cells; ++cell) {
        if (position.board[cell] != 0) continue;
        Mask open = position.candidates(cell);
        if (std::popcount(open) >= best.choices) continue;
        best.choices = 0;
        for (; open != 0; open &= open - 1) {
            best.cell[best.choices] = cell;
            best.bit[best.choices++] = open & (~open + 1);
        }
    }
    // After the singles every cell has at least two candidates, so units are searched only for wider branches.
    for (int unit = 0; unit < Shape::units && best.choices > 2; ++unit) {
        for (Mask bit = 1; bit <= Position<order>::all_digits; bit <<= 1) {
            Branch<order> places;
            places.choices = 0;
            for (int k = 0; k < Shape::size && places.choices < best.choices; ++k) {
                const int cell = Shape::cell_of_unit(unit, k);
                if (position.board[cell] != 0 || !(position.candidates(cell) & bit)) continue;
                places.cell[places.choices] = cell;
                places.bit[places.choices++] = bit;
            }
            if (places.choices > 0 && places.choices < best.choices) best = places;
        }
    }
    return best;
}

struct Limits {
    std::uint64_t solutions, nodes;
};

template <int order>
void search(Position<order>& position, const Limits& limits, ExactResult& result) {
    if (result.nodes == limits.nodes) {
        result.complete = false;
        return;
    }
    ++result.nodes;
    if (!position.place_singles()) return;
    if (position.blanks == 0) {
        if (result.solutions == 0) result.first = grid_of(position.board);
        if (result.solutions == 1) result.second = grid_of(position.board);
        ++result.solutions;
        return;
    }
    const Branch<order> branch = narrowest_branch(position);
    const auto next = std::make_unique<Position<order>>();  // many of a larger board are too large for a stack
    for (int choice = 0; choice < branch.choices && result.solutions < limits.solutions && result.complete; ++choice) {
        *next = position;
        next->place(branch.cell[choice], branch.bit[choice]);
        search(*next, limits, result);
    }
}

}  // namespace

ExactResult solve_exactly(const Grid& puzzle, std::uint64_t max_solutions, std::uint64_t max_nodes) {
    if (max_solutions == 0) throw std::invalid_argument("max_solutions is 0; allowed: 1 and above");
    ExactResult result;
    with_order(puzzle.order(), [&]<int order>() {
        const auto position = std::make_unique<Position<order>>();
        for (int cell = 0; cell < puzzle.cell_count(); ++cell) {
            const int digit = puzzle[cell];
            if (digit > puzzle.size())
                throw std::invalid_argument("cell " + std::to_string(cell) + " is " + std::to_string(digit) +
                                            "; allowed: 1-" + std::to_string(puzzle.size()) + ", or 0 for a blank");
            if (digit == 0) continue;
            if (!position->place(cell, static_cast<typename Position<order>::Mask>(std::uint64_t{1} << (digit - 1))))
                return;
        }
        search(*position, {max_solutions, max_nodes}, result);
    });
    return result;
}

}  // namespace evodoku::logic
