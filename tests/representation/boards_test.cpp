// Boards against the grids that they stand for.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "support/boards.hpp"

namespace evodoku {
namespace {

using test::arbitrary_board;

TEST(BoxBoard, IsReadBackAsTheGridItWasMadeOf) {
    EXPECT_TRUE(rc::check([] {
        const Grid grid = test::arbitrary_box_grid();
        RC_ASSERT(BoxBoard::to_grid(test::board_of<BoxBoard>(grid)) == grid);
    }));
}

/// All digits at once, which a CPU reads and writes by vectors, against one cell after the other.
template <class Board>
void expect_digits_of(const typename Board::Stored& board, bool needs_whole_boxes) {
    std::uint8_t digits[cell_count + 1] = {};
    digits[cell_count] = 77;
    Board::view(board).get_digits(digits);
    RC_ASSERT(digits[cell_count] == 77);
    for (int cell = 0; cell < cell_count; ++cell) RC_ASSERT(digits[cell] == Board::view(board).digit(cell));
    typename Board::Stored made{};
    RC_ASSERT(Board::view(made).set_digits(digits));
    RC_ASSERT(Board::view(made).hash() == Board::view(board).hash());
    const int cell = *rc::gen::inRange(0, cell_count);
    const std::uint8_t right = std::exchange(digits[cell], *rc::gen::arbitrary<std::uint8_t>());
    const bool is_digit = digits[cell] >= 1 && digits[cell] <= 9;
    RC_ASSERT(Board::view(made).set_digits(digits) == (needs_whole_boxes ? digits[cell] == right : is_digit));
}

TEST(BoxBoard, AllDigitsAtOnceAreThoseOfTheCells) {
    EXPECT_TRUE(rc::check([] { expect_digits_of<BoxBoard>(arbitrary_board(), true); }));
    BoxBoard::Stored noted = test::board_of<BoxBoard>(test::easy_solution);
    BoxBoard::Box boxes[9];
    for (int box = 0; box < 9; ++box) boxes[box] = BoxBoard::view(noted).box(box);
    BoxBoard::view(noted).set_boxes(boxes, (1u << 18) - 1);
    Grid read;
    BoxBoard::view(noted).get_digits(read.cells().data());
    EXPECT_EQ(read, test::easy_solution) << "notes are no digits";
}

TEST(BoxBoard, ASwapExchangesTwoCellsAndNothingElse) {
    EXPECT_TRUE(rc::check([] {
        const BoxBoard::Stored board = arbitrary_board();
        const int box = *rc::gen::inRange(0, 9), a = *rc::gen::inRange(0, 9), b = *rc::gen::inRange(0, 9);
        Grid expected = BoxBoard::to_grid(board);
        std::swap(expected[cell_in_box(box, a)], expected[cell_in_box(box, b)]);
        BoxBoard::Stored swapped = board;
        const auto view = BoxBoard::view(swapped);
        view.set_box(box, BoxBoard::swapped(view.box(box), a, b));
        RC_ASSERT(BoxBoard::to_grid(swapped) == expected);
    }));
}

TEST(BoxBoard, BandsAndStacksHoldWhatTheirRowsAndColumnsHold) {
    EXPECT_TRUE(rc::check([] {
        const BoxBoard::Stored board = arbitrary_board();
        const Grid grid = BoxBoard::to_grid(board);
        const auto view = BoxBoard::view(board);
        for (int line = 0; line < 9; ++line) {
            std::uint32_t in_row = 0, in_column = 0;
            for (int k = 0; k < 9; ++k) {
                in_row |= 1u << (grid[cell_at(line, k)] - 1);
                in_column |= 1u << (grid[cell_at(k, line)] - 1);
            }
            RC_ASSERT((view.lines(line / 3) >> (line % 3 * 9) & 0x1FFu) == in_row);
            RC_ASSERT((view.lines(line / 3) >> (27 + line % 3 * 9) & 0x1FFu) == in_column);
        }
    }));
}

TEST(BoxBoard, AViewWritesWhatAnotherReads) {
    EXPECT_TRUE(rc::check([] {
        const BoxBoard::Stored board = arbitrary_board();
        BoxBoard::Stored box_by_box, whole_board;
        for (std::uint64_t& word : box_by_box.word) word = 0xDEADBEEFDEADBEEFu;
        whole_board = box_by_box;
        const auto plain = BoxBoard::view(board);
        const auto by_box = BoxBoard::view(box_by_box), at_once = BoxBoard::view(whole_board);
        BoxBoard::Box boxes[9];
        const int step = *rc::gen::element(1, 2, 4, 5, 7, 8);  // visits all nine, in six orders
        for (int k = 0; k < 9; ++k) {
            const int box = k * step % 9;
            by_box.set_box(box, plain.box(box));  // leaves the others alone
            boxes[box] = plain.box(box);
        }
        at_once.set_boxes(boxes);
        for (int box = 0; box < 9; ++box) {
            RC_ASSERT(by_box.box(box) == plain.box(box));
            RC_ASSERT(at_once.box(box) == plain.box(box));
        }
        for (int k = 0; k < 3; ++k) RC_ASSERT(by_box.lines(k) == plain.lines(k));
        RC_ASSERT(at_once.hash() == plain.hash());
    }));
}

TEST(BoxBoard, HashTellsBoardsApart) {
    EXPECT_TRUE(rc::check([] {
        const BoxBoard::Stored a = arbitrary_board(), b = arbitrary_board();
        const bool same = BoxBoard::to_grid(a) == BoxBoard::to_grid(b);
        RC_ASSERT((BoxBoard::view(a).hash() == BoxBoard::view(b).hash()) == same);
    }));
}

TEST(BoxBoard, KeysOfOneBoardAreEqualWhateverItsNotes) {
    const BoxBoard::Stored board = test::board_of<BoxBoard>(test::easy_solution);
    BoxBoard::Box boxes[9];
    for (int box = 0; box < 9; ++box) boxes[box] = BoxBoard::view(board).box(box);
    for (std::uint32_t bit = 0; bit < 18; ++bit) {
        BoxBoard::Stored noted;
        BoxBoard::view(noted).set_boxes(boxes, 1u << bit);
        EXPECT_NE(BoxBoard::view(noted).hash(), BoxBoard::view(board).hash()) << bit;
        EXPECT_EQ(BoxBoard::view(noted).key(), BoxBoard::view(board).key()) << bit;
        for (int word = 0; word < BoxBoard::words; ++word)
            EXPECT_EQ((noted.word[word] ^ board.word[word]) & ~BoxBoard::notes_in(word), 0u) << bit;
    }
}

TEST(BoxBoard, CrossedBoardsTakeEveryBoxFromTheParentThatIsNamed) {
    const BoxBoard::Stored a = test::board_of<BoxBoard>(test::easy_solution);
    Grid other;  // every digit d of a becomes 10 - d: only fives stay in place
    for (int cell = 0; cell < cell_count; ++cell)
        other[cell] = static_cast<std::uint8_t>(10 - test::easy_solution[cell]);
    const BoxBoard::Stored b = test::board_of<BoxBoard>(other);
    for (std::uint32_t from_b = 0; from_b < 512; ++from_b) {
        BoxBoard::Stored child, expected;
        for (std::uint64_t& word : child.word) word = ~std::uint64_t{0};  // nothing of it may remain
        BoxBoard::view(child).set_crossed(BoxBoard::view(a), BoxBoard::view(b), from_b);
        BoxBoard::Box boxes[9];
        for (int box = 0; box < 9; ++box) boxes[box] = BoxBoard::view(from_b >> box & 1 ? b : a).box(box);
        BoxBoard::view(expected).set_boxes(boxes);
        for (int word = 0; word < BoxBoard::words; ++word) ASSERT_EQ(child.word[word], expected.word[word]) << from_b;
    }
}

CellBoard::Stored arbitrary_cells() { return test::arbitrary_board_of<CellBoard>(make_puzzle(Grid{})); }

std::uint32_t digits_in(const Grid& grid, int unit) {
    std::uint32_t digits = 0;
    for (int k = 0; k < 9; ++k) digits |= 1u << (grid[cell_of_unit(unit, k)] - 1);
    return digits;
}

TEST(CellBoard, IsReadBackAsTheGridItWasMadeOf) {
    EXPECT_TRUE(rc::check([] {
        const Grid grid = CellBoard::to_grid(arbitrary_cells());
        RC_ASSERT(CellBoard::to_grid(test::board_of<CellBoard>(grid)) == grid);
    }));
    EXPECT_EQ(CellBoard::to_grid({}), Grid{});
}

TEST(CellBoard, AllDigitsAtOnceAreThoseOfTheCells) {
    EXPECT_TRUE(rc::check([] { expect_digits_of<CellBoard>(arbitrary_cells(), false); }));
    Grid read = test::easy_solution;
    const CellBoard::Stored empty{};
    CellBoard::view(empty).get_digits(read.cells().data());
    EXPECT_EQ(read, Grid{}) << "cells that were never written";
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
        for (int row = 0; row < 8; ++row)
            made.set_row(row, {{plain.triple(3 * row), plain.triple(3 * row + 1), plain.triple(3 * row + 2)}});
        for (int cell = 72; cell < 81; ++cell) made.set_triple(cell / 3, 0);
        for (int cell = 80; cell >= 72; --cell) made.set_cell(cell, plain.digit_bit(cell));
        for (int cell = 0; cell < cell_count; ++cell) RC_ASSERT(made.digit_bit(cell) == plain.digit_bit(cell));
        RC_ASSERT(made.hash() == plain.hash());
        RC_ASSERT(made.key() == plain.key());
    }));
}

TEST(CellBoard, HashAndKeyTellBoardsApart) {
    const CellBoard::Stored board = test::board_of<CellBoard>(test::easy_solution);
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
    const CellBoard::Stored board = test::board_of<CellBoard>(test::easy_solution);
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
    EXPECT_FALSE(CellBoard::is_solution(CellBoard::view(test::board_of<CellBoard>(exchanged)), puzzle));
}

TEST(BoxBoardKey, TellsBoardsApart) {
    const BoxBoard::Stored board = test::board_of<BoxBoard>(test::easy_solution);
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
    for (int row = 0; row < 9; ++row)
        for (int gene = puzzle.first_gene[row]; gene < puzzle.first_gene[row + 1]; ++gene)
            EXPECT_EQ(row_of(puzzle.gene_cell[gene]), row);
}

}  // namespace
}  // namespace evodoku
