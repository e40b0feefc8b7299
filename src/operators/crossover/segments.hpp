// Segments that a crossover takes whole from a parent (boxes, rows or cells), and the crossovers of segments.
#pragma once

#include <concepts>
#include <type_traits>

#include "core/geometry.hpp"
#include "operators/bases.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// The kinds of segments, as values of the parameter `segment`.
enum class Segment : std::uint32_t { box, row, cell };

/// Nine segments; bit s: segment s.
using SegmentSet = std::uint32_t;

/// Segments first..end-1: genes, boxes or rows.
struct SegmentRange {
    std::uint32_t first, end;
};

/// The child of two cell-boards that takes the bits take_of(k) of triple k from b, the others from a.
template <class View, class MutableView, class TakeOf>
EVODOKU_HD void cross_triples(View a, View b, MutableView child, const TakeOf& take_of) {
    for (int k = 0; k < CellBoard::triples; ++k) {
        const std::uint32_t take = take_of(k);
        child.set_triple(k, a.triple(k) ^ ((a.triple(k) ^ b.triple(k)) & take));
    }
}

/// The boxes of a box-board.
struct Boxes {
    static constexpr Segment kind = Segment::box;
    static constexpr Representations board = box_board;

    EVODOKU_HD static constexpr std::uint32_t count_in(const Puzzle&) { return 9; }
    template <int order>
    EVODOKU_HD static constexpr std::uint32_t count_in(const LargePuzzle<order>&) {
        return order * order;
    }
    template <class View, class MutableView, class Set>
    EVODOKU_HD static void cross(View a, View b, MutableView child, Set from_b) {
        child.set_crossed(a, b, from_b);
    }
};

/// The nine rows of a cell-board.
struct Rows {
    static constexpr Segment kind = Segment::row;
    static constexpr Representations board = cell_boards;

    EVODOKU_HD static constexpr std::uint32_t count_in(const Puzzle&) { return 9; }
    EVODOKU_HD static void cross(auto a, auto b, auto child, SegmentSet from_b) {
        cross_triples(a, b, child, [=](int k) { return 0u - (from_b >> k / 3 & 1); });
    }
};

/// The genes of a cell-board, numbered row by row.
struct Cells {
    static constexpr Segment kind = Segment::cell;
    static constexpr Representations board = cell_boards;

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
inline constexpr Representations of_any_order = S::kind == Segment::box ? box_boards : S::board;

template <class S>
concept NineSegments = std::same_as<S, Boxes> || std::same_as<S, Rows>;
template <class S>
concept Segments = NineSegments<S> || std::same_as<S, Cells>;

/// The parameter `segment` of a crossover that is a template of it.
template <class Operator, Segments S>
constexpr Parameter<Operator> segment_parameter() {
    constexpr auto kind = static_cast<std::uint32_t>(S::kind);
    return {"segment",     nullptr, ParameterKind::name,
            kind,          kind,    "taken whole from a parent: boxes of a box-board; rows or cells of a cell-board",
            "box|row|cell"};
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

/// Each segment comes from either parent by a random bit (Syswerda, 1989; on boxes Mantere and Koljonen, 2007). Draws 9
/// bits for boxes or rows, 81 for cells, three per triple, and 64 for the boxes of a larger board.
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

/// Segments before a random cut come from the first parent, the others from the second (Holland, 1975). At least
/// `min-second` come from the second: 2 in row-candidates (rows), and in charles, which cuts cells at 1..n-2. A copy of
/// the first parent where there are too few cells for a cut.
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

/// Segments between two random cuts come from the second parent, the others from the first (De Jong, 1975). A copy of
/// the first parent where there are fewer than three cells to change.
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

/// 1 to `max-segments` random segments come from the first parent, the others from the second: the crossover of
/// restart-roulette, on boxes. All sets of k segments are equally likely.
template <NineSegments S>
struct KSegment : CrossoverOn<S::board> {
    static constexpr const char* name = "k-segment";
    static constexpr const char* help = "a random number of random segments from one parent, the rest from the other";
    std::uint32_t max_segments = 7;
    static constexpr std::array parameters{count_parameter("max-segments", &KSegment::max_segments, 1, 8,
                                                           "segments from the first parent: 1 to this many"),
                                           segment_parameter<KSegment, S>()};

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context&, Draws& draws) const {
        const std::uint32_t count = 1 + draws.below_small(max_segments);
        SegmentSet from_b = 0x1FF;
        for (std::uint32_t k = 0; k < count; ++k) from_b ^= random_bit_of(from_b, draws);
        S::cross(a, b, child, from_b);
    }
};

/// The two parents exchange a random segment 1 to `max-exchanges` times; a second exchange of a segment undoes the
/// first. The child is the changed first parent; the other child of a pair (Config::pairs) is the changed second
/// parent.
///
/// `inner` never exchanges the first and the last segment, as in row-candidates, which exchanges rows, at most 6.
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
        const std::uint32_t count = 1 + draws.below_small(max_exchanges);
        SegmentSet from_b = 0;
        for (std::uint32_t k = 0; k < count; ++k) {
            from_b ^= 1u << (inner != 0 ? 1 + draws.below_small(7) : draws.below_small(9));
        }
        S::cross(a, b, child, from_b);
    }
};

/// Each row comes from the second parent with a probability of its own, the others from the first: the crossover of
/// LSGA (Wang et al., 2024), which has rate 0.2 and `each` 0.1.
struct ExchangeEachRow : CrossoverOn<cell_boards> {
    static constexpr const char* name = "exchange-each-row";
    static constexpr const char* help = "each row from the second parent with a probability, else from the first";
    static constexpr const char* rate_help = "children made by crossover; the others copy one parent";
    std::uint32_t each = percent(30);
    static constexpr std::array parameters{
        share_parameter("each", &ExchangeEachRow::each, "the probability of each row to come from the second parent")};

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context&, Draws& draws) const {
        SegmentSet from_b = 0;
        for (int row = 0; row < 9; ++row) from_b |= static_cast<SegmentSet>(draws.chance(each)) << row;
        Rows::cross(a, b, child, from_b);
    }
};

}  // namespace evodoku
