// The puzzles of a run, from files, standard input and the command line: all checked before any search, then handed out
// one at a time, so that a million need no more memory than ten.
#pragma once

#include <cstddef>
#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "evodoku/core/grid.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "solve_options.hpp"

namespace evodoku::app {

struct InputPuzzle {
    Grid grid;
    std::string source;    ///< file name, "standard input", "--puzzle" or "--puzzle[2]"
    std::size_t line = 0;  ///< where it begins
};

/// Reads everything twice: what can't be read again (a pipe) is kept in a temporary file on the way.
class PuzzleInput {
public:
    static constexpr std::size_t most_errors = 20;

    /// Reads and checks everything. Throws InputOutputError for a file that can't be read.
    explicit PuzzleInput(const std::vector<InputSource>& sources);

    std::size_t good() const { return good_; }
    /// Puzzles that are malformed, or whose givens conflict.
    std::size_t bad() const { return bad_; }
    /// What is wrong with the first of them, most_errors at most.
    const std::vector<std::string>& errors() const { return errors_; }

    /// Writes the next good puzzle; false after the last. Throws InputOutputError where a file has changed since.
    bool next(InputPuzzle& puzzle);
    /// Begins again at the first.
    void rewind();

private:
    struct Source {
        std::string name;
        std::string text;                      ///< the puzzle itself, where there is no stream
        std::unique_ptr<std::istream> stream;  ///< that can be read again
    };

    bool read_next(InputPuzzle& puzzle, bool noting);
    bool read_from(Source& source, InputPuzzle& puzzle);

    std::vector<Source> sources_;
    std::size_t current_ = 0;                   ///< the source that is being read
    std::unique_ptr<io::PuzzleReader> reader_;  ///< of its stream
    bool text_was_read_ = false;                ///< or its text
    std::size_t good_ = 0, bad_ = 0, given_ = 0;
    std::vector<std::string> errors_;
};

}  // namespace evodoku::app
