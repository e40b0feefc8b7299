// Crossovers of published systems (docs/reference/published-systems.md).
#pragma once

#include "operators/crossover/segments.hpp"

namespace evodoku {

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

}  // namespace evodoku
