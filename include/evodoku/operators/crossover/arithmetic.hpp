// Crossover `arithmetic`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/crossover/cells.hpp"
#include "evodoku/operators/knob.hpp"

namespace evodoku {

/// Blends the parents, as vectors of digits, by a random alpha, one a child (Michalewicz, 1992):
///
///   digit = round(alpha * a + (1 - alpha) * b),  alpha = 0, 1/65536, ... 65535/65536
///
/// Digits between the parents' are as likely as theirs, though a digit is no quantity. Genes only; fixed cells agree.
struct Arithmetic {
    static constexpr const char* name = "arithmetic";
    static constexpr const char* help = "a blend of the digits of two parents, rounded";
    static constexpr unsigned suits = suits_cell_board;
    std::uint32_t rate = percent(80);

    static constexpr auto knobs() {
        using Self = Arithmetic;
        return std::array{rate_knob<Self>("children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context& context, Draws& draws) const {
        const std::uint32_t alpha = draws.bits(16);
        copy_cells(a, child);
        for (std::uint32_t k = 0; k < context.puzzle.gene_count; ++k) {
            const int cell = context.puzzle.gene_cell[k];
            const auto in_a = static_cast<std::uint32_t>(lowest_bit(a.digit_bit(cell)));
            const auto in_b = static_cast<std::uint32_t>(lowest_bit(b.digit_bit(cell)));
            child.set_cell(cell, 1u << ((in_a * alpha + in_b * (whole - alpha) + whole / 2) >> 16));
        }
    }
};

}  // namespace evodoku
