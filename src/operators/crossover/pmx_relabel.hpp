// Crossover `pmx-relabel`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/cells.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// What the program of charles calls partially mapped crossover. No segment is copied; the whole list is relabelled:
///
///   map[a's digit] <- b's digit, for each gene of a segment in turn; then map[b's digit] <- a's digit, in turn
///   child <- a with each digit that has a map replaced, once
///
/// A later entry of the map replaces an earlier one. The other child of a pair is b relabelled with the same map. The
/// segment begins at the lower of two different genes and ends before the higher. A copy of the first parent where
/// there are fewer than two genes.
struct PmxRelabel {
    static constexpr const char* name = "pmx-relabel";
    static constexpr const char* help = "one parent, its digits relabelled by a map between the parents' segments";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        return std::array{rate_parameter<PmxRelabel>("children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        const std::uint32_t genes = puzzle.gene_count;
        copy_cells(a, child);
        if (genes < 2) return;
        const std::uint32_t one = draws.below_small(genes);
        std::uint32_t other = draws.below_small(genes - 1);
        other += other >= one;
        const std::uint32_t low = one < other ? one : other, high = one < other ? other : one;
        std::uint64_t map = 0;  // four bits per digit: the digit, 1..9, that it becomes; 0 = itself
        for (std::uint32_t half = 0; half < 2; ++half) {
            const bool from_a = (half == 0) != context.second;
            for (std::uint32_t k = low; k < high; ++k) {
                const int cell = puzzle.gene_cell[k];
                const int in_a = lowest_bit(a.digit_bit(cell)), in_b = lowest_bit(b.digit_bit(cell));
                const int from = from_a ? in_a : in_b, to = from_a ? in_b : in_a;
                map = (map & ~(std::uint64_t{15} << 4 * from)) | static_cast<std::uint64_t>(to + 1) << 4 * from;
            }
        }
        for (std::uint32_t k = 0; k < genes; ++k) {
            const int cell = puzzle.gene_cell[k];
            const auto to = static_cast<unsigned>(map >> 4 * lowest_bit(a.digit_bit(cell)) & 15);
            if (to != 0) child.set_cell(cell, 1u << (to - 1));
        }
    }
};

}  // namespace evodoku
