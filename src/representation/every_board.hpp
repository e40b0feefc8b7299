// The boards that a CPU evolves.
#pragma once

#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "representation/large_board.hpp"

/// WITH(Board) for each: explicit instantiations.
#define EVODOKU_FOR_EVERY_BOARD(WITH) \
    WITH(BoxBoard)                    \
    WITH(CellBoard)                   \
    WITH(LargeBoard<2>)               \
    WITH(LargeBoard<4>)               \
    WITH(LargeBoard<5>)               \
    WITH(LargeBoard<6>)               \
    WITH(LargeBoard<7>)
