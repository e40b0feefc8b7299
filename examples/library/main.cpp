// Solves one puzzle with a population of its own: evodoku as a library, in 16 lines.
#include <evodoku/evodoku.hpp>

#include <iostream>

int main() {
    const evodoku::Grid puzzle = evodoku::io::parse_puzzle(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "example");
    const evodoku::Config config;  // the default; evodoku::plain_config() has no local search
    const auto backend = evodoku::make_backend(evodoku::choose_device("auto").device, config);
    evodoku::SolveOptions options{.seed = 7, .presolve = evodoku::PresolveLevel::none};
    const evodoku::Outcome outcome = evodoku::solve(*backend, options, puzzle);
    std::cout << evodoku::to_text(outcome.status) << " in generation " << outcome.generations << '\n'
              << evodoku::io::to_boxed(outcome.board);
    return outcome.status == evodoku::Status::solved ? 0 : 1;
}
