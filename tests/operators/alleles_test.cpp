// The alleles of a box, the bookkeeping of clashes between boxes, and the heat bath's draw of a listed allele: every
// form against the definition, and its distribution.
#include <memory>
#include <string>
#include <utility>

#include "alleles.hpp"
#include "core/geometry.hpp"
#include "operators/cost/costs.hpp"
#include "operators/initialisation/initialisations.hpp"

namespace evodoku {
namespace {

using test::boxes_of;
using test::expect_distribution;
using test::list_of;
using test::naive_alleles;
using test::presolved;

TEST(Alleles, AreEveryArrangementThatTheCandidatesAllowAndEachOnce) {
    for (const PresolveLevel level : {PresolveLevel::none, PresolveLevel::givens, PresolveLevel::full}) {
        const test::PreparedPuzzle prepared(presolved(test::hard_puzzle, level));
        std::size_t room_left = Alleles::room;
        for (int box = 0; box < 9; ++box) {
            const auto expected = naive_alleles(prepared.puzzle, box);
            const std::uint32_t count = prepared.alleles->count[box];
            if (expected.size() > Alleles::max_listed || room_left < expected.size()) {
                EXPECT_EQ(count, 0u) << "box " << box << ": too many to list";
                continue;
            }
            room_left -= (count + 63) / 64 * 64;
            ASSERT_EQ(count, expected.size()) << to_text(level) << " box " << box;
            const std::vector<BoxBoard::Box> list = list_of(*prepared.alleles, box);
            const std::set<BoxBoard::Box> listed(list.begin(), list.end());
            EXPECT_EQ(listed, expected) << to_text(level) << " box " << box;
        }
    }
}

TEST(RandomAlleles, DrawsEveryAlleleOfAListedBoxAndFillsAnyOther) {
    const test::PreparedPuzzle prepared(presolved(test::hard_puzzle, PresolveLevel::full));
    std::array<std::set<BoxBoard::Box>, 9> drawn;
    for (std::uint32_t k = 0; k < 20'000; ++k) {
        BoxBoard::Stored board;
        Draws draws({6, 0, k, 0}, Purpose::initialise);
        RandomAlleles{}(BoxBoard::view(board), Context{prepared.puzzle, prepared.alleles.get()}, draws);
        for (std::size_t box = 0; box < 9; ++box) drawn[box].insert(boxes_of(board).of[box]);
    }
    for (std::size_t box = 0; box < 9; ++box) {
        const std::vector<BoxBoard::Box> list = list_of(*prepared.alleles, static_cast<int>(box));
        ASSERT_FALSE(list.empty()) << "box " << box;
        EXPECT_EQ(drawn[box], std::set(list.begin(), list.end())) << "box " << box;
    }

    const test::PreparedPuzzle empty(presolved(Grid{}, PresolveLevel::full));
    ASSERT_EQ(empty.alleles->count[0], 0u) << "9! alleles are not listed";
    BoxBoard::Stored board;
    Draws draws({6, 0, 0, 0}, Purpose::initialise);
    RandomAlleles{}(BoxBoard::view(board), Context{empty.puzzle, empty.alleles.get()}, draws);
    for (const BoxBoard::Box bits : boxes_of(board).of) EXPECT_EQ(count_bits(bits), 18);
}

/// The lists of a puzzle, made in so many parts, the last one first.
std::unique_ptr<Alleles> in_parts(const Puzzle& puzzle, std::uint32_t parts) {
    auto alleles = std::make_unique<Alleles>();
    const auto make = [&](auto step, std::uint32_t tasks) {
        for (std::uint32_t task = tasks; task-- != 0;) alleles->make(step, puzzle, task, tasks);
    };
    make(CountAlleles{}, 9), make(ListAlleles{}, 9 * parts), make(NumberHalves{}, 9), make(MakeSets{}, parts);
    return alleles;
}

TEST(Alleles, AreTheSameInAnyNumberOfParts) {
    const Puzzle puzzle = presolved(test::hard_puzzle, PresolveLevel::givens);
    const auto whole = in_parts(puzzle, 1);
    for (const std::uint32_t parts : {2u, 7u, 32u}) {
        const auto other = in_parts(puzzle, parts);
        for (std::uint32_t box = 0; box < 9; ++box) {
            const int number = static_cast<int>(box);
            EXPECT_EQ(list_of(*other, number), list_of(*whole, number)) << parts << " parts, box " << box;
            const std::size_t words = Alleles::place_count * whole->words(box);
            EXPECT_TRUE(std::equal(other->places(box), other->places(box) + words, whole->places(box)));
            for (std::uint32_t k = 0; k < whole->count[box]; ++k)
                ASSERT_EQ(other->numbers_of(box, k), whole->numbers_of(box, k));
        }
    }
}

TEST(Alleles, AreNoneWhereTheCandidatesContradict) {
    const auto count = [](std::initializer_list<std::pair<int, std::uint16_t>> changes) {
        Puzzle puzzle = presolved(Grid{}, PresolveLevel::givens);
        for (const auto& [within, candidates] : changes) puzzle.candidates[cell_in_box(4, within)] = candidates;
        return in_parts(puzzle, 3)->found[4];
    };
    EXPECT_EQ(count({}), Alleles::max_listed + 1) << "9! of them";
    EXPECT_EQ(count({{0, 1}, {8, 2}}), 5040u);
    EXPECT_EQ(count({{0, 1}, {8, 1}}), 0u) << "one digit for two cells";
    EXPECT_EQ(count({{5, 0}}), 0u) << "no digit for a cell";
    EXPECT_EQ(count({{1, 3}, {2, 3}, {7, 3}}), 0u) << "two digits for three cells";
}

TEST(HalfPatterns, NumberEachHalfOnceAndHaveNoneWhereTheyAreFull) {
    HalfPatterns patterns;
    patterns.clear();
    for (std::uint32_t half = 0; half < 300; ++half) {
        const std::uint32_t expected = half < HalfPatterns::max_count ? half : HalfPatterns::none;
        EXPECT_EQ(patterns.find(half * 77), HalfPatterns::none);
        EXPECT_EQ(patterns.add(half * 77), expected);
        EXPECT_EQ(patterns.add(half * 77), expected);
    }
    EXPECT_EQ(patterns.count(), HalfPatterns::max_count);
    for (std::uint32_t half = 0; half < HalfPatterns::max_count; ++half) {
        EXPECT_EQ(patterns.find(half * 77), half);
        EXPECT_EQ(patterns.half(half), half * 77);
    }
    EXPECT_EQ(patterns.find(1), HalfPatterns::none);
}

/// Pairs of neighbours that share a digit in a row or column, counted from the grid.
int naive_clashing_pairs(const Grid& grid) {
    int clashing = 0;
    for (int a = 0; a < 9; ++a) {
        for (int b = a + 1; b < 9; ++b) {
            const bool same_band = band_of_box(a) == band_of_box(b), same_stack = stack_of_box(a) == stack_of_box(b);
            bool clash = false;
            for (int i = 0; i < 9; ++i) {
                for (int j = 0; j < 9; ++j) {
                    const int x = cell_in_box(a, i), y = cell_in_box(b, j);
                    clash = clash || (grid[x] == grid[y] && ((same_band && row_of(x) == row_of(y)) ||
                                                             (same_stack && column_of(x) == column_of(y))));
                }
            }
            clashing += clash;
        }
    }
    return clashing;
}

TEST(BoxPairs, KnowTheClashesAtTheStartAndAfterEveryRedraw) {
    EXPECT_TRUE(rc::check([] {
        const Puzzle puzzle = test::arbitrary_puzzle();
        BoxBoard::Stored board = test::arbitrary_board_of(puzzle);
        const BoxBoard::Stored other = test::arbitrary_board_of(puzzle);
        test::Boxes boxes = boxes_of(board);
        BoxPairs pairs(boxes.of, *rc::gen::inRange(0u, 1u << 18));
        RC_ASSERT(count_bits(pairs.clashing()) == naive_clashing_pairs(BoxBoard::to_grid(board)));
        for (int box = 0; box < 9; ++box) {
            const BoxBoard::Box bits = BoxBoard::view(other).box(box);
            const Surroundings around(static_cast<std::uint32_t>(box));
            const NeighbourBoxes neighbours(boxes.of, around);
            boxes.of[box] = bits;
            BoxBoard::view(board).set_box(box, bits);
            pairs.redrawn(static_cast<std::uint32_t>(box), neighbours.clashes(bits));
            RC_ASSERT(count_bits(pairs.clashing()) == naive_clashing_pairs(BoxBoard::to_grid(board)));
            if (pairs.clashing() == 0) continue;
            const BoxPairs::Pair pair = pairs.random_clashing(*rc::gen::inRange(0u, 1u << 16));
            RC_ASSERT(pairs.clashing() >> pair.number & 1);
            RC_ASSERT(pair.first < pair.second);
            const auto last = static_cast<std::uint32_t>(box);
            if (pair.first == last || pair.second == last) {
                RC_ASSERT((pairs.second_is_older(pair.number) ? pair.second : pair.first) != last);
            }
        }
        const bool solved = RowColumn{}(BoxBoard::view(std::as_const(board)), Context{puzzle}) == 0;
        RC_ASSERT((pairs.clashing() == 0) == solved);
    }));
}

/// A box of a hard puzzle with random neighbours.
struct DrawnBox {
    explicit DrawnBox(const Puzzle& puzzle, int number, std::uint32_t board_number)
        : prepared(puzzle),
          boxes(boxes_of(test::board_of(prepared.puzzle, board_number))),
          neighbours(boxes.of, Surroundings(static_cast<std::uint32_t>(number))),
          box(number),
          count(prepared.alleles->count[number]),
          list(list_of(*prepared.alleles, number)) {}
    std::uint32_t energy_of(std::uint32_t k) const { return test::clashes_of(boxes, box, list[k], 2); }
    /// By the definition: word by word, class by class, allele by allele.
    std::uint32_t scanned(std::uint32_t shift, std::uint64_t uniform) const {
        const auto weight_of = [&](std::uint32_t k) {
            const std::uint32_t energy = energy_of(k);
            return energy > highest_energy ? 0 : std::uint64_t{1} << shift * (highest_energy - energy);
        };
        std::uint64_t total = 0;
        for (std::uint32_t k = 0; k < count; ++k) total += weight_of(k);
        if (total == 0 || shift == 0) return static_cast<std::uint32_t>(multiply_high(uniform, count));
        std::uint64_t left = multiply_high(uniform, total);
        for (std::uint32_t first = 0;; first += 64) {
            const std::uint32_t end = std::min(first + 64, count);
            std::uint64_t weight = 0;
            for (std::uint32_t k = first; k < end; ++k) weight += weight_of(k);
            if (left >= weight) {
                left -= weight;
                continue;
            }
            for (std::uint32_t energy = 0;; ++energy) {
                for (std::uint32_t k = first; k < end; ++k) {
                    if (energy_of(k) != energy) continue;
                    if (left < weight_of(k)) return k;
                    left -= weight_of(k);
                }
            }
        }
    }
    std::uint32_t half(std::uint32_t k) const {
        return Alleles::half_facing(k, boxes.of[Surroundings(number()).neighbour(k)]);
    }
    /// As a CPU does, out of rows: of the table where `listed`, else made for one draw.
    DrawnAllele by_rows(std::uint32_t shift, std::uint64_t uniform, bool listed) const {
        const Alleles& alleles = *prepared.alleles;
        NumberedBoxes numbered;
        std::ranges::copy(boxes.of, numbered.of);
        numbered.number(alleles);
        if (!listed) std::ranges::fill(numbered.lines, static_cast<std::uint8_t>(HalfPatterns::none));
        ClashRows& table = ClashRows::of_thread(alleles);
        table.make_room(1);
        ClashRows::Rows rows;
        table.find(alleles, number(), surroundings(number()), numbered, rows);
        AnySets sets;
        sets.set(rows, alleles.words(number()));
        return draw_allele(sets, count, shift, uniform);
    }
    /// The first entries of the rows of the table; none for a neighbour in the set `without`.
    std::array<std::uint32_t, 4> rows_of_table(std::uint32_t without) const {
        const Alleles& alleles = *prepared.alleles;
        std::array<std::uint32_t, 4> rows;
        for (std::uint32_t k = 0; k < 4; ++k) {
            const std::uint32_t line = alleles.half_patterns(number(), k).find(half(k));
            const bool left_out = (without >> k & 1) != 0;
            rows[k] = left_out ? ClashTable::none : alleles.table.row(number(), k, line, alleles.words(number()));
        }
        return rows;
    }
    /// As a GPU does where its table has not all rows.
    DrawnAllele by_places(std::uint32_t shift, std::uint64_t uniform, std::uint32_t without = 15) const {
        const auto [a, b, c, d] = rows_of_table(without);
        MixedEntries::Halves halves;
        const auto half_of = [&](std::uint32_t k) { return half(k); };
        const MixedEntries entries(*prepared.alleles, number(), {a, b, c, d}, half_of, halves);
        const std::uint64_t step = std::uint64_t{1} << shift;
        return draw_by_words(entries, prepared.alleles->words(number()), step, count, shift, uniform);
    }
    /// As a GPU does out of its table; by places where that has no row, or the weights no room in 32 bits.
    DrawnAllele by_table(std::uint32_t shift, std::uint64_t uniform) const {
        const Alleles& alleles = *prepared.alleles;
        const auto [a, b, c, d] = rows_of_table(0);
        for (const std::uint32_t row : {a, b, c, d})
            if (row == ClashTable::none || !weights_fit_words(count, shift)) return by_places(shift, uniform, 0);
        const TableEntries entries(alleles.entries(), {a, b, c, d});
        return draw_by_words(entries, alleles.words(number()), 1u << shift, count, shift, uniform);
    }
    std::uint32_t number() const { return static_cast<std::uint32_t>(box); }
    /// 8^-E and so on, by the definition.
    double weight(std::uint32_t k, std::uint32_t shift) const {
        const std::uint32_t energy = energy_of(k);
        return energy > highest_energy && shift != 0 ? 0 : std::pow(2.0, -static_cast<double>(shift * energy));
    }

    /// Alleles in place of the neighbours, where those have any.
    void take_listed_neighbours(std::uint32_t seed) {
        for (std::uint32_t k = 0; k < 4; ++k) {
            const std::uint32_t neighbour = Surroundings(number()).neighbour(k),
                                listed = prepared.alleles->count[neighbour];
            if (listed != 0) boxes.of[neighbour] = prepared.alleles->allele(neighbour, (seed * 7919 + k * 31) % listed);
        }
        neighbours = NeighbourBoxes(boxes.of, Surroundings(number()));
    }

    test::PreparedPuzzle prepared;
    test::Boxes boxes;
    NeighbourBoxes neighbours;
    int box;
    std::uint32_t count;
    std::vector<BoxBoard::Box> list;
};

std::uint64_t uniform_word(Draws& draws) {
    const std::uint64_t high = draws.bits(32);
    const std::uint64_t low = draws.bits(32);
    return high << 32 | low;
}

/// Every way to draw, against the definition; and what it says of clashes.
void expect_same_draws(const DrawnBox& of, std::uint32_t shift, std::uint64_t uniform) {
    const std::uint32_t expected = of.scanned(shift, uniform);
    for (const DrawnAllele& drawn :
         {of.by_rows(shift, uniform, true), of.by_rows(shift, uniform, false), of.by_places(shift, uniform),
          of.by_places(shift, uniform, static_cast<std::uint32_t>(uniform % 15)), of.by_table(shift, uniform)}) {
        ASSERT_EQ(drawn.number, expected) << "box " << of.box << " shift " << shift;
        ASSERT_EQ(drawn.clashes, of.neighbours.clashes(of.list[expected])) << "box " << of.box << " shift " << shift;
    }
}

TEST(AlleleDraw, EveryFormDrawsTheSameAlleleForTheSameNumber) {
    Draws draws({5, 0, 0, 0}, Purpose::mutate);
    for (const Grid& grid : test::batch_puzzles()) {
        const Presolved found = presolve(grid, PresolveLevel::givens);
        if (found.contradiction || found.is_full()) continue;
        for (int box = 0; box < 9; ++box) {
            for (std::uint32_t board = 0; board < 4; ++board) {
                DrawnBox drawn(make_puzzle(found), box, board);
                if (drawn.count < 2) continue;
                if (board >= 2) drawn.take_listed_neighbours(board);
                for (const std::uint32_t shift : {0u, 1u, 3u, 4u, 7u}) {
                    for (int k = 0; k < 20; ++k) expect_same_draws(drawn, shift, uniform_word(draws));
                    expect_same_draws(drawn, shift, 0);
                    expect_same_draws(drawn, shift, ~std::uint64_t{0});
                }
            }
        }
    }
}

TEST(ClashRows, AreMadeAnewWhereTheTableIsFullAndForAnotherPuzzle) {
    Draws draws({7, 0, 0, 0}, Purpose::mutate);
    const Puzzle wide = presolved(test::hard_puzzle, PresolveLevel::none);
    const Puzzle narrow = presolved(test::hard_puzzle, PresolveLevel::givens);
    for (std::uint32_t round = 0; round < 300; ++round) {
        for (const int box : {0, 4}) {
            DrawnBox of(round % 8 == 7 ? narrow : wide, box, round);
            if (of.count < 2) continue;
            of.take_listed_neighbours(round);
            expect_same_draws(of, 3, uniform_word(draws));
        }
    }
}

TEST(Alleles, ABoxIsListedUpToItsMaximumAndWhileThereIsRoom) {
    Grid grid{};
    for (int within = 0; within < 3; ++within) grid[cell_in_box(4, within)] = static_cast<std::uint8_t>(within + 1);
    DrawnBox drawn(presolved(grid, PresolveLevel::none), 4, 3);
    ASSERT_EQ(drawn.count, 720u);
    for (const int other : {0, 1, 8}) EXPECT_EQ(drawn.prepared.alleles->count[other], 0u) << "an empty box has 9!";
    Draws draws({6, 0, 0, 0}, Purpose::mutate);
    for (int k = 0; k < 20; ++k) expect_same_draws(drawn, 3, uniform_word(draws));

    for (int box = 0; box < 9; ++box)  // 5,040 each: one of them fits
        for (int within = 0; within < 9; ++within)
            grid[cell_in_box(box, within)] = static_cast<std::uint8_t>(within < 2 ? within + 1 : 0);
    const test::PreparedPuzzle seven_free(presolved(grid, PresolveLevel::none));
    for (int box = 0; box < 9; ++box) EXPECT_EQ(seven_free.alleles->count[box], box == 0 ? 5040u : 0u) << box;
}

/// A million draws of one box, its neighbours fixed, against 2^(-shift E) by Pearson's test.
void check_distribution(std::uint32_t shift) {
    const DrawnBox of(presolved(test::hard_puzzle, PresolveLevel::givens), 4, 5);
    ASSERT_GT(of.count, 20u);
    constexpr int draws_made = 1'000'000;
    std::map<BoxBoard::Box, double> weights;
    for (std::uint32_t k = 0; k < of.count; ++k) weights[of.list[k]] = of.weight(k, shift);
    std::map<BoxBoard::Box, int> drawn;
    Draws draws({1905, 0, shift, 0}, Purpose::mutate);
    for (int k = 0; k < draws_made; ++k) ++drawn[of.list[of.by_rows(shift, uniform_word(draws), true).number]];
    SCOPED_TRACE("shift " + std::to_string(shift));
    expect_distribution(weights, drawn, draws_made);
}

TEST(AlleleDraw, FollowsTheBoltzmannDistribution) {
    check_distribution(3);
    check_distribution(1);
    check_distribution(0);  // hot: uniform
}

TEST(AlleleDraw, WhereEveryWeightIsZeroAnyAlleleIsDrawn) {
    // All boxes are equal up to one swap: every allele clashes at least twice with each neighbour, E = 8.
    Grid grid;
    for (int cell = 0; cell < cell_count; ++cell) grid[cell] = static_cast<std::uint8_t>(within_box(cell) + 1);
    Puzzle puzzle = make_puzzle(grid);
    puzzle.candidates[cell_in_box(4, 0)] = puzzle.candidates[cell_in_box(4, 1)] = 0b11;
    const DrawnBox of(puzzle, 4, 0);
    ASSERT_EQ(of.count, 2u);
    for (std::uint32_t k = 0; k < 2; ++k) ASSERT_GT(of.energy_of(k), highest_energy);
    Draws draws({2, 0, 0, 0}, Purpose::mutate);
    int first = 0;
    for (int k = 0; k < 1'000; ++k) {
        const std::uint64_t uniform = uniform_word(draws);
        expect_same_draws(of, 3, uniform);
        first += of.by_rows(3, uniform, true).number == 0;
    }
    EXPECT_NEAR(first, 500, 80);
}

}  // namespace
}  // namespace evodoku
