// Backtracking over bit masks: bit d-1 of a mask stands for digit d.
#include "logic/logic.hpp"

#include <bit>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

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
                twice |= board[cell] != 0 ? open : once & open;  // a placed digit has no other place
                once |= open;
            }
            if (once != all_digits) return false;
            for (int k = 0; k < Shape::size && twice != all_digits; ++k) {
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

/// Cells and digits of which one is right.
template <int order>
using Branch = std::vector<std::pair<int, typename Position<order>::Mask>>;

/// The fewest: the candidates of a cell, or the places of a digit in a unit.
template <int order>
Branch<order> narrowest_branch(const Position<order>& position) {
    using Shape = Geometry<order>;
    using Mask = typename Position<order>::Mask;
    Branch<order> best(Shape::size + 1), branch;
    const auto keep_the_narrower = [&] {
        if (!branch.empty() && branch.size() < best.size()) best.swap(branch);
        branch.clear();
    };
    for (int cell = 0; cell < Shape::cells; ++cell) {
        Mask open = position.board[cell] == 0 ? position.candidates(cell) : 0;
        if (std::popcount(open) >= static_cast<int>(best.size())) continue;
        for (; open != 0; open &= open - 1) branch.emplace_back(cell, open & (~open + 1));
        keep_the_narrower();
    }
    // After the singles every cell has at least two candidates, so units are searched only for wider branches.
    for (int unit = 0; unit < Shape::units && best.size() > 2; ++unit) {
        for (Mask bit = 1; bit <= Position<order>::all_digits; bit <<= 1) {
            for (int k = 0; k < Shape::size && branch.size() < best.size(); ++k) {
                const int cell = Shape::cell_of_unit(unit, k);
                if (position.board[cell] == 0 && (position.candidates(cell) & bit)) branch.emplace_back(cell, bit);
            }
            keep_the_narrower();
        }
    }
    return best;
}

template <int order>
void search(Position<order>& position, std::uint64_t max_solutions, std::uint64_t max_nodes,
            const std::function<bool()>& should_stop, const std::function<void(const Grid&)>& on_solution,
            ExactResult& result) {
    if (result.nodes == max_nodes || (result.nodes % 64 == 0 && should_stop && should_stop())) {
        result.complete = false;
        return;
    }
    ++result.nodes;
    if (!position.place_singles()) return;
    if (position.blanks == 0) {
        if (result.solutions == 0) result.first = grid_of(position.board);
        if (result.solutions == 1) result.second = grid_of(position.board);
        if (on_solution) on_solution(grid_of(position.board));
        ++result.solutions;
        return;
    }
    const auto next = std::make_unique<Position<order>>();  // many of a larger board are too large for a stack
    for (const auto& [cell, bit] : narrowest_branch(position)) {
        if (result.solutions >= max_solutions || !result.complete) return;
        *next = position;
        next->place(cell, bit);
        search(*next, max_solutions, max_nodes, should_stop, on_solution, result);
    }
}

}  // namespace

ExactResult solve_exactly(const Grid& puzzle, std::uint64_t max_solutions, std::uint64_t max_nodes,
                          const std::function<bool()>& should_stop,
                          const std::function<void(const Grid&)>& on_solution) {
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
        search(*position, max_solutions, max_nodes, should_stop, on_solution, result);
    });
    return result;
}

}  // namespace evodoku::logic
