// What every operator must keep, over the whole registry.
#include <gtest/gtest.h>

#include <algorithm>

#include <set>
#include <string>

#include "evodoku/operators/registry.hpp"
#include "support/boards.hpp"

namespace evodoku {
namespace {

Draws arbitrary_draws(Purpose purpose) {
    return Draws({*rc::gen::arbitrary<std::uint64_t>(), 0, *rc::gen::arbitrary<std::uint32_t>(), 0}, purpose);
}

/// An operator with every knob at an end of its range or in between.
template <class Operator>
Operator with_arbitrary_knobs() {
    Operator op;
    for (const auto& knob : knobs_of<Operator>()) {
        op.*knob.member = *rc::gen::oneOf(rc::gen::just(knob.lowest), rc::gen::just(knob.highest),
                                          rc::gen::inRange(knob.lowest, knob.highest));
    }
    return op;
}

TEST(Operators, NamesAreUniqueInTheirKindAndEveryTextIsThere) {
    std::set<std::string> names;
    const auto check = [&](const std::string& kind, const auto& op) {
        using Operator = std::decay_t<decltype(op)>;
        EXPECT_TRUE(names.insert(kind + "/" + op.name).second) << op.name;
        EXPECT_GT(std::string(op.help).size(), 10u) << op.name;
        EXPECT_NE(op.suits, 0u) << op.name << " suits no representation";
        for (const auto& knob : knobs_of<Operator>()) {
            EXPECT_GT(std::string(knob.help).size(), 10u) << op.name << ":" << knob.name;
            EXPECT_LE(knob.lowest, op.*knob.member) << op.name << ":" << knob.name;
            EXPECT_GE(knob.highest, op.*knob.member) << op.name << ":" << knob.name;
        }
    };
    for_each_operator<Initialisation>([&](const auto& op) { check("initialisation", op); });
    for_each_operator<Cost>([&](const auto& op) { check("cost", op); });
    for_each_operator<Selection>([&](const auto& op) { check("selection", op); });
    for_each_operator<Crossover>([&](const auto& op) { check("crossover", op); });
    for_each_operator<Mutation>([&](const auto& op) { check("mutation", op); });
}

TEST(Initialisations, KeepFixedCellsAndMakeBoxesPermutations) {
    for_each_operator<Initialisation>([]<class Operator>(Operator) {
        EXPECT_TRUE(rc::check(std::string("initialisation ") + Operator::name, [] {
            const Puzzle puzzle = test::arbitrary_puzzle();
            BoxBoard::Stored board;
            Draws draws = arbitrary_draws(Purpose::initialise);
            with_arbitrary_knobs<Operator>()(BoxBoard::view(board), Context{puzzle}, draws);
            const Grid grid = BoxBoard::to_grid(board);
            RC_ASSERT(test::boxes_are_permutations(grid));
            RC_ASSERT(test::keeps_fixed_cells(puzzle, grid));
        }));
    });
}

TEST(Initialisations, ReachEveryDigitInEveryFreeCell) {
    for_each_operator<Initialisation>([](auto op) {
        const Puzzle puzzle = make_puzzle(Grid{});
        std::vector<int> seen(cell_count * 9);
        for (std::uint32_t k = 0; k < 2'000; ++k) {
            BoxBoard::Stored board;
            Draws draws({3, 0, k, 0}, Purpose::initialise);
            op(BoxBoard::view(board), Context{puzzle}, draws);
            const Grid grid = BoxBoard::to_grid(board);
            for (int cell = 0; cell < cell_count; ++cell) ++seen[static_cast<std::size_t>(cell * 9 + grid[cell] - 1)];
        }
        // 2,000 / 9 = 222 expected, standard deviation 14: five of them.
        for (const int count : seen) EXPECT_NEAR(count, 222, 70) << op.name;
    });
}

TEST(Crossovers, TakeEveryBoxFromAParent) {
    for_each_operator<Crossover>([]<class Operator>(Operator) {
        EXPECT_TRUE(rc::check(std::string("crossover ") + Operator::name, [] {
            const Puzzle puzzle = test::arbitrary_puzzle();
            const BoxBoard::Stored a = test::arbitrary_board_of(puzzle), b = test::arbitrary_board_of(puzzle);
            BoxBoard::Stored child;
            Draws draws = arbitrary_draws(Purpose::cross);
            with_arbitrary_knobs<Operator>()(BoxBoard::view(a), BoxBoard::view(b), BoxBoard::view(child),
                                             Context{puzzle}, draws);
            const Grid in_a = BoxBoard::to_grid(a), in_b = BoxBoard::to_grid(b), in_child = BoxBoard::to_grid(child);
            for (int box = 0; box < 9; ++box) {
                RC_ASSERT(test::same_box(in_child, in_a, box) || test::same_box(in_child, in_b, box));
            }
            RC_ASSERT(test::keeps_fixed_cells(puzzle, in_child));
        }));
    });
}

TEST(FreshBoardsAndChildren, DependOnNothingThatWasInTheirPlaceBefore) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    BoxBoard::Stored a = test::board_of(puzzle, 1), b = test::board_of(puzzle, 2);
    const auto expect_same = [&](const char* name, const auto& make) {
        BoxBoard::Stored over_zeros, over_ones;
        for (std::uint64_t& word : over_ones.word) word = ~std::uint64_t{0};
        make(BoxBoard::view(over_zeros)), make(BoxBoard::view(over_ones));
        EXPECT_TRUE(std::ranges::equal(over_zeros.word, over_ones.word)) << name;
    };
    for_each_operator<Initialisation>([&](auto op) {
        expect_same(op.name, [&](auto board) {
            Draws draws({4, 0, 0, 0}, Purpose::initialise);
            op(board, Context{puzzle}, draws);
        });
    });
    for_each_operator<Crossover>([&](auto op) {
        expect_same(op.name, [&](auto board) {
            Draws draws({4, 0, 0, 0}, Purpose::cross);
            op(BoxBoard::view(std::as_const(a)), BoxBoard::view(std::as_const(b)), board, Context{puzzle}, draws);
        });
    });
}

TEST(Crossovers, MixTheParents) {
    for_each_operator<Crossover>([](auto op) {
        const Puzzle puzzle = make_puzzle(Grid{});
        const BoxBoard::Stored a = test::board_of(puzzle, 1), b = test::board_of(puzzle, 2);
        const Grid in_a = BoxBoard::to_grid(a);
        int from_a = 0, mixed = 0;
        for (std::uint32_t k = 0; k < 1'000; ++k) {
            BoxBoard::Stored child;
            Draws draws({4, 0, k, 0}, Purpose::cross);
            op(BoxBoard::view(a), BoxBoard::view(b), BoxBoard::view(child), Context{puzzle}, draws);
            int boxes = 0;
            for (int box = 0; box < 9; ++box) boxes += test::same_box(BoxBoard::to_grid(child), in_a, box);
            from_a += boxes;
            mixed += boxes != 0 && boxes != 9;
        }
        EXPECT_GT(from_a, 900) << op.name;  // of 9,000 boxes: each parent gives its part
        EXPECT_LT(from_a, 8'100) << op.name;
        EXPECT_GT(mixed, 300) << op.name;  // one that may refuse what it was offered mixes less often
    });
}

TEST(Mutations, KeepFixedCellsAndPermutations) {
    for_each_operator<Mutation>([]<class Operator>(Operator) {
        EXPECT_TRUE(rc::check(std::string("mutation ") + Operator::name, [] {
            const Puzzle puzzle = test::arbitrary_puzzle();
            BoxBoard::Stored board = test::arbitrary_board_of(puzzle);
            Draws draws = arbitrary_draws(Purpose::mutate);
            const test::PreparedPuzzle prepared(puzzle);
            with_arbitrary_knobs<Operator>()(BoxBoard::view(board), prepared.context(), draws);
            const Grid grid = BoxBoard::to_grid(board);
            RC_ASSERT(test::boxes_are_permutations(grid));
            RC_ASSERT(test::keeps_fixed_cells(puzzle, grid));
        }));
    });
}

TEST(Mutations, ChangeTheBoardMostOfTheTime) {
    for_each_operator<Mutation>([](auto op) {
        const Puzzle puzzle = make_puzzle(test::hard_puzzle);
        const test::PreparedPuzzle prepared(puzzle);
        int changed = 0;
        for (std::uint32_t k = 0; k < 1'000; ++k) {
            BoxBoard::Stored board = test::board_of(puzzle, k);
            const std::uint64_t before = BoxBoard::view(std::as_const(board)).hash();
            Draws draws({5, 0, k, 0}, Purpose::mutate);
            op(BoxBoard::view(board), prepared.context(), draws);
            changed += BoxBoard::view(std::as_const(board)).hash() != before;
        }
        EXPECT_GT(changed, 850) << op.name;
    });
}

TEST(Mutations, LeaveAPuzzleWithoutOpenBoxesAlone) {
    for_each_operator<Mutation>([](auto op) {
        const Puzzle puzzle = make_puzzle(test::easy_solution);
        BoxBoard::Stored board = BoxBoard::from_grid(test::easy_solution);
        Draws draws({5, 0, 0, 0}, Purpose::mutate);
        const test::PreparedPuzzle prepared(puzzle);
        op(BoxBoard::view(board), prepared.context(), draws);
        EXPECT_EQ(BoxBoard::to_grid(board), test::easy_solution) << op.name;
    });
}

TEST(LocalSearch, JudgesASwapByTheCostItReallyAdds) {
    EXPECT_TRUE(rc::check([] {
        const Puzzle puzzle = test::arbitrary_puzzle();
        RC_PRE(puzzle.open_boxes > 0);
        BoxBoard::Stored board = test::arbitrary_board_of(puzzle);
        Draws draws = arbitrary_draws(Purpose::mutate);
        const std::uint32_t before = RowColumn{}(BoxBoard::view(board), Context{puzzle});
        const SwapTrial trial = SwapTrial::random_box(BoxBoard::view(board), puzzle, draws);
        const BoxBoard::Box proposed = trial.propose(*rc::gen::arbitrary<bool>(), draws);
        const int change = trial.cost_change(proposed);
        BoxBoard::view(board).set_box(trial.number, proposed);
        const std::uint32_t after = RowColumn{}(BoxBoard::view(board), Context{puzzle});
        RC_ASSERT(static_cast<int>(after) - static_cast<int>(before) == change);
    }));
}

TEST(LocalSearch, HillClimbingAndAColdWalkNeverRaiseTheCostAndAHotWalkDoes) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    const auto mean_cost_after = [&](const auto& mutate, bool may_rise) {
        std::uint64_t sum = 0;
        for (std::uint32_t k = 0; k < 200; ++k) {
            BoxBoard::Stored board = test::board_of(puzzle, k);
            const std::uint32_t before = RowColumn{}(BoxBoard::view(board), Context{puzzle});
            Draws draws({8, 0, k, 0}, Purpose::mutate);
            mutate(BoxBoard::view(board), Context{puzzle}, draws);
            const std::uint32_t after = RowColumn{}(BoxBoard::view(board), Context{puzzle});
            EXPECT_TRUE(may_rise || after <= before);
            sum += after;
        }
        return static_cast<double>(sum) / 200;
    };
    const double hot = mean_cost_after(MetropolisSwap{.trials = 300, .shift = 0, .directed = 0}, true);
    const double cold = mean_cost_after(MetropolisSwap{.trials = 300, .shift = 31, .directed = 0}, false);
    const double directed = mean_cost_after(MetropolisSwap{.trials = 300, .shift = 31, .directed = 1}, false);
    const double climbed = mean_cost_after(HillClimbSwap{.trials = 300, .sideways = 0}, false);
    EXPECT_GT(hot, 40);
    EXPECT_LT(cold, 20);
    EXPECT_LT(directed, 20);
    EXPECT_LT(climbed, 25);
}

TEST(Swap, ExchangesAtMostItsNumberOfPairsInOneBox) {
    const Puzzle puzzle = make_puzzle(Grid{});
    std::set<int> touched_boxes;
    for (std::uint32_t k = 0; k < 500; ++k) {
        BoxBoard::Stored board = test::board_of(puzzle, k);
        const Grid before = BoxBoard::to_grid(board);
        Draws draws({6, 0, k, 0}, Purpose::mutate);
        Swap{.rate = whole, .most = 1}(BoxBoard::view(board), Context{puzzle}, draws);
        const Grid after = BoxBoard::to_grid(board);
        std::set<int> boxes;
        int cells = 0;
        for (int cell = 0; cell < cell_count; ++cell) {
            if (before[cell] != after[cell]) ++cells, boxes.insert(box_of(cell));
        }
        ASSERT_EQ(cells, 2);
        ASSERT_EQ(boxes.size(), 1u);
        touched_boxes.insert(*boxes.begin());
    }
    EXPECT_EQ(touched_boxes.size(), 9u);
}

}  // namespace
}  // namespace evodoku
