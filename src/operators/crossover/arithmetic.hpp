// Crossover `arithmetic`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/cells.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Blends the parents, as vectors of digits, by a random alpha per child (Michalewicz, 1992):
///
///   digit = round(alpha * a + (1 - alpha) * b),  alpha = 0, 1/65536, ... 65535/65536
///
/// `rounding` down truncates instead. `carried` follows charles as closely as whole digits allow: genes there become
/// real numbers, which are truncated only when a board is read. So each parent's digit d represents a new random number
/// in d..d+1; two equal digits give that digit.
///
/// Digits between the parents' are as likely as theirs, although a digit is not a quantity. Changes genes only; the
/// fixed cells of both parents are equal.
struct Arithmetic {
    static constexpr const char* name = "arithmetic";
    static constexpr const char* help = "a blend of the digits of two parents, rounded";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);
    static constexpr std::uint32_t nearest = 0, down = 1, carried = 2;
    std::uint32_t rounding = nearest;

    static constexpr auto parameters() {
        using Self = Arithmetic;
        return std::array{
            rate_parameter<Self>("children made by crossover; the others copy one parent"),
            Parameter<Self>{"rounding", &Self::rounding, ParameterKind::name, nearest, carried,
                            "of a blend; carried: as if the parents' genes were real numbers", "nearest|down|carried"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context& context, Draws& draws) const {
        const std::uint32_t alpha = draws.bits(16);
        copy_cells(a, child);
        for (std::uint32_t k = 0; k < context.puzzle.gene_count; ++k) {
            const int cell = context.puzzle.gene_cell[k];
            const auto in_a = static_cast<std::uint32_t>(lowest_bit(a.digit_bit(cell)));
            const auto in_b = static_cast<std::uint32_t>(lowest_bit(b.digit_bit(cell)));
            std::uint32_t added = rounding == nearest ? whole / 2 : 0;
            if (rounding == carried) {
                const std::uint32_t of_a = draws.bits(8);
                const std::uint32_t of_b = draws.bits(8);
                added = (of_a * alpha + of_b * (whole - alpha)) >> 8;
            }
            child.set_cell(cell, 1u << ((in_a * alpha + in_b * (whole - alpha) + added) >> 16));
        }
    }
};

}  // namespace evodoku
