// Solves a board of 16 x 16 of which the first row is given. Larger boards have the calls of 9 x 9.
#include <evodoku/evodoku.hpp>

#include <iostream>

int main() {
    evodoku::Grid puzzle(4);  // order 4: boxes of 4 x 4, so 16 x 16 cells; 0 = blank
    for (int cell = 0; cell < 16; ++cell) puzzle[cell] = static_cast<std::uint8_t>(16 - cell);
    const evodoku::Config config = evodoku::large_config(puzzle.order());
    const auto backend = evodoku::make_backend(evodoku::choose_device("cpu").device, config);
    evodoku::SolveOptions options;
    options.seed = 7;
    const evodoku::Outcome outcome = evodoku::solve(*backend, options, puzzle);
    std::cout << evodoku::to_text(outcome.status) << " in generation " << outcome.generations << '\n';
    for (int cell = 0; cell < outcome.board.cell_count(); ++cell) {
        std::cout << int{outcome.board[cell]} << ((cell + 1) % outcome.board.size() == 0 ? '\n' : ' ');
    }
    return outcome.status == evodoku::Status::solved ? 0 : 1;
}
