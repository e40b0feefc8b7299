// The phases on boards of other programs: a byte per cell, row by row, 1..size. Any digit may be in any cell.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/geometry.hpp"
#include "core/threads.hpp"
#include "engine/island.hpp"
#include "engine/phase.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

/// Boards in memory available to phases. `fault`: 0; it becomes the complement of the index of the first board that has
/// a cell without a digit.
struct BoardBytes {
    const std::uint8_t* cells;
    std::uint32_t count;
    std::uint64_t* fault;
};

/// Packs bytes into boards of the back buffer. A board with a fault is empty.
template <class Board>
struct PackPhase {
    static constexpr const char* name = "pack";
    static constexpr PhaseTraits traits = {};
    Pool<Board> pool;
    BoardBytes bytes;

    struct Body {
        BoardBytes bytes;
        typename Board::Stored* boards;
        EVODOKU_HD bool active() const { return true; }

        EVODOKU_HD void operator()(std::uint32_t index) const {
            using Cells = GridCells<Board::order>;
            constexpr std::uint32_t boards_ahead = 4096 / sizeof(Cells) + 1;  // a CPU fetches them meanwhile
            const auto* of_board = reinterpret_cast<const Cells*>(bytes.cells) + index;
            if (bytes.count - index > boards_ahead) prefetch(of_board + boards_ahead);
            const std::uint8_t* cells = of_board->digit;
            if (Board::view(boards[index]).set_digits(cells)) return;
            boards[index] = {};
            atomic_max(bytes.fault, ~std::uint64_t{index});
        }
    };

    EVODOKU_HD Body operator()(std::uint32_t island_index) const {
        return {bytes, pool.boards[pool.islands[island_index].back()]};
    }
};

/// For cell `task` of all boards: how many other cells of its row, column and box hold its digit.
template <int order>
struct CountConflictsPhase {
    static constexpr const char* name = "count conflicts";
    using Shape = Geometry<order>;
    BoardBytes bytes;
    std::uint8_t* conflicts;

    EVODOKU_HD void operator()(std::uint32_t task) const {
        const std::uint32_t board = task / Shape::cells;
        const int cell = static_cast<int>(task % Shape::cells);
        const int row = Shape::row_of(cell), column = Shape::column_of(cell), box = Shape::box_of(cell);
        const std::uint8_t* cells = bytes.cells + std::size_t{board} * Shape::cells;
        const std::uint8_t digit = cells[cell];
        unsigned count = 0;
        for (int k = 0; k < Shape::size; ++k) {
            const int in_box = Shape::cell_in_box(box, k);
            const bool on_a_line = Shape::row_of(in_box) == row || Shape::column_of(in_box) == column;
            count += cells[row * Shape::size + k] == digit;
            count += cells[k * Shape::size + column] == digit;
            count += !on_a_line && cells[in_box] == digit;
        }
        conflicts[task] = static_cast<std::uint8_t>(count - 2);  // the cell itself, in its row and in its column
        if (!is_digit<order>(digit)) atomic_max(bytes.fault, ~std::uint64_t{board});
    }
};

}  // namespace evodoku
