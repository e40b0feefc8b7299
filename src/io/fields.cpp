// Splits a line into fields and finds the puzzle among them.
#include "fields.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "characters.hpp"
#include "core/geometry.hpp"
#include "evodoku/core/grid.hpp"

namespace evodoku::io {
namespace {

constexpr std::string_view separators = " \t,;:|=\"'()<>";
constexpr std::string_view table_separators = "\t,;|";

bool is_cell(char c) { return cell_value(c) >= 0; }
bool is_filled(char c) { return c >= '1' && c <= '9'; }

/// HoDoKu writes + before a placed digit that is not given: a blank of the puzzle.
std::string without_placed(std::string_view field) {
    std::string givens;
    for (std::size_t at = 0; at < field.size(); ++at) {
        const bool placed = field[at] == '+' && at + 1 < field.size() && is_filled(field[at + 1]);
        givens += placed ? '.' : field[at];
        at += placed;
    }
    return givens;
}

enum class Content { text, broken_grid, puzzle, full_grid };

/// The kind of a field. A broken grid is a field that may have been intended as one: at least half as many characters,
/// of which half are cells or common characters for blanks.
Content content_of(std::string_view field) {
    if (field.size() == cell_count && std::all_of(field.begin(), field.end(), is_cell))
        return std::all_of(field.begin(), field.end(), is_filled) ? Content::full_grid : Content::puzzle;
    const std::size_t length = character_count(field);
    if (2 * length < cell_count) return Content::text;
    const auto likely = std::count_if(field.begin(), field.end(), [](char c) {
        return is_cell(c) || c == '-' || c == '?' || c == ' ' || static_cast<unsigned char>(c) >= 128;
    });
    // A text with words in it has few digits.
    const auto digits = std::count_if(field.begin(), field.end(), is_digit);
    const bool is_broken =
        2 * static_cast<std::size_t>(likely) >= field.size() && 8 * static_cast<std::size_t>(digits) >= length;
    return is_broken ? Content::broken_grid : Content::text;
}

/// Next to a puzzle, a field of other numbers is ignored unless it is about as long as a puzzle.
bool is_as_long_as_a_puzzle(std::string_view field) {
    const std::size_t length = character_count(field);
    return length + 9 >= cell_count && length <= cell_count + 9;
}

CellText fault(std::string_view message) {
    CellText read;
    read.count = cell_count;
    read.fault.message = message;
    return read;
}

CellText group(std::string_view field) {
    CellText read;
    add_group(read, field);
    return read;
}

/// A field in quotation marks with spaces for blanks.
std::optional<CellText> read_quoted_spaces(std::string_view text) {
    for (std::size_t open = text.find('"'); open != std::string_view::npos;) {
        const std::size_t close = text.find('"', open + 1);
        if (close == std::string_view::npos) break;
        if (std::optional<CellText> read = read_spaced_run(text.substr(open + 1, close - open - 1))) return read;
        open = text.find('"', close + 1);
    }
    return std::nullopt;
}

/// The rank of a column's name among the names for puzzles; empty for any other name.
bool names_puzzles(const std::string& name) {
    static constexpr std::array<std::string_view, 9> words = {"puzzle", "quiz",    "question", "sudoku", "board",
                                                              "grid",   "problem", "unsolved", "givens"};
    static constexpr std::array<std::string_view, 3> others = {"solution", "solved", "answer"};
    const auto has = [&](std::string_view word) { return name.find(word) != std::string::npos; };
    if (name == "unsolved") return true;
    return std::any_of(words.begin(), words.end(), has) && std::none_of(others.begin(), others.end(), has);
}

/// True if the field may be a column's name. Names begin with a letter.
bool is_name(std::string_view field) {
    const auto is_allowed = [](char c) {
        return is_letter(c) || is_digit(c) || std::string_view(" _-./()%#:?").find(c) != std::string_view::npos;
    };
    return !field.empty() && field.size() <= 40 && (is_letter(field.front()) || field.front() == '_') &&
           std::all_of(field.begin(), field.end(), is_allowed);
}

}  // namespace

std::optional<CellText> read_fields(std::string_view text) {
    std::vector<std::string> fields;
    for (std::size_t at = 0; (at = text.find_first_not_of(separators, at)) != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        fields.push_back(without_placed(text.substr(at, end - at)));
        at = end;
    }
    std::vector<std::string_view> puzzles, full, broken;
    for (const std::string& field : fields) {
        const Content content = content_of(field);
        if (content == Content::puzzle) puzzles.push_back(field);
        if (content == Content::full_grid) full.push_back(field);
        if (content == Content::broken_grid) broken.push_back(field);
    }
    if (puzzles.empty())
        if (std::optional<CellText> spaced = read_quoted_spaces(text)) return spaced;
    if (puzzles.size() > 1) return fault("a second puzzle in the line: write one puzzle per line");
    if (!puzzles.empty()) std::erase_if(broken, [](std::string_view field) { return !is_as_long_as_a_puzzle(field); });
    if (!broken.empty()) return group(broken.front());
    if (!puzzles.empty()) return group(puzzles.front());
    if (full.empty()) return std::nullopt;
    if (fields.size() == 1) return group(full.front());  // a single grid may be complete
    return fault("no blank in the only grid of the line: is its puzzle missing?");
}

std::vector<std::string_view> split_row(std::string_view text, char separator) {
    std::vector<std::string_view> fields;
    for (std::size_t at = 0; at <= text.size();) {
        // A field that begins with a quotation mark extends to the next one, including separators.
        const std::size_t begin = std::min(text.find_first_not_of(' ', at), text.size());
        const char mark = begin < text.size() && (text[begin] == '"' || text[begin] == '\'') ? text[begin] : '\0';
        const std::size_t closing = mark != '\0' ? text.find(mark, begin + 1) : std::string_view::npos;
        const std::size_t from = closing == std::string_view::npos ? at : closing;
        const std::size_t end = std::min(text.find(separator, from), text.size());
        std::string_view field = text.substr(at, end - at);
        if (closing == std::string_view::npos) {
            while (field.starts_with(' ')) field.remove_prefix(1);
            while (field.ends_with(' ')) field.remove_suffix(1);
        } else {
            field = text.substr(begin + 1, closing - begin - 1);
        }
        fields.push_back(field);
        at = end + 1;
    }
    return fields;
}

std::optional<TableHead> read_table_head(std::string_view text, std::string_view next) {
    TableHead head;
    const auto next_is_puzzle = [&] {
        const std::optional<CellText> row = read_fields(next);
        return row && row->is_puzzle();
    };
    // Some lists begin with the number of puzzles.
    if (!text.empty() && text.size() <= 9 && std::all_of(text.begin(), text.end(), is_digit))
        return next_is_puzzle() ? std::optional(head) : std::nullopt;
    const std::size_t separator = text.find_first_of(table_separators);
    if (separator != std::string_view::npos) head.separator = text[separator];
    const std::vector<std::string_view> names = split_row(text, head.separator);
    std::size_t named = 0;
    for (std::size_t column = 0; column < names.size(); ++column) {
        if (names[column].empty()) continue;  // pandas writes its index without a name
        if (!is_name(names[column])) return std::nullopt;
        if (names_puzzles(in_small_letters(names[column]))) {
            head.puzzle = column;
            ++named;
        }
    }
    if (named > 1) head.puzzle.reset();
    if (named > 0) return head;
    if (names.size() < 2 || split_row(next, head.separator).size() != names.size()) return std::nullopt;
    return next_is_puzzle() ? std::optional(head) : std::nullopt;
}

std::optional<CellText> read_column(std::string_view text, const TableHead& head) {
    if (!head.puzzle) return std::nullopt;
    const std::vector<std::string_view> fields = split_row(text, head.separator);
    if (fields.size() <= *head.puzzle) return std::nullopt;
    const std::string field = without_placed(fields[*head.puzzle]);
    const Content content = content_of(field);
    if (content == Content::puzzle || content == Content::full_grid) return group(field);
    return read_spaced_run(fields[*head.puzzle]);
}

}  // namespace evodoku::io
