// Writes puzzles of every order in the formats of other programs. PuzzleReader reads each of them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/core/grid.hpp"
#include "evodoku/io/puzzle_reader.hpp"

namespace evodoku::io {

/// The boards that a format can hold, and why not the others.
struct FormOf {
    bool (*has_order)(int order);
    std::string_view reason;
};

struct PuzzleForm {
    std::string_view name, help;
    char blank;  ///< the default of 9 x 9
    const FormOf& boards;
    std::string (*cells)(const Grid& grid, char blank);
    /// The text of a puzzle. {cells}: of that function; {id}: its number, from 1; {comma}: before all but the first.
    std::string_view puzzle = "{cells}\n";
    std::string_view begin = "", end = "";  ///< the texts before the first puzzle and after the last
    bool has_numbers = false;               ///< a blank can only be 0
    bool is_sheet = false;                  ///< drawn; the head holds the height, so end() returns the whole text
};

std::span<const PuzzleForm> puzzle_forms();
/// For boards of this order; 0: all.
std::vector<std::string> form_names(int order = 0);

/// Makes the text of a puzzle file, one puzzle at a time.
class PuzzleWriter {
public:
    static constexpr std::size_t full_sheet = 10'000;  ///< puzzles

    /// `blank`: one of . 0 x X * _, or 0 for the format's default. Throws std::invalid_argument: "form is ..." for a
    /// name that boards of this order do not have, "blank is ..." for a blank that the format cannot hold.
    PuzzleWriter(std::string_view form, int order, char blank = '\0');

    /// The text before the first puzzle: the head of a table, an opening bracket; often empty.
    std::string begin() const;
    /// The text of one puzzle. Requires the order. Throws std::invalid_argument if a sheet is full.
    std::string puzzle(const Grid& grid) { return puzzle(ReadPuzzle{grid, "", 0}); }
    /// Where the form is a sheet, also its name, or its number and its source; and its solution, if there is one.
    std::string puzzle(const ReadPuzzle& job);
    /// Whether the text shows notes of jobs.
    bool is_sheet() const { return form_->is_sheet; }
    /// The cells of a puzzle alone.
    std::string cells(const Grid& grid) const { return form_->cells(grid, blank_); }
    /// The text after the last puzzle.
    std::string end() const;

private:
    const PuzzleForm* form_;
    int order_;
    char blank_;
    std::size_t count_ = 0;  ///< puzzles written
    std::string sheet_;      ///< the drawings of a sheet
};

}  // namespace evodoku::io
