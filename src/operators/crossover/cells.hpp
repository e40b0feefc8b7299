// Shared by the crossovers of single cells. Not an operator.
#pragma once

#include "core/draws.hpp"
#include "core/geometry.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// Segments first..end-1: genes, boxes or rows.
struct SegmentRange {
    std::uint32_t first, end;
};

/// Two different cuts in 1..count-1, in any order. Requires three segments. Draws 32 bits.
EVODOKU_HD inline SegmentRange two_cuts(std::uint32_t count, Draws& draws) {
    const std::uint32_t one = 1 + draws.below_small(count - 1);
    std::uint32_t other = 1 + draws.below_small(count - 2);
    other += other >= one;
    return {one, other};
}

EVODOKU_HD inline SegmentRange in_order(SegmentRange cuts) {
    return cuts.first < cuts.end ? cuts : SegmentRange{cuts.end, cuts.first};
}

/// A segment of cells, numbered row by row: first..end-1.
struct CellStretch {
    int first, end;
};

/// The cells from the first gene of a range to the one after it.
EVODOKU_HD inline CellStretch stretch_of_genes(const Puzzle& puzzle, SegmentRange genes) {
    return {genes.first < puzzle.gene_count ? puzzle.gene_cell[genes.first] : cell_count,
            genes.end < puzzle.gene_count ? puzzle.gene_cell[genes.end] : cell_count};
}

/// The child with b's cells in a segment and a's elsewhere.
template <class View, class MutableView>
EVODOKU_HD void cross_cells(View a, View b, MutableView child, CellStretch from_b) {
    const auto bits_below = [](int cells) {  // the bits of the first cells of a triple
        return (1u << 9 * (cells < 0 ? 0 : cells > 3 ? 3 : cells)) - 1;
    };
    for (int k = 0; k < CellBoard::triples; ++k) {
        const std::uint32_t take = bits_below(from_b.end - 3 * k) & ~bits_below(from_b.first - 3 * k);
        child.set_triple(k, a.triple(k) ^ ((a.triple(k) ^ b.triple(k)) & take));
    }
}

/// The child that is a copy of a.
template <class View, class MutableView>
EVODOKU_HD void copy_cells(View a, MutableView child) {
    for (int k = 0; k < CellBoard::triples; ++k) child.set_triple(k, a.triple(k));
}

}  // namespace evodoku
