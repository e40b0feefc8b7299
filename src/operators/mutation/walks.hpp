// Walks of swaps inside boxes, accepted by their change of cost.
#pragma once

#include "operators/bases.hpp"
#include "operators/mutation/large_walk.hpp"
#include "operators/temperature.hpp"
#include "representation/box_board.hpp"

namespace evodoku {

/// Swaps of two free cells inside the boxes of a 9 x 9 board. A swap changes the row-column cost by the digits that the
/// lines of its box gain or lose:
///
///   cost = constant - bits(around | box), where `around` is the digits of the neighbours in its rows and columns
template <class MutableView>
struct BoxSwaps {
    MutableView board;
    const Puzzle& puzzle;

    /// Proposes the exchange of two different random free cells of a random box; makes it if accepts(change of cost).
    /// `directed`: the first cell clashes with a neighbour; if no cell of the box clashes, the swap changes nothing.
    /// Requires a box with two free cells.
    template <class Accepts>
    EVODOKU_HD void attempt(bool directed, Draws& draws, const Accepts& accepts) const {
        const int number = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const std::uint64_t around = board.around(number);
        const BoxBoard::Box bits = board.box(number);
        const BoxBoard::Box proposed = propose(number, around, bits, directed, draws);
        if (accepts(count_bits(around | bits) - count_bits(around | proposed))) board.set_box(number, proposed);
    }

private:
    EVODOKU_HD BoxBoard::Box propose(int number, std::uint64_t around, BoxBoard::Box bits, bool directed,
                                     Draws& draws) const {
        const std::uint32_t free = puzzle.free_count[number];
        const std::uint32_t first = directed ? clashing_cell(number, around, bits, draws) : draws.below_small(free);
        if (first == free) return bits;
        const TwoDifferent cells = with_another(first, free, draws);
        return BoxBoard::swapped(bits, puzzle.free_cell[number][cells.first], puzzle.free_cell[number][cells.second]);
    }

    /// A random free cell among those whose digit a neighbour holds in the same row or column; free_count if none.
    EVODOKU_HD std::uint32_t clashing_cell(int number, std::uint64_t around, BoxBoard::Box bits, Draws& draws) const {
        const std::uint32_t free = puzzle.free_count[number];
        std::uint32_t clashing = 0;  // bit k: free cell k clashes
        for (std::uint32_t k = 0; k < free; ++k) {
            const int within = puzzle.free_cell[number][k];
            const std::uint64_t digit = BoxBoard::digit_bit(bits, within);
            const std::uint64_t mine = digit << (within / 3 * 9) | digit << (27 + within % 3 * 9);
            clashing |= static_cast<std::uint32_t>((around & mine) != 0) << k;
        }
        return clashing == 0 ? free : static_cast<std::uint32_t>(lowest_bit(random_bit_of(clashing, draws)));
    }
};

/// Swaps inside the boxes of a larger board.
template <int order, class Team>
struct LargeBoxSwaps {
    LargeWalk<order, Team> walk;
    const LargePuzzle<order>& puzzle;

    /// See BoxSwaps::attempt().
    template <class Accepts>
    EVODOKU_HD void attempt(bool directed, Draws& draws, const Accepts& accepts) {
        const int box = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const std::uint32_t free = puzzle.free_count[box];
        std::uint64_t from = (std::uint64_t{1} << free) - 1;  // bit k: free cell k may be the first
        for (std::uint32_t k = 0; directed && k < free; ++k) {
            const int cell = puzzle.free_cell[box][k];
            const bool clashes = walk.count(cell, walk.digit(cell)) > 2;  // it counts twice itself
            from &= ~(std::uint64_t{!clashes} << k);
        }
        if (from == 0) return;
        const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(from)));
        const auto first = static_cast<std::uint32_t>(nth_bit(from, static_cast<int>(nth)));
        const int one = puzzle.free_cell[box][first];
        const int other = puzzle.free_cell[box][with_another(first, free, draws).second];
        const std::uint32_t before = walk.cost();
        walk.swap(one, other);
        if (!accepts(static_cast<int>(walk.cost()) - static_cast<int>(before))) walk.swap(one, other);
    }
};

template <class MutableView, class Team>
EVODOKU_HD BoxSwaps<MutableView> swaps_on(MutableView board, const Puzzle& puzzle, const Team&) {
    return {board, puzzle};
}
template <class MutableView, int order, class Team>
EVODOKU_HD LargeBoxSwaps<order, Team> swaps_on(MutableView board, const LargePuzzle<order>& puzzle, const Team& team) {
    return {{board, puzzle, team}, puzzle};
}

/// A short walk at fixed temperature: swaps of free cells inside random boxes, accepted by the rule of Metropolis et
/// al. (1953) on the row-column cost, as Lewis (2007) did for Sudoku.
///
///   `trials` times: propose a swap in a random box; change <- its change of cost
///     accept it if change <= 0, else with probability 2^-(shift * change)
///
/// A shift of s bits is a temperature of 1 / (s ln 2): 0 accepts every swap, 31 none that raises the cost. `directed`
/// proposes only swaps whose first cell clashes with a neighbouring box: far fewer trials per solution.
///
/// Keeps: fixed cells; every box a permutation. Use it if plain `swap` stalls one or two steps before the solution.
struct MetropolisSwap : MutationOn<box_boards> {
    static constexpr const char* name = "metropolis-swap";
    static constexpr const char* help =
        "a walk of swaps at fixed temperature; resolves the last clashes where swap stalls";
    static constexpr OperatorNeeds needs = {.effort = true};
    std::uint32_t trials = 20;
    std::uint32_t shift = 2;
    std::uint32_t directed = 1;
    static constexpr std::array parameters{
        count_parameter("trials", &MetropolisSwap::trials, 1, 10'000, "swaps proposed per child"),
        count_parameter("shift", &MetropolisSwap::shift, 0, 31, "bits of probability lost per unit of cost; 0 = hot"),
        switch_parameter("directed", &MetropolisSwap::directed, "1: the first cell of a swap has a clash")};

    template <class MutableView, class PuzzleOfBoard, class Team = Alone>
    EVODOKU_HD SearchWork operator()(MutableView board, const ContextFor<PuzzleOfBoard>& context, Draws& draws,
                                     const Team& team = Team()) const {
        if (context.puzzle.open_boxes == 0) return {};
        auto swaps = swaps_on(board, context.puzzle, team);
        for (std::uint32_t k = 0; k < trials; ++k) {
            swaps.attempt(directed != 0, draws, [&](int change) {
                return change <= 0 || passes_metropolis(static_cast<std::uint32_t>(change) * shift, draws);
            });
        }
        return {.trials = trials};
    }
};

/// First-improvement local search: swaps of free cells inside random boxes, accepted only if the row-column cost does
/// not rise (`sideways` 1) or if it falls (0). Makes the algorithm memetic (Moscato, 1989). It ends in local optima,
/// which only crossover or a restart can leave.
///
///   `trials` times: propose a swap in a random box; accept it if the cost does not rise
///
/// Keeps: fixed cells; every box a permutation; the cost of the board, or less.
struct HillClimbSwap : MutationOn<box_boards> {
    static constexpr const char* name = "hill-climb-swap";
    static constexpr const char* help = "swaps that do not raise the cost; fast at first, then caught in local optima";
    static constexpr OperatorNeeds needs = {.effort = true};
    std::uint32_t trials = 20;
    std::uint32_t sideways = 1;
    static constexpr std::array parameters{
        count_parameter("trials", &HillClimbSwap::trials, 1, 10'000, "swaps proposed per child"),
        switch_parameter("sideways", &HillClimbSwap::sideways, "1: also accept swaps that do not change the cost")};

    template <class MutableView, class PuzzleOfBoard, class Team = Alone>
    EVODOKU_HD SearchWork operator()(MutableView board, const ContextFor<PuzzleOfBoard>& context, Draws& draws,
                                     const Team& team = Team()) const {
        if (context.puzzle.open_boxes == 0) return {};
        auto swaps = swaps_on(board, context.puzzle, team);
        for (std::uint32_t k = 0; k < trials; ++k) {
            swaps.attempt(false, draws, [&](int change) { return change < static_cast<int>(sideways); });
        }
        return {.trials = trials};
    }
};

/// `metropolis-swap` with a temperature that falls: simulated annealing, as Lewis (2007) did for Sudoku.
///
///   T <- the temperature of this generation (see Cooling)
///   `trials` times, until the cost is 0: propose a swap in a random box; change <- its change of cost
///     accept it if change <= 0, else with probability e^-(change / T)
///
/// One generation is one Markov chain at one temperature. `trials` 0 makes it as long as the square of the number of
/// free cells. A restart begins with the first temperature again; so does the stagnation `reheat`, which keeps the
/// boards.
///
/// Keeps: fixed cells; every box a permutation.
struct AnnealedSwap : MutationOn<box_board, whole> {
    static constexpr const char* name = "annealed-swap";
    static constexpr const char* help = "a walk of swaps at a temperature that falls from generation to generation";
    static constexpr OperatorNeeds needs = {.effort = true, .cooling = true};
    std::uint32_t trials = 20;
    std::uint32_t directed = 0;
    std::uint32_t start = 2'000;
    std::uint32_t cooling = 64'881;  // 0.99
    std::uint32_t end = 100;
    static constexpr std::array parameters{
        count_parameter("trials", &AnnealedSwap::trials, 0, 10'000,
                        "swaps proposed per child; 0: the square of the number of free cells"),
        switch_parameter("directed", &AnnealedSwap::directed, "1: the first cell of a swap has a clash"),
        start_parameter(&AnnealedSwap::start), cooling_parameter(&AnnealedSwap::cooling),
        end_parameter(&AnnealedSwap::end)};

    template <class MutableView>
    EVODOKU_HD SearchWork operator()(MutableView board, const Context& context, Draws& draws) const {
        if (context.puzzle.open_boxes == 0) return {};
        const std::uint64_t passes_by_one = power_of_half(Cooling{start, end, cooling}.coldness(context.age));
        const std::uint32_t free = cell_count - context.puzzle.fixed_count;
        const std::uint32_t length = trials != 0 ? trials : free * free;
        auto cost = static_cast<int>(missing_digits(board));
        const BoxSwaps<MutableView> swaps{board, context.puzzle};
        std::uint32_t done = 0;
        for (; done < length && cost != 0; ++done) {
            swaps.attempt(directed != 0, draws, [&](int change) {
                if (change > 0 && !passes(change, passes_by_one, draws)) return false;
                cost += change;
                return true;
            });
        }
        return {.trials = done};
    }

private:
    /// True with the probability of a rise by one, to the power of `rise`.
    EVODOKU_HD static bool passes(int rise, std::uint64_t by_one, Draws& draws) {
        std::uint64_t probability = by_one;
        for (; rise > 1; --rise) probability = multiply_high(probability, by_one);
        return draws.bits(32) < probability >> 32;
    }
};

}  // namespace evodoku
