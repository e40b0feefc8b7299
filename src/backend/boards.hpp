// The board of a configuration as a type. Host code.
#pragma once

#include <type_traits>

#include "backend/large_types.hpp"
#include "evodoku/engine/config.hpp"
#include "representation/every_board.hpp"

namespace evodoku {

/// Calls work.operator()<Board>() for the board of a configuration, whose grids are of GridType.
template <class GridType, class Work>
void with_board(const Config& config, const Work& work) {
    require_boards(config, std::is_same_v<GridType, LargeGrid>);
    if constexpr (std::is_same_v<GridType, LargeGrid>) {
        with_order(order_of(config.representation),
                   [&]<int order>() { work.template operator()<LargeBoard<order>>(); });
    } else {
        if (config.representation == cell_board) return work.template operator()<CellBoard>();
        work.template operator()<BoxBoard>();
    }
}

/// The same, whatever its grids.
template <class Work>
void with_any_board(const Config& config, const Work& work) {
    if (is_large(config.representation)) return with_board<LargeGrid>(config, work);
    with_board<Grid>(config, work);
}

}  // namespace evodoku
