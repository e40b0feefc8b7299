// The board of a configuration as a type. Host code.
#pragma once

#include "evodoku/engine/config.hpp"
#include "representation/every_board.hpp"

namespace evodoku {

/// Calls work.operator()<Board>() for the board of a configuration.
template <class Work>
void with_board(const Config& config, const Work& work) {
#define EVODOKU_WITH_BOARD(Board) \
    if (config.representation == Board::flag) return work.template operator()<Board>();
    EVODOKU_FOR_EVERY_BOARD(EVODOKU_WITH_BOARD)
#undef EVODOKU_WITH_BOARD
}

}  // namespace evodoku
