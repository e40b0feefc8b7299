// The board of single cells against the grid it stands for.
#include "representation/cell_board.hpp"
#include "core/geometry.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>

#include "support/boards.hpp"

namespace evodoku {
namespace {

CellBoard::Stored arbitrary_cells() { return test::arbitrary_board_of<CellBoard>(make_puzzle(Grid{})); }

std::uint32_t digits_in(const Grid& grid, int unit) {
    std::uint32_t digits = 0;
    for (int k = 0; k < 9; ++k) digits |= 1u << (grid[cell_of_unit(unit, k)] - 1);
    return digits;
}

TEST(CellBoard, IsReadBackAsTheGridItWasMadeOf) {
    EXPECT_TRUE(rc::check([] {
        const Grid grid = CellBoard::to_grid(arbitrary_cells());
        RC_ASSERT(CellBoard::to_grid(CellBoard::from_grid(grid)) == grid);
    }));
    EXPECT_EQ(CellBoard::to_grid({}), Grid{});
}

TEST(CellBoard, UnitsHoldWhatTheirCellsHold) {
    EXPECT_TRUE(rc::check([] {
        const CellBoard::Stored board = arbitrary_cells();
        const Grid grid = CellBoard::to_grid(board);
        const auto view = CellBoard::view(board);
        for (int k = 0; k < 9; ++k) {
            RC_ASSERT(view.in_row(k) == digits_in(grid, k));
            RC_ASSERT(view.in_column(k) == digits_in(grid, 9 + k));
            RC_ASSERT(view.in_box(k) == digits_in(grid, 18 + k));
        }
    }));
}

TEST(CellBoard, AViewWritesWhatAnotherReads) {
    EXPECT_TRUE(rc::check([] {
        const CellBoard::Stored board = arbitrary_cells();
        CellBoard::Stored written;
        for (int k = 0; k < 27; ++k) written.word[k] = 0xDEADBEEFu;
        const auto plain = CellBoard::view(board);
        const auto made = CellBoard::view(written);
        for (int row = 0; row < 8; ++row) made.set_row(row, plain.row(row));
        for (int cell = 72; cell < 81; ++cell) made.set_triple(cell / 3, 0);
        for (int cell = 80; cell >= 72; --cell) made.set_cell(cell, plain.digit_bit(cell));
        for (int cell = 0; cell < cell_count; ++cell) RC_ASSERT(made.digit_bit(cell) == plain.digit_bit(cell));
        RC_ASSERT(made.hash() == plain.hash());
        RC_ASSERT(made.key() == plain.key());
    }));
}

TEST(CellBoard, HashAndKeyTellBoardsApart) {
    const CellBoard::Stored board = CellBoard::from_grid(test::easy_solution);
    std::set<std::uint64_t> hashes{CellBoard::view(board).hash()}, keys{CellBoard::view(board).key()};
    for (int cell = 0; cell < cell_count; ++cell) {
        for (int digit = 1; digit <= 9; ++digit) {
            if (test::easy_solution[cell] == digit) continue;
            CellBoard::Stored other = board;
            CellBoard::view(other).set_cell(cell, 1u << (digit - 1));
            hashes.insert(CellBoard::view(other).hash());
            keys.insert(CellBoard::view(other).key());
        }
    }
    EXPECT_EQ(hashes.size(), 1 + 81u * 8);
    EXPECT_EQ(keys.size(), 1 + 81u * 8);
}

TEST(CellBoard, ASolutionIsCompleteAndKeepsTheGivens) {
    Puzzle puzzle = make_puzzle(test::easy_puzzle);
    const CellBoard::Stored board = CellBoard::from_grid(test::easy_solution);
    for (const Genes genes : {Genes::free_cells, Genes::all_cells}) {
        choose_genes(puzzle, genes);
        EXPECT_TRUE(CellBoard::is_solution(CellBoard::view(board), puzzle));
        for (int cell = 0; cell < cell_count; ++cell) {
            CellBoard::Stored broken = board;
            CellBoard::view(broken).swap_cells(cell, (cell + 1) % 9 + cell / 9 * 9);
            EXPECT_FALSE(CellBoard::is_solution(CellBoard::view(broken), puzzle));
        }
    }
    Grid exchanged = test::easy_solution;  // a solution of another puzzle
    for (std::uint8_t& digit : exchanged.cells()) digit = digit == 1 ? 2 : digit == 2 ? 1 : digit;
    EXPECT_FALSE(CellBoard::is_solution(CellBoard::view(CellBoard::from_grid(exchanged)), puzzle));
}

TEST(BoxBoardKey, TellsBoardsApart) {
    const BoxBoard::Stored board = BoxBoard::from_grid(test::easy_solution);
    std::set<std::uint64_t> keys{BoxBoard::view(board).key()};
    for (int box = 0; box < 9; ++box) {
        for (int a = 0; a < 9; ++a) {
            for (int b = 0; b < a; ++b) {
                BoxBoard::Stored other = board;
                const auto view = BoxBoard::view(other);
                view.set_box(box, BoxBoard::swapped(view.box(box), a, b));
                keys.insert(view.key());
            }
        }
    }
    EXPECT_EQ(keys.size(), 1 + 9u * 36);
}

TEST(Genes, AreTheFreeCellsOrAll) {
    Puzzle puzzle = make_puzzle(test::hard_puzzle);
    EXPECT_EQ(puzzle.gene_count, 81 - puzzle.fixed_count);
    EXPECT_EQ(puzzle.fixed_count, 23);
    for (int gene = 0; gene < puzzle.gene_count; ++gene) EXPECT_EQ(puzzle.fixed[puzzle.gene_cell[gene]], 0);
    choose_genes(puzzle, Genes::all_cells);
    EXPECT_EQ(puzzle.gene_count, 81);
    EXPECT_EQ(puzzle.open_rows, 9);
    for (int row = 0; row < 9; ++row) {
        for (int gene = puzzle.first_gene[row]; gene < puzzle.first_gene[row + 1]; ++gene) {
            EXPECT_EQ(row_of(puzzle.gene_cell[gene]), row);
        }
    }
}

}  // namespace
}  // namespace evodoku
