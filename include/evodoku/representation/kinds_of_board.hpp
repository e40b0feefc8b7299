// All kinds of board, as flags. An operator names those it supports; a phase rejects others at compile time.
#pragma once

namespace evodoku {

/// Flags: the boards that an operator supports, or one of them.
enum Boards : unsigned {
    box_board = 1,
    cell_board = 2,
    box_board_4 = 4,  ///< of 4 x 4 cells
    box_board_16 = 8,
    box_board_25 = 16,
    box_board_36 = 32,
    box_board_49 = 64,
    cell_boards = 2,     ///< any digit in any cell
    large_boards = 124,  ///< boxes of any order but 3
    box_boards = 125,    ///< boxes of any order
    every_board = 127,
    boards_of_9x9 = 3
};

/// A kind of board by its name in settings. Order 3 is 9 x 9.
struct KindOfBoard {
    Boards flag;
    const char* name;
    int order;
};

inline constexpr KindOfBoard kinds_of_board[] = {{box_board, "box-board", 3},       {cell_board, "cell-board", 3},
                                                 {box_board_4, "box-board-4", 2},   {box_board_16, "box-board-16", 4},
                                                 {box_board_25, "box-board-25", 5}, {box_board_36, "box-board-36", 6},
                                                 {box_board_49, "box-board-49", 7}};

constexpr bool is_large(Boards board) { return (board & large_boards) != 0; }  ///< not 9 x 9

/// Requires one of them; anything else counts as the box board.
constexpr const KindOfBoard& kind_of(Boards board) {
    for (const KindOfBoard& kind : kinds_of_board) {
        if (kind.flag == board) return kind;
    }
    return kinds_of_board[0];
}
constexpr int order_of(Boards board) { return kind_of(board).order; }        ///< the side of a box
constexpr const char* to_text(Boards board) { return kind_of(board).name; }  ///< as for --representation

/// The box board of an order, 2..7.
constexpr Boards box_board_of(int order) {
    for (const KindOfBoard& kind : kinds_of_board) {
        if ((kind.flag & box_boards) != 0 && kind.order == order) return kind.flag;
    }
    return box_board;
}

}  // namespace evodoku
