// Crossover `pmx-row`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/cells.hpp"
#include "operators/crossover/pmx.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Partially mapped crossover (see `pmx`) in each row by itself, as Moraglio, Togelius and Lucas (2006) have it: the
/// genes of the row between two random cuts come from a, the others from b, mapped where a's segment has their digit.
///
/// Keeps: rows that are permutations in both parents stay permutations. A row with fewer than two genes is a's.
struct PmxRow {
    static constexpr const char* name = "pmx-row";
    static constexpr const char* help = "in each row a segment of one parent; the other's digits mapped around it";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        return std::array{rate_parameter<PmxRow>("children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        copy_cells(a, child);
        for (int row = 0; row < 9; ++row) {
            const std::uint32_t first = puzzle.first_gene[row], end = puzzle.first_gene[row + 1];
            if (end - first < 2) continue;
            // A segment of at least one gene and not of all.
            const std::uint32_t length = 1 + draws.below_small(end - first - 1);
            const std::uint32_t low = first + draws.below_small(end - first - length + 1);
            const Pmx::Map map = Pmx::ends_of(Pmx::map_of(a, b, puzzle, low, low + length));
            for (std::uint32_t k = first; k < end; ++k) {
                if (k == low) k += length;
                if (k >= end) break;
                const int cell = puzzle.gene_cell[k];
                child.set_cell(cell, 1u << (Pmx::mapped(map, lowest_bit(b.digit_bit(cell))) - 1));
            }
        }
    }
};

}  // namespace evodoku
