// Formats of single lines: a puzzle per line, the names of a table's columns, sections of .sdk files; and titles.
#include <algorithm>
#include <array>

#include "format.hpp"
#include "list_text.hpp"

namespace evodoku::io {
namespace {

/// "Puzzle 12", "Grid 01:", "Sudoku #3 (hard)", "Nr. 7": a word that announces a puzzle, and its number.
bool is_title(std::string_view text) {
    static constexpr std::array<std::string_view, 14> words = {"grid",    "puzzle", "sudoku", "board", "game",
                                                               "problem", "level",  "number", "no",    "nr",
                                                               "easy",    "medium", "hard",   "expert"};
    const std::size_t end = std::find_if_not(text.begin(), text.end(), is_letter) - text.begin();
    const std::string word = in_small_letters(text.substr(0, end));
    if (std::find(words.begin(), words.end(), word) == words.end()) return false;
    std::string_view rest = text.substr(end);
    rest.remove_prefix(std::min(rest.find_first_not_of(" .:#-_"), rest.size()));
    const std::size_t digits = std::find_if_not(rest.begin(), rest.end(), is_digit) - rest.begin();
    if (digits == 0 || digits > 9) return false;
    rest = trimmed(rest.substr(digits));
    return rest.empty() || rest == ":" || rest == "." || rest.front() == '(' || rest.front() == '-';
}

/// "#12 53..7....", "#3: 53..7....": the # is part of the puzzle's number, and no comment begins there.
bool has_number_sign(std::string_view raw) {
    raw = trimmed(raw);
    if (!raw.starts_with('#')) return false;
    raw.remove_prefix(1);
    const std::size_t digits = std::find_if_not(raw.begin(), raw.end(), is_digit) - raw.begin();
    return digits > 0 && digits <= 9 && digits < raw.size() &&
           std::string_view(" \t.:,;)|").find(raw[digits]) != std::string_view::npos;
}

/// This program's line above a grid, "a.txt:1: solved in ...", and on standard error.
bool is_own_message(std::string_view text) {
    if (text.starts_with("evodoku: ")) return true;
    for (const std::string_view words : {": solved", ": not solved", ": no solution"}) {
        const std::size_t at = text.find(words);
        if (at != std::string_view::npos && at > 0 && is_digit(text[at - 1])) return true;
    }
    return false;
}

/// Text around a puzzle in other languages: ``` or puzzle = """
bool is_fence(std::string_view text) {
    for (const std::string_view fence : {"```", "~~~", "\"\"\"", "'''"}) {
        if (text == fence || (fence == "```" && text.starts_with(fence))) return true;
        const std::string_view before = text.substr(0, text.size() - std::min(text.size(), fence.size()));
        if (text.ends_with(fence) && trimmed(before).ends_with('=')) return true;
    }
    return false;
}

/// "solution: 5346..." below a puzzle.
bool is_solution(std::string_view text) {
    const auto begin = std::find_if(text.begin(), text.end(), is_letter);
    const std::string word = in_small_letters(text.substr(static_cast<std::size_t>(begin - text.begin()), 8));
    if (word != "solution" && !word.starts_with("answer") && !word.starts_with("solved")) return false;
    const std::optional<CellText> read = read_fields(text);
    return read && !read->is_puzzle();
}

/// The word in "[Puzzle]"; empty if the line is not a section head. [xxx] is three blanks.
std::string section_word(std::string_view text) {
    if (text.size() < 4 || text.front() != '[' || text.back() != ']') return {};
    text = text.substr(1, text.size() - 2);
    if (!std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || c == ' '; })) return {};
    if (text.find_first_not_of("xX ") == std::string_view::npos) return {};
    return in_small_letters(text);
}

class SectionFormat final : public Format {
public:
    bool recognises(const Line& line, Text&, const Context&) override { return !section_word(line.text).empty(); }

    /// [Puzzle] is read; the other sections of a saved game have no puzzle.
    void read(Text& text, Context& context) override {
        static constexpr std::array<std::string_view, 6> passed_over = {"state",   "pencilmarks", "pencil marks",
                                                                        "colours", "colors",      "solution"};
        context.begin_other();
        Line line;
        text.take(line);
        const std::string word = section_word(line.text);
        if (word == "puzzle") return;
        if (std::find(passed_over.begin(), passed_over.end(), word) == passed_over.end()) {
            context.add_error(line.number, -1,
                              "a section that is neither [Puzzle] nor [State]: write # before a comment");
            return;
        }
        while (text.peek(line) && section_word(line.text).empty()) text.take(line);
    }
};

class TableHeadFormat final : public Format {
public:
    bool recognises(const Line&, Text& text, const Context& context) override {
        return !context.found_text && head(text).has_value();
    }

    void read(Text& text, Context& context) override {
        context.table = head(text);
        Line line;
        text.take(line);
        ++context.gap.comments;
    }

private:
    static std::optional<TableHead> head(Text& text) {
        Text::Ahead ahead(text);
        Line names, row;
        if (!ahead.next(names) || names.too_long || names.commented) return std::nullopt;
        // Without such a name the first row decides; with one, that row is not needed yet.
        if (std::optional<TableHead> named = read_table_head(names.text, {})) return named;
        ahead.next(row);
        return read_table_head(names.text, row.text);
    }
};

class LineFormat final : public Format {
public:
    bool recognises(const Line& line, Text&, const Context& context) override {
        if (line.too_long) return false;
        cells_ = cells_of(line, context);
        return cells_.is_puzzle();
    }

    void read(Text& text, Context& context) override {
        context.begin_other();
        context.add_grid(cells_.cells, text.number());
        text.take_line();
    }

private:
    CellText cells_;  // of the line that was recognised
};

}  // namespace

bool is_section(std::string_view text) { return !section_word(text).empty(); }

bool is_passed_over(const Line& line) {
    if (line.too_long) return line.text.empty() && line.commented;
    return line.text.empty() || is_title(line.text) || is_fence(line.text) || is_solution(line.text) ||
           is_own_message(line.text) || (line.commented && is_title(trimmed(line.raw))) ||
           (line.text.front() == ';' && !read_fields(line.text));
}

CellText cells_of(const Line& line, const Context& context) {
    if (context.table)
        if (std::optional<CellText> read = read_column(line.text, *context.table)) return std::move(*read);
    if (std::optional<CellText> read = read_spaced_run(line.raw)) return std::move(*read);
    std::optional<CellText> read = read_fields(line.text);
    if (line.commented && !(read && read->is_puzzle())) {
        // "Puzzle #12: 53..7....": the # is part of a name.
        const bool has_name =
            std::any_of(line.text.begin(), line.text.end(), [](char c) { return is_letter(c) && cell_value(c) < 0; });
        if (has_name || has_number_sign(line.raw))
            if (std::optional<CellText> whole = read_fields(line.raw); whole && whole->is_puzzle())
                return std::move(*whole);
    }
    if (read) return std::move(*read);
    if (line.text.starts_with('[')) {  // a complete list on one line that is not a whole puzzle is a row of a grid
        ListText list;
        list.feed(line.text);
        if (list.closed() && !list.nested()) return list.as_row();
    }
    return read_cells(line.text);
}

std::unique_ptr<Format> make_section_format() { return std::make_unique<SectionFormat>(); }
std::unique_ptr<Format> make_table_head_format() { return std::make_unique<TableHeadFormat>(); }
std::unique_ptr<Format> make_line_format() { return std::make_unique<LineFormat>(); }

}  // namespace evodoku::io
