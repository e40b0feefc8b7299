// Rows, columns, boxes, bits, and what a puzzle knows of its boxes.
#include "core/geometry.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/puzzles.hpp"

namespace evodoku {
namespace {

TEST(Geometry, EveryCellIsInOneRowOneColumnAndOneBox) {
    int uses[cell_count] = {};
    for (int unit = 0; unit < 27; ++unit) {
        std::set<int> cells;
        for (int k = 0; k < 9; ++k) cells.insert(cell_of_unit(unit, k));
        EXPECT_EQ(cells.size(), 9u) << "unit " << unit;
        for (const int cell : cells) ++uses[cell];
    }
    for (const int use : uses) EXPECT_EQ(use, 3);
}

TEST(Geometry, BoxAndPlaceWithinItNameTheCell) {
    for (int cell = 0; cell < cell_count; ++cell) {
        EXPECT_EQ(cell_in_box(box_of(cell), within_box(cell)), cell);
        EXPECT_EQ(cell_at(row_of(cell), column_of(cell)), cell);
    }
}

TEST(Puzzle, KnowsFreeCellsAndMissingDigitsByBox) {
    const Puzzle puzzle = make_puzzle(test::easy_puzzle);
    int free = 0;
    for (int box = 0; box < 9; ++box) {
        std::set<int> digits;
        for (int within = 0; within < 9; ++within) digits.insert(test::easy_puzzle[cell_in_box(box, within)]);
        for (int k = 0; k < puzzle.free_count[box]; ++k) {
            EXPECT_EQ(test::easy_puzzle[cell_in_box(box, puzzle.free_cell[box][k])], 0);
            digits.insert(puzzle.missing[box][k]);
        }
        digits.erase(0);
        EXPECT_EQ(digits.size(), 9u) << "box " << box;
        free += puzzle.free_count[box];
    }
    EXPECT_EQ(free, 51);
    EXPECT_EQ(puzzle.open_boxes, 9);
    EXPECT_EQ(make_puzzle(test::easy_solution).open_boxes, 0);
}

}  // namespace
}  // namespace evodoku
