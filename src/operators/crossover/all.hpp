// Every operator that makes a child of two parents: crossovers of segments (boxes, rows or cells that a child takes
// whole from a parent), of bands and stacks, and those that change digits. Add a new one to the list at the end.
#pragma once

#include <concepts>
#include <type_traits>

#include "core/geometry.hpp"
#include "operators/bases.hpp"
#include "operators/mutation/box_pairs.hpp"
#include "operators/temperature.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// The kinds of segments, as values of the parameter `segment`.
enum class Segment : std::uint32_t { box, row, cell };

using SegmentSet = std::uint32_t;  ///< nine segments; bit s: segment s

/// Segments first..end-1: genes, boxes or rows.
struct SegmentRange {
    std::uint32_t first, end;
};

/// The child of two cell-boards that takes the bits take_of(k) of triple k from b, the others from a.
EVODOKU_HD void cross_triples(auto a, auto b, auto child, const auto& take_of) {
    for (int k = 0; k < CellBoard::triples; ++k) {
        const std::uint32_t take = take_of(k);
        child.set_triple(k, a.triple(k) ^ ((a.triple(k) ^ b.triple(k)) & take));
    }
}

/// The boxes of a box-board.
struct Boxes {
    static constexpr Segment kind = Segment::box;
    static constexpr Boards board = box_board;

    EVODOKU_HD static constexpr std::uint32_t count_in(const auto& puzzle) { return sizeof puzzle.free_count; }
    EVODOKU_HD static void cross(auto a, auto b, auto child, auto from_b) { child.set_crossed(a, b, from_b); }
};

/// The nine rows of a cell-board.
struct Rows {
    static constexpr Segment kind = Segment::row;
    static constexpr Boards board = cell_boards;

    EVODOKU_HD static constexpr std::uint32_t count_in(const Puzzle&) { return 9; }
    EVODOKU_HD static void cross(auto a, auto b, auto child, SegmentSet from_b) {
        cross_triples(a, b, child, [=](int k) { return 0u - (from_b >> k / 3 & 1); });
    }
};

/// The genes of a cell-board, numbered row by row.
struct Cells {
    static constexpr Segment kind = Segment::cell;
    static constexpr Boards board = cell_boards;

    EVODOKU_HD static std::uint32_t count_in(const Puzzle& puzzle) { return puzzle.gene_count; }

    /// The child with b's cells from the first gene of a range to the one after it, and a's elsewhere.
    EVODOKU_HD static void cross(auto a, auto b, auto child, const Puzzle& puzzle, SegmentRange from_b) {
        const int first = from_b.first < puzzle.gene_count ? puzzle.gene_cell[from_b.first] : cell_count;
        const int end = from_b.end < puzzle.gene_count ? puzzle.gene_cell[from_b.end] : cell_count;
        const auto bits_below = [](int cells) {  // the bits of the first cells of a triple
            return (1u << 9 * (cells < 0 ? 0 : cells > 3 ? 3 : cells)) - 1;
        };
        cross_triples(a, b, child, [=](int k) { return bits_below(end - 3 * k) & ~bits_below(first - 3 * k); });
    }
};

/// The boards of a crossover that is also written for the boxes of larger boards.
template <class S>
inline constexpr Boards of_any_order = S::kind == Segment::box ? box_boards : S::board;

template <class S>
concept NineSegments = std::same_as<S, Boxes> || std::same_as<S, Rows>;
template <class S>
concept Segments = NineSegments<S> || std::same_as<S, Cells>;

/// The parameter `segment` of a crossover that is a template of it.
template <class Operator, Segments S>
constexpr Parameter<Operator> segment_parameter() {
    constexpr auto kind = static_cast<std::uint32_t>(S::kind);
    constexpr const char* help = "taken whole from a parent: boxes of a box-board; rows or cells of a cell-board";
    return {{"segment", ParameterKind::name, kind, kind, help, "box|row|cell"}, nullptr};
}

/// The child with b's segments first..end-1 and a's others.
template <Segments S, class View, class MutableView, class PuzzleOfBoard>
EVODOKU_HD void cross_range(View a, View b, MutableView child, const PuzzleOfBoard& puzzle, SegmentRange from_b) {
    if constexpr (NineSegments<S>) {
        using Set = std::conditional_t<is_9x9<PuzzleOfBoard>, SegmentSet, std::uint64_t>;
        S::cross(a, b, child, ((Set{1} << from_b.end) - 1) ^ ((Set{1} << from_b.first) - 1));
    } else {
        S::cross(a, b, child, puzzle, from_b);
    }
}

/// The segments between two different random cuts of a list. Requires three segments. Draws 32 bits.
EVODOKU_HD inline SegmentRange between_two_cuts(std::uint32_t count, Draws& draws) {
    const TwoDifferent cuts = two_different(count - 1, draws);
    return {1 + cuts.low(), 1 + cuts.high()};
}

/// By a random bit per segment (Syswerda, 1989; on boxes Mantere and Koljonen, 2007). Draws 9 bits for boxes or rows,
/// 81 for cells, three per triple, and 64 for the boxes of a larger board.
template <Segments S>
struct UniformCrossover : CrossoverOn<of_any_order<S>> {
    static constexpr const char* name = "uniform";
    static constexpr const char* help = "each segment from either parent, by a coin toss";
    static constexpr std::array parameters{segment_parameter<UniformCrossover, S>()};

    template <class View, class MutableView, class PuzzleOfBoard>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const ContextFor<PuzzleOfBoard>&,
                               Draws& draws) const {
        if constexpr (!is_9x9<PuzzleOfBoard>) {
            S::cross(a, b, child, draws.two_words());
        } else if constexpr (NineSegments<S>) {
            // Heads: a box of b, but a row of a. The fingerprints pin this.
            const SegmentSet heads = draws.bits(9);
            S::cross(a, b, child, S::kind == Segment::box ? heads : ~heads);
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

    template <class View, class MutableView, class PuzzleOfBoard>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const ContextFor<PuzzleOfBoard>& context,
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

/// The crossover of restart-roulette, on boxes. All sets of k segments are equally likely.
template <NineSegments S>
struct KSegment : CrossoverOn<S::board> {
    static constexpr const char* name = "k-segment";
    static constexpr const char* help = "a random number of random segments from one parent, the rest from the other";
    std::uint32_t max_segments = 7;
    static constexpr std::array parameters{count_parameter("max-segments", &KSegment::max_segments, 1, 8,
                                                           "segments from the first parent: 1 to this many"),
                                           segment_parameter<KSegment, S>()};

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context&, Draws& draws) const {
        SegmentSet from_b = 0x1FF;
        for (std::uint32_t left = 1 + draws.below_small(max_segments); left != 0; --left) {
            from_b ^= random_bit_of(from_b, draws);
        }
        S::cross(a, b, child, from_b);
    }
};

/// A second exchange of a segment undoes the first. The child is the changed first parent; the other child of a pair
/// (Config::paired_children) is the changed second parent. `inner` as in row-candidates, which exchanges rows, at
/// most 6.
template <NineSegments S>
struct Exchange : CrossoverOn<S::board> {
    static constexpr const char* name = "exchange";
    static constexpr const char* help = "exchanges random segments of two parents";
    std::uint32_t max_exchanges = 6;
    std::uint32_t inner = 1;
    static constexpr std::array parameters{
        count_parameter("max-exchanges", &Exchange::max_exchanges, 1, 100, "exchanges: 1 to this many"),
        switch_parameter("inner", &Exchange::inner, "1: never the first or the last segment"),
        segment_parameter<Exchange, S>()};

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context&, Draws& draws) const {
        SegmentSet from_b = 0;
        for (std::uint32_t left = 1 + draws.below_small(max_exchanges); left != 0; --left) {
            from_b ^= 1u << (inner != 0 ? 1 + draws.below_small(7) : draws.below_small(9));
        }
        S::cross(a, b, child, from_b);
    }
};

/// The crossover of LSGA (Wang et al., 2024), which has rate 0.2 and `each` 0.1.
struct ExchangeEachRow : CrossoverOn<cell_boards> {
    static constexpr const char* name = "exchange-each-row";
    static constexpr const char* help = "each row from the second parent with a probability, else from the first";
    std::uint32_t each = percent(30);
    static constexpr std::array parameters{
        share_parameter("each", &ExchangeEachRow::each, "the probability of each row to come from the second parent")};

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context&, Draws& draws) const {
        SegmentSet from_b = 0;
        for (int row = 0; row < 9; ++row) from_b |= static_cast<SegmentSet>(draws.chance(each)) << row;
        Rows::cross(a, b, child, from_b);
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
        SegmentSet from_b = 0;
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
            from_b |= SegmentSet{takes_b} << k;
        }
        Boxes::cross(a, b, child, backward ? reversed(from_b) : from_b);
    }

private:
    /// The nine bits in the other order.
    EVODOKU_HD static SegmentSet reversed(SegmentSet set) {
        SegmentSet other = 0;
        EVODOKU_UNROLLED
        for (int k = 0; k < 9; ++k) other |= (set >> k & 1) << (8 - k);
        return other;
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

    template <class View, class MutableView, int order>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const ContextFor<LargePuzzle<order>>&,
                               Draws& draws) const {
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

/// Four bits per digit: the digit, 1..9, that it becomes; 0 = none.
using DigitMap = std::uint64_t;

EVODOKU_HD inline int mapped(DigitMap map, int digit_index) { return static_cast<int>(map >> 4 * digit_index & 15); }

EVODOKU_HD int digit_index_at(auto board, int cell) { return lowest_bit(board.digit_bit(cell)); }

EVODOKU_HD void copy_cells(auto a, auto child) {
    for (int k = 0; k < CellBoard::triples; ++k) child.set_triple(k, a.triple(k));
}

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
            int at = digit;
            for (int step = 0; step < 9 && mapped(direct, at) != 0; ++step) at = mapped(direct, at) - 1;
            const bool endless = mapped(direct, at) != 0;
            ends |= static_cast<DigitMap>((endless ? digit : at) + 1) << 4 * digit;
        }
        return ends;
    }
};

/// Partially mapped crossover (see `pmx`) in each row by itself, as Moraglio, Togelius and Lucas (2006) have it.
///
/// Keeps: rows that are permutations in both parents stay permutations. A row with fewer than two genes is a's.
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

/// What the program of charles calls partially mapped crossover. No segment is copied; the whole list is relabelled:
///
///   map[a's digit] <- b's digit, for each gene of a segment in turn; then map[b's digit] <- a's digit, in turn
///   child <- a with each digit that has a map replaced, once
///
/// A later entry of the map replaces an earlier one. The other child of a pair is b relabelled with the same map. The
/// segment begins at the lower of two different genes and ends before the higher. A copy of the first parent where
/// there are fewer than two genes.
struct PmxRelabel : CrossoverOn<cell_boards> {
    static constexpr const char* name = "pmx-relabel";
    static constexpr const char* help = "one parent, its digits relabelled by a map between the parents' segments";
    static constexpr bool makes_genes = true;

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        const std::uint32_t genes = puzzle.gene_count;
        copy_cells(a, child);
        if (genes < 2) return;
        const TwoDifferent ends = two_different(genes, draws);
        DigitMap map = 0;
        for (std::uint32_t half = 0; half < 2; ++half) {
            const bool from_a = (half == 0) != context.second;
            for (std::uint32_t k = ends.low(); k < ends.high(); ++k) {
                const int cell = puzzle.gene_cell[k], in_a = digit_index_at(a, cell), in_b = digit_index_at(b, cell);
                const int from = from_a ? in_a : in_b, to = from_a ? in_b : in_a;
                map = (map & ~(DigitMap{15} << 4 * from)) | static_cast<DigitMap>(to + 1) << 4 * from;
            }
        }
        for (std::uint32_t k = 0; k < genes; ++k) {
            const int cell = puzzle.gene_cell[k];
            const int to = mapped(map, digit_index_at(a, cell));
            if (to != 0) child.set_cell(cell, 1u << (to - 1));
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
