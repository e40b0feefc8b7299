// Writes puzzles in the formats of other programs. PuzzleReader reads every one of them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/core/grid.hpp"

namespace evodoku::io {

struct PuzzleForm {
    std::string_view name;
    std::string_view help;
    char blank;  ///< the default
};

/// Every format of PuzzleWriter.
const std::vector<PuzzleForm>& puzzle_forms();

/// Makes the text of a puzzle file, one puzzle at a time.
class PuzzleWriter {
public:
    /// `blank`: one of . 0 x X * _, or 0 for the format's default. Throws std::invalid_argument for another name or
    /// blank, and for a blank that the format cannot hold.
    explicit PuzzleWriter(std::string_view form, char blank = '\0');

    /// The text before the first puzzle: the head of a table, an opening bracket; often empty.
    std::string begin() const;
    /// The text of one puzzle: 81 cells, 0 for a blank. Requires digits 0..9.
    std::string puzzle(const Grid& grid);
    /// The text after the last puzzle.
    std::string end() const;

private:
    const PuzzleForm* form_;
    char blank_;
    std::size_t count_ = 0;  // puzzles written
};

}  // namespace evodoku::io
