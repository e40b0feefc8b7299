// Cost `units`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku {

/// Rows and columns that do not hold all nine digits: 0..18, 0 = solved. Much coarser than `row-column`: a row that
/// misses one digit costs as much as one that misses six.
struct Units {
    static constexpr const char* name = "units";
    static constexpr const char* help = "rows and columns that are not complete";
    static constexpr unsigned suits = suits_box_board;
    static constexpr std::uint32_t highest = 18;

    template <class View>
    EVODOKU_HD std::uint32_t operator()(View board, const Context&) const {
        std::uint32_t complete = 0;
        for (int k = 0; k < 3; ++k) {
            const std::uint64_t lines = board.lines(k);
            for (int line = 0; line < 6; ++line) {
                complete += (lines >> (line * 9) & BoxBoard::digits_mask) == BoxBoard::digits_mask;
            }
        }
        return 18 - complete;
    }
};

}  // namespace evodoku
