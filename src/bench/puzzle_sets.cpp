// Grids from lines of 81 characters.
#include "puzzle_sets.hpp"

#include <stdexcept>

namespace evodoku::bench {
namespace {

std::vector<Grid> read_lines(const std::string& name, std::string_view text) {
    std::vector<Grid> grids;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.size() != 81) throw std::invalid_argument("set " + name + ": a line is not 81 characters");
        Grid& grid = grids.emplace_back();
        for (std::size_t cell = 0; cell < line.size(); ++cell) {
            const char letter = line[cell];
            if (letter != '.' && (letter < '1' || letter > '9'))
                throw std::invalid_argument("set " + name + ": a cell is neither a digit 1-9 nor a dot");
            grid[static_cast<int>(cell)] = letter == '.' ? std::uint8_t{0} : static_cast<std::uint8_t>(letter - '0');
        }
    }
    return grids;
}

}  // namespace

PuzzleSet read_puzzle_set(const PuzzleText& text) {
    PuzzleSet set{std::string(text.name), {}, {}};
    set.puzzles = read_lines(set.name, text.puzzles);
    set.solutions = read_lines(set.name, text.solutions);
    if (set.puzzles.empty() || set.puzzles.size() != set.solutions.size())
        throw std::invalid_argument("set " + set.name + ": the numbers of puzzles and solutions differ");
    return set;
}

std::vector<std::string> puzzle_set_names() {
    std::vector<std::string> names;
    for (const PuzzleText& text : puzzle_texts()) names.emplace_back(text.name);
    return names;
}

}  // namespace evodoku::bench
