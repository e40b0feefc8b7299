// Shuffles by Fisher and Yates, from one random stream per puzzle.
#include "logic/generator.hpp"

#include <numeric>
#include <utility>

#include "core/draws.hpp"
#include "core/geometry.hpp"

namespace evodoku::logic {
namespace {

/// Lines in random order, those of a band or stack still side by side.
std::vector<int> shuffled_lines(int order, Draws& draws) {
    std::vector<int> lines;
    for (const int band : permutation(order, draws)) {
        for (const int line : permutation(order, draws)) lines.push_back(band * order + line);
    }
    return lines;
}

Grid shuffled_grid(int order, Draws& draws) {
    Grid grid(order);
    const int size = grid.size();
    const std::vector<int> rows = shuffled_lines(order, draws);
    const std::vector<int> columns = shuffled_lines(order, draws);
    const std::vector<int> digits = permutation(size, draws);
    for (int cell = 0; cell < grid.cell_count(); ++cell) {
        const int row = rows[static_cast<std::size_t>(cell / size)];
        const int column = columns[static_cast<std::size_t>(cell % size)];
        const int digit = root_digit(order, row, column);
        grid[cell] = static_cast<std::uint8_t>(digits[static_cast<std::size_t>(digit)] + 1);
    }
    return grid;
}

/// Cells in the order in which they are blanked.
std::vector<int> order_of_holes(const PuzzleRequest& request, Draws& draws) {
    const int size = request.order * request.order;
    if (request.holes == Holes::random) return permutation(size * size, draws);
    const Grid pattern = shuffled_grid(request.order, draws);
    std::vector<int> cells;
    for (int digit = 1; digit <= size; ++digit) {
        std::vector<int> of_digit;
        for (int cell = 0; cell < pattern.cell_count(); ++cell) {
            if (pattern[cell] == digit) of_digit.push_back(cell);
        }
        for (const int k : permutation(size, draws)) cells.push_back(of_digit[static_cast<std::size_t>(k)]);
    }
    return cells;
}

}  // namespace

std::vector<int> permutation(int count, Draws& draws) {
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    for (std::size_t left = numbers.size(); left > 1; --left) {
        const std::uint32_t pick = draws.below(static_cast<std::uint32_t>(left));
        std::swap(numbers[left - 1], numbers[pick]);
    }
    return numbers;
}

GeneratedPuzzle generate_puzzle(const PuzzleRequest& request, const std::optional<Grid>& solution) {
    Draws draws({request.seed, request.index, 0, 0}, Purpose::generate);
    GeneratedPuzzle generated{{}, solution ? *solution : shuffled_grid(request.order, draws), {}};
    generated.puzzle = generated.solution;
    const auto cells = static_cast<std::uint64_t>(generated.puzzle.cell_count());
    const std::uint64_t givens = (cells * request.filled + share_one / 2) / share_one;
    const std::vector<int> holes = order_of_holes(request, draws);
    for (std::uint64_t k = 0; k < cells - givens; ++k) generated.puzzle[holes[k]] = 0;
    return generated;
}

}  // namespace evodoku::logic
