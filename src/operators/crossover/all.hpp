// Every operator that makes a child of two parents: crossovers of segments, of bands and stacks, and those that change
// digits. Add a new one to the list at the end.
#pragma once

#include "core/geometry.hpp"
#include "operators/bases.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/mutation/box_pairs.hpp"
#include "operators/published/crossovers.hpp"
#include "operators/temperature.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// By a random bit per segment (Syswerda, 1989; on boxes Mantere and Koljonen, 2007). Draws 9 bits for boxes or rows,
/// 81 for cells, three per triple, and 64 for the boxes of a larger board.
template <Segments S>
struct UniformCrossover : CrossoverOn<of_any_order<S>> {
    static constexpr const char* name = "uniform";
    static constexpr const char* help = "each segment from either parent, by a coin toss";
    static constexpr std::array parameters{segment_parameter<UniformCrossover, S>()};

    template <class PuzzleOfBoard>
    EVODOKU_HD void operator()(auto a, auto b, auto child, const ContextFor<PuzzleOfBoard>&, Draws& draws) const {
        if constexpr (!is_9x9<PuzzleOfBoard>) {
            S::cross(a, b, child, draws.two_words());
        } else if constexpr (NineSegments<S>) {
            // Heads: a box of b, but a row of a. The fingerprints pin this.
            const SegmentSet heads = draws.bits(9);
            S::cross(a, b, child, std::same_as<S, Boxes> ? heads : ~heads);
        } else {
            cross_triples(a, b, child, [&](int) {
                const std::uint32_t coins = draws.bits(3);
                const std::uint32_t spread = (coins & 1) | (coins & 2) << 8 | (coins & 4) << 16;
                return spread * CellBoard::digits_mask;  // nine bits per coin toss
            });
        }
    }
};

/// Segments before a random cut come from the first parent (Holland, 1975). `min-second` is 2 in row-candidates (rows),
/// and in charles, which cuts cells at 1..n-2. A copy of the first parent where there are too few cells for a cut.
template <Segments S>
struct OnePoint : CrossoverOn<of_any_order<S>> {
    static constexpr const char* name = "one-point";
    static constexpr const char* help = "segments before a random cut from one parent, the rest from the other";
    std::uint32_t min_second = 1;
    static constexpr std::array parameters{
        count_parameter("min-second", &OnePoint::min_second, 1, 8, "minimum number of segments from the second parent"),
        segment_parameter<OnePoint, S>()};

    template <class PuzzleOfBoard>
    EVODOKU_HD void operator()(auto a, auto b, auto child, const ContextFor<PuzzleOfBoard>& context,
                               Draws& draws) const {
        const std::uint32_t count = S::count_in(context.puzzle);
        // Nine segments always have a cut. A test for it takes a GPU 16 registers.
        const bool has_cut = (NineSegments<S> && is_9x9<PuzzleOfBoard>) || count > min_second;
        const std::uint32_t cut = has_cut ? 1 + draws.below_small(count - min_second) : count;
        cross_range<S>(a, b, child, context.puzzle, {cut, count});
    }
};

/// Segments between two random cuts come from the second parent (De Jong, 1975). A copy of the first parent where there
/// are fewer than three cells to change.
template <Segments S>
struct TwoPoint : CrossoverOn<S::board> {
    static constexpr const char* name = "two-point";
    static constexpr const char* help = "segments between two cuts from one parent, the rest from the other";
    static constexpr std::array parameters{segment_parameter<TwoPoint, S>()};

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context& context, Draws& draws) const {
        const std::uint32_t count = S::count_in(context.puzzle);
        const SegmentRange from_b = count < 3 ? SegmentRange{count, count} : between_two_cuts(count, draws);
        cross_range<S>(a, b, child, context.puzzle, from_b);
    }
};

/// Keeps good bands or stacks whole (Sato and Inoue, 2010). A pair of parents has two children
/// (Config::paired_children): the first takes each band from the parent whose three rows there hold more different
/// digits, summed, the second each stack from the parent whose three columns hold more; with equal sums its own first
/// parent's. Without pairs, the children of an island alternate between the two. Deterministic: variety must come from
/// mutation.
struct BuildingBlocks : CrossoverOn<box_board> {
    static constexpr const char* name = "building-blocks";
    static constexpr const char* help = "each band, or each stack, from the parent where it has fewer conflicts";

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context& context, Draws&) const {
        const std::uint64_t mask = context.second ? BoxBoard::columns_mask : BoxBoard::rows_mask;
        SegmentSet from_a = 0;
        for (int k = 0; k < 3; ++k) {
            const bool better = count_bits(a.lines(k) & mask) >= count_bits(b.lines(k) & mask);
            const SegmentSet boxes = context.second ? 0b001001001u << k : 0b111u << 3 * k;
            from_a |= better ? boxes : 0;
        }
        Boxes::cross(a, b, child, ~from_a);
    }
};

/// Builds the child box by box, each from the parent whose box fits those that the child already has:
///
///   for each box, from the first to the last or from the last to the first, by a coin toss:
///     from the parent where it has fewer digits in common with the boxes so far, in its rows and its columns; a coin
///     toss where they have equally many
///
/// So parts that fit each other stay together, and the child clashes less than one of boxes taken at random. Draws 10
/// bits.
struct FittingBoxes : CrossoverOn<box_board> {
    static constexpr const char* name = "fitting-boxes";
    static constexpr const char* help = "box by box, from the parent whose box clashes less with those taken so far";

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context&, Draws& draws) const {
        const bool backward = draws.bits(1) != 0;  // the k-th box is box k, or box 8 - k
        const std::uint32_t coins = draws.bits(9);
        std::uint32_t band[3] = {}, stack[3] = {};  // rows, columns of the boxes so far, numbered in that order, too
        SegmentSet from_b = 0, mirrored = 0;
        EVODOKU_UNROLLED
        for (int k = 0; k < 9; ++k) {
            const std::uint64_t around = band[k / 3] | std::uint64_t{stack[k % 3]} << 27;
            const BoxBoard::Box one = backward ? a.box(8 - k) : a.box(k);  // at fixed places: boards stay in registers
            const BoxBoard::Box other = backward ? b.box(8 - k) : b.box(k);
            const auto coin = static_cast<int>(coins >> k & 1);
            const bool takes_b = count_bits(around & other) < count_bits(around & one) + coin;
            const BoxBoard::Box taken = one ^ ((one ^ other) & (std::uint64_t{0} - std::uint64_t{takes_b}));
            band[k / 3] |= static_cast<std::uint32_t>(taken & BoxBoard::rows_mask);
            stack[k % 3] |= static_cast<std::uint32_t>(taken >> 27);
            from_b |= SegmentSet{takes_b} << k, mirrored |= SegmentSet{takes_b} << (8 - k);
        }
        Boxes::cross(a, b, child, backward ? mirrored : from_b);
    }
};

/// One random band or stack of the second parent replaces that of the first, subject to an acceptance test. It is
/// always accepted if the clashes do not rise, otherwise with probability 2^-(shift * rise). A child that rejects it is
/// a copy of the first parent. Bands and stacks are the building blocks of Sato and Inoue (2010); the acceptance is
/// that of Metropolis et al. (1953). Clashes are those of the heat bath: min(2, digits in common) over the 18 pairs of
/// neighbouring boxes; on a larger board, the cost. Without acceptance (shift 0) it does more harm than good: a band
/// fits the stacks it was bred with.
struct BandStack : CrossoverOn<box_boards, percent(10)> {
    static constexpr const char* name = "band-stack";
    static constexpr const char* help = "a band or stack from the second parent, accepted by its clashes";
    std::uint32_t shift = 3;
    static constexpr std::array parameters{
        count_parameter("shift", &BandStack::shift, 0, 31, "bits of probability lost per clash; 0 = always accepted")};

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context&, Draws& draws) const {
        const std::uint32_t line = draws.below_small(6);  // 0..2 a band, 3..5 a stack
        BoxBoard::Box before[9], after[9];
        EVODOKU_UNROLLED
        for (int box = 0; box < 9; ++box) {
            const auto from_b = static_cast<std::uint32_t>(line < 3 ? band_of_box(box) : 3 + stack_of_box(box)) == line;
            before[box] = a.box(box);
            after[box] = from_b ? b.box(box) : before[box];
        }
        const int rise = clashes(after) - clashes(before);
        const bool taken = rise <= 0 || passes_metropolis(static_cast<std::uint32_t>(rise) * shift, draws);
        // One box at a time: selecting one of two arrays would make a GPU keep both in memory.
        EVODOKU_UNROLLED
        for (int box = 0; box < 9; ++box) after[box] = taken ? after[box] : before[box];
        child.set_boxes(after, a.notes());
    }

    template <int order>
    EVODOKU_HD void operator()(auto a, auto b, auto child, const ContextFor<LargePuzzle<order>>&, Draws& draws) const {
        const auto line = static_cast<int>(draws.below_small(2 * order));
        std::uint64_t from_b = 0;
        for (int box = 0; box < order * order; ++box) {
            const int of_box = line < order ? box / order : order + box % order;
            from_b |= std::uint64_t{of_box == line} << box;
        }
        child.set_crossed(a, b, from_b);
        const int rise = static_cast<int>(child.missing_digits()) - static_cast<int>(a.missing_digits());
        if (rise <= 0 || passes_metropolis(static_cast<std::uint32_t>(rise) * shift, draws)) return;
        child.set_crossed(a, b, 0);
    }

private:
    EVODOKU_HD static int clashes(const BoxBoard::Box (&boxes)[9]) {
        int sum = 0;
        EVODOKU_UNROLLED
        for (std::uint32_t number = 0; number < 18; ++number) {
            const int shared = count_bits(BoxPairs::clashes(boxes, BoxPairs::pair(number)));
            sum += shared < 2 ? shared : 2;
        }
        return sum;
    }
};

/// Partially mapped crossover (Goldberg and Lingle, 1985) of the list of genes. The operator was designed for
/// permutations, but the list repeats digits. This is its definition here:
///
///   the child has a's genes between two cuts and b's outside
///   map[d] <- b's digit at the first place of the segment where a has d; none if a has no d there
///   outside, a digit d with a map becomes map[d], repeatedly until one has none; if that never ends, d stays
///
/// On permutations it is the published operator. With fewer than three genes the child is a copy of the first parent.
struct Pmx : CrossoverOn<cell_boards> {
    static constexpr const char* name = "pmx";
    static constexpr const char* help = "a segment of genes of one parent; the other's digits mapped around it";
    static constexpr bool makes_genes = true;

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context& context, Draws& draws) const {
        const std::uint32_t genes = context.puzzle.gene_count;
        copy_cells(a, child);
        if (genes < 3) return;
        const SegmentRange from_a = between_two_cuts(genes, draws);
        map_around(a, b, child, context.puzzle, {0, genes}, from_a);
    }

    /// Writes the genes of `all` that lie outside a segment of a: b's digits, mapped.
    EVODOKU_HD static void map_around(auto a, auto b, auto child, const Puzzle& puzzle, SegmentRange all,
                                      SegmentRange from_a) {
        DigitMap direct = 0;
        for (std::uint32_t k = from_a.first; k < from_a.end; ++k) {
            const int cell = puzzle.gene_cell[k], from = digit_index_at(a, cell);
            if (mapped(direct, from) == 0) direct |= static_cast<DigitMap>(digit_index_at(b, cell) + 1) << 4 * from;
        }
        const DigitMap ends = ends_of(direct);
        for (std::uint32_t k = all.first; k < all.end; ++k) {
            if (k == from_a.first) k = from_a.end;
            if (k >= all.end) break;
            const int cell = puzzle.gene_cell[k];
            child.set_cell(cell, 1u << (mapped(ends, digit_index_at(b, cell)) - 1));
        }
    }

private:
    /// Follows the map from every digit to its end.
    EVODOKU_HD static DigitMap ends_of(DigitMap direct) {
        DigitMap ends = 0;
        for (int digit = 0; digit < 9; ++digit) {
            int target = digit;
            for (int step = 0; step < 9 && mapped(direct, target) != 0; ++step) target = mapped(direct, target) - 1;
            const bool endless = mapped(direct, target) != 0;
            ends |= static_cast<DigitMap>((endless ? digit : target) + 1) << 4 * digit;
        }
        return ends;
    }
};

/// Partially mapped crossover (see `pmx`) in each row by itself, as Moraglio, Togelius and Lucas (2006) have it. Keeps:
/// rows that are permutations in both parents stay permutations. A row with fewer than two genes is a's.
struct PmxRow : CrossoverOn<cell_boards> {
    static constexpr const char* name = "pmx-row";
    static constexpr const char* help = "in each row a segment of one parent; the other's digits mapped around it";
    static constexpr bool makes_genes = true;

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        copy_cells(a, child);
        for (int row = 0; row < 9; ++row) {
            const std::uint32_t first = puzzle.first_gene[row], end = puzzle.first_gene[row + 1];
            if (end - first < 2) continue;
            // A segment of at least one gene and not of all.
            const std::uint32_t length = 1 + draws.below_small(end - first - 1);
            const std::uint32_t low = first + draws.below_small(end - first - length + 1);
            Pmx::map_around(a, b, child, puzzle, {first, end}, {low, low + length});
        }
    }
};

/// Cycle crossover (Oliver, Smith and Holland, 1987) in each row, as Moraglio, Togelius and Lucas (2006) have it:
///
///   in each row: begin at the leftmost cell left; from a cell go to the one where a has b's digit of that cell, until
///   there is none left: that is a cycle
///   the cycles come from the two parents in turn; a coin toss per row says which parent gives the first
///
/// Keeps: each cell's digit is that of one parent there; rows that are permutations in both parents stay permutations.
struct CycleRow : CrossoverOn<cell_boards> {
    static constexpr const char* name = "cycle-row";
    static constexpr const char* help = "in each row the cycles between the parents, from each in turn";

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context&, Draws& draws) const {
        std::uint32_t from_a = draws.bits(9);
        copy_cells(a, child);
        for (int row = 0; row < 9; ++row, from_a >>= 1) {
            std::uint32_t left = CellBoard::digits_mask;  // columns in no cycle yet
            for (bool of_a = (from_a & 1) != 0; left != 0; of_a = !of_a) {
                for (int column = lowest_bit(left); column >= 0;) {
                    left &= ~(1u << column);
                    const std::uint32_t digit = b.digit_bit(cell_at(row, column));
                    if (!of_a) child.set_cell(cell_at(row, column), digit);
                    column = column_of_digit(a, row, left, digit);
                }
            }
        }
    }

private:
    /// The first of some columns in which a row has a digit; -1 where none has.
    EVODOKU_HD static int column_of_digit(auto board, int row, std::uint32_t columns, std::uint32_t digit) {
        for (; columns != 0; columns &= columns - 1) {
            const int column = lowest_bit(columns);
            if (board.digit_bit(cell_at(row, column)) == digit) return column;
        }
        return -1;
    }
};

/// Blends the parents, as vectors of digits, by a random alpha per child (Michalewicz, 1992):
///
///   digit = round(alpha * a + (1 - alpha) * b),  alpha = 0, 1/65536, ... 65535/65536
///
/// `rounding` down truncates instead. `carried` follows charles as closely as whole digits allow: genes there become
/// real numbers, which are truncated only when a board is read. So each parent's digit d represents a new random number
/// in d..d+1; two equal digits give that digit.
///
/// Digits between the parents' are as likely as theirs, although a digit is not a quantity. Changes genes only; the
/// fixed cells of both parents are equal.
struct Arithmetic : CrossoverOn<cell_boards> {
    static constexpr const char* name = "arithmetic";
    static constexpr const char* help = "a blend of the digits of two parents, rounded";
    static constexpr bool makes_genes = true;
    static constexpr std::uint32_t nearest = 0, down = 1, carried = 2;
    std::uint32_t rounding = nearest;
    static constexpr std::array parameters{
        name_parameter("rounding", &Arithmetic::rounding, "nearest|down|carried",
                       "of a blend; carried: as if the parents' genes were real numbers")};

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context& context, Draws& draws) const {
        const std::uint32_t alpha = draws.bits(16);
        copy_cells(a, child);
        for (std::uint32_t k = 0; k < context.puzzle.gene_count; ++k) {
            const int cell = context.puzzle.gene_cell[k];
            const auto in_a = static_cast<std::uint32_t>(digit_index_at(a, cell));
            const auto in_b = static_cast<std::uint32_t>(digit_index_at(b, cell));
            std::uint32_t added = rounding == nearest ? share_one / 2 : 0;
            if (rounding == carried) {
                const std::uint32_t of_a = draws.bits(8);
                const std::uint32_t of_b = draws.bits(8);
                added = (of_a * alpha + of_b * (share_one - alpha)) >> 8;
            }
            child.set_cell(cell, 1u << ((in_a * alpha + in_b * (share_one - alpha) + added) >> 16));
        }
    }
};

using Crossovers =
    OperatorList<OperatorKind::crossover, UniformCrossover<Boxes>, OnePoint<Boxes>, TwoPoint<Boxes>, KSegment<Boxes>,
                 Exchange<Boxes>, BuildingBlocks, UniformCrossover<Rows>, OnePoint<Rows>, TwoPoint<Rows>,
                 KSegment<Rows>, Exchange<Rows>, UniformCrossover<Cells>, OnePoint<Cells>, TwoPoint<Cells>, Arithmetic,
                 Pmx, BandStack, PmxRelabel, CycleRow, PmxRow, ExchangeEachRow, FittingBoxes>;
template <>
struct OperatorsOf<OperatorKind::crossover> : Crossovers {};

}  // namespace evodoku
