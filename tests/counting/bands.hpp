// The 416 classes of the first band of a 9 x 9 grid, and the number of grids with each, as Felgenhauer and Jarvis
// (2006) counted them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace evodoku::test {

/// The columns of a band, box by box, each from top to bottom; digits 0 to 8.
using Column = std::array<std::uint8_t, 3>;
using Box = std::array<Column, 3>;
using Band = std::array<Box, 3>;

/// The least band that symmetries make of this one: rows, boxes and columns of a box in another order, other digits.
/// The columns of its first box are 0 3 6, 1 4 7, 2 5 8; those of the other boxes ascend, and so do these boxes.
inline Band class_of(const Band& band) {
    Band least;
    bool is_first = true;
    std::array<std::size_t, 3> rows = {0, 1, 2};
    do {
        for (std::size_t first = 0; first < 3; ++first) {
            std::array<std::size_t, 3> columns = {0, 1, 2};
            do {
                std::array<std::uint8_t, 9> digit{};
                for (std::size_t row = 0; row < 3; ++row) {
                    for (std::size_t column = 0; column < 3; ++column)
                        digit[band[first][columns[column]][rows[row]]] = static_cast<std::uint8_t>(3 * row + column);
                }
                Band made = {Box{Column{0, 3, 6}, Column{1, 4, 7}, Column{2, 5, 8}}, {}, {}};
                for (std::size_t other = 1; other < 3; ++other) {
                    for (std::size_t column = 0; column < 3; ++column) {
                        for (std::size_t row = 0; row < 3; ++row)
                            made[other][column][row] = digit[band[(first + other) % 3][column][rows[row]]];
                    }
                    std::ranges::sort(made[other]);
                }
                std::ranges::sort(made.begin() + 1, made.end());
                if (is_first || made < least) least = made;
                is_first = false;
            } while (std::ranges::next_permutation(columns).found);
        }
    } while (std::ranges::next_permutation(rows).found);
    return least;
}

/// A digit is a bit. The digits of each column of three boxes.
using Digits = std::uint32_t;
using DigitsOfBox = std::array<Digits, 3>;
using DigitsOfBand = std::array<DigitsOfBox, 3>;

/// Calls use(row) for every row of nine different digits that takes one from each column; as three triples.
inline void visit_rows(const DigitsOfBand& columns, const auto& use) {
    std::array<std::array<Digits, 27>, 2> triples;  // of the first two boxes
    std::array<std::size_t, 2> counts{};
    for (std::size_t box = 0; box < 2; ++box) {
        for (Digits a = columns[box][0]; a != 0; a &= a - 1) {
            for (Digits b = columns[box][1]; b != 0; b &= b - 1) {
                for (Digits c = columns[box][2]; c != 0; c &= c - 1)
                    triples[box][counts[box]++] = (a & -a) | (b & -b) | (c & -c);
            }
        }
    }
    for (std::size_t i = 0; i < counts[0]; ++i) {
        for (std::size_t j = 0; j < counts[1]; ++j) {
            const Digits left = triples[0][i], middle = triples[1][j];
            const Digits right = 511 & ~(left | middle);
            if ((left & middle) != 0) continue;
            if (std::ranges::all_of(columns[2], [&](Digits column) { return std::has_single_bit(column & right); }))
                use(std::array{left, middle, right});
        }
    }
}

/// The number of bands whose columns have these digits. The third row is what the first two leave.
inline std::uint64_t bands_of(const DigitsOfBand& columns) {
    std::uint64_t count = 0;
    visit_rows(columns, [&](const std::array<Digits, 3>& row) {
        DigitsOfBand rest = columns;
        for (std::size_t box = 0; box < 3; ++box) {
            for (Digits& column : rest[box]) column &= ~row[box];
        }
        visit_rows(rest, [&](const auto&) { ++count; });
    });
    return count;
}

/// The number of grids with this first band: for all digits that the columns of the second may have, the number of such
/// second bands times that of third bands. Second and third may change places, so half of the ways are enough.
inline std::uint64_t grids_of(const Band& band) {
    DigitsOfBand left{};
    std::array<std::vector<DigitsOfBox>, 3> ways;  // of a box of the second band
    for (std::size_t box = 0; box < 3; ++box) {
        for (std::size_t column = 0; column < 3; ++column) {
            left[box][column] = 511;
            for (const int digit : band[box][column]) left[box][column] &= ~(1u << digit);
        }
        for (Digits a = 7; a < 512; ++a) {
            for (Digits b = 7; b < 512; ++b) {
                const DigitsOfBox way = {a, b, 511 & ~(a | b)};
                const bool parts = (a & b) == 0 && std::popcount(a) == 3 && std::popcount(b) == 3;
                const auto fits = [&](std::size_t column) { return (way[column] & ~left[box][column]) == 0; };
                if (parts && fits(0) && fits(1) && fits(2)) ways[box].push_back(way);
            }
        }
    }
    std::uint64_t count = 0;
    for (const DigitsOfBox& one : ways[0]) {
        if (one[0] > (left[0][0] ^ one[0])) continue;
        for (const DigitsOfBox& two : ways[1]) {
            for (const DigitsOfBox& three : ways[2]) {
                const DigitsOfBand second = {one, two, three};
                DigitsOfBand third = left;
                for (std::size_t box = 0; box < 3; ++box) {
                    for (std::size_t column = 0; column < 3; ++column) third[box][column] ^= second[box][column];
                }
                if (const std::uint64_t seconds = bands_of(second); seconds != 0)
                    count += 2 * seconds * bands_of(third);
            }
        }
    }
    return count;
}

}  // namespace evodoku::test
