// The board against the grid it stands for.
#include "representation/box_board.hpp"
#include "core/geometry.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

#include "support/boards.hpp"

namespace evodoku {
namespace {

using test::arbitrary_board;

TEST(BoxBoard, IsReadBackAsTheGridItWasMadeOf) {
    EXPECT_TRUE(rc::check([] {
        const Grid grid = test::arbitrary_box_grid();
        RC_ASSERT(BoxBoard::to_grid(BoxBoard::from_grid(grid)) == grid);
    }));
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
    const BoxBoard::Stored board = BoxBoard::from_grid(test::easy_solution);
    BoxBoard::Box boxes[9];
    for (int box = 0; box < 9; ++box) boxes[box] = BoxBoard::view(board).box(box);
    for (std::uint32_t bit = 0; bit < 18; ++bit) {
        BoxBoard::Stored noted;
        BoxBoard::view(noted).set_boxes(boxes, 1u << bit);
        EXPECT_NE(BoxBoard::view(noted).hash(), BoxBoard::view(board).hash()) << bit;
        EXPECT_EQ(BoxBoard::view(noted).key(), BoxBoard::view(board).key()) << bit;
        for (int word = 0; word < BoxBoard::words; ++word) {
            EXPECT_EQ((noted.word[word] ^ board.word[word]) & ~BoxBoard::notes_in(word), 0u) << bit;
        }
    }
}

TEST(BoxBoard, CrossedBoardsTakeEveryBoxFromTheParentThatIsNamed) {
    const BoxBoard::Stored a = BoxBoard::from_grid(test::easy_solution);
    Grid other;  // every digit d of a becomes 10 - d: only fives stay in place
    for (int cell = 0; cell < cell_count; ++cell)
        other[cell] = static_cast<std::uint8_t>(10 - test::easy_solution[cell]);
    const BoxBoard::Stored b = BoxBoard::from_grid(other);
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

}  // namespace
}  // namespace evodoku
