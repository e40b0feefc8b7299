// All files have one order; puzzles are chosen by the lines on which they begin.
#include "experiment/planned_puzzles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

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

std::string beside(const std::string& plan, const std::string& file) {
    return (std::filesystem::path(plan).parent_path() / file).string();
}

int order_of_plan(const Plan& plan, const RecogniseFile& recognise) {
    int order = plan.order;
    for (const PuzzleFile& file : plan.puzzles) {
        const std::string path = beside(plan.source, file.name);
        const io::RecognisedOrder found = recognise(file, path);
        if (order == 0) order = found.order;
        if (found.order == 3 || found.order == order) continue;  // 3: it may be any
        throw ConfigFileError(
            fmt::format("{0}: {1}:{2}: a board of {3} x {3}, but the plan is of {4} x {4}; write a plan for each size",
                        file.location, path, found.line, found.order * found.order, order * order));
    }
    return order;
}

void add_chosen(std::vector<PlannedPuzzle>& puzzles, const PuzzleFile& file, const std::vector<PlannedPuzzle>& all) {
    check_lines(file, all);
    for (const PlannedPuzzle& puzzle : all) {
        if (!is_chosen(file, puzzle.line)) continue;
        const bool again = std::ranges::any_of(
            puzzles, [&](const auto& each) { return each.file == file.name && each.line == puzzle.line; });
        if (again) {
            throw ConfigFileError(
                fmt::format("{}: {}:{} appears twice; choose it once", file.location, file.name, puzzle.line));
        }
        puzzles.push_back({puzzle.grid, file.name, puzzle.line});
    }
}

}  // namespace evodoku::experiment
