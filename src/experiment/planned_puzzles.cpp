// Chooses puzzles by the lines on which they begin.
#include "experiment/planned_puzzles.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "settings/config_file.hpp"

namespace evodoku::experiment {
namespace {

bool is_chosen(const PuzzleFile& file, std::size_t line) {
    return file.lines.empty() || std::ranges::any_of(file.lines, [&](const auto& range) {
               return range.first <= line && line <= range.second;
           });
}

void check_lines(const PuzzleFile& file, const std::vector<PlannedPuzzle>& all) {
    for (const auto& [first, last] : file.lines) {
        const bool found = std::ranges::any_of(
            all, [&, from = first, to = last](const auto& each) { return from <= each.line && each.line <= to; });
        if (found) continue;
        const std::string lines =
            first == last ? fmt::format("line {}", first) : fmt::format("lines {}-{}", first, last);
        throw ConfigFileError(fmt::format("{}: no puzzle in {} begins on {}", file.location, file.name, lines));
    }
}

}  // namespace

void add_chosen(std::vector<PlannedPuzzle>& puzzles, const PuzzleFile& file, const std::vector<PlannedPuzzle>& all) {
    check_lines(file, all);
    for (const PlannedPuzzle& puzzle : all) {
        if (!is_chosen(file, puzzle.line)) continue;
        const bool again = std::ranges::any_of(
            puzzles, [&](const auto& each) { return each.file == file.name && each.line == puzzle.line; });
        if (again) {
            throw ConfigFileError(fmt::format("{}: {}:{} appears twice", file.location, file.name, puzzle.line));
        }
        puzzles.push_back({puzzle.grid, file.name, puzzle.line});
    }
}

}  // namespace evodoku::experiment
