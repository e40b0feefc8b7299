// Crossover `pmx`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/cells.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Partially mapped crossover (Goldberg and Lingle, 1985) of the list of genes. The operator was designed for
/// permutations, but the list repeats digits. This is its definition here:
///
///   the child has a's genes between two cuts and b's outside
///   map[d] <- b's digit at the first place of the segment where a has d; none if a has no d there
///   outside, a digit d with a map becomes map[d], repeatedly until one has none; if that never ends, d stays
///
/// On permutations it is the published operator. With fewer than three genes the child is a copy of the first parent.
struct Pmx {
    static constexpr const char* name = "pmx";
    static constexpr const char* help = "a segment of genes of one parent; the other's digits mapped around it";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        return std::array{rate_parameter<Pmx>("share of children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        const std::uint32_t genes = puzzle.gene_count;
        if (genes < 3) return copy_cells(a, child);
        const SegmentRange cuts = in_order(two_cuts(genes, draws));
        cross_cells(b, a, child, stretch_of_genes(puzzle, cuts));
        const Map end = ends_of(map_of(a, b, puzzle, cuts.first, cuts.end));
        for (std::uint32_t k = 0; k < genes; ++k) {
            if (k == cuts.first) k = cuts.end;
            if (k >= genes) break;
            const int cell = puzzle.gene_cell[k];
            child.set_cell(cell, 1u << (mapped(end, lowest_bit(b.digit_bit(cell))) - 1));
        }
    }

    // What pmx-row uses, too.

    using Map = std::uint64_t;  // four bits per digit: its replacement, 1..9; 0 = none

    template <class View>
    EVODOKU_HD static Map map_of(View a, View b, const Puzzle& puzzle, std::uint32_t low, std::uint32_t high) {
        Map direct = 0;
        for (std::uint32_t k = low; k < high; ++k) {
            const int cell = puzzle.gene_cell[k];
            const int from = lowest_bit(a.digit_bit(cell));
            if (mapped(direct, from) == 0) {
                direct |= static_cast<Map>(lowest_bit(b.digit_bit(cell)) + 1) << 4 * from;
            }
        }
        return direct;
    }

    EVODOKU_HD static int mapped(Map map, int digit_index) { return static_cast<int>(map >> 4 * digit_index & 15); }

    /// Follows the map from every digit to its end.
    EVODOKU_HD static Map ends_of(Map direct) {
        Map ends = 0;
        for (int digit = 0; digit < 9; ++digit) {
            int at = digit;
            for (int step = 0; step < 9 && mapped(direct, at) != 0; ++step) at = mapped(direct, at) - 1;
            const bool endless = mapped(direct, at) != 0;
            ends |= static_cast<Map>((endless ? digit : at) + 1) << 4 * digit;
        }
        return ends;
    }
};

}  // namespace evodoku
