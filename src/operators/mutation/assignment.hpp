// The heat bath of larger boards: the mutation `assignment`, and the exchange of its temperatures between two boards.
#pragma once

#include <cstdint>

#include "operators/bases.hpp"
#include "operators/mutation/assignment_solver.hpp"
#include "operators/mutation/gumbel.hpp"
#include "operators/mutation/large_walk.hpp"
#include "operators/temperature.hpp"

namespace evodoku {

/// From relative temperatures to thousandths of a clash: divides by the square root of the free cells of a box, the
/// average over boxes with two or more. The fewer free cells, the more it takes to melt a box.
class TemperatureScale {
public:
    template <int order>
    EVODOKU_HD explicit TemperatureScale(const LargePuzzle<order>& puzzle) {
        std::uint32_t free = 0;
        for (int box = 0; box < order * order; ++box) {
            if (puzzle.free_count[box] >= 2) free += puzzle.free_count[box];
        }
        if (puzzle.open_boxes != 0) root_ = square_root((free << 16) / puzzle.open_boxes);
    }

    /// At least 1.
    EVODOKU_HD std::uint32_t of_clash(std::uint32_t relative) const {
        const std::uint32_t result = (relative * 256 + root_ / 2) / root_;
        return result == 0 ? 1 : result;
    }

private:
    std::uint32_t root_ = 256;  ///< of the free cells, times 256
};

/// The rule of parallel tempering: boards of cost E at temperature T and of cost e at temperature t exchange their
/// temperatures with probability min(1, exp((1/T - 1/t)(E - e))). So it keeps the distribution in which a board at T
/// has probability exp(-E/T), if each temperature alone does.
struct TemperatureExchange {
    TemperatureScale scale;
    Share tried;  ///< probability that the exchange is tried at all

    /// Both boards of a pair get one answer.
    EVODOKU_HD bool happens(std::uint32_t own_temperature, const Ladder& ladder) const {
        Draws draws(ladder.stream, Purpose::exchange);
        if (!draws.chance(tried)) return false;
        const std::uint32_t colder = ladder.is_colder ? own_temperature : ladder.other_temperature;
        const std::uint32_t hotter = ladder.is_colder ? ladder.other_temperature : own_temperature;
        const std::uint32_t cost_of_colder = ladder.is_colder ? ladder.cost : ladder.other_cost;
        const std::uint32_t cost_of_hotter = ladder.is_colder ? ladder.other_cost : ladder.cost;
        const std::uint64_t passes = probability(colder, cost_of_colder, hotter, cost_of_hotter);
        return draws.bits(32) <= passes >> 32;
    }

    /// Times 2^64, and just below that for 1.
    EVODOKU_HD std::uint64_t probability(std::uint32_t colder, std::uint32_t cost_of_colder, std::uint32_t hotter,
                                         std::uint32_t cost_of_hotter) const {
        if (cost_of_colder >= cost_of_hotter) return ~std::uint64_t{0};
        const std::uint64_t bits_per_clash = coldness(colder) - coldness(hotter);
        const std::uint64_t bits = bits_per_clash * (cost_of_hotter - cost_of_colder);
        return bits >> 32 != 0 ? 0 : power_of_half(static_cast<std::uint32_t>(bits));
    }

private:
    EVODOKU_HD std::uint64_t coldness(std::uint32_t relative) const {
        return coldness_of(std::uint64_t{scale.of_clash(relative)} << 12);
    }
};

/// The heat bath of larger boards: redraws whole boxes, each by the cheapest assignment of its missing digits to its
/// free cells under random costs (perturb-and-MAP: Papandreou and Yuille, 2011). A box of 16 cells and more has too
/// many arrangements to list them, as `heat-bath` does.
///
///   T <- the temperature of the board, perhaps changed
///   `redraws` times, until the cost is 0:
///     pick   a random digit that a row or column holds twice; of the boxes that hold it there the one redrawn longest
///            ago
///     cost(cell, digit) = how often the digit is in the row and column of the cell outside the box - T * Gumbel;
///            1,280 where logic excludes the digit: such an entry is never used if there is another way
///     put    the cheapest assignment (AssignmentSolver)
///
/// Temperatures are relative: in thousandths of a clash / sqrt(free cells of a box, on average). So one range serves
/// boards of every order and fill.
///
/// A child inherits the temperature of its parent. The fresh boards of an island form a ladder: they get temperatures
/// at equal distances, `coldest` to `hottest`. Before a child is mutated, its parent exchanges temperatures with a
/// neighbour on the ladder (TemperatureExchange), with probability `exchange` per pair: parallel tempering (Swendsen
/// and Wang, 1986; Geyer, 1991). With probability `change` a temperature moves by at most an eighth of the range, up or
/// down (self-adaptation: Schwefel, 1981).
///
/// Keeps: fixed cells; every box a permutation.
struct Assignment : MutationOn<large_boards, whole> {
    static constexpr const char* name = "assignment";
    static constexpr const char* help = "redraws boxes of larger boards by the cheapest assignment under random costs";
    static constexpr OperatorNeeds needs = {.effort = true, .ladder = true};

    std::uint32_t redraws = 100;
    std::uint32_t coldest = 860;
    std::uint32_t hottest = 980;
    std::uint32_t change = 0;
    std::uint32_t exchange = whole;
    static constexpr std::array parameters{
        count_parameter("redraws", &Assignment::redraws, 1, 10'000, "boxes redrawn per mutation"),
        count_parameter("coldest", &Assignment::coldest, 1, 2000,
                        "lowest temperature, in thousandths of a clash / sqrt(free cells per box)"),
        count_parameter("hottest", &Assignment::hottest, 1, 2000, "highest temperature"),
        share_parameter("change", &Assignment::change, "probability that a child changes its temperature"),
        share_parameter("exchange", &Assignment::exchange, "probability that two boards may exchange temperatures")};

    /// In units of 2^-12 of a clash.
    static constexpr int unit_bits = 12;
    static constexpr std::int32_t excluded = 1280 << unit_bits;

    template <class MutableView, int order, class Team = Alone>
    EVODOKU_HD SearchWork operator()(MutableView board, const ContextFor<LargePuzzle<order>>& context, Draws& draws,
                                     const Team& team = Team()) const {
        const TemperatureScale scale(context.puzzle);
        const std::uint32_t relative = next_temperature(board.temperature(), scale, context.ladder, draws);
        const std::uint32_t temperature = scale.of_clash(relative);
        LargeWalk<order, Team> walk(board, context.puzzle, team);
        if (team.is_first()) board.set_temperature(relative);
        SearchWork effort;
        for (std::uint32_t time = newest; effort.redraws < redraws && walk.cost() != 0; ++effort.redraws) {
            const int box = walk.box_in_conflict(draws);
            redraw(walk, context.puzzle, box, temperature, draws);
            ++time;
            if (team.is_first()) board.set_redrawn(box, time);
            team.wait();
        }
        // Times stay below `newest`, in their order; those long past are equal.
        for (int box = team.rank(); box < order * order; box += Team::size) {
            const std::uint32_t time = board.redrawn(box), passed = static_cast<std::uint32_t>(effort.redraws);
            board.set_redrawn(box, time > passed ? time - passed : 0);
        }
        return effort;
    }

    template <int order, class Team>
    EVODOKU_HD static void redraw(LargeWalk<order, Team>& walk, const LargePuzzle<order>& puzzle, int box,
                                  std::uint32_t temperature, Draws& draws) {
        constexpr int size = order * order;
        const Team& team = walk.team();
        const int free = puzzle.free_count[box];
        walk.take_box(box);
        AssignmentSolver<size, Team> solver(free, team);
        GumbelDraws<size, Team> noise(team, draws, temperature, puzzle.allowed[box], free);
        for (int k = 0; k < free; ++k) {
            const int cell = puzzle.free_cell[box][k];
            solver.fill(k, excluded);
            noise.each_own(puzzle.allowed[box][k], [&](int j, std::int32_t number) {
                solver.set(k, j, (walk.count(cell, puzzle.missing[box][j]) << unit_bits) + number);
            });
        }
        noise.end();
        solver.solve();
        for (int k = team.rank(); k < free; k += Team::size) {
            walk.set(puzzle.free_cell[box][k], puzzle.missing[box][solver.column_of(k)]);
        }
        team.wait();
        walk.put_box(box);
    }

private:
    static constexpr std::uint32_t newest = 32'768;

    EVODOKU_HD std::uint32_t next_temperature(std::uint32_t before, const TemperatureScale& scale, const Ladder& ladder,
                                              Draws& draws) const {
        const std::uint32_t range = hottest > coldest ? hottest - coldest : 0;
        if (before == 0) return coldest + (ladder.size < 2 ? range / 2 : range * ladder.index / (ladder.size - 1));
        const TemperatureExchange pair{scale, exchange};
        const std::uint32_t now =
            ladder.has_neighbour && pair.happens(before, ladder) ? ladder.other_temperature : before;
        if (!draws.chance(change)) return now;
        const std::uint32_t step = draws.below(range / 8 + 2);
        if (draws.bits(1) != 0) return now < coldest + step ? coldest : now - step;
        return now + step > coldest + range ? coldest + range : now + step;
    }
};

}  // namespace evodoku
