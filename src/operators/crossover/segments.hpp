// The segments that a crossover takes whole from a parent: boxes, rows or cells. Not an operator.
#pragma once

#include <concepts>

#include "core/draws.hpp"
#include "operators/crossover/cells.hpp"
#include "operators/parameter.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// The kinds of segments, as values of the parameter `segment`.
enum class Segment : std::uint32_t { box, row, cell };

/// Nine segments; bit s: segment s.
using SegmentSet = std::uint32_t;

/// The nine boxes of a box-board.
struct Boxes {
    static constexpr Segment kind = Segment::box;
    static constexpr Representations board = box_board;

    EVODOKU_HD static constexpr std::uint32_t count_in(const Puzzle&) { return 9; }
    template <class View, class MutableView>
    EVODOKU_HD static void cross(View a, View b, MutableView child, SegmentSet from_b) {
        child.set_crossed(a, b, from_b);
    }
};

/// The nine rows of a cell-board.
struct Rows {
    static constexpr Segment kind = Segment::row;
    static constexpr Representations board = cell_board;

    EVODOKU_HD static constexpr std::uint32_t count_in(const Puzzle&) { return 9; }
    template <class View, class MutableView>
    EVODOKU_HD static void cross(View a, View b, MutableView child, SegmentSet from_b) {
        for (int row = 0; row < 9; ++row) {
            const std::uint32_t take = 0u - (from_b >> row & 1);
            for (int k = row * 3; k < row * 3 + 3; ++k) {
                child.set_triple(k, a.triple(k) ^ ((a.triple(k) ^ b.triple(k)) & take));
            }
        }
    }
};

/// The genes of a cell-board, numbered row by row.
struct Cells {
    static constexpr Segment kind = Segment::cell;
    static constexpr Representations board = cell_board;

    EVODOKU_HD static std::uint32_t count_in(const Puzzle& puzzle) { return puzzle.gene_count; }
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

/// The child with b's segments first..end-1 and a's others. The ends of nine segments may be in any order.
template <Segments S, class View, class MutableView>
EVODOKU_HD void cross_range(View a, View b, MutableView child, const Puzzle& puzzle, SegmentRange from_b) {
    if constexpr (NineSegments<S>) {
        S::cross(a, b, child, ((1u << from_b.end) - 1) ^ ((1u << from_b.first) - 1));
    } else {
        cross_cells(a, b, child, stretch_of_genes(puzzle, from_b));
    }
}

}  // namespace evodoku
