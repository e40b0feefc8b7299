// What makes a grid unfit to be a chromosome, in words. Host code.
#pragma once

#include <string>

#include "core/geometry.hpp"
#include "operators/bases.hpp"

namespace evodoku {

/// What a chromosome of the puzzle must have in its fixed cells; null where they are genes.
template <class PuzzleOfBoard>
EVODOKU_HD auto fixed_cells_of(const PuzzleOfBoard& puzzle) {
    const auto* fixed = &puzzle.fixed;
    if constexpr (is_9x9<PuzzleOfBoard>) {
        if (puzzle.genes == Genes::all_cells) fixed = nullptr;
    }
    return fixed;
}

/// Empty, or the first fault, box by box: a cell without a digit, a changed given, a digit that a box holds twice.
template <class Board>
std::string fault_in(const Grid& grid, const typename Board::Puzzle& puzzle) {
    using Shape = Geometry<Board::order>;
    const auto* fixed = fixed_cells_of(puzzle);
    for (int box = 0; box < Shape::size; ++box) {
        std::uint64_t held = 0;
        for (int k = 0; k < Shape::size; ++k) {
            const int cell = Shape::cell_in_box(box, k), wanted = fixed != nullptr ? (*fixed)[cell] : 0;
            const auto name = [&] { return cell_name(cell, Shape::size); };
            const auto digit = [&] { return std::to_string(grid[cell]); };
            if (!is_digit<Board::order>(grid[cell])) return "left " + name() + " without a digit: it is " + digit();
            if (wanted != 0 && wanted != grid[cell])
                return "changed the given " + name() + " from " + std::to_string(wanted) + " to " + digit();
            if (Board::flag != cell_board && (held >> grid[cell] & 1) != 0)
                return "put " + digit() + " into box " + std::to_string(box + 1) + " twice, also into " + name();
            held |= std::uint64_t{1} << grid[cell];
        }
    }
    return "";
}

}  // namespace evodoku
