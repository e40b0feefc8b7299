// Cost `product`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// (r + 1)(c + 1)(b + 1) - 1 for r, c and b duplicates in rows, columns and boxes, as the text on charles describes;
/// minus one, so that 0 = solved. Falls faster if the duplicates are spread evenly over the three.
struct Product {
    static constexpr const char* name = "product";
    static constexpr const char* help = "product of the duplicates in rows, columns and boxes, each plus one";
    static constexpr Representations supports = boards_of_9x9;
    static constexpr OperatorNeeds needs = {};
    static constexpr std::uint32_t highest = 73 * 73 * 73 - 1;

    static constexpr auto parameters() { return no_parameters<Product>; }

    template <class View>
    EVODOKU_HD std::uint32_t operator()(View board, const Context&) const {
        const std::uint32_t rows = board.missing_in_rows(), columns = board.missing_in_columns();
        return (rows + 1) * (columns + 1) * (board.missing_in_boxes() + 1) - 1;
    }
};

}  // namespace evodoku
