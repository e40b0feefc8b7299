// Mutation `assignment`.
#pragma once

#include "evodoku/operators/operator.hpp"
#include "operators/context.hpp"
#include "operators/mutation/assignment_solver.hpp"
#include "operators/mutation/gumbel_table.hpp"
#include "operators/mutation/large_walk.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// The heat bath of larger boards: redraws whole boxes, each by the cheapest assignment of its missing digits to its
/// free cells under random costs (perturb-and-MAP: Papandreou and Yuille, 2011). A box of 16 cells and more has too
/// many arrangements to list them, as `heat-bath` does.
///
///   T <- the board's temperature, perhaps changed
///   `redraws` times, until the cost is 0:
///     pick   a random digit that a row or column holds twice; of the boxes that hold it there the one redrawn longest
///            ago
///     cost(cell, digit) = how often the digit is in the row and column of the cell outside the box - T * Gumbel;
///            1,280 where logic excludes the digit: such an entry is never used if there is another way
///     put    the cheapest assignment (AssignmentSolver)
///
/// The temperature is inherited. With probability `change` it moves by at most an eighth of the range, up or down
/// (self-adaptation: Schwefel, 1981). With a `target` it moves down if the board costs more than that, and up if not. A
/// board without one draws any of the range.
///
/// Keeps: fixed cells; every box a permutation.
struct Assignment {
    static constexpr const char* name = "assignment";
    static constexpr const char* help = "redraws boxes of larger boards by the cheapest assignment under random costs";
    static constexpr Representations supports = large_boards;
    static constexpr OperatorNeeds needs = {.effort = true};

    std::uint32_t rate = whole;
    std::uint32_t redraws = 100;
    std::uint32_t coldest = 160;
    std::uint32_t hottest = 270;
    std::uint32_t change = percent(10);
    std::uint32_t target = 0;

    static constexpr auto parameters() {
        using Self = Assignment;
        return std::array{
            rate_parameter<Self>("share of children that are mutated"),
            Parameter<Self>{"redraws", &Self::redraws, ParameterKind::count, 1, 10'000, "boxes redrawn per mutation"},
            Parameter<Self>{"coldest", &Self::coldest, ParameterKind::count, 1, 1000,
                            "lowest temperature, in thousandths of a clash"},
            Parameter<Self>{"hottest", &Self::hottest, ParameterKind::count, 1, 1000, "highest temperature"},
            Parameter<Self>{"change", &Self::change, ParameterKind::share, 0, whole,
                            "probability that a child changes its temperature"},
            Parameter<Self>{"target", &Self::target, ParameterKind::count, 0, 1000,
                            "a board that costs more gets colder, any other hotter; 0: either way at random"}};
    }

    /// In units of 2^-12 of a clash.
    static constexpr int unit_bits = 12;
    static constexpr std::int32_t excluded = 1280 << unit_bits;

    template <class MutableView, int order>
    EVODOKU_HD Effort operator()(MutableView board, const ContextFor<LargePuzzle<order>>& context, Draws& draws) const {
        LargeWalk<order> walk(board, context.puzzle);
        const std::uint32_t temperature = next_temperature(board.temperature(), walk.cost(), draws);
        board.set_temperature(temperature);
        Effort effort;
        for (std::uint32_t time = newest; effort.redraws < redraws && walk.cost() != 0; ++effort.redraws) {
            const int box = walk.box_in_conflict(draws);
            redraw(walk, context.puzzle, box, temperature, draws);
            board.set_redrawn(box, ++time);
        }
        // Times stay below `newest`, in their order; those long past are equal.
        for (int box = 0; box < order * order; ++box) {
            const std::uint32_t time = board.redrawn(box), passed = static_cast<std::uint32_t>(effort.redraws);
            board.set_redrawn(box, time > passed ? time - passed : 0);
        }
        return effort;
    }

    template <int order>
    EVODOKU_HD static void redraw(LargeWalk<order>& walk, const LargePuzzle<order>& puzzle, int box,
                                  std::uint32_t temperature, Draws& draws) {
        const int free = puzzle.free_count[box];
        for (int k = 0; k < free; ++k) walk.take(puzzle.free_cell[box][k]);
        AssignmentSolver<order * order> solver(free);
        GumbelDraws noise{draws, temperature};
        for (int k = 0; k < free; ++k) {
            const int cell = puzzle.free_cell[box][k];
            solver.fill(k, excluded);
            for (std::uint64_t left = puzzle.allowed[box][k]; left != 0; left &= left - 1) {
                const int j = lowest_bit(left);
                solver.set(k, j, (walk.count(cell, puzzle.missing[box][j]) << unit_bits) + noise());
            }
        }
        std::uint8_t digit_of[order * order];
        solver.solve(digit_of);
        for (int k = 0; k < free; ++k) walk.put(puzzle.free_cell[box][k], puzzle.missing[box][digit_of[k]]);
    }

private:
    static constexpr std::uint32_t newest = 32'768;

    /// T * (highest Gumbel number - Gumbel): never negative. Five numbers per 64 bits.
    struct GumbelDraws {
        Draws& draws;
        std::uint32_t temperature;
        std::uint64_t word = 0;
        int held = 0;

        EVODOKU_HD std::int32_t operator()() {
            if (held == 0) word = draws.two_words(), held = 5;
            const auto index = static_cast<std::uint32_t>(word) & (GumbelTable::entries - 1);
            word >>= GumbelTable::index_bits;
            --held;
            // A thousandth of a clash times 1/256 is 0.016 = 67,109 / 2^22 units.
            return static_cast<std::int32_t>(std::uint64_t{temperature} * gumbel_table.below[index] * 67'109 >> 22);
        }
    };

    EVODOKU_HD std::uint32_t next_temperature(std::uint32_t before, std::uint32_t cost, Draws& draws) const {
        const std::uint32_t range = hottest > coldest ? hottest - coldest : 0;
        if (before == 0) return coldest + draws.below(range + 1);
        if (!draws.chance(change)) return before;
        const std::uint32_t step = draws.below(range / 8 + 2);
        const bool cools = target != 0 ? cost > target : draws.bits(1) != 0;
        if (cools) return before < coldest + step ? coldest : before - step;
        return before + step > coldest + range ? coldest + range : before + step;
    }
};

}  // namespace evodoku
