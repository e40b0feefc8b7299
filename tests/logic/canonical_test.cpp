#include "logic/canonical.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "logic/generator.hpp"

namespace evodoku::logic {
namespace {

/// Another grid that a random symmetry makes of one.
Grid turned(const Grid& grid, std::mt19937& random) {
    const auto order_of_lines = [&] {
        std::array<int, 9> order{};
        std::array<int, 3> groups{0, 1, 2};
        std::ranges::shuffle(groups, random);
        for (int group = 0; group < 3; ++group) {
            std::array<int, 3> within{0, 1, 2};
            std::ranges::shuffle(within, random);
            for (int k = 0; k < 3; ++k) order[static_cast<std::size_t>(3 * group + k)] = 3 * groups[group] + within[k];
        }
        return order;
    };
    const auto rows = order_of_lines(), columns = order_of_lines();
    std::array<std::uint8_t, 10> digits{};
    std::iota(digits.begin(), digits.end(), std::uint8_t{0});
    std::shuffle(digits.begin() + 1, digits.end(), random);
    const bool transposed = random() % 2 != 0;
    Grid other(3);
    for (int row = 0; row < 9; ++row) {
        for (int column = 0; column < 9; ++column) {
            const int from = transposed ? 9 * columns[column] + rows[row] : 9 * rows[row] + columns[column];
            other[9 * row + column] = digits[grid[from]];
        }
    }
    return other;
}

TEST(CanonicalForm, IsTheSameForAllSymmetries) {
    std::mt19937 random(1);
    std::set<std::vector<std::uint8_t>> forms;
    const auto cells_of = [](const Grid& grid) {
        return std::vector<std::uint8_t>(grid.cells().begin(), grid.cells().end());
    };
    std::uint32_t index = 0;
    for (const std::uint32_t share : {21u, 30u, 45u, 80u}) {
        for (int k = 0; k < 10; ++k) {
            const Grid grid = generate_puzzle({3, percent(share), Holes::random, 1, index++}).puzzle;
            const Grid form = canonical_form(grid);
            forms.insert(cells_of(form));
            for (int time = 0; time < 3; ++time) EXPECT_EQ(canonical_form(turned(grid, random)), form) << index;
            EXPECT_EQ(canonical_form(form), form) << "it is a grid of its class";
            EXPECT_LE(cells_of(form), cells_of(grid));
        }
    }
    EXPECT_EQ(forms.size(), 40u) << "none of these is another one in disguise";
}

/// What the symmetry makes of a grid.
Grid applied(const Canonical& symmetry, const Grid& grid) {
    Grid made(3);
    for (std::size_t cell = 0; cell < 81; ++cell) {
        const int row = symmetry.rows[cell / 9], column = symmetry.columns[cell % 9];
        made[static_cast<int>(cell)] =
            symmetry.digits[grid[symmetry.is_transposed ? 9 * column + row : 9 * row + column]];
    }
    return made;
}

/// Puzzles with one solution, and with several, in random symmetries.
TEST(SymmetryClasses, FindAThousandPuzzlesAgainAndNoOthers) {
    std::mt19937 random(3);
    SymmetryClasses classes;
    std::vector<Grid> puzzles;
    for (std::uint32_t index = 0; index < 1'000; ++index) {
        puzzles.push_back(generate_puzzle({3, percent(25 + index % 3 * 10), Holes::random, 7, index}).puzzle);
        const auto [equal, symmetric] = classes.add(puzzles.back());
        EXPECT_EQ(*equal + *symmetric, 0u) << "none is another one in disguise";
        *equal = *symmetric = index + 1;
        const Canonical found = canonical(puzzles.back());
        EXPECT_EQ(applied(found, puzzles.back()), found.form);
        for (const auto* lines : {&found.rows, &found.columns}) {
            std::set<int> bands;
            for (std::size_t k = 0; k < 9; ++k) bands.insert(10 * static_cast<int>(k / 3) + (*lines)[k] / 3);
            EXPECT_EQ(bands.size(), 3u) << "bands and stacks stay together";
            EXPECT_EQ(std::set(lines->begin(), lines->end()).size(), 9u);
        }
        EXPECT_EQ(std::set(found.digits.begin(), found.digits.end()).size(), 10u);
    }
    for (std::size_t index = 0; index < puzzles.size(); ++index) {
        Grid moved = turned(puzzles[index], random);
        EXPECT_EQ(*classes.find(moved).symmetric, index + 1);
        EXPECT_EQ(classes.find(moved).equal != nullptr, moved == puzzles[index]);
        for (std::uint8_t& digit : moved.cells()) {
            if (digit == 0) continue;
            digit = 0;  // a puzzle with a clue less
            break;
        }
        EXPECT_EQ(classes.find(moved).symmetric, nullptr) << index;
    }
    const Grid moved = turned(puzzles[5], random);
    EXPECT_EQ(*classes.add(moved).symmetric, 6u);
    EXPECT_EQ(*classes.add(puzzles[5]).equal, 6u);
    EXPECT_EQ(*classes.find(moved).equal, 0u) << "it has no number yet";
    EXPECT_EQ((std::array{classes.count(), classes.equal(), classes.symmetric()}),
              (std::array<std::size_t, 3>{1'002, 1, 2}));
}

TEST(CanonicalForm, OfSparseAndOfFullGrids) {
    std::mt19937 random(2);
    EXPECT_EQ(canonical_form(Grid(3)), Grid(3)) << "a blank one";
    Grid grid(3);
    for (int cell = 0; cell < 81; cell += 13) {
        grid[cell] = static_cast<std::uint8_t>(1 + cell % 9);
        EXPECT_EQ(canonical_form(turned(grid, random)), canonical_form(grid)) << cell;
    }
    Grid one(3), other(3);  // two digits in a row, and in a box
    one[0] = 1, one[8] = 2, other[0] = 1, other[10] = 2;
    EXPECT_NE(canonical_form(one), canonical_form(other));
    one[8] = 0, one[40] = 2;
    EXPECT_NE(canonical_form(one), canonical_form(other));
    Grid full(3);
    for (int cell = 0; cell < 81; ++cell)
        full[cell] = static_cast<std::uint8_t>(1 + (cell / 9 * 3 + cell / 27 + cell % 9) % 9);
    EXPECT_EQ(canonical_form(turned(full, random)), canonical_form(full)) << "the most regular solution";
}

}  // namespace
}  // namespace evodoku::logic
