// Boards of every order: the generator and logic, each against the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "core/geometry.hpp"
#include "logic/generator.hpp"
#include "support/puzzles.hpp"

namespace evodoku::logic {
namespace {

GeneratedPuzzle made(int order, std::uint32_t hundredths, Holes holes, std::uint32_t index, std::uint64_t seed = 1) {
    return generate_puzzle({order, percent(hundredths), holes, seed, index});
}

/// The rules, every unit as a sorted list.
bool is_complete(const Grid& grid) {
    const int size = grid.size(), order = grid.order();
    for (int unit = 0; unit < 3 * size; ++unit) {
        std::vector<int> digits;
        for (int row = 0; row < size; ++row) {
            for (int column = 0; column < size; ++column) {
                const int box = row / order * order + column / order;
                const int own[] = {row, size + column, 2 * size + box};
                if (std::ranges::count(own, unit) != 0) digits.push_back(grid[row * size + column]);
            }
        }
        std::ranges::sort(digits);
        for (int k = 0; k < size; ++k)
            if (digits[static_cast<std::size_t>(k)] != k + 1) return false;
    }
    return true;
}

TEST(Generator, DependsOnSeedAndIndexAlone) {
    EXPECT_EQ(made(5, 45, Holes::random, 3).puzzle, made(5, 45, Holes::random, 3).puzzle);
    EXPECT_NE(made(5, 45, Holes::random, 3).puzzle, made(5, 45, Holes::random, 4).puzzle);
    EXPECT_NE(made(5, 45, Holes::random, 3).puzzle, made(5, 45, Holes::random, 3, 2).puzzle);
    // Fewer givens are a part of more: the order of the holes does not depend on their number.
    const Grid fewer = made(5, 40, Holes::balanced, 0).puzzle, more = made(5, 45, Holes::balanced, 0).puzzle;
    for (int cell = 0; cell < fewer.cell_count(); ++cell) EXPECT_TRUE(fewer[cell] == 0 || fewer[cell] == more[cell]);
}

TEST(Generator, ASolutionIsComplete) {
    for (int order = 2; order <= 7; ++order) EXPECT_TRUE(is_complete(made(order, 50, Holes::random, 0).solution));
}

TEST(Generator, BlanksAsManyCellsAsItIsAskedTo) {
    for (const Holes holes : {Holes::random, Holes::balanced}) {
        for (const std::uint32_t hundredths : {0u, 33u, 50u, 100u}) {
            const Grid puzzle = made(6, hundredths, holes, 0).puzzle;
            const auto givens = std::ranges::count_if(puzzle.cells(), [](std::uint8_t digit) { return digit != 0; });
            EXPECT_NEAR(static_cast<double>(givens), 12.96 * hundredths, 0.51);
        }
    }
}

TEST(Generator, BalancedHolesAreAsManyInEveryUnit) {
    for (int order = 2; order <= 7; ++order) {
        const Grid puzzle = made(order, 45, Holes::balanced, 1).puzzle;
        std::map<int, int> holes;  // unit -> blanks
        for (int cell = 0; cell < puzzle.cell_count(); ++cell) {
            const int size = puzzle.size(), row = cell / size, column = cell % size;
            const int blank = puzzle[cell] == 0;
            holes[row] += blank, holes[size + column] += blank;
            holes[2 * size + row / order * order + column / order] += blank;
        }
        const auto count = [](const auto& a, const auto& b) { return a.second < b.second; };
        EXPECT_LE(std::ranges::max_element(holes, count)->second - std::ranges::min_element(holes, count)->second, 1)
            << order;
    }
}

/// What logic finds holds in the solution that the puzzle was made from, and nothing is filled wrongly.
template <int order>
void expect_sound_logic() {
    using Shape = Geometry<order>;
    bool has_struck = false;
    for (std::uint32_t index = 0; index < 6; ++index) {
        const GeneratedPuzzle each = made(order, 30 + 5 * index, Holes::random, index);
        int filled_before = -1;
        for (const PresolveLevel level : {PresolveLevel::givens, PresolveLevel::singles, PresolveLevel::full}) {
            const auto found = std::make_unique<Presolved<order>>(presolve<order>(each.puzzle, level));
            EXPECT_FALSE(found->contradiction);
            EXPECT_GE(found->filled, filled_before) << "more logic fills more";
            filled_before = found->filled;
            has_struck = has_struck || found->struck != 0;
            for (int cell = 0; cell < Shape::cells; ++cell) {
                const std::uint64_t digit = std::uint64_t{1} << (each.solution[cell] - 1);
                // Without a candidate of its solution, the puzzle would lose that solution.
                if (found->grid[cell] == 0) {
                    EXPECT_TRUE(found->candidates[cell] & digit) << order << " cell " << cell;
                } else {
                    EXPECT_EQ(found->grid[cell], each.solution[cell]);
                }
            }
        }
        const auto found = std::make_unique<Presolved<order>>(presolve<order>(each.puzzle, PresolveLevel::full));
        LargePuzzle<order> puzzle;
        make_puzzle_into(puzzle, *found);
        for (int box = 0; box < Shape::size; ++box) {
            for (int k = 0; k < puzzle.free_count[box]; ++k) {
                const int cell = puzzle.free_cell[box][k];
                EXPECT_EQ(Shape::box_of(cell), box);
                EXPECT_EQ(puzzle.fixed[cell], 0);
                EXPECT_NE(puzzle.allowed[box][k], 0u);
                for (int j = 0; j < puzzle.free_count[box]; ++j)
                    EXPECT_EQ(puzzle.allowed[box][k] >> j & 1,
                              found->candidates[cell] >> (puzzle.missing[box][j] - 1) & 1);
            }
        }
    }
    EXPECT_TRUE(has_struck || order == 2) << "locked candidates and pairs are never tried";
}

TEST(Logic, KeepsEverySolution) {
    for (int order = 2; order <= 7; ++order) with_order(order, []<int of>() { expect_sound_logic<of>(); });
}

TEST(Logic, FindsContradictions) {
    Grid grid(4);
    for (int k = 0; k < 15; ++k) grid[k] = static_cast<std::uint8_t>(k + 1);
    grid[16 * 4 + 15] = 16;  // r1c16 must be 16, and its column has 16 already
    const auto found = std::make_unique<Presolved<4>>(presolve<4>(grid, PresolveLevel::full));
    EXPECT_TRUE(found->contradiction);
    EXPECT_EQ(found->cell, 15);
}

}  // namespace
}  // namespace evodoku::logic
