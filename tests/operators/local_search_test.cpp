// What local searches and swaps promise besides what all mutations do.
#include <gtest/gtest.h>
#include <algorithm>
#include "core/geometry.hpp"
#include "operators/cost/all.hpp"
#include "operators/mutation/all.hpp"
#include "support/boards.hpp"

namespace evodoku {
namespace {

TEST(LocalSearch, JudgesASwapByTheCostItReallyAdds) {
    EXPECT_TRUE(rc::check([] {
        const Puzzle puzzle = test::arbitrary_puzzle();
        RC_PRE(puzzle.open_boxes > 0);
        BoxBoard::Stored board = test::arbitrary_board_of(puzzle);
        Draws draws = test::arbitrary_draws(Purpose::mutate);
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
        Swap{.rate = whole, .max_swaps = 1}(BoxBoard::view(board), Context{puzzle}, draws);
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
