// The forms of puzzles, most of them text: how each is recognised, and how it is read.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <deque>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/io/puzzle_reader.hpp"
#include "io/cells.hpp"
#include "io/text.hpp"

namespace evodoku::io {

/// The gap between two pieces of text. A comment separates more than any number of blank lines.
struct Gap {
    std::size_t comments = 0;
    std::size_t blanks = 0;
    void add(const Line& line) { ++(line.text.empty() && !line.commented ? blanks : comments); }
    auto operator<=>(const Gap&) const = default;
};

struct TableHead {
    char separator = ',';
    std::size_t columns = 0;            ///< 0: a list of puzzles with a line above it, and no table
    std::optional<std::size_t> puzzle;  ///< the column with the puzzle; empty: several may be it
    std::string name = {};              ///< of that column, or of several
    std::vector<std::pair<std::size_t, std::string>> rules = {};  ///< columns that may make a puzzle a variant
};

/// State shared by the forms of one input.
struct InputState {
    std::string source;
    ReadOptions options;  ///< the column in small letters
    Shape shape{3};
    std::deque<ReadPuzzle> puzzles = {};            ///< read and not yet returned
    std::deque<ParseError> errors = {};             ///< found and not yet thrown
    bool found_any = false;                         ///< a puzzle or an error
    bool saw_board = false;                         ///< JSON or a list with about as many cells as a board has
    std::optional<TableHead> table = {};            ///< after a line with column names
    std::deque<Table> tables = {};                  ///< if fields are kept
    const Table* kept = nullptr;                    ///< the present one of those
    std::vector<std::string> answer_headings = {};  ///< of its columns with answers; others are empty here
    bool after_puzzle = false;                      ///< one with a blank was found last, and no error or full board
    bool after_full = false;                        ///< a full board was found last, and no error
    bool several = false;                           ///< more than one puzzle was found
    bool is_answer = false;                         ///< a full board is the answer of what was found last
    bool in_list = false;                           ///< and so are those below it: they are under "Solutions:"
    Gap gap = {};                                   ///< since the last line that is neither blank nor a comment
    std::size_t skipped = 0;                        ///< lines of text besides puzzles
    std::optional<ParseError> first_skipped = {};   ///< the fault of the first
    /// Reads on in the form that has begun, up to the next puzzle or error; false at its end. Empty: none has begun.
    std::function<bool()> under_way = {};

    std::size_t found() const { return puzzles.size() + errors.size(); }
    /// Requires all cells of a board. `rows`: the lines of its rows, if each has one.
    void add_board(const std::vector<Cell>& cells, std::size_t line, std::span<const std::size_t> rows = {});
    /// Adds what should be a board, or why it is none.
    void add_board(const CellText& read, std::size_t line);
    void add_puzzle(ReadPuzzle job);
    /// The notes on the last puzzle that was added. Requires one.
    Notes& notes();
    /// Notes the solutions of the last puzzle, if there is one that has not been returned.
    void add_answers(const std::vector<CellText>& all);
    /// Passes over text.
    void skip_text(std::size_t line, std::size_t lines, const Fault& fault);
    void add_error(std::size_t line, const Fault& fault) {
        after_puzzle = after_full = false, is_answer = in_list;
        errors.push_back(error_at(line, fault));
    }
    ParseError error_at(std::size_t line, const Fault& fault) const {
        const bool is_behind = fault.cell >= shape.cells;
        return {source, line, fault.cell < 0 || is_behind ? "" : cell_name(fault.cell, shape.size),
                (is_behind ? "more than a board: " : "") + fault.message};
    }
    void see_board(int cells) { saw_board = saw_board || shape.is_near(cells); }
};

/// True if the text that begins with `line` has this form. It then takes at least one line and leaves any puzzles or
/// errors in the state, or it leaves there what reads on. If it `only_looks`, it takes and leaves nothing.
using Form = bool(const Line& line, Text& text, InputState& state, bool only_looks);
Form xml_form, bracket_form, section_form, table_head_form, line_form, row_form;
/// In the order in which they are tried. The last accepts anything but what is passed over.
inline constexpr Form* all_forms[] = {xml_form, bracket_form, section_form, table_head_form, line_form, row_form};

/// If a file of NumPy (.npy) begins here: leaves in the state what reads its boards, (n, cells) or (n, rows, columns)
/// in C order, and returns their order. An error if that is not `order` (0: any), or if it is no array of boards or of
/// one board. None, and takes no byte, for any other file.
std::optional<int> begin_array(std::istream& input, InputState& state, int order);

/// A blank line, or one with only a comment or a title: "Grid 01", "Puzzle 3 (easy):".
bool is_passed_over(const Line& line, const Shape& shape);
/// A game ID of Simon Tatham's Solo, 3x3:5_3b7d..., behind the last blank: a letter is a run of blank cells.
std::optional<CellText> read_game_id(std::string_view text, const Shape& shape);
/// The cells of a line in any form.
CellText cells_of(const Line& line, const Shape& shape, const std::optional<TableHead>& table = {});
bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words);
/// Calls visit(word) for each run of characters that are none of `separators`.
void visit_words(std::string_view text, std::string_view separators, const auto& visit) {
    for (std::size_t begin = 0, end = 0; (begin = text.find_first_not_of(separators, end)) < text.size();) {
        end = std::min(text.find_first_of(separators, begin), text.size());
        visit(text.substr(begin, end - begin));
    }
}
/// One of `all`, each ended by a slash, is in `words`; or it is all of them, perhaps in the plural.
bool has_name(std::string_view all, std::string_view words, bool is_whole = false);
/// True if a column with this name, in small letters, holds puzzles; or what a person or a model answers.
bool names_puzzles(std::string_view name);
bool names_answers(std::string_view name);
/// True if a key or a column with this name holds solutions. `name`: in small letters.
bool names_solution(std::string_view name, bool is_whole = false);
/// True for names that a solution has beside a puzzle: "result".
bool may_be_solution(std::string_view name);
/// A text with this name, which is not a board, as a solution: without cells and fault if there is none, else with the
/// fault. Empty: it is a remark.
std::optional<CellText> bad_answer(std::string_view name, std::string_view text);
/// The cells of a line such as "Solution: 5346..." below a puzzle; no cells in "Solution 2:".
std::optional<CellText> read_answer(const Line& line, const Shape& shape);
/// Reads the names of a table's columns, or the line above a list of puzzles that says how many there are; empty if the
/// next line of `ahead` is not such a line. The line after it must be a row of the table. `column`: see InputState.
std::optional<TableHead> read_table_head(Text::Ahead ahead, const Shape& shape, std::string_view column = "");
/// True for a line of words: no damaged row or board. `read`: its cells.
bool is_text(const Line& line, const CellText& read, const Shape& shape);
/// Why the cells are not a board. `row`: those of a line.
std::string not_a_board(int cells, int row, const Shape& shape);
std::string other_size(int side);
/// Why a key or a column with this value makes a puzzle a variant of Sudoku; empty if it does not.
std::string added_rule(std::string_view key, std::string_view value);
std::string rule_of(std::string_view key);
/// Why a line of text makes the puzzles near it variants: "Anti-knight rules apply.", "thermo: 1"; or empty.
std::string rule_of_line(std::string_view text);
/// True for a key, in small letters, whose cells have no meaning for the puzzle.
bool is_beside_rules(std::string_view key);

/// The position of the bracket in "[...", "name = [..." or "{..."; npos if the line does not start a list.
std::size_t list_start(std::string_view text);
/// A whole list on one line that has no lists in it: a row of a board.
std::optional<CellText> list_row(std::string_view text, const Shape& shape);

}  // namespace evodoku::io
