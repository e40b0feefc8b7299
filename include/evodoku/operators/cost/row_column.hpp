// Cost `row-column`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku {

/// Digits missing, summed over the nine rows and nine columns (boxes miss none): 0..108, 0 = solved. Equal to the
/// number of duplicates in rows and columns. The cost of Mantere and Koljonen (2007) without their penalty for givens
/// (`row-column-givens`); Lewis (2007) and restart-roulette have it, too.
///
///   162 - bits(lines(k)) summed over k: what the rows of band k and the columns of stack k hold
struct RowColumn {
    static constexpr const char* name = "row-column";
    static constexpr const char* help = "digits missing, summed over rows and columns";
    static constexpr unsigned suits = suits_box_board;
    static constexpr std::uint32_t highest = 108;

    template <class View>
    EVODOKU_HD std::uint32_t operator()(View board, const Context&) const {
        int present = 0;
        for (int k = 0; k < 3; ++k) present += count_bits(board.lines(k));
        return static_cast<std::uint32_t>(162 - present);
    }
};

}  // namespace evodoku
