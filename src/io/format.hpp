// One format of puzzles: how it is recognised and how it is read.
#pragma once

#include <compare>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cell_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "fields.hpp"
#include "text.hpp"

namespace evodoku::io {

/// "r4c7" of cell 0..80; empty for any other number.
std::string cell_name(int cell);

/// The gap between two pieces of text. A comment separates more than any number of blank lines.
struct Gap {
    std::size_t comments = 0;
    std::size_t blanks = 0;
    auto operator<=>(const Gap&) const = default;
};

/// State shared by the formats of one input.
struct Context {
    std::string source;
    std::deque<PuzzleEntry> grids;   ///< read and not yet returned
    std::deque<ParseError> errors;   ///< likewise
    bool found_text = false;         ///< a line that is neither blank nor a comment
    bool found_any = false;          ///< a puzzle or an error
    std::optional<TableHead> table;  ///< after a line with column names
    Gap gap;                         ///< since the last line that is neither blank nor a comment

    /// A broken list may be a damaged row: the rows next to it are then not accepted.
    enum class Before { other, rows, broken_list, broken_list_amid_rows };
    Before before = Before::other;  ///< the kind of the last text

    void add_grid(const std::vector<std::uint8_t>& cells, std::size_t line) { grids.push_back({to_grid(cells), line}); }
    void add_error(std::size_t line, int cell, std::string_view message) {
        errors.emplace_back(source, line, cell_name(cell), message);
    }
    /// The present text is not a block of rows.
    void begin_other() {
        gap = {};
        before = Before::other;
    }
};

class Format {
public:
    virtual ~Format() = default;

    /// True if the text that begins with `line` has this format. Takes nothing.
    virtual bool recognises(const Line& line, Text& text, const Context& context) = 0;
    /// Takes at least one line, and leaves any puzzles or errors in the context.
    virtual void read(Text& text, Context& context) = 0;
    /// True if the format must continue before any other format is tried.
    virtual bool is_under_way() const { return false; }
    /// True if it needs the lines of a whole grid: tried only where a grid may begin.
    virtual bool needs_whole_grid() const { return false; }
};

/// All formats, in the order in which they are tried; the last accepts anything.
std::vector<std::unique_ptr<Format>> make_formats();

std::unique_ptr<Format> make_xml_format();
std::unique_ptr<Format> make_json_format();
std::unique_ptr<Format> make_section_format();
std::unique_ptr<Format> make_table_head_format();
std::unique_ptr<Format> make_line_format();
std::unique_ptr<Format> make_picture_format();
std::unique_ptr<Format> make_list_format();
/// `others`: the formats before it, which end a block of rows.
std::unique_ptr<Format> make_row_format(std::vector<Format*> others);

/// A blank line, or one with only a comment or a title: "Grid 01", "Puzzle 3 (easy):".
bool is_passed_over(const Line& line);

/// The same for the following bytes, of which `line` is the first line. Requires the start of a list.
std::size_t list_start_in_bytes(const Line& line, Text& text);
/// "[Puzzle]", the head of a section; [xxx] is three blanks.
bool is_section(std::string_view text);

/// The cells of a line in any form.
CellText cells_of(const Line& line, const Context& context);

/// True if a list of numbers begins with `line` that is not a puzzle.
bool begins_broken_list(const Line& line, Text& text);
/// True if JSON begins with `line`: an object, or a list of objects or of strings.
bool begins_json(const Line& line, Text& text);
/// The position of the bracket in "[...", "name = [..." or "{..."; npos if the line does not start a list.
std::size_t list_start(std::string_view text);

}  // namespace evodoku::io
