// What single mutations promise besides what all of them do; rows that stay permutations.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "operators/crossover/all.hpp"
#include "operators/mutation/all.hpp"
#include "support/boards.hpp"

namespace evodoku {
namespace {

/// A board before and after.
struct Mutated {
    Grid before, after;
    std::vector<int> cells;  ///< that differ

    template <class Operator, class Representation = CellBoard>
    static Mutated by(const Operator& op, const Puzzle& puzzle, std::uint32_t number) {
        auto board = test::board_of<Representation>(puzzle, number);
        Mutated mutated{Representation::to_grid(board), {}, {}};
        Draws draws({6, 0, number, 0}, Purpose::mutate);
        op(Representation::view(board), Context{puzzle}, draws);
        mutated.after = Representation::to_grid(board);
        for (int cell = 0; cell < cell_count; ++cell)
            if (mutated.before[cell] != mutated.after[cell]) mutated.cells.push_back(cell);
        return mutated;
    }
    bool keeps_digits() const {
        Grid one = before, other = after;
        std::ranges::sort(one.cells());
        std::ranges::sort(other.cells());
        return one == other;
    }
};

int anywhere(int) { return 0; }

/// A thousand mutations: each changes at most `most` cells, all in one unit by unit_of(cell); together they reach
/// `units` of them.
template <class Representation = CellBoard>
void expect_changes(const auto& op, const Puzzle& puzzle, std::size_t most, int (*unit_of)(int cell), std::size_t units,
                    bool keeps_digits = true) {
    std::set<int> reached;
    for (std::uint32_t k = 0; k < 1'000; ++k) {
        const Mutated mutated = Mutated::by<std::decay_t<decltype(op)>, Representation>(op, puzzle, k);
        ASSERT_TRUE(mutated.keeps_digits() || !keeps_digits) << op.name;
        ASSERT_LE(mutated.cells.size(), most) << op.name;
        for (const int cell : mutated.cells) {
            ASSERT_EQ(unit_of(cell), unit_of(mutated.cells.front())) << op.name;
            reached.insert(unit_of(cell));
        }
    }
    EXPECT_EQ(reached.size(), units) << op.name;
}

TEST(Mutations, ChangeWhatTheySay) {
    const Puzzle puzzle = make_puzzle(presolve(test::hard_puzzle, PresolveLevel::givens));
    const auto row = [](int cell) { return row_of(cell); };
    const auto box = [](int cell) { return box_of(cell); };
    const auto each_cell = [](int cell) { return cell; };
    expect_changes<BoxBoard>(Swap{.max_swaps = 1}, puzzle, 2, box, 9);
    expect_changes<BoxBoard>(SwapEachBox{}, puzzle, 18, anywhere, 1);
    expect_changes<BoxBoard>(GuardedSwap{.max_swaps = 1}, puzzle, 2, box, 9);
    expect_changes<BoxBoard>(MinConflictsSwap{}, puzzle, 2, box, 9);
    expect_changes<BoxBoard>(FreshBox{}, puzzle, 9, box, 9);
    expect_changes(SwapRow{}, puzzle, 2, row, 9);
    expect_changes(SwapCells{}, puzzle, 2, anywhere, 1);
    expect_changes(SwapEach{}, puzzle, 81, anywhere, 1);
    expect_changes(SwapEach{.each = 0}, puzzle, 0, anywhere, 0);
    expect_changes(Inversion{}, puzzle, 81, anywhere, 1);
    expect_changes(FreshRow{.max_rows = 1}, puzzle, 9, row, 9, false);
    expect_changes(RandomReset{.max_cells = 1}, puzzle, 1, each_cell, puzzle.gene_count, false);
    expect_changes(SudokuMutation{}, puzzle, 1, anywhere, 1, false);
}

/// How often a digit that occurs once has moved, in boards whose cells are all genes.
template <class Operator>
double share_moved(const Operator& op) {
    Puzzle puzzle = make_puzzle(Grid{});
    choose_genes(puzzle, Genes::all_cells);
    int moved = 0;
    constexpr int boards = 40'000;
    for (int k = 0; k < boards; ++k) {
        Grid grid;
        for (int cell = 0; cell < cell_count; ++cell) grid[cell] = cell == k % cell_count ? 1 : 2;
        auto board = test::board_of<CellBoard>(grid);
        Draws draws({6, 0, static_cast<std::uint32_t>(k), 0}, Purpose::mutate);
        op(CellBoard::view(board), Context{puzzle}, draws);
        moved += CellBoard::to_grid(board)[k % cell_count] != 1;
    }
    return double(moved) / boards;
}

TEST(CellSwaps, ComeAsOftenAsTheySay) {
    // Three exchanges, each of two cells of 81; that a digit comes back is once in a thousand.
    const auto moved_by = [](int exchanges) { return 1 - std::pow(1 - 2.0 / 81, exchanges); };
    EXPECT_NEAR(share_moved(SwapCells{.min_swaps = 1, .max_swaps = 1}), moved_by(1), 0.004);
    EXPECT_NEAR(share_moved(SwapCells{.min_swaps = 3, .max_swaps = 3}), moved_by(3), 0.005);
    EXPECT_NEAR(share_moved(SwapCells{.min_swaps = 1, .max_swaps = 5}), moved_by(3), 0.005);
    // Chosen itself, or as the other of one of 80: `each` both times, and 80 of 81 are not itself.
    for (const double each : {0.01, 0.04, 0.08}) {
        const double chosen = each * 80 / 81;
        const auto share = static_cast<Share>(each * share_one + 0.5);
        EXPECT_NEAR(share_moved(SwapEach{.each = share}), 1 - (1 - chosen) * (1 - chosen), 0.005) << each;
        EXPECT_NEAR(share_moved(SwapEach{.each = share}), 2 * each, 0.012) << each;
    }
}

TEST(Inversion, TurnsAStretchOfGenesRound) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    std::size_t longest = 0;
    for (std::uint32_t k = 0; k < 500; ++k) {
        const Mutated mutated = Mutated::by(Inversion{}, puzzle, k);
        if (mutated.cells.empty()) continue;
        std::string before, after;
        for (int gene = 0; gene < puzzle.gene_count; ++gene) {
            before += static_cast<char>('0' + mutated.before[puzzle.gene_cell[gene]]);
            after += static_cast<char>('0' + mutated.after[puzzle.gene_cell[gene]]);
        }
        bool found = false;
        for (std::size_t low = 0; low < before.size() && !found; ++low) {
            for (std::size_t high = low + 2; high <= before.size() && !found; ++high) {
                std::string turned = before;
                std::reverse(turned.begin() + std::ptrdiff_t(low), turned.begin() + std::ptrdiff_t(high));
                found = turned == after;
                if (found) longest = std::max(longest, high - low);
            }
        }
        ASSERT_TRUE(found);
    }
    EXPECT_GT(longest, puzzle.gene_count * 3u / 4);
}

TEST(SudokuMutation, AddsNoDuplicate) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    for (std::uint32_t k = 0; k < 500; ++k) {
        const Mutated mutated = Mutated::by(SudokuMutation{}, puzzle, k);
        for (const int cell : mutated.cells) {
            for (const int unit : {row_of(cell), 9 + column_of(cell), 18 + box_of(cell)}) {
                int count = 0;
                for (int j = 0; j < 9; ++j) count += mutated.after[cell_of_unit(unit, j)] == mutated.after[cell];
                ASSERT_EQ(count, 1);
            }
        }
    }
}

TEST(SudokuMutation, AsShippedLeavesTheDigitAfterARemovedOne) {
    // Row 1 holds all of 1..9, so that every digit is removed, except those that the walk skips: 2, 4, 6 and 8.
    Grid grid;
    for (int cell = 0; cell < cell_count; ++cell) grid[cell] = static_cast<std::uint8_t>(cell % 9 + 1);
    const Puzzle puzzle = make_puzzle(Grid{});
    int changed = 0;
    for (std::uint32_t k = 0; k < 300; ++k) {
        auto board = test::board_of<CellBoard>(grid);
        Draws draws({5, 0, k, 0}, Purpose::mutate);
        SudokuMutation{.tries = 1, .filter = SudokuMutation::shipped}(CellBoard::view(board), Context{puzzle}, draws);
        const Grid after = CellBoard::to_grid(board);
        for (int cell = 0; cell < cell_count; ++cell) {
            if (after[cell] == grid[cell]) continue;
            ++changed;
            EXPECT_EQ(after[cell] % 2, 0);
        }
    }
    EXPECT_GT(changed, 200);
}

TEST(FreshRow, KeepsToTheCandidates) {
    const Puzzle puzzle = make_puzzle(presolve(test::hard_puzzle, PresolveLevel::givens));
    for (std::uint32_t k = 0; k < 300; ++k) {
        const Mutated mutated = Mutated::by(FreshRow{}, puzzle, k);
        for (const int cell : mutated.cells) ASSERT_TRUE(puzzle.candidates[cell] >> (mutated.after[cell] - 1) & 1);
    }
}

TEST(GuardedSwap, CrowdsNoLines) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    int made = 0, crowded = 0;
    const auto count = [](const Grid& grid, int digit, int cell) {
        int stands = 0;
        for (const int unit : {row_of(cell), 9 + column_of(cell)})
            for (int k = 0; k < 9; ++k) stands += grid[cell_of_unit(unit, k)] == digit;
        return stands;
    };
    for (std::uint32_t k = 0; k < 2'000; ++k) {
        const Mutated guarded = Mutated::by<GuardedSwap, BoxBoard>({.max_swaps = 1}, puzzle, k);
        const Mutated free = Mutated::by<GuardedSwap, BoxBoard>({.max_swaps = 1, .limit = 12}, puzzle, k);
        ASSERT_EQ(free.cells.size(), 2u);
        const int one = free.cells[0], other = free.cells[1];
        const int together = count(free.after, free.after[one], one) + count(free.after, free.after[other], other);
        ASSERT_EQ(guarded.cells.size(), together <= 5 ? 2u : 0u) << "the same swap, allowed or not";
        ++(together <= 5 ? made : crowded);
    }
    EXPECT_GT(made, 200);
    EXPECT_GT(crowded, 200);
    auto board = test::board_of<BoxBoard>(puzzle, 1);
    Draws draws({6, 0, 1, 0}, Purpose::mutate);
    EXPECT_EQ(GuardedSwap{.max_swaps = 1}(BoxBoard::view(board), Context{puzzle}, draws).trials, 1u)
        << "allowed or not";
}

TEST(MinConflictsSwap, ExchangesAClashWithTheBestPartnerThatTheCandidatesAllow) {
    const Puzzle puzzle = make_puzzle(presolve(test::hard_puzzle, PresolveLevel::givens));
    const auto clashes = [](const Grid& grid, int cell) {  // lines that have its digit in another cell
        int sum = 0;
        for (const int unit : {row_of(cell), 9 + column_of(cell)}) {
            bool again = false;
            for (int k = 0; k < 9; ++k)
                again |= cell_of_unit(unit, k) != cell && grid[cell_of_unit(unit, k)] == grid[cell];
            sum += again;
        }
        return sum;
    };
    const auto may_exchange = [&](const Grid& grid, int one, int other) {
        return one != other && (puzzle.candidates[one] >> (grid[other] - 1) & 1) != 0 &&
               (puzzle.candidates[other] >> (grid[one] - 1) & 1) != 0;
    };
    const auto after_exchange = [&](Grid grid, int one, int other) {
        std::swap(grid[one], grid[other]);
        return clashes(grid, one) + clashes(grid, other);
    };
    const auto is_best = [&](const Grid& before, int first, int other) {
        if (clashes(before, first) == 0 || !may_exchange(before, first, other)) return false;
        for (int k = 0; k < 9; ++k) {
            const int partner = cell_in_box(box_of(first), k);
            if (puzzle.fixed[partner] != 0 || !may_exchange(before, first, partner)) continue;
            if (after_exchange(before, first, partner) < after_exchange(before, first, other)) return false;
        }
        return true;
    };
    int made = 0;
    for (std::uint32_t k = 0; k < 2'000; ++k) {
        const Mutated mutated = Mutated::by<MinConflictsSwap, BoxBoard>({}, puzzle, k);
        if (mutated.cells.empty()) continue;
        ASSERT_EQ(mutated.cells.size(), 2u);
        const int one = mutated.cells[0], other = mutated.cells[1];
        ASSERT_EQ(box_of(one), box_of(other));
        EXPECT_TRUE(is_best(mutated.before, one, other) || is_best(mutated.before, other, one)) << k;
        ++made;
    }
    EXPECT_GT(made, 1'000);
}

TEST(SwapEachBox, ChangesBoxesAtItsRate) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    std::size_t boxes = 0;
    for (std::uint32_t k = 0; k < 1'000; ++k) {
        const Mutated mutated = Mutated::by<SwapEachBox, BoxBoard>({}, puzzle, k);
        std::set<int> changed;
        for (const int cell : mutated.cells) changed.insert(box_of(cell));
        ASSERT_EQ(mutated.cells.size(), 2 * changed.size());
        boxes += changed.size();
    }
    EXPECT_NEAR(static_cast<double>(boxes), 1'000 * puzzle.open_boxes * 0.3, 200);
}

TEST(RowPermutations, StayPermutations) {
    EXPECT_TRUE(rc::check([] {
        const Puzzle puzzle = test::arbitrary_puzzle();
        const Context context{puzzle};
        CellBoard::Stored a, b, child;
        Draws draws = test::arbitrary_draws(Purpose::cross);
        RandomRows{}(CellBoard::view(a), context, draws);
        RandomRows{}(CellBoard::view(b), context, draws);
        RC_ASSERT(CellBoard::view(a).missing_in_rows() == 0u);
        const auto check_child = [&](const auto& cross) {
            cross(CellBoard::view(a), CellBoard::view(b), CellBoard::view(child), context, draws);
            RC_ASSERT(CellBoard::view(child).missing_in_rows() == 0u);
            RC_ASSERT(fault_in<CellBoard>(CellBoard::to_grid(child), puzzle) == "");
        };
        check_child(CycleRow{}), check_child(PmxRow{}), check_child(ExchangeEachRow{});
        test::with_arbitrary_parameters<RowSearch>()(CellBoard::view(child), context, draws);
        RC_ASSERT(CellBoard::view(child).missing_in_rows() == 0u);
    }));
}

TEST(RowSearch, TakesDuplicatesOutOfColumnsAndBoxesAndAddsNone) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    const Context context{puzzle};
    std::uint64_t before = 0, after_columns = 0, after_boxes = 0, after_list = 0, trials = 0, trials_list = 0;
    for (std::uint32_t k = 0; k < 200; ++k) {
        CellBoard::Stored board;
        Draws draws({5, 0, k, 0}, Purpose::mutate);
        RandomRows{}(CellBoard::view(board), context, draws);
        CellBoard::Stored other = board, listed = board;
        const std::uint32_t columns = CellBoard::view(board).missing_in_columns();
        const std::uint32_t boxes = CellBoard::view(board).missing_in_boxes();
        RowSearch{.swap = 0, .fresh = 0, .boxes = 0}(CellBoard::view(board), context, draws);
        EXPECT_LE(CellBoard::view(board).missing_in_columns(), columns);
        const RowSearch of_band{.swap = 0, .fresh = 0, .columns = 0};
        const RowSearch by_list{.swap = 0, .fresh = 0, .columns = 0, .listed = 1};
        trials += of_band(CellBoard::view(other), context, draws).trials;
        trials_list += by_list(CellBoard::view(listed), context, draws).trials;
        EXPECT_LE(CellBoard::view(other).missing_in_boxes(), boxes);
        EXPECT_LE(CellBoard::view(listed).missing_in_boxes(), boxes);
        before += columns + boxes;
        after_columns += CellBoard::view(board).missing_in_columns() + boxes;
        after_boxes += CellBoard::view(other).missing_in_boxes() + columns;
        after_list += CellBoard::view(listed).missing_in_boxes() + columns;
    }
    EXPECT_LT(after_columns, before - 500);
    EXPECT_LT(after_boxes, before - 400);
    EXPECT_LT(after_list, before - 100) << "a mate of another band, or without a duplicate by now, changes nothing";
    EXPECT_GT(after_list, after_boxes + 200);
    EXPECT_LT(trials_list, trials / 2);
    EXPECT_GT(trials_list, 0u);
}

}  // namespace
}  // namespace evodoku
