// Puzzles for tests, in the source: the GPU tests run where no file of the project is.
#pragma once

#include <string_view>
#include <type_traits>
#include <vector>

#include "core/puzzle.hpp"
#include "evodoku/core/grid.hpp"

namespace evodoku {

template <int order = 3>
Presolved<order> presolve(const Grid& givens, PresolveLevel level) {
    Presolved<order> found;
    presolve_into(found, PuzzleJobOn<order>{cells_of<order>(givens), level});
    return found;
}
template <int order>
auto make_puzzle(const Presolved<order>& found) {
    std::conditional_t<order == 3, Puzzle, LargePuzzle<order>> puzzle;
    make_puzzle_into(puzzle, found);
    return puzzle;
}
inline Puzzle make_puzzle(const Grid& givens) { return make_puzzle(presolve(givens, PresolveLevel::none)); }

}  // namespace evodoku

namespace evodoku::test {

/// 81 characters, digits and dots.
inline Grid grid_of(std::string_view text) {
    Grid grid;
    for (int cell = 0; cell < cell_count; ++cell) {
        const char letter = text[static_cast<std::size_t>(cell)];
        grid[cell] = letter == '.' ? std::uint8_t{0} : static_cast<std::uint8_t>(letter - '0');
    }
    return grid;
}

/// The example of Wikipedia's article on Sudoku: 30 givens, singles suffice.
inline const Grid easy_puzzle =
    grid_of("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
inline const Grid easy_solution =
    grid_of("534678912672195348198342567859761423426853791713924856961537284287419635345286179");

/// The hard sample of restart-roulette: 23 givens, one solution.
inline const Grid hard_puzzle =
    grid_of("..3.5..2...7....8...937...4..5.6.9..2...3..4.............8.7...5....6..81...4..6.");

/// Givens that do not conflict, and no solution (Norvig's "impossible" puzzle).
inline const Grid impossible_puzzle =
    grid_of(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........");

inline std::vector<Grid> batch_puzzles() {
    return {
        hard_puzzle,
        easy_puzzle,
        grid_of("79....3.......69..8...3..76.....5..2..54187..4..7.....61..9...8..23.......9....54"),
        grid_of("......7.8..2.6..4...4.1..625.1....8..6.8.9..4.3....5.....6......5..3.........2..9"),
        impossible_puzzle,
        Grid{},                                                                                         // no givens
        grid_of("5346789126721953481983425678597614234268537917139248569615372842874196353452861..")};  // two blanks
}

}  // namespace evodoku::test
