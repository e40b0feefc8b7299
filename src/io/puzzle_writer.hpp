// Writes puzzles of every order in the formats of other programs. PuzzleReader reads each of them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/core/grid.hpp"

namespace evodoku::io {

/// The boards that a format can hold, and why not the others.
struct AllowedBoards {
    bool (*has_order)(int order);
    std::string_view reason;
};

struct OutputForm {
    std::string_view name, help;
    char blank;  ///< the default of 9 x 9
    const AllowedBoards& boards;
    std::string (*cells)(const Grid& grid, char blank);
    /// The text of a puzzle. {cells}: of that function; {id}: its number, from 1; {comma}: before all but the first.
    std::string_view puzzle = "{cells}\n";
    std::string_view begin = "", end = "";  ///< the texts before the first puzzle and after the last
    bool has_numbers = false;               ///< a blank can only be 0
};

std::span<const OutputForm> output_forms();
/// For boards of this order; 0: all.
std::vector<std::string> form_names(int order = 0);

/// Makes the text of a puzzle file, one puzzle at a time.
class PuzzleWriter {
public:
    /// `blank`: one of . 0 x X * _, or 0 for the format's default. Throws std::invalid_argument: "form is ..." for a
    /// name that boards of this order do not have, "blank is ..." for a blank that the format cannot hold.
    PuzzleWriter(std::string_view form, int order, char blank = '\0');

    /// The text before the first puzzle: the head of a table, an opening bracket; often empty.
    std::string begin() const { return std::string(form_->begin); }
    /// The text of one puzzle. Requires the order.
    std::string puzzle(const Grid& grid);
    /// The cells of a puzzle alone.
    std::string cells(const Grid& grid) const { return form_->cells(grid, blank_); }
    /// The text after the last puzzle.
    std::string end() const;

private:
    const OutputForm* form_;
    char blank_;
    std::size_t count_ = 0;  ///< puzzles written
};

}  // namespace evodoku::io
