// Shared by the crossovers of single cells. Not an operator.
#pragma once

#include "core/draws.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// A segment of cells, numbered row by row: first..end-1.
struct CellStretch {
    int first, end;
};

/// The cells from gene number `first` to gene number `end`, exclusive.
EVODOKU_HD inline CellStretch stretch_of_genes(const Puzzle& puzzle, std::uint32_t first, std::uint32_t end) {
    return {first < puzzle.gene_count ? puzzle.gene_cell[first] : cell_count,
            end < puzzle.gene_count ? puzzle.gene_cell[end] : cell_count};
}

/// Two different cuts between genes, 1..genes-1, the lower first. Requires three genes. Draws 32 bits.
struct GeneCuts {
    std::uint32_t low, high;
    EVODOKU_HD GeneCuts(std::uint32_t genes, Draws& draws) {
        const std::uint32_t one = 1 + draws.below_small(genes - 1);
        std::uint32_t other = 1 + draws.below_small(genes - 2);
        other += other >= one;
        low = one < other ? one : other, high = one < other ? other : one;
    }
};

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
