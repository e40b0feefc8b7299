// Cost `row-column`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/box_board.hpp"
#include "representation/large_board.hpp"
#include "representation/missing_digits.hpp"

namespace evodoku {

/// Digits missing, summed over all rows and columns (boxes miss none): 0..108 on 9 x 9, 0 = solved. Equal to the
/// number of duplicates in rows and columns. The cost of Mantere and Koljonen (2007) without their penalty for givens
/// (`row-column-givens`); Lewis (2007) and restart-roulette also use it.
struct RowColumn {
    static constexpr const char* name = "row-column";
    static constexpr const char* help = "digits missing, summed over rows and columns";
    static constexpr Representations supports = box_boards;
    static constexpr OperatorNeeds needs = {};
    static constexpr std::uint32_t highest = 108;  ///< on 9 x 9; see highest_cost() for larger boards

    static constexpr auto parameters() { return no_parameters<RowColumn>; }

    template <class View>
    EVODOKU_HD std::uint32_t operator()(View board, const Context&) const {
        return missing_digits(board);
    }
    template <class View, int order>
    EVODOKU_HD std::uint32_t operator()(View board, const ContextFor<LargePuzzle<order>>&) const {
        return board.missing_digits();
    }
};

}  // namespace evodoku
