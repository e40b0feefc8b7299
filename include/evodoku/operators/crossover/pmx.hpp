// Crossover `pmx`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/crossover/cells.hpp"
#include "evodoku/operators/knob.hpp"

namespace evodoku {

/// Partially mapped crossover (Goldberg and Lingle, 1985) of the list of genes. The list repeats digits, for which the
/// operator was not made; this is what it does:
///
///   the child has a's genes between two cuts and b's outside
///   map[d] <- b's digit at the first place of the stretch where a has d; none where a has no d there
///   outside, a digit d with a map becomes map[d], and so on until one has none; where that never ends, d stays
///
/// On permutations it is the operator as published. A copy of the first parent where there are fewer than three genes.
struct Pmx {
    static constexpr const char* name = "pmx";
    static constexpr const char* help = "a stretch of genes of one parent; the other's digits mapped around it";
    static constexpr unsigned suits = suits_cell_board;
    std::uint32_t rate = percent(80);

    static constexpr auto knobs() {
        return std::array{rate_knob<Pmx>("children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        const std::uint32_t genes = puzzle.gene_count;
        if (genes < 3) return copy_cells(a, child);
        const GeneCuts cuts(genes, draws);
        cross_cells(b, a, child, stretch_of_genes(puzzle, cuts.low, cuts.high));
        Map direct = 0;
        for (std::uint32_t k = cuts.low; k < cuts.high; ++k) {
            const int cell = puzzle.gene_cell[k];
            const int from = lowest_bit(a.digit_bit(cell));
            if (mapped(direct, from) == 0) {
                direct |= static_cast<Map>(lowest_bit(b.digit_bit(cell)) + 1) << 4 * from;
            }
        }
        const Map end = ends_of(direct);
        for (std::uint32_t k = 0; k < genes; ++k) {
            if (k == cuts.low) k = cuts.high;
            if (k >= genes) break;
            const int cell = puzzle.gene_cell[k];
            child.set_cell(cell, 1u << (mapped(end, lowest_bit(b.digit_bit(cell))) - 1));
        }
    }

private:
    using Map = std::uint64_t;  // four bits a digit: the digit, 1..9, it becomes; 0 = none

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
