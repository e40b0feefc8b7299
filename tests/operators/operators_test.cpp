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
    for_each_operator<Replacement>([&](const auto& op) { check("replacement", op); });
    for_each_operator<Stagnation>([&](const auto& op) { check("stagnation", op); });
}

TEST(Initialisations, MakeChromosomesOfThePuzzle) {
    test::for_each_pairing<Initialisation>([]<class Operator, class Representation>() {
        EXPECT_TRUE(rc::check("initialisation " + test::pairing<Operator, Representation>(), [] {
            Puzzle puzzle = test::arbitrary_puzzle();
            choose_genes(puzzle, Operator::genes);
            typename Representation::Stored board;
            Draws draws = arbitrary_draws(Purpose::initialise);
            with_arbitrary_knobs<Operator>()(Representation::view(board), Context{puzzle}, draws);
            RC_ASSERT(test::is_chromosome<Representation>(puzzle, Representation::to_grid(board)));
        }));
    });
}

TEST(Initialisations, ReachEveryDigitInEveryFreeCell) {
    test::for_each_pairing<Initialisation>([]<class Operator, class Representation>() {
        const Puzzle puzzle = make_puzzle(Grid{});
        std::vector<int> seen(cell_count * 9);
        for (std::uint32_t k = 0; k < 2'000; ++k) {
            typename Representation::Stored board;
            Draws draws({3, 0, k, 0}, Purpose::initialise);
            Operator{}(Representation::view(board), Context{puzzle}, draws);
            const Grid grid = Representation::to_grid(board);
            for (int cell = 0; cell < cell_count; ++cell) ++seen[static_cast<std::size_t>(cell * 9 + grid[cell] - 1)];
        }
        // 2,000 / 9 = 222 expected, standard deviation 14: five of them.
        for (const int count : seen) EXPECT_NEAR(count, 222, 70) << Operator::name;
    });
}

TEST(Initialisations, RowCandidatesKeepToTheCandidatesAndFillARowWithoutDuplicatesWhereTheyCan) {
    const Puzzle puzzle = make_puzzle(presolve(test::hard_puzzle, PresolveLevel::givens));
    int duplicates = 0;
    for (std::uint32_t k = 0; k < 200; ++k) {
        CellBoard::Stored board;
        Draws draws({3, 0, k, 0}, Purpose::initialise);
        RowCandidates{}(CellBoard::view(board), Context{puzzle}, draws);
        const Grid grid = CellBoard::to_grid(board);
        for (int cell = 0; cell < cell_count; ++cell) ASSERT_TRUE(puzzle.candidates[cell] >> (grid[cell] - 1) & 1);
        duplicates += static_cast<int>(CellBoard::view(board).missing_in_rows());
    }
    EXPECT_GT(duplicates, 0);
    EXPECT_LT(duplicates, 200 * 9) << "less than one a row";
    const Puzzle free = make_puzzle(Grid{});
    CellBoard::Stored board;
    Draws draws({3, 0, 1, 0}, Purpose::initialise);
    RowCandidates{}(CellBoard::view(board), Context{free}, draws);
    EXPECT_EQ(CellBoard::view(board).missing_in_rows(), 0u);
}

TEST(Crossovers, MakeChromosomesOfThePuzzle) {
    test::for_each_pairing<Crossover>([]<class Operator, class Representation>() {
        EXPECT_TRUE(rc::check("crossover " + test::pairing<Operator, Representation>(), [] {
            const Puzzle puzzle = test::arbitrary_puzzle_for<Representation>();
            const auto a = test::arbitrary_board_of<Representation>(puzzle);
            const auto b = test::arbitrary_board_of<Representation>(puzzle);
            typename Representation::Stored child;
            Draws draws = arbitrary_draws(Purpose::cross);
            const Context context{puzzle, nullptr, *rc::gen::arbitrary<bool>()};
            with_arbitrary_knobs<Operator>()(Representation::view(a), Representation::view(b),
                                             Representation::view(child), context, draws);
            const Grid in_a = Representation::to_grid(a), in_b = Representation::to_grid(b);
            const Grid in_child = Representation::to_grid(child);
            RC_ASSERT(test::is_chromosome<Representation>(puzzle, in_child));
            for (int box = 0; box < 9 && Representation::flag == suits_box_board; ++box) {
                RC_ASSERT(test::same_box(in_child, in_a, box) || test::same_box(in_child, in_b, box));
            }
            // A blend is of neither parent, and a mapped digit stands elsewhere in its parent: they have tests of their
            // own.
            constexpr bool makes_genes = std::is_same_v<Operator, Arithmetic> || std::is_same_v<Operator, Pmx>;
            for (int cell = 0; cell < cell_count && !makes_genes; ++cell) {
                RC_ASSERT(in_child[cell] == in_a[cell] || in_child[cell] == in_b[cell]);
            }
        }));
    });
}

TEST(FreshBoardsAndChildren, DependOnNothingThatWasInTheirPlaceBefore) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    const auto expect_same = [&]<class Representation>(const char* name, const Representation&, const auto& make) {
        typename Representation::Stored over_zeros, over_ones;
        if constexpr (Representation::flag == suits_box_board) {
            for (std::uint64_t& word : over_ones.word) word = ~std::uint64_t{0};
        } else {
            for (int k = 0; k < Representation::triples; ++k) over_ones.word[k] = Representation::triple_mask;
        }
        make(Representation::view(over_zeros)), make(Representation::view(over_ones));
        EXPECT_TRUE(std::ranges::equal(over_zeros.word, over_ones.word)) << name;
    };
    test::for_each_pairing<Initialisation>([&]<class Operator, class Representation>() {
        expect_same(Operator::name, Representation{}, [&](auto board) {
            Draws draws({4, 0, 0, 0}, Purpose::initialise);
            Operator{}(board, Context{puzzle}, draws);
        });
    });
    test::for_each_pairing<Crossover>([&]<class Operator, class Representation>() {
        const auto a = test::board_of<Representation>(puzzle, 1), b = test::board_of<Representation>(puzzle, 2);
        expect_same(Operator::name, Representation{}, [&](auto board) {
            Draws draws({4, 0, 0, 0}, Purpose::cross);
            Operator{}(Representation::view(a), Representation::view(b), board, Context{puzzle}, draws);
        });
    });
}

TEST(Crossovers, MixTheParents) {
    test::for_each_pairing<Crossover>([]<class Operator, class Representation>() {
        const Puzzle puzzle = make_puzzle(Grid{});
        int from_a = 0, mixed = 0;
        for (std::uint32_t k = 0; k < 1'000; ++k) {
            const auto a = test::board_of<Representation>(puzzle, 2 * k);
            const auto b = test::board_of<Representation>(puzzle, 2 * k + 1);
            typename Representation::Stored child;
            Draws draws({4, 0, k, 0}, Purpose::cross);
            Operator{}(Representation::view(a), Representation::view(b), Representation::view(child),
                       Context{puzzle, nullptr, k % 2 != 0}, draws);
            const Grid in_a = Representation::to_grid(a), in_b = Representation::to_grid(b);
            const Grid in_child = Representation::to_grid(child);
            int of_a = 0, of_b = 0;  // cells that only the one explains
            for (int cell = 0; cell < cell_count; ++cell) {
                of_a += in_child[cell] == in_a[cell] && in_child[cell] != in_b[cell];
                of_b += in_child[cell] == in_b[cell] && in_child[cell] != in_a[cell];
            }
            from_a += of_a;
            mixed += of_a != 0 && of_b != 0;
        }
        EXPECT_GT(from_a, 8'100) << Operator::name;  // of about 72,000: each parent gives its part
        EXPECT_LT(from_a, 64'000) << Operator::name;
        const bool blends = std::is_same_v<Operator, Arithmetic>;  // one side is nearer everywhere
        const bool may_refuse = std::is_same_v<Operator, BandStack>;
        EXPECT_GT(mixed, blends ? -1 : may_refuse ? 300 : 700) << Operator::name;
    });
}

TEST(Mutations, MakeChromosomesOfThePuzzle) {
    test::for_each_pairing<Mutation>([]<class Operator, class Representation>() {
        EXPECT_TRUE(rc::check("mutation " + test::pairing<Operator, Representation>(), [] {
            const Puzzle puzzle = test::arbitrary_puzzle_for<Representation>();
            auto board = test::arbitrary_board_of<Representation>(puzzle);
            Draws draws = arbitrary_draws(Purpose::mutate);
            const test::PreparedPuzzle prepared(puzzle);
            with_arbitrary_knobs<Operator>()(Representation::view(board), prepared.context(), draws);
            RC_ASSERT(test::is_chromosome<Representation>(puzzle, Representation::to_grid(board)));
        }));
    });
}

TEST(Mutations, OftenChangeTheBoard) {
    test::for_each_pairing<Mutation>([]<class Operator, class Representation>() {
        const Puzzle puzzle = make_puzzle(test::hard_puzzle);
        const test::PreparedPuzzle prepared(puzzle);
        int changed = 0;
        for (std::uint32_t k = 0; k < 1'000; ++k) {
            auto board = test::board_of<Representation>(puzzle, k);
            const Grid before = Representation::to_grid(board);
            Draws draws({5, 0, k, 0}, Purpose::mutate);
            Operator{}(Representation::view(board), prepared.context(), draws);
            changed += Representation::to_grid(board) != before;
        }
        // A guard lets few swaps of a random board pass.
        const bool guarded = std::is_same_v<Operator, GuardedSwap>;
        EXPECT_GT(changed, guarded ? 300 : 800) << Operator::name;
    });
}

TEST(Mutations, LeaveAPuzzleWithoutFreeCellsAlone) {
    test::for_each_pairing<Mutation>([]<class Operator, class Representation>() {
        const Puzzle puzzle = make_puzzle(test::easy_solution);
        auto board = Representation::from_grid(test::easy_solution);
        Draws draws({5, 0, 0, 0}, Purpose::mutate);
        const test::PreparedPuzzle prepared(puzzle);
        Operator{}(Representation::view(board), prepared.context(), draws);
        EXPECT_EQ(Representation::to_grid(board), test::easy_solution) << Operator::name;
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
