// Mutation `heat-bath`.
#pragma once

#include <span>

#include "core/draws.hpp"
#include "evodoku/operators/operator.hpp"
#include "operators/context.hpp"
#include "operators/mutation/allele_draw.hpp"
#include "operators/mutation/box_pairs.hpp"
#include "operators/mutation/heat_bath_on_cpu.hpp"
#include "operators/mutation/line_numbers.hpp"
#include "operators/mutation/unlisted_draw.hpp"
#include "operators/mutation/word_sets.hpp"
#include "operators/parameter.hpp"

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
/// single allele keeps it; the other of its pair is drawn instead, or else any box with more. A box whose alleles are
/// not listed (see Alleles) is drawn by dynamic programming, with clashes counted in full and nothing beyond
/// (UnlistedDraw). Where a puzzle has very many boards, as without logic, far more of them clash little, and it needs a
/// colder bath: `colder`.
///
/// Keeps: fixed cells; every box a permutation; a box that was redrawn is within its candidates.
struct HeatBath {
    static constexpr const char* name = "heat-bath";
    static constexpr const char* help =
        "redraws whole boxes by the clashes with their neighbours; solves the hardest puzzles";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {.alleles = true, .effort = true, .max_first_blocks = 8, .max_together = 16};
    enum Pick : std::uint32_t { least_recent, conflict, uniform };

    std::uint32_t rate = whole;
    std::uint32_t redraws = 16;
    std::uint32_t shift = 3;
    std::uint32_t pick = least_recent;
    std::uint32_t colder = 1;

    static constexpr auto parameters() {
        using Self = HeatBath;
        return std::array{
            rate_parameter<Self>("share of children that are mutated"),
            Parameter<Self>{"redraws", &Self::redraws, ParameterKind::count, 1, 10'000, "boxes redrawn per mutation"},
            Parameter<Self>{"shift", &Self::shift, ParameterKind::count, 0, 7,
                            "bits of probability lost per clash; 0 = hot, 7 = greedy"},
            Parameter<Self>{"pick", &Self::pick, ParameterKind::name, least_recent, uniform,
                            "least-recent: of a clashing pair the box redrawn longest ago; conflict: either of them; "
                            "uniform: any box",
                            "least-recent|conflict|uniform"},
            Parameter<Self>{
                "colder", &Self::colder, ParameterKind::count, 0, 7,
                "added to shift where the arrangements of the boxes make about 2^63 boards or more, twice from 2^78"}};
    }

    /// The blocks of random numbers that it draws, up to a number that suits a CPU's cache: two redraws per block.
    EVODOKU_HD std::uint32_t first_blocks() const {
        const std::uint32_t blocks = redraws / 2 + redraws % 2;
        constexpr std::uint32_t max = needs.max_first_blocks;
        return blocks < max ? blocks : max;
    }

    /// As it works on a puzzle: with `colder`, where that applies. At most a shift of 7.
    EVODOKU_HD HeatBath suited(const Alleles& alleles) const {
        constexpr std::uint32_t coldest = 7;
        HeatBath bath = *this;
        const std::uint32_t added = colder * alleles.many_boards();
        if (added != 0) bath.shift = shift + added < coldest ? shift + added : coldest;
        return bath;
    }

    template <class MutableView>
    EVODOKU_HD Effort operator()(MutableView board, const Context& context, Draws& draws) const {
#if EVODOKU_ON_DEVICE
        return walk(board, context, draws);
#else
        ChildOnItsWay<MutableView> child{board, draws, {}};
        together(std::span(&child, 1), context);
        draws = child.draws;
        return child.effort;
#endif
    }

#if !EVODOKU_ON_DEVICE
    /// The same for several children, at most `needs.max_together`.
    template <class MutableView>
    void together(std::span<ChildOnItsWay<MutableView>> children, const Context& context) const {
        HeatBathOnCpu(*this, context)(children);
    }
#endif

    /// The same as a GPU does it where HeatBathByTables cannot.
    template <class MutableView>
    EVODOKU_HD Effort walk(MutableView board, const Context& context, Draws& draws) const {
        const Alleles& alleles = *context.alleles;
        const HeatBath bath = suited(alleles);
        const BoxSet movable = movable_boxes(alleles, context.puzzle);
        BoxBoard::Box boxes[9];
        read_listed(board, alleles, boxes);
        Walk walk{boxes, BoxPairs(boxes, board.notes()), LineNumbers(alleles, boxes), draws, {}};
        for (std::uint32_t k = 0; k < redraws && movable != 0 && !walk.solved(); ++k) bath.step(walk, movable, context);
        board.set_boxes(boxes, walk.pairs.newer());
        return walk.effort;
    }

    using BoxSet = std::uint32_t;  // bit b: box b

    /// The boxes that can change: several alleles; or, not listed, two free cells.
    EVODOKU_HD static BoxSet movable_boxes(const Alleles& alleles, const Puzzle& puzzle) {
        BoxSet movable = 0;
        for (int box = 0; box < 9; ++box) {
            const bool can = alleles.count[box] > 1 || is_unlisted(alleles, puzzle, box);
            movable |= BoxSet{can} << box;
        }
        return movable;
    }
    EVODOKU_HD static bool is_unlisted(const Alleles& alleles, const Puzzle& puzzle, int box) {
        return alleles.count[box] == 0 && puzzle.free_count[box] > 1;
    }

    /// `random`: below 2^16.
    EVODOKU_HD EVODOKU_INLINE std::uint32_t pick_box(const BoxPairs& pairs, BoxSet movable, std::uint32_t random,
                                                     Draws& draws) const {
        if (pick != uniform) [[likely]] {
            const BoxPairs::Pair pair = pairs.random_clashing(random);
            const bool take_second = pick == least_recent ? pairs.second_is_older(pair.number) : draws.bits(1) != 0;
            const std::uint32_t both = pair.first ^ pair.second;
            const std::uint32_t box = pair.first ^ (both & (0u - std::uint32_t{take_second}));  // without a branch
            if (movable >> box & 1) [[likely]]
                return box;
            if (movable >> (box ^ both) & 1) return box ^ both;
        }
        const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(movable)));
        return static_cast<std::uint32_t>(nth_bit(movable, static_cast<int>(nth)));
    }

    struct DrawnBox {
        BoxBoard::Box box;
        std::uint32_t clashes;  ///< bit k: it clashes with neighbour k
    };
    EVODOKU_HD DrawnBox draw_unlisted(const BoxBoard::Box (&boxes)[9], std::uint32_t number, const Puzzle& puzzle,
                                      std::uint64_t random) const {
        const NeighbourBoxes neighbours(boxes, Surroundings(number));
        UnlistedDraw draw(puzzle, number);
        const BoxBoard::Box box = draw(neighbours, shift, boxes[number], random);
        return {box, neighbours.clashes(box)};
    }

private:
    /// A board on its way. The boxes, indexed by a number, lie apart: a GPU keeps them in memory, and would keep there
    /// with them whatever else is in one struct, the random stream included.
    struct Walk {
        BoxBoard::Box (&boxes)[9];
        BoxPairs pairs;
        LineNumbers lines;
        Draws& draws;
        Effort effort;

        EVODOKU_HD bool solved() const { return pairs.clashing() == 0; }
    };

    EVODOKU_HD void step(Walk& walk, BoxSet movable, const Context& context) const {
        const std::uint64_t random = walk.draws.two_words();
        const std::uint32_t number = pick_box(walk.pairs, movable, random & 0xFFFF, walk.draws);
        const Alleles& alleles = *context.alleles;
        ++walk.effort.redraws;
        if (alleles.count[number] == 0) [[unlikely]] {
            redraw_unlisted(walk, number, context, random & ~std::uint64_t{0xFFFF});
            return;
        }
        const SurroundingsFound& around = surroundings(number);
        const DrawnAllele drawn = draw(walk, alleles, number, around, random & ~std::uint64_t{0xFFFF});
        walk.boxes[number] = alleles.allele(number, drawn.number);
        walk.lines.set(around, alleles.numbers_of(number, drawn.number));
        walk.pairs.redrawn(number, drawn.clashes);
    }

    EVODOKU_HD EVODOKU_INLINE DrawnAllele draw(const Walk& walk, const Alleles& alleles, std::uint32_t number,
                                               const SurroundingsFound& around, std::uint64_t random) const {
        const std::uint32_t words = alleles.words(number), count = alleles.count[number];
        const LineNumbers::OfNeighbours lines = walk.lines.around(around);
        std::uint32_t from[4];
        bool in_table = weights_fit_words(count, shift);
        EVODOKU_UNROLLED
        for (std::uint32_t k = 0; k < 4; ++k) {
            const std::uint32_t line = lines.of(k), first = alleles.table.box[number].first[k];
            in_table = in_table && line != Arrangements::none && first != ClashTable::none;
            from[k] = first + line * words;
        }
        if (in_table) {
            const TableEntries entries(alleles.entries(), from);
            using Sets = WordSets<std::uint32_t, TableEntries>;
            Sets::Sums sums;
            Sets sets(entries, words, Sets::Sum{1} << shift, sums);
            return draw_allele(sets, count, shift, random);
        }
        std::uint32_t halves[4];
        EVODOKU_UNROLLED
        for (int k = 0; k < 4; ++k) halves[k] = half_of(walk, around, k);
        const PlaceEntries entries(alleles, number, halves);
        using Sets = WordSets<std::uint64_t, PlaceEntries>;
        Sets::Sums sums;
        Sets sets(entries, words, Sets::Sum{1} << shift, sums);
        return draw_allele(sets, count, shift, random);
    }

    /// The half of neighbour k where its clashes show.
    EVODOKU_HD static std::uint32_t half_of(const Walk& walk, const SurroundingsFound& around, std::uint32_t k) {
        const BoxBoard::Box box = walk.boxes[around.neighbour(k)];
        return k < 2 ? Alleles::row_half(box) : Alleles::column_half(box);
    }

    EVODOKU_HD EVODOKU_SELDOM void redraw_unlisted(Walk& walk, std::uint32_t number, const Context& context,
                                                   std::uint64_t random) const {
        const DrawnBox drawn = draw_unlisted(walk.boxes, number, context.puzzle, random);
        walk.boxes[number] = drawn.box;
        walk.lines.set(surroundings(number), Arrangements::none | Arrangements::none << 8);
        walk.pairs.redrawn(number, drawn.clashes);
    }
};

}  // namespace evodoku
