// The boards that a device evolves, what each has, and what makes a grid unfit to be one: docs/how-to/new-board.md.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "representation/large_board.hpp"

/// WITH(Board) for each: explicit instantiations, declarations.
#define EVODOKU_FOR_EVERY_BOARD(WITH)    \
    EVODOKU_FOR_EVERY_BOARD_OF_9X9(WITH) \
    EVODOKU_FOR_EVERY_LARGE_BOARD(WITH)
#define EVODOKU_FOR_EVERY_BOARD_OF_9X9(WITH) \
    WITH(BoxBoard)                           \
    WITH(CellBoard)
#define EVODOKU_FOR_EVERY_LARGE_BOARD(WITH) \
    WITH(LargeBoard<2>)                     \
    WITH(LargeBoard<4>)                     \
    WITH(LargeBoard<5>)                     \
    WITH(LargeBoard<6>)                     \
    WITH(LargeBoard<7>)

namespace evodoku {

/// What the engine needs of a board. Operators need more of its views.
template <class Board>
concept EvolvedBoard = requires(const typename Board::Stored& stored, typename Board::Stored& writable,
                                const typename Board::Puzzle& puzzle, const std::uint8_t* cells, int number) {
    requires std::same_as<decltype(Board::flag), const Boards>;
    requires Board::order == order_of(Board::flag);
    requires std::is_trivially_copyable_v<typename Board::Stored>;
    requires sizeof(stored.word) == Board::words * sizeof(stored.word[0]);
    requires(Board::flag == box_board || Board::digit_words <= Board::words);  // the words without notes come first
    { Board::in_registers } -> std::convertible_to<bool>;
    { Board::notes_in(number) } -> std::same_as<std::remove_cvref_t<decltype(writable.word[0])>>;
    { Board::view(stored) } -> std::same_as<typename Board::View>;
    { Board::view(writable) } -> std::same_as<typename Board::MutableView>;
    { Board::view(stored).digit(number) } -> std::same_as<int>;
    { Board::view(writable).set_digits(cells) } -> std::same_as<bool>;
    { Board::view(stored).key() } -> std::same_as<std::uint64_t>;
    { Board::view(stored).hash() } -> std::same_as<std::uint64_t>;
    { Board::is_solution(Board::view(stored), puzzle) } -> std::same_as<bool>;
    { Board::is_whole(stored, puzzle) } -> std::same_as<bool>;
    { Board::to_grid(stored) } -> std::same_as<Grid>;
};

#define EVODOKU_CHECK_BOARD(Board) static_assert(EvolvedBoard<Board>);
EVODOKU_FOR_EVERY_BOARD(EVODOKU_CHECK_BOARD)
#undef EVODOKU_CHECK_BOARD

/// What a chromosome of the puzzle must have in its fixed cells; null where they are genes.
template <class PuzzleOfBoard>
EVODOKU_HD auto fixed_cells_of(const PuzzleOfBoard& puzzle) {
    const auto* fixed = &puzzle.fixed;
    if constexpr (is_9x9<PuzzleOfBoard>) {
        if (puzzle.genes == Genes::all_cells) fixed = nullptr;
    }
    return fixed;
}

/// Empty, or the first fault, box by box: a cell without a digit, a changed given, a digit that a box holds twice.
template <class Board>
std::string fault_in(const Grid& grid, const typename Board::Puzzle& puzzle) {
    using Shape = Geometry<Board::order>;
    const auto* fixed = fixed_cells_of(puzzle);
    for (int box = 0; box < Shape::size; ++box) {
        std::uint64_t held = 0;
        for (int k = 0; k < Shape::size; ++k) {
            const int cell = Shape::cell_in_box(box, k), wanted = fixed != nullptr ? (*fixed)[cell] : 0;
            const auto name = [&] { return cell_name(cell, Shape::size); };
            const auto digit = [&] { return std::to_string(grid[cell]); };
            if (!is_digit<Board::order>(grid[cell])) return "left " + name() + " without a digit: it is " + digit();
            if (wanted != 0 && wanted != grid[cell])
                return "changed the given " + name() + " from " + std::to_string(wanted) + " to " + digit();
            if (Board::flag != cell_board && (held >> grid[cell] & 1) != 0)
                return "put " + digit() + " into box " + std::to_string(box + 1) + " twice, also into " + name();
            held |= std::uint64_t{1} << grid[cell];
        }
    }
    return "";
}

}  // namespace evodoku
