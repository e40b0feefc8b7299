// All representations, as flags. An operator names those it supports; a phase rejects others at compile time.
#pragma once

namespace evodoku {

enum Representations : unsigned {
    box_board = 1,
    cell_board = 2,
    box_board_4 = 4,  ///< of 4 x 4 cells; likewise the next ones
    box_board_16 = 8,
    box_board_25 = 16,
    box_board_36 = 32,
    box_board_49 = 64,
    large_boards = 124,  ///< boxes of any order but 3
    box_boards = 125,    ///< boxes of any order
    every_board = 127,
    boards_of_9x9 = 3
};

inline constexpr Representations every_representation[] = {box_board,    cell_board,   box_board_4, box_board_16,
                                                           box_board_25, box_board_36, box_board_49};

constexpr bool is_large(Representations representation) { return (representation & large_boards) != 0; }

/// The order of a representation's boards: 3 is 9 x 9.
constexpr int order_of(Representations representation) {
    switch (representation) {
        case box_board_4:
            return 2;
        case box_board_16:
            return 4;
        case box_board_25:
            return 5;
        case box_board_36:
            return 6;
        case box_board_49:
            return 7;
        default:
            return 3;
    }
}

/// The box board of an order, 2..7.
constexpr Representations box_board_of(int order) {
    for (const Representations each : every_representation) {
        if (each != cell_board && order_of(each) == order) return each;
    }
    return box_board;
}

}  // namespace evodoku
