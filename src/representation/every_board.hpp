// The boards that a device evolves.
#pragma once

#include "core/every_order.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "representation/large_board.hpp"

/// WITH(Board) for each: explicit instantiations, declarations.
#define EVODOKU_FOR_EVERY_BOARD(WITH) \
    WITH(BoxBoard)                    \
    WITH(CellBoard)                   \
    EVODOKU_FOR_EVERY_LARGE_BOARD(WITH)
#define EVODOKU_FOR_EVERY_LARGE_BOARD(WITH) EVODOKU_FOR_EVERY_ORDER(EVODOKU_WITH_LARGE_BOARD, WITH)
#define EVODOKU_WITH_LARGE_BOARD(order, WITH) WITH(LargeBoard<order>)
