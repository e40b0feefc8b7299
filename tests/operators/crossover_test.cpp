// What single crossovers promise besides what all of them do.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "operators/crossover/all.hpp"
#include "support/boards.hpp"

namespace evodoku {
namespace {

template <class Operator, class Representation>
Grid child_of(const Operator& op, const typename Representation::Stored& a, const typename Representation::Stored& b,
              const Puzzle& puzzle, std::uint32_t number, bool second = false) {
    typename Representation::Stored child;
    Draws draws({4, 0, number, 0}, Purpose::cross);
    op(Representation::view(a), Representation::view(b), Representation::view(child), Context{puzzle, nullptr, second},
       draws);
    return Representation::to_grid(child);
}

/// Children of a board of ones and a board of twos: 1 from the first, 2 from the second.
Grid of_ones_and_twos(const auto& op, std::uint32_t number, Puzzle puzzle = make_puzzle(Grid{})) {
    Grid ones, twos;
    for (int cell = 0; cell < cell_count; ++cell) ones[cell] = 1, twos[cell] = 2;
    return child_of<std::decay_t<decltype(op)>, CellBoard>(op, test::board_of<CellBoard>(ones),
                                                           test::board_of<CellBoard>(twos), puzzle, number);
}

/// By row, 1 or 2 for whose it is; 0 if it is mixed.
std::vector<int> rows_of(const Grid& grid) {
    std::vector<int> rows;
    for (int row = 0; row < 9; ++row) {
        int whose = grid[cell_at(row, 0)];
        for (int column = 0; column < 9; ++column) whose = grid[cell_at(row, column)] == whose ? whose : 0;
        rows.push_back(whose);
    }
    return rows;
}

int changes(const auto& sequence) {
    int count = 0;
    for (std::size_t k = 1; k < std::size(sequence); ++k) count += sequence[k] != sequence[k - 1];
    return count;
}

TEST(RowCrossovers, KeepRowsWhole) {
    std::map<int, int> numbers;
    std::vector<int> of_row(9);
    std::set<int> cuts;
    for (std::uint32_t k = 0; k < 2'000; ++k) {
        const auto one_point = rows_of(of_ones_and_twos(OnePoint<Rows>{.min_second = 2}, k));
        ASSERT_EQ(changes(one_point), 1);
        ASSERT_EQ(one_point.front(), 1);
        cuts.insert(static_cast<int>(std::count(one_point.begin(), one_point.end(), 1)));
        const auto two_point = rows_of(of_ones_and_twos(TwoPoint<Rows>{}, k));
        ASSERT_EQ(changes(two_point), 2);
        const auto some = rows_of(of_ones_and_twos(KSegment<Rows>{}, k));
        ASSERT_EQ(std::count(some.begin(), some.end(), 0), 0);
        ++numbers[static_cast<int>(std::count(some.begin(), some.end(), 1))];
        for (std::size_t row = 0; row < 9; ++row) of_row[row] += some[row] == 1;
        const auto exchanged = rows_of(of_ones_and_twos(Exchange<Rows>{}, k));
        ASSERT_EQ(exchanged.front(), 1);
        ASSERT_EQ(exchanged.back(), 1);
        ASSERT_LE(std::count(exchanged.begin(), exchanged.end(), 2), 6);
        const auto uniform = rows_of(of_ones_and_twos(UniformCrossover<Rows>{}, k));
        ASSERT_EQ(std::count(uniform.begin(), uniform.end(), 0), 0);
    }
    EXPECT_EQ(cuts, (std::set<int>{1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(numbers.size(), 7u);
    for (const auto& [number, count] : numbers) EXPECT_NEAR(count, 2'000 / 7, 80) << number;
    for (const int count : of_row) EXPECT_NEAR(count, 2'000 * 4 / 9, 110) << "every set of a number alike";
}

TEST(CellCrossovers, CutTheListOfGenes) {
    for (const Genes genes : {Genes::free_cells, Genes::all_cells}) {
        Puzzle puzzle = make_puzzle(test::hard_puzzle);
        choose_genes(puzzle, genes);
        std::set<std::size_t> cuts;
        for (std::uint32_t k = 0; k < 2'000; ++k) {
            const auto in_genes = [&](const Grid& grid) {
                std::vector<int> digits;
                for (int gene = 0; gene < puzzle.gene_count; ++gene) digits.push_back(grid[puzzle.gene_cell[gene]]);
                return digits;
            };
            const auto one_point = in_genes(of_ones_and_twos(OnePoint<Cells>{}, k, puzzle));
            ASSERT_EQ(one_point.front(), 1);
            ASSERT_EQ(changes(one_point), 1);
            cuts.insert(static_cast<std::size_t>(std::count(one_point.begin(), one_point.end(), 1)));
            const auto two_point = in_genes(of_ones_and_twos(TwoPoint<Cells>{}, k, puzzle));
            ASSERT_EQ(two_point.front(), 1);
            ASSERT_EQ(changes(two_point), 2);
        }
        EXPECT_EQ(cuts.size(), puzzle.gene_count - 1u);
    }
}

TEST(UniformCells, TakesEachCellFromEitherAlike) {
    std::vector<int> of_first(cell_count), together(cell_count);
    for (std::uint32_t k = 0; k < 2'000; ++k) {
        const Grid child = of_ones_and_twos(UniformCrossover<Cells>{}, k);
        for (int cell = 0; cell < cell_count; ++cell) {
            of_first[static_cast<std::size_t>(cell)] += child[cell] == 1;
            together[static_cast<std::size_t>(cell)] += child[cell] == child[(cell + 1) % cell_count];
        }
    }
    for (const int count : of_first) EXPECT_NEAR(count, 1'000, 112);  // five standard deviations
    for (const int count : together) EXPECT_NEAR(count, 1'000, 112) << "one cell says nothing of the next";
}

TEST(Arithmetic, StaysBetweenTheParents) {
    EXPECT_TRUE(rc::check([] {
        const Puzzle puzzle = test::arbitrary_puzzle_for<CellBoard>();
        const auto a = test::arbitrary_board_of<CellBoard>(puzzle), b = test::arbitrary_board_of<CellBoard>(puzzle);
        const Grid in_a = CellBoard::to_grid(a), in_b = CellBoard::to_grid(b);
        const auto number = *rc::gen::arbitrary<std::uint32_t>();
        const Grid child = child_of<Arithmetic, CellBoard>({}, a, b, puzzle, number);
        const Grid other = child_of<Arithmetic, CellBoard>({}, b, a, puzzle, number);
        for (int cell = 0; cell < cell_count; ++cell) {
            RC_ASSERT(child[cell] >= std::min(in_a[cell], in_b[cell]) &&
                      child[cell] <= std::max(in_a[cell], in_b[cell]));
            // The two of a pair lie as far from one parent as from the other, rounding apart.
            RC_ASSERT(std::abs(child[cell] + other[cell] - in_a[cell] - in_b[cell]) <= 1);
        }
    }));
}

TEST(Pmx, IsThePublishedOneOnAPermutation) {
    // Nine genes, the first row; the textbook's property: the child is a permutation with a's stretch in place.
    Grid givens = test::easy_solution;
    for (int column = 0; column < 9; ++column) givens[column] = 0;
    const Puzzle puzzle = make_puzzle(givens);
    Grid in_a = test::easy_solution, in_b = test::easy_solution;
    const int shuffled_a[] = {9, 3, 7, 8, 2, 6, 5, 1, 4}, shuffled_b[] = {7, 8, 5, 4, 1, 6, 3, 9, 2};
    for (int column = 0; column < 9; ++column) {
        in_a[column] = static_cast<std::uint8_t>(shuffled_a[column]);
        in_b[column] = static_cast<std::uint8_t>(shuffled_b[column]);
    }
    std::set<std::string> children;
    for (std::uint32_t k = 0; k < 500; ++k) {
        const Grid child =
            child_of<Pmx, CellBoard>({}, test::board_of<CellBoard>(in_a), test::board_of<CellBoard>(in_b), puzzle, k);
        std::set<int> digits;
        int from_a = 0;
        for (int column = 0; column < 9; ++column)
            digits.insert(child[column]), from_a += child[column] == in_a[column];
        ASSERT_EQ(digits.size(), 9u);
        ASSERT_GE(from_a, 1);
        children.insert(std::string(child.cells().begin(), child.cells().begin() + 9));
    }
    EXPECT_GT(children.size(), 15u);
    // Cuts 2 and 5: the stretch 7 8 2 of a; b has 5 4 1 there. Outside: 7 -> 5, 8 -> 4; 9, 6, 3 stay; the 2 of b -> 1.
    EXPECT_TRUE(children.contains("\5\4\7\x8\2\6\3\x9\1")) << "the child worked out by hand";
}

TEST(PmxRelabel, RelabelsWithOneMapForBothChildren) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    for (std::uint32_t k = 0; k < 200; ++k) {
        const auto a = test::board_of<CellBoard>(puzzle, 2 * k), b = test::board_of<CellBoard>(puzzle, 2 * k + 1);
        const Grid in_a = CellBoard::to_grid(a), in_b = CellBoard::to_grid(b);
        const Grid one = child_of<PmxRelabel, CellBoard>({}, a, b, puzzle, k);
        const Grid other = child_of<PmxRelabel, CellBoard>({}, b, a, puzzle, k, true);
        int to[10] = {};  // digit -> what it became
        for (std::uint32_t gene = 0; gene < puzzle.gene_count; ++gene) {
            const int cell = puzzle.gene_cell[gene];
            for (const auto& [before, after] : {std::pair{in_a[cell], one[cell]}, std::pair{in_b[cell], other[cell]}}) {
                if (to[before] == 0) to[before] = after;
                ASSERT_EQ(to[before], after);
            }
        }
    }
}

TEST(BuildingBlocks, TakeTheBetterBandOrStack) {
    EXPECT_TRUE(rc::check([] {
        const Puzzle puzzle = test::arbitrary_puzzle();
        const auto a = test::arbitrary_board_of(puzzle), b = test::arbitrary_board_of(puzzle);
        const auto digits_in = [](const Grid& grid, int first_unit, int k) {
            std::size_t sum = 0;
            for (int unit = first_unit + 3 * k; unit < first_unit + 3 * k + 3; ++unit) {
                std::set<int> digits;
                for (int cell = 0; cell < 9; ++cell) digits.insert(grid[cell_of_unit(unit, cell)]);
                sum += digits.size();
            }
            return sum;
        };
        const Grid in_a = BoxBoard::to_grid(a), in_b = BoxBoard::to_grid(b);
        const Grid first = child_of<BuildingBlocks, BoxBoard>({}, a, b, puzzle, 0, false);
        const Grid second = child_of<BuildingBlocks, BoxBoard>({}, a, b, puzzle, 0, true);
        for (int k = 0; k < 3; ++k) {
            RC_ASSERT(digits_in(first, 0, k) == std::max(digits_in(in_a, 0, k), digits_in(in_b, 0, k)));
            RC_ASSERT(digits_in(second, 9, k) == std::max(digits_in(in_a, 9, k), digits_in(in_b, 9, k)));
        }
    }));
}

TEST(FittingBoxes, TakeEachBoxFromTheParentWhereItClashesLessWithThoseBefore) {
    EXPECT_TRUE(rc::check([](std::uint32_t number) {
        const Puzzle puzzle = test::arbitrary_puzzle();
        const auto a = test::arbitrary_board_of(puzzle), b = test::arbitrary_board_of(puzzle);
        BoxBoard::Stored child;
        Draws draws({4, 0, number, 0}, Purpose::cross);
        FittingBoxes{}(BoxBoard::view(a), BoxBoard::view(b), BoxBoard::view(child), Context{puzzle}, draws);
        const auto fits = [&](bool backwards) {  // in this order every box of the child may be taken
            for (int k = 0; k < 9; ++k) {
                const int box = backwards ? 8 - k : k;
                std::uint64_t around = 0;
                for (int before = 0; before < k; ++before) {
                    const int other = backwards ? 8 - before : before;
                    const BoxBoard::Box bits = BoxBoard::view(child).box(other);
                    if (band_of_box(other) == band_of_box(box)) around |= bits & BoxBoard::rows_mask;
                    if (stack_of_box(other) == stack_of_box(box)) around |= bits & BoxBoard::columns_mask;
                }
                const BoxBoard::Box one = BoxBoard::view(a).box(box), other = BoxBoard::view(b).box(box);
                const BoxBoard::Box taken = BoxBoard::view(child).box(box);
                if (taken != one && taken != other) return false;
                const int least = std::min(count_bits(around & one), count_bits(around & other));
                if (count_bits(around & taken) != least) return false;
            }
            return true;
        };
        RC_ASSERT(fits(false) || fits(true));
    }));
}

TEST(CycleRow, TakesTheCyclesOfAWorkedExample) {
    // a = 1..9, b = 9 3 7 8 2 6 5 1 4: the cycles are columns {1 9 4 8}, {2 3 7 5}, {6}.
    Grid of_a, of_b;
    const int row_b[] = {9, 3, 7, 8, 2, 6, 5, 1, 4};
    for (int cell = 0; cell < cell_count; ++cell) {
        of_a[cell] = static_cast<std::uint8_t>(cell % 9 + 1);
        of_b[cell] = static_cast<std::uint8_t>(row_b[cell % 9]);
    }
    const auto a = test::board_of<CellBoard>(of_a), b = test::board_of<CellBoard>(of_b);
    const int a_first[] = {1, 3, 7, 4, 2, 6, 5, 8, 9}, b_first[] = {9, 2, 3, 8, 5, 6, 7, 1, 4};
    int began_with_a = 0;
    for (std::uint32_t k = 0; k < 100; ++k) {
        const Grid grid = child_of<CycleRow, CellBoard>({}, a, b, make_puzzle(Grid{}), k);
        for (int row = 0; row < 9; ++row) {
            const bool with_a = grid[row * 9] == 1;
            began_with_a += with_a;
            for (int column = 0; column < 9; ++column)
                ASSERT_EQ(grid[row * 9 + column], (with_a ? a_first : b_first)[column]) << row << " " << column;
        }
    }
    EXPECT_NEAR(began_with_a, 450, 75);
}

}  // namespace
}  // namespace evodoku
