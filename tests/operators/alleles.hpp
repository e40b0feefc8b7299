// Support for tests of the heat bath: boxes, their alleles by brute force, and a test of a distribution.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "operators/mutation/heat_bath.hpp"
#include "support/boards.hpp"

namespace evodoku::test {

inline Puzzle presolved(const Grid& grid, PresolveLevel level) { return make_puzzle(presolve(grid, level)); }

/// The arrangements of a box by trying all 9! orders.
inline std::set<BoxBoard::Box> naive_alleles(const Puzzle& puzzle, int box) {
    std::set<BoxBoard::Box> found;
    std::array<int, 9> digits = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    do {
        bool allowed = true;
        BoxBoard::Box bits = 0;
        for (int within = 0; within < 9; ++within) {
            const int digit = digits[static_cast<std::size_t>(within)];
            allowed = allowed && (puzzle.candidates[cell_in_box(box, within)] >> (digit - 1) & 1);
            bits |= BoxBoard::place(within, digit);
        }
        if (allowed) found.insert(bits);
    } while (std::next_permutation(digits.begin(), digits.end()));
    return found;
}

inline std::vector<BoxBoard::Box> list_of(const Alleles& alleles, int box) {
    std::vector<BoxBoard::Box> list;
    const auto number = static_cast<std::uint32_t>(box);
    for (std::uint32_t k = 0; k < alleles.count[box]; ++k) list.push_back(alleles.allele(number, k));
    return list;
}

struct Boxes {
    BoxBoard::Box of[9];
};
inline Boxes boxes_of(const BoxBoard::Stored& board) {
    Boxes boxes;
    for (int box = 0; box < 9; ++box) boxes.of[box] = BoxBoard::view(board).box(box);
    return boxes;
}

/// The clashes of an allele with the four neighbours of its box; with each of them, at most `most` are counted.
inline std::uint32_t clashes_of(const Boxes& boxes, int box, BoxBoard::Box allele, int most = 9) {
    const Surroundings around(static_cast<std::uint32_t>(box));
    int clashes = 0;
    for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint64_t mask = k < 2 ? BoxBoard::rows_mask : BoxBoard::columns_mask;
        clashes += std::min(most, count_bits(allele & boxes.of[around.neighbour(k)] & mask));
    }
    return static_cast<std::uint32_t>(clashes);
}

/// Pearson's test of `drawn`, of `draws_made` draws, against weights that are not yet a distribution.
inline void expect_distribution(const std::map<BoxBoard::Box, double>& weights,
                                const std::map<BoxBoard::Box, int>& drawn, int draws_made) {
    double total = 0, statistic = 0, rare = 0;
    int classes = 0, rare_drawn = 0;
    for (const auto& [allele, weight] : weights) total += weight;
    for (const auto& [allele, weight] : weights) {
        const double expected = draws_made * weight / total;
        const auto found = drawn.find(allele);
        const int times = found == drawn.end() ? 0 : found->second;
        if (expected < 10) {  // pooled: too rare for the test one by one
            rare += expected, rare_drawn += times;
            continue;
        }
        statistic += (times - expected) * (times - expected) / expected;
        ++classes;
    }
    if (rare >= 10) statistic += (rare_drawn - rare) * (rare_drawn - rare) / rare, ++classes;
    for (const auto& [allele, times] : drawn) EXPECT_TRUE(weights.contains(allele)) << "not an arrangement of the box";
    // The 0.1 % point of chi-square for n degrees of freedom is below n + 4.4 sqrt(n) + 6; the seed is fixed.
    const double freedom = classes - 1;
    EXPECT_LT(statistic, freedom + 4.4 * std::sqrt(freedom) + 6) << classes << " classes";
    EXPECT_GT(classes, std::min(5, static_cast<int>(weights.size()) - 1));
}

}  // namespace evodoku::test
