// Sampled grids: their frequencies, and what they depend on.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>

#include "evodoku/counting/sample.hpp"
#include "evodoku/engine/errors.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/logic/verifier.hpp"
#include "support/refusal.hpp"

namespace evodoku {
namespace {

// The 416 classes of the first band of a 9 x 9 grid, and the number of grids with each, as Felgenhauer and Jarvis
// (2006) counted them.

/// The columns of a band, box by box, each from top to bottom; digits 0 to 8.
using Column = std::array<std::uint8_t, 3>;
using Box = std::array<Column, 3>;
using Band = std::array<Box, 3>;

/// The least band that symmetries make of this one: rows, boxes and columns of a box in another order, other digits.
/// The columns of its first box are 0 3 6, 1 4 7, 2 5 8; those of the other boxes ascend, and so do these boxes.
Band class_of(const Band& band) {
    Band least;
    bool is_first = true;
    std::array<std::size_t, 3> rows = {0, 1, 2};
    do {
        for (std::size_t first = 0; first < 3; ++first) {
            std::array<std::size_t, 3> columns = {0, 1, 2};
            do {
                std::array<std::uint8_t, 9> digit{};
                for (std::size_t row = 0; row < 3; ++row)
                    for (std::size_t column = 0; column < 3; ++column)
                        digit[band[first][columns[column]][rows[row]]] = static_cast<std::uint8_t>(3 * row + column);
                Band made = {Box{Column{0, 3, 6}, Column{1, 4, 7}, Column{2, 5, 8}}, {}, {}};
                for (std::size_t other = 1; other < 3; ++other) {
                    for (std::size_t column = 0; column < 3; ++column)
                        for (std::size_t row = 0; row < 3; ++row)
                            made[other][column][row] = digit[band[(first + other) % 3][column][rows[row]]];
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
void visit_rows(const DigitsOfBand& columns, const auto& use) {
    std::array<std::array<Digits, 27>, 2> triples;  // of the first two boxes
    std::array<std::size_t, 2> counts{};
    for (std::size_t box = 0; box < 2; ++box)
        for (Digits a = columns[box][0]; a != 0; a &= a - 1)
            for (Digits b = columns[box][1]; b != 0; b &= b - 1)
                for (Digits c = columns[box][2]; c != 0; c &= c - 1)
                    triples[box][counts[box]++] = (a & -a) | (b & -b) | (c & -c);
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
std::uint64_t bands_of(const DigitsOfBand& columns) {
    std::uint64_t count = 0;
    visit_rows(columns, [&](const std::array<Digits, 3>& row) {
        DigitsOfBand rest = columns;
        for (std::size_t box = 0; box < 3; ++box)
            for (Digits& column : rest[box]) column &= ~row[box];
        visit_rows(rest, [&](const auto&) { ++count; });
    });
    return count;
}

/// The number of grids with this first band: for all digits that the columns of the second may have, the number of such
/// second bands times that of third bands. Second and third may change places, so half of the ways are enough.
std::uint64_t grids_of(const Band& band) {
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
                for (std::size_t box = 0; box < 3; ++box)
                    for (std::size_t column = 0; column < 3; ++column) third[box][column] ^= second[box][column];
                if (const std::uint64_t seconds = bands_of(second); seconds != 0)
                    count += 2 * seconds * bands_of(third);
            }
        }
    }
    return count;
}

std::vector<std::string> sampled(int order, int count, const SampleOptions& options, unsigned threads = 2) {
    GridSampler sampler(order, options, {}, threads);
    std::vector<std::string> lines;
    for (int k = 0; k < count; ++k) {
        const std::optional<Grid> grid = sampler.next();
        if (!grid) break;
        EXPECT_TRUE(logic::verify(Grid(order), *grid).valid);
        lines.push_back(io::to_line(*grid));
    }
    return lines;
}

/// Pearson's statistic in standard deviations from what is expected. Cells that expect fewer than five are one cell.
double deviation_of(const std::map<double, std::vector<double>>& observed_by_expected) {
    double chi = 0, few = 0, few_expected = 0;
    int cells = 0;
    const auto add = [&](double observed, double expected) {
        chi += (observed - expected) * (observed - expected) / expected;
        ++cells;
    };
    for (const auto& [expected, all] : observed_by_expected)
        for (const double observed : all)
            if (expected >= 5)
                add(observed, expected);
            else
                few += observed, few_expected += expected;
    if (few_expected > 0) add(few, few_expected);
    return (chi - (cells - 1)) / std::sqrt(2.0 * (cells - 1));
}

TEST(GridSampler, All288GridsOf4x4AreEquallyFrequent) {
    constexpr int count = 20'000;
    std::map<std::string, double> seen;
    for (const std::string& grid : sampled(2, count, {.seed = 1})) ++seen[grid];
    ASSERT_EQ(seen.size(), 288u);
    std::map<double, std::vector<double>> observed;
    for (const auto& [grid, times] : seen) observed[count / 288.0].push_back(times);
    EXPECT_LT(std::abs(deviation_of(observed)), 5);
}

struct BandClass {
    std::uint64_t bands = 0, grids = 0;  ///< in the class, with the first box given; with each of them
};

/// tests/data/band_classes.tsv
std::map<Band, BandClass> band_classes() {
    std::ifstream file(EVODOKU_SOURCE_DIR "/tests/data/band_classes.tsv");
    std::string text;
    std::getline(file, text);
    std::map<Band, BandClass> all;
    BandClass each;
    while (file >> text >> each.bands >> each.grids) {
        Band band;
        for (std::size_t k = 0; k < 27; ++k) band[k % 9 / 3][k % 3][k / 9] = static_cast<std::uint8_t>(text[k] - '1');
        all[band] = each;
    }
    return all;
}

TEST(BandClasses, AreThoseOfFelgenhauerAndJarvis) {
    const std::map<Band, BandClass> classes = band_classes();
    ASSERT_EQ(classes.size(), 416u);
    __extension__ unsigned __int128 all = 0;
    std::uint64_t bands = 0;
    for (const auto& [band, each] : classes) {
        EXPECT_EQ(class_of(band), band);
        bands += each.bands;
        all += static_cast<decltype(all)>(each.bands) * each.grids * 362'880;  // labels of the first box
    }
    EXPECT_EQ(bands, 2'612'736u);
    const auto million = static_cast<decltype(all)>(1'000'000);
    EXPECT_EQ(static_cast<std::uint64_t>(all / million / million), 6'670'903'752u);
    EXPECT_EQ(static_cast<std::uint64_t>(all % (million * million)), 21'072'936'960u);
    const auto& [band, last] = *classes.rbegin();
    EXPECT_EQ(grids_of(band), last.grids);
}

TEST(GridSampler, BandsOf9x9AreAsFrequentAsInAllGrids) {
    const std::map<Band, BandClass> classes = band_classes();
    std::map<Band, double> seen;
    const std::vector<std::string> grids = sampled(3, 1'500, {.seed = 1});
    for (const std::string& grid : grids) {
        for (std::size_t first = 0; first < 9; first += 3) {
            Band rows, columns;
            for (std::size_t k = 0; k < 27; ++k) {
                const std::size_t across = k % 9, down = first + k / 9;
                rows[across / 3][across % 3][k / 9] = static_cast<std::uint8_t>(grid[9 * down + across] - '1');
                columns[across / 3][across % 3][k / 9] = static_cast<std::uint8_t>(grid[9 * across + down] - '1');
            }
            ++seen[class_of(rows)], ++seen[class_of(columns)];
        }
    }
    double all = 0;
    for (const auto& [band, each] : classes) all += static_cast<double>(each.bands) * static_cast<double>(each.grids);
    std::map<double, std::vector<double>> observed;
    for (const auto& [band, each] : classes) {
        const double share = static_cast<double>(each.bands) * static_cast<double>(each.grids) / all;
        observed[share * 6 * static_cast<double>(grids.size())].push_back(seen[band]);
    }
    EXPECT_LT(std::abs(deviation_of(observed)), 5);
    EXPECT_EQ(std::set(grids.begin(), grids.end()).size(), grids.size()) << "of 7e21";
}

TEST(GridSampler, GridsDependOnOrderAndOptionsAlone) {
    for (const int order : {2, 3, 4}) {
        const SampleOptions options{.seed = 9, .population = 30};
        const int count = order == 4 ? 3 : 20;
        const std::vector<std::string> all = sampled(order, count, options, 1);
        EXPECT_EQ(sampled(order, count, options, 3), all);
        EXPECT_EQ(sampled(order, 2, options), std::vector(all.begin(), all.begin() + 2));
        EXPECT_NE(sampled(order, count, {.seed = 10, .population = 30}), all);
    }
}

TEST(GridSampler, APopulationOfWhichSomeBoardsAreSolvedGivesNone) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        EXPECT_EQ(sampled(3, 3, {.seed = seed, .population = 4}).size(), 3u);
        EXPECT_EQ(sampled(4, 2, {.seed = seed, .population = 8}).size(), 2u);
    }
}

TEST(GridSampler, MakesGridsOf25x25) {
    EXPECT_EQ(sampled(5, 1, {.seed = 1, .population = 8, .sweeps = 10}).size(), 1u);
}

TEST(GridSampler, StopsAndRefuses) {
    EXPECT_TRUE(sampled(3, 1, {.should_stop = [] { return true; }}).empty());
    EXPECT_THROW(GridSampler(3, {.population = 1}), SettingError);
    GridSampler sampler(6, {.seed = 1, .population = 2, .sweeps = 1});  // one change per cell and temperature
    const std::string text = test::refusal<SettingError>([&] { sampler.next(); });
    EXPECT_TRUE(text.starts_with("20 populations of 2 boards of 36 x 36")) << text;
}

}  // namespace
}  // namespace evodoku
