// Puzzles from files, standard input and the command line, one at a time, so that a million need no more memory than
// ten. PuzzleInput checks all of them before a search begins; visit_puzzles() makes one pass, for filters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bad_puzzles.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "input_source.hpp"

namespace evodoku::app {

/// GridType: Grid, or LargeGrid for boards of another order than 3.
template <class GridType>
struct InputPuzzleOf {
    GridType grid;
    std::string_view source;  ///< file name, "standard input", "--puzzle" or "--puzzle[2]"; the input keeps it
    std::size_t line = 0;     ///< where it begins
};
using InputPuzzle = InputPuzzleOf<Grid>;

/// The reader of a source: of one puzzle after the other.
template <class GridType>
using NextPuzzle = std::function<bool(InputPuzzleOf<GridType>& puzzle)>;

/// Reads everything twice: an input that can't be read again (a pipe) is kept meanwhile.
template <class GridType>
class PuzzleInputOf {
public:
    using InputPuzzle = InputPuzzleOf<GridType>;

    /// Reads and checks everything. `order`: of larger boards. Throws InputOutputError for a file that can't be read.
    explicit PuzzleInputOf(const std::vector<InputSource>& sources, int order = 3);

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
    std::size_t current_ = 0;      ///< the present source
    NextPuzzle<GridType> reader_;  ///< of its stream
    bool text_was_read_ = false;   ///< or its text
    std::size_t good_ = 0, given_ = 0;
    std::uint64_t checksum_ = 0;
    BadPuzzles bad_;
};
using PuzzleInput = PuzzleInputOf<Grid>;

struct PuzzleVisitor {
    std::function<void(const Grid& grid, const std::string& source, std::size_t line)> puzzle;
    std::function<void(const io::ParseError& error)> error;
};

/// Calls the visitor for everything in the sources, in order. Throws InputOutputError.
void visit_puzzles(const std::vector<InputSource>& sources, const PuzzleVisitor& visitor);

/// The words of a filter's command line besides options; standard input if there are none.
std::vector<InputSource> filter_sources(const std::vector<std::string>& words);

}  // namespace evodoku::app
