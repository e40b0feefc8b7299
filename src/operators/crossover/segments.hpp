// What crossovers share: segments (boxes, rows or cells that a child takes whole from a parent), and maps of digits.
#pragma once

#include <concepts>
#include <type_traits>

#include "operators/bases.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

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
    static constexpr std::uint32_t kind = 0;  ///< as a value of the parameter `segment`
    static constexpr Boards board = box_board;

    EVODOKU_HD static constexpr std::uint32_t count_in(const auto& puzzle) { return sizeof puzzle.free_count; }
    EVODOKU_HD static void cross(auto a, auto b, auto child, auto from_b) { child.set_crossed(a, b, from_b); }
};

/// The nine rows of a cell-board.
struct Rows {
    static constexpr std::uint32_t kind = 1;
    static constexpr Boards board = cell_boards;

    EVODOKU_HD static constexpr std::uint32_t count_in(const Puzzle&) { return 9; }
    EVODOKU_HD static void cross(auto a, auto b, auto child, SegmentSet from_b) {
        cross_triples(a, b, child, [=](int k) { return 0u - (from_b >> k / 3 & 1); });
    }
};

/// The genes of a cell-board, numbered row by row.
struct Cells {
    static constexpr std::uint32_t kind = 2;
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
inline constexpr Boards of_any_order = std::same_as<S, Boxes> ? box_boards : S::board;

template <class S>
concept NineSegments = std::same_as<S, Boxes> || std::same_as<S, Rows>;
template <class S>
concept Segments = NineSegments<S> || std::same_as<S, Cells>;

/// The parameter `segment` of a crossover that is a template of it.
template <class Operator, Segments S>
constexpr Parameter<Operator> segment_parameter() {
    constexpr const char* help = "taken whole from a parent: boxes of a box-board; rows or cells of a cell-board";
    return {{"segment", ParameterKind::name, S::kind, S::kind, help, "box|row|cell"}, nullptr};
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

/// Four bits per digit: the digit, 1..9, that it becomes; 0 = none.
using DigitMap = std::uint64_t;

EVODOKU_HD inline int mapped(DigitMap map, int digit_index) { return static_cast<int>(map >> 4 * digit_index & 15); }

EVODOKU_HD int digit_index_at(auto board, int cell) { return lowest_bit(board.digit_bit(cell)); }

EVODOKU_HD void copy_cells(auto a, auto child) {
    for (int k = 0; k < CellBoard::triples; ++k) child.set_triple(k, a.triple(k));
}

}  // namespace evodoku
