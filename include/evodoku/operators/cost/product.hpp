// Cost `product`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// (r + 1)(c + 1)(b + 1) - 1 for r, c and b duplicates in rows, columns and boxes, as the text on charles describes;
/// less one, so that 0 = solved. Falls faster where the duplicates are spread evenly over the three.
struct Product {
    static constexpr const char* name = "product";
    static constexpr const char* help = "duplicates in rows, columns and boxes, each plus one, multiplied";
    static constexpr unsigned suits = suits_every_board;
    static constexpr std::uint32_t highest = 73 * 73 * 73 - 1;

    template <class View>
    EVODOKU_HD std::uint32_t operator()(View board, const Context&) const {
        const std::uint32_t rows = board.missing_in_rows(), columns = board.missing_in_columns();
        return (rows + 1) * (columns + 1) * (board.missing_in_boxes() + 1) - 1;
    }
};

}  // namespace evodoku
