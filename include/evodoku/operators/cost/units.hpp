// Cost `units`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Units that do not hold all nine digits: of 27 on a cell-board, of the 18 rows and columns on a box-board, whose
/// boxes are always complete; 0 = solved. 27 less this is the fitness of row-candidates. Much coarser than `row-column`
/// or `duplicates`: a unit that misses one digit costs as much as one that misses six.
struct Units {
    static constexpr const char* name = "units";
    static constexpr const char* help = "rows, columns and boxes that are not complete";
    static constexpr unsigned suits = suits_every_board;
    static constexpr std::uint32_t highest = 27;

    template <class View>
    EVODOKU_HD std::uint32_t operator()(View board, const Context&) const {
        return board.incomplete_units();
    }
};

}  // namespace evodoku
