// The boards that a device evolves.
#pragma once

#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "representation/large_board.hpp"

/// WITH(order, ...) for each order but 3.
#define EVODOKU_FOR_EVERY_ORDER(WITH, ...) \
    WITH(2, __VA_ARGS__)                   \
    WITH(4, __VA_ARGS__)                   \
    WITH(5, __VA_ARGS__)                   \
    WITH(6, __VA_ARGS__)                   \
    WITH(7, __VA_ARGS__)

/// WITH(Board) for each: explicit instantiations, declarations.
#define EVODOKU_FOR_EVERY_BOARD(WITH) \
    WITH(BoxBoard)                    \
    WITH(CellBoard)                   \
    EVODOKU_FOR_EVERY_LARGE_BOARD(WITH)
#define EVODOKU_FOR_EVERY_LARGE_BOARD(WITH) EVODOKU_FOR_EVERY_ORDER(EVODOKU_WITH_LARGE_BOARD, WITH)
#define EVODOKU_WITH_LARGE_BOARD(order, WITH) WITH(LargeBoard<order>)
