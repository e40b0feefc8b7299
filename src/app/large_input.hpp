// Puzzles of other orders than 3 for the commands that take them: which order an input has, and one pass over it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "evodoku/core/large_grid.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "input_source.hpp"
#include "io/large_reader.hpp"
#include "settings/setting_rows.hpp"

namespace evodoku::app {

/// The option --order; 0 stands for auto.
template <class Settings>
Setting<Settings> order_row(int Settings::*field, std::string group = "") {
    return make_row<Settings>(
        {"order", std::move(group),
         "2 for 4 x 4, 4 for 16 x 16, 5 for 25 x 25, up to 7; auto = as the first file shows, else 3 (9 x 9)"},
        "N",
        [=](Settings& target, std::string_view label, std::string_view text) {
            target.*field =
                text == "auto" ? 0 : static_cast<int>(read_count(label, text, smallest_order, largest_order));
        },
        [=](const Settings& target) {
            return target.*field == 0 ? std::string("auto") : std::to_string(target.*field);
        });
}

/// The order that a source shows. Standard input and pipes are not looked at: their order is 3. Throws
/// InputOutputError.
io::RecognisedOrder recognised_order(const InputSource& source);

/// The order of all puzzles of an input: `wanted`, or if that is 0 what the first file shows. Throws
/// InputOutputError.
int order_of_input(const std::vector<InputSource>& sources, int wanted);

struct LargePuzzleVisitor {
    std::function<void(const LargeGrid& grid, const std::string& source, std::size_t line)> puzzle;
    std::function<void(const io::ParseError& error)> error;
};

/// Calls the visitor for everything in the sources, in order. Throws InputOutputError.
void visit_large_puzzles(const std::vector<InputSource>& sources, int order, const LargePuzzleVisitor& visitor);

/// `evodoku check`: prints a line per puzzle and a summary; returns an exit code.
int check_large_puzzles(const std::vector<InputSource>& sources, int order, bool json, bool quiet);

}  // namespace evodoku::app
