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
