// Puzzles from files, standard input and the command line, one at a time, so that a million need no more memory than
// ten. PuzzleInput checks all of them before a search begins; visit_puzzles() makes one pass, for filters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bad_puzzles.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "input_source.hpp"
#include "io/large_reader.hpp"
#include "settings/setting_rows.hpp"

namespace evodoku::app {

struct InputPuzzle {
    Grid grid;
    std::string_view source;  ///< file name, "standard input", "--puzzle" or "--puzzle[2]"; the input keeps it
    std::size_t line = 0;     ///< where it begins
};

/// Reads everything twice: an input that can't be read again (a pipe) is kept meanwhile.
class PuzzleInput {
public:
    /// Reads and checks everything. `order`: of all puzzles. Throws InputOutputError for a file that can't be read.
    explicit PuzzleInput(const std::vector<InputSource>& sources, int order = 3);

    std::size_t good() const { return good_; }
    /// The checksum of all good puzzles in their order.
    std::uint64_t checksum() const { return checksum_; }
    /// Puzzles that are malformed, or whose givens conflict.
    const BadPuzzles& bad() const { return bad_; }

    /// Only errors, and many: an endless device or the wrong file is not read to its end.
    bool is_hopeless() const;

    /// Writes the next good puzzle; false after the last. Throws InputOutputError if a file has changed.
    bool next(InputPuzzle& puzzle);
    /// Begins again at the first.
    void rewind();

private:
    struct Source {
        std::string name;
        std::string text;                      ///< the puzzle itself, if there is no stream
        std::unique_ptr<std::istream> stream;  ///< that can be read again
    };

    bool read_next(InputPuzzle& puzzle, bool noting);
    bool read_from(Source& source, InputPuzzle& puzzle);

    int order_;
    std::vector<Source> sources_;
    std::size_t current_ = 0;                 ///< the present source
    std::optional<io::PuzzleReader> reader_;  ///< of its stream
    bool text_was_read_ = false;              ///< or its text
    std::size_t good_ = 0, given_ = 0;
    std::uint64_t checksum_ = 0;
    BadPuzzles bad_;
};

struct PuzzleVisitor {
    std::function<void(const Grid& grid, const std::string& source, std::size_t line)> puzzle;
    std::function<void(const io::ParseError& error)> error;
};

/// Calls the visitor for everything in the sources, in order. Throws InputOutputError.
void visit_puzzles(const std::vector<InputSource>& sources, int order, const PuzzleVisitor& visitor);

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

/// The words of a filter's command line besides options; standard input if there are none.
std::vector<InputSource> filter_sources(const std::vector<std::string>& words);

}  // namespace evodoku::app
