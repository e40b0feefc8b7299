// Mutation `heat-bath`.
#pragma once

#include "evodoku/core/draws.hpp"
#include "evodoku/operators/effort.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/operators/mutation/allele_draw.hpp"
#include "evodoku/operators/mutation/box_pairs.hpp"
#include "evodoku/operators/mutation/swap_trial.hpp"

namespace evodoku {

/// Redraws whole boxes from their Boltzmann distribution given their neighbours: Gibbs sampling (Geman and Geman, 1984)
/// with a box as the variable. What makes the hardest puzzles easy.
///
///   `redraws` times, until no two boxes clash:
///     pick   a box (see `pick`)
///     E(a) = sum over its four neighbours (two in its band, two in its stack) of min(2, digits that a clashes with)
///     draw   an allele a of the box with probability proportional to 2^-(shift * E), nothing beyond E = 5 (any allele
///            alike where all are beyond, and at shift 0). A shift of 3 is 8^-E, a temperature of 1 / ln 8 = 0.48
///
/// `pick` least-recent: a random pair of clashing boxes, and of the two the one redrawn longest ago, which the notes of
/// the board remember from one generation to the next; conflict: of the two either; uniform: any box. A box with a
/// single allele has it, and gives way to the other of its pair, then to any box with more. A box with more than
/// Alleles::most alleles, or none, gets 16 swaps judged by metropolis-swap's rule instead.
///
/// Keeps: fixed cells; every box a permutation; listed boxes within their candidates.
struct HeatBath {
    static constexpr const char* name = "heat-bath";
    static constexpr const char* help =
        "whole boxes redrawn given their neighbours: solves the hardest puzzles; the more presolve, the faster";
    static constexpr unsigned suits = suits_box_board;
    static constexpr bool needs_alleles = true;
    static constexpr bool counts_effort = true;
    enum Pick : std::uint32_t { least_recent, conflict, uniform };

    std::uint32_t rate = whole;
    std::uint32_t redraws = 16;
    std::uint32_t shift = 3;
    std::uint32_t pick = least_recent;

    static constexpr auto knobs() {
        using Self = HeatBath;
        return std::array{rate_knob<Self>("children that are mutated"),
                          Knob<Self>{"redraws", &Self::redraws, KnobKind::count, 1, 10'000, "boxes redrawn a mutation"},
                          Knob<Self>{"shift", &Self::shift, KnobKind::count, 0, 7,
                                     "bits of probability a clash takes away; 0 = hot, 7 = greedy"},
                          Knob<Self>{"pick", &Self::pick, KnobKind::name, least_recent, uniform,
                                     "of a clashing pair the box redrawn longest ago, or either; or any box",
                                     "least-recent|conflict|uniform"}};
    }

    template <class MutableView>
    EVODOKU_HD Effort operator()(MutableView board, const Context& context, Draws& draws) const {
        const BoxSet movable = movable_boxes(*context.alleles, context.puzzle);
        Walk walk(board, *context.alleles, draws);
        for (std::uint32_t k = 0; k < redraws && movable != 0 && !walk.solved(); ++k) step(walk, movable, context);
        walk.write(board);
        return walk.effort;
    }

private:
    using BoxSet = std::uint32_t;  // bit b: box b

    /// A board on its way.
    struct Walk {
        BoxBoard::Box boxes[9];
        BoxPairs pairs;
        Draws& draws;
        Effort effort;

        template <class View>
        EVODOKU_HD Walk(View board, const Alleles& alleles, Draws& stream)
            : pairs(read(board, alleles), board.notes()), draws(stream) {}
        EVODOKU_HD bool solved() const { return pairs.clashing() == 0; }
        template <class MutableView>
        EVODOKU_HD void write(MutableView board) const {
            board.set_boxes(boxes, pairs.newer());
        }

    private:
        /// A box with one allele takes it: nobody else would give it that.
        template <class View>
        EVODOKU_HD const BoxBoard::Box (&read(View board, const Alleles& alleles))[9] {
            for (int number = 0; number < 9; ++number) {
                boxes[number] = alleles.count[number] == 1 ? alleles.of[number][0] : board.box(number);
            }
            return boxes;
        }
    };

    EVODOKU_HD void step(Walk& walk, BoxSet movable, const Context& context) const {
        const std::uint32_t word_0 = walk.draws.bits(32);
        const std::uint32_t word_1 = walk.draws.bits(32);
        const std::uint32_t number = pick_box(walk.pairs, movable, word_0 & 0xFFFF, walk.draws);
        const std::uint64_t random = std::uint64_t{word_1} << 32 | (word_0 & 0xFFFF'0000u);
        const Surroundings around(number);
        const NeighbourBoxes neighbours(walk.boxes, around);
        const BoxBoard::Box box = redrawn(walk, number, neighbours, random, context);
        walk.boxes[number] = box;
        walk.pairs.redrawn(around, neighbours.clash(box, 0), neighbours.clash(box, 1), neighbours.clash(box, 2),
                           neighbours.clash(box, 3));
    }

    /// The boxes that can change: several alleles; or, not listed, two free cells.
    EVODOKU_HD static BoxSet movable_boxes(const Alleles& alleles, const Puzzle& puzzle) {
        BoxSet movable = 0;
        for (int box = 0; box < 9; ++box) {
            const bool can = alleles.count[box] > 1 || (alleles.count[box] == 0 && puzzle.free_count[box] > 1);
            movable |= BoxSet{can} << box;
        }
        return movable;
    }

    /// `random`: below 2^16.
    EVODOKU_HD std::uint32_t pick_box(const BoxPairs& pairs, BoxSet movable, std::uint32_t random, Draws& draws) const {
        if (pick != uniform) {
            const BoxPairs::Pair pair = pairs.random_clashing(random);
            const bool take_second = pick == least_recent ? pairs.second_is_older(pair.number) : draws.bits(1) != 0;
            const std::uint32_t box = take_second ? pair.second : pair.first;
            if (movable >> box & 1) return box;
            const std::uint32_t other = take_second ? pair.first : pair.second;
            if (movable >> other & 1) return other;
        }
        const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(movable)));
        return static_cast<std::uint32_t>(nth_bit(movable, static_cast<int>(nth)));
    }

    EVODOKU_HD BoxBoard::Box redrawn(Walk& walk, std::uint32_t number, const NeighbourBoxes& neighbours,
                                     std::uint64_t random, const Context& context) const {
        const auto box = static_cast<int>(number);
        if (context.alleles->count[box] != 0) {
            ++walk.effort.redraws;
            const AlleleDraw draw(*context.alleles, box, neighbours, shift);
            if (context.chip != nullptr && context.alleles->is_sliced(box)) {
                return draw.sliced(random, context.chip->slices(box, context.chip_words));
            }
            return draw(random);
        }
        SwapTrial trial{context.puzzle, box, neighbours.all(), walk.boxes[box]};
        for (int k = 0; k < 16; ++k) {
            const BoxBoard::Box proposed = trial.propose(false, walk.draws);
            const int change = trial.cost_change(proposed);
            if (change <= 0 || SwapTrial::passes(static_cast<std::uint32_t>(change) * shift, walk.draws)) {
                trial.bits = proposed;
            }
        }
        walk.effort.trials += 16;
        return trial.bits;
    }
};

}  // namespace evodoku
