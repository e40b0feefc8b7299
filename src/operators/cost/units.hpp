// Cost `units`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Units that do not hold all nine digits, of 27 on a cell-board. On a box-board only the 18 rows and columns count,
/// because boxes are always complete. 0 = solved. 27 minus this is the fitness of row-candidates. Much coarser than
/// `row-column` or `duplicates`: a unit that misses one digit costs as much as one that misses six.
struct Units {
    static constexpr const char* name = "units";
    static constexpr const char* help = "rows, columns and boxes that are not complete";
    static constexpr Representations supports = boards_of_9x9;
    static constexpr OperatorNeeds needs = {};
    static constexpr std::uint32_t highest = 27;

    static constexpr auto parameters() { return no_parameters<Units>; }

    template <class View>
    EVODOKU_HD std::uint32_t operator()(View board, const Context&) const {
        return board.incomplete_units();
    }
};

}  // namespace evodoku
