// Forms of single lines: a puzzle among other fields, the names of a table's columns, sections of .sdk files; and lines
// that are passed over, such as titles.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "io/csv.hpp"
#include "io/forms.hpp"

namespace evodoku::io {
namespace {

constexpr std::size_t no_column = std::string_view::npos;
constexpr std::string_view field_separators = " \t,;:|=\"'()<>";

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, text) != words.end();
}
bool are_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }
std::size_t leading_digits(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
}

/// "Puzzle 12", "Grid 01:", "Sudoku #3 (hard)", "Nr. 7": a word that announces a puzzle, and its number.
bool is_title(std::string_view text) {
    const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin());
    if (!is_one_of(in_small_letters(text.substr(0, end)),
                   {"grid", "puzzle", "sudoku", "board", "game", "problem", "level", "number", "no", "nr", "easy",
                    "medium", "hard", "expert"}))
        return false;
    std::string_view rest = text.substr(end);
    rest.remove_prefix(std::min(rest.find_first_not_of(" .:#-_"), rest.size()));
    const std::size_t digits = leading_digits(rest);
    if (digits == 0 || digits > 9) return false;
    rest = trimmed(rest.substr(digits));
    return rest.empty() || rest == ":" || rest == "." || rest.front() == '(' || rest.front() == '-';
}

/// "#12 53..7....", "#3: 53..7....": the # is part of the puzzle's number, and no comment begins there.
bool has_number_sign(std::string_view raw) {
    raw = trimmed(raw);
    if (!raw.starts_with('#')) return false;
    raw.remove_prefix(1);
    const std::size_t digits = leading_digits(raw);
    return digits > 0 && digits <= 9 && digits < raw.size() && is_among(raw[digits], " \t.:,;)|");
}

/// This program's line above a grid, "a.txt:1: solved in ...", and on standard error.
bool is_own_message(std::string_view text) {
    if (text.starts_with("evodoku: ")) return true;
    return std::ranges::any_of(std::array{": solved", ": not solved", ": no solution"}, [&](std::string_view words) {
        const std::size_t at = text.find(words);
        return at != std::string_view::npos && at > 0 && is_digit(text[at - 1]);
    });
}

/// "sep=;", the first line of a table for Excel.
bool names_separator(std::string_view text) {
    return text.size() <= 5 && in_small_letters(text.substr(0, 4)) == "sep=";
}

/// Text around a puzzle in other languages: ``` or puzzle = """
bool is_fence(std::string_view text) {
    return std::ranges::any_of(std::array{"```", "~~~", "\"\"\"", "'''"}, [&](std::string_view fence) {
        if (text == fence || (fence == "```" && text.starts_with(fence))) return true;
        return text.ends_with(fence) && trimmed(text.substr(0, text.size() - fence.size())).ends_with('=');
    });
}

CellText fault(std::string_view message, const Shape& shape) {
    return {.cells = {}, .count = shape.cells, .parted = false, .fault = {-1, std::string(message)}};
}

/// HoDoKu writes + before a placed digit that is not given: a blank of the puzzle.
std::string without_placed(std::string_view field) {
    std::string givens;
    for (std::size_t at = 0; at < field.size(); ++at) {
        const bool placed = field[at] == '+' && at + 1 < field.size() && field[at + 1] >= '1' && field[at + 1] <= '9';
        givens += placed ? '.' : field[at];
        at += placed;
    }
    return givens;
}

/// At most a row longer or shorter.
bool is_as_long_as_a_board(int count, const Shape& shape) { return std::abs(count - shape.cells) <= shape.size; }

/// A field that may have been intended as a board: at least half as many characters, of which half are cells or common
/// characters for blanks. In 9 x 9 a text with words in it has few digits.
bool is_like_a_board(std::string_view field, int count, const Shape& shape) {
    const auto likely = std::ranges::count_if(field, [&](char c) {
        return read_sign(c, shape) >= 0 || c == '-' || c == '?' || c == ' ' || static_cast<unsigned char>(c) >= 128;
    });
    if (2 * likely < static_cast<std::ptrdiff_t>(field.size())) return false;
    return shape.order == 3 ? 8 * std::ranges::count_if(field, is_digit) >= count
                            : shape.order > 3 && is_as_long_as_a_board(count, shape);
}

/// A field in quotation marks with spaces for blanks.
std::optional<CellText> read_quoted_spaces(std::string_view text, const Shape& shape) {
    for (std::size_t open = text.find('"'); open != std::string_view::npos;) {
        const std::size_t close = text.find('"', open + 1);
        if (close == std::string_view::npos) break;
        if (auto read = read_spaced_run(text.substr(open + 1, close - open - 1), shape)) return read;
        open = text.find('"', close + 1);
    }
    return std::nullopt;
}

/// The puzzle of a line with other fields, `id,puzzle,solution` or `PUZZLE 7.2`. Other fields may be complete boards,
/// but none may look like a second puzzle. Empty if no field is like a board.
std::optional<CellText> read_fields(std::string_view text, const Shape& shape) {
    std::vector<CellText> puzzles, full, broken;
    std::size_t fields = 0;
    const auto add = [&](CellText read) { (has_blank(read, shape) ? puzzles : full).push_back(std::move(read)); };
    for (std::size_t at = 0; (at = text.find_first_not_of(field_separators, at)) != std::string_view::npos; ++fields) {
        const std::size_t end = std::min(text.find_first_of(field_separators, at), text.size());
        const std::string field = without_placed(text.substr(at, end - at));
        at = end;
        if (2 * field.size() < static_cast<std::size_t>(shape.cells)) continue;
        CellText read;
        add_group(read, field, shape);
        if (read.is_puzzle(shape))
            add(std::move(read));
        else if (2 * read.count >= shape.cells && is_like_a_board(field, read.count, shape))
            broken.push_back(std::move(read));
    }
    if (puzzles.empty())
        if (auto spaced = read_quoted_spaces(text, shape)) return spaced;
    const bool has_signs = !puzzles.empty() || !full.empty() || !broken.empty();
    for (const char separator : {'\t', ';', ',', '|'}) {  // numbers, and spaces between them
        if (has_signs || text.size() < static_cast<std::size_t>(shape.cells) || !puzzles.empty() || !full.empty())
            break;
        const std::vector<std::string_view> row = split_row(text, separator);
        fields = row.size();
        for (const std::string_view field : row) {
            if (row.size() < 2 || field.size() < static_cast<std::size_t>(shape.cells)) continue;
            if (CellText read = read_cells(field, shape); read.is_puzzle(shape)) add(std::move(read));
        }
    }
    if (puzzles.size() > 1) return fault("a second puzzle in the line: write one puzzle per line", shape);
    if (!puzzles.empty())  // other numbers beside a puzzle are ignored, unless they are about as long
        std::erase_if(broken, [&](const CellText& read) { return !is_as_long_as_a_board(read.count, shape); });
    if (!broken.empty()) return broken.front();
    if (!puzzles.empty()) return puzzles.front();
    if (full.empty()) return std::nullopt;
    if (fields == 1 || shape.order != 3) return full.front();  // a single board may be complete
    return fault("no blank in the only grid of the line: is its puzzle missing?", shape);
}

/// "solution: 5346..." below a puzzle.
bool is_solution(std::string_view text, const Shape& shape) {
    const auto begin = static_cast<std::size_t>(std::ranges::find_if(text, is_letter) - text.begin());
    const std::string word = in_small_letters(text.substr(begin, 8));
    if (word != "solution" && !word.starts_with("answer") && !word.starts_with("solved")) return false;
    const std::optional<CellText> read = read_fields(text, shape);
    return read && !read->is_puzzle(shape);
}

/// True if a column with this name holds puzzles.
bool names_puzzles(std::string_view name) {
    return has_one_of(name,
                      {"puzzle", "quiz", "question", "sudoku", "board", "grid", "problem", "unsolved", "givens"}) &&
           !names_solution(name);
}

/// True if the field may be a column's name. Names begin with a letter.
bool is_name(std::string_view field) {
    const auto is_allowed = [](char c) { return is_letter(c) || is_digit(c) || is_among(c, " _-./()%#:?"); };
    return !field.empty() && field.size() <= 40 && (is_letter(field.front()) || field.front() == '_') &&
           std::ranges::all_of(field, is_allowed);
}

/// The puzzle in a column; none if there is none.
std::optional<CellText> read_column(std::string_view text, const TableHead& head, const Shape& shape) {
    const std::vector<std::string_view> fields = split_row(text, head.separator);
    if (!head.puzzle || fields.size() <= *head.puzzle) return std::nullopt;
    const std::string field = without_placed(fields[*head.puzzle]);
    if (field.size() < static_cast<std::size_t>(shape.cells)) return std::nullopt;
    if (CellText read = read_cells(field, shape); read.is_puzzle(shape)) return read;
    return read_spaced_run(fields[*head.puzzle], shape);
}

/// The word in "[Puzzle]"; empty if the line is not a section head. [xxx] is three blanks.
std::string section_word(std::string_view text) {
    if (text.size() < 4 || text.front() != '[' || text.back() != ']') return {};
    text = text.substr(1, text.size() - 2);
    if (!std::ranges::all_of(text, [](char c) { return is_letter(c) || c == ' '; })) return {};
    return text.find_first_not_of("xX ") == std::string_view::npos ? std::string() : in_small_letters(text);
}

class SectionForm final : public Form {
public:
    bool recognises(const Line& line, Text&, const Context&) override { return is_section(line.text); }

    /// [Puzzle] is read; the other sections of a saved game have no puzzle.
    void read(Text& text, Context& context) override {
        context.begin_other();
        Line line;
        text.peek(line);
        text.take_line();
        const std::string word = section_word(line.text);
        if (word == "puzzle") return;
        if (!is_one_of(word, {"state", "pencilmarks", "pencil marks", "colours", "colors", "solution"})) {
            context.add_error(line.number, -1,
                              "a section that is neither [Puzzle] nor [State]: write # before a comment");
            return;
        }
        while (text.peek(line) && !is_section(line.text)) text.take_line();
    }
};

/// Names of columns, the number of puzzles above a list; and "4" and "1", with which a board of sudoku_acs begins.
class TableHeadForm final : public Form {
public:
    bool recognises(const Line& line, Text& text, const Context& context) override {
        return is_order(line, context.shape) || (!context.found_text && head(text, context.shape).has_value());
    }

    void read(Text& text, Context& context) override {
        Line line;
        text.peek(line);
        context.pass_over(line);  // "Grid 01" looks like the name of a column
        ++context.gap.comments;
        if (!is_order(line, context.shape)) context.table = head(text, context.shape);
        if (context.table && context.tables != nullptr) {
            std::vector<std::string> names = read_csv_row(text.written_line(), context.table->separator).fields;
            const std::size_t named = names.size();
            if (named > 1) context.kept = &context.tables->emplace_back(Table{std::move(names), named, no_column});
        }
        text.take_line();
        if (context.table) text.read_rows(context.table->separator);
        if (is_order(line, context.shape) && text.peek(line) && line.text == "1") text.take_line();
    }

private:
    static bool is_order(const Line& line, const Shape& shape) {
        return shape.order != 3 && line.text == std::to_string(shape.order);
    }
    static std::optional<TableHead> head(Text& text, const Shape& shape) {
        Text::Ahead ahead(text);
        Line names, row;
        if (!ahead.next(names) || names.too_long || names.commented) return std::nullopt;
        // Without such a name the first row decides; with one, that row is not needed yet.
        if (std::optional<TableHead> named = read_table_head(names.text, {}, shape)) return named;
        ahead.next(row);
        return read_table_head(names.text, row.text, shape);
    }
};

class LineForm final : public Form {
public:
    bool recognises(const Line& line, Text&, const Context& context) override {
        if (line.too_long) return false;
        cells_ = cells_of(line, context.shape, context.table);
        return cells_.is_puzzle(context.shape);
    }

    void read(Text& text, Context& context) override {
        context.begin_other();
        const std::size_t good = context.puzzles.size();
        context.add_board(cells_.cells, text.number());
        if (context.kept != nullptr && context.puzzles.size() > good) keep_fields(text, context);
        if (context.tables != nullptr && context.puzzles.size() > good) keep_notes(text, context);
        text.take_line();
    }

private:
    void keep_fields(Text& text, Context& context) const {
        Job& job = context.puzzles.back();
        Table& table = *context.kept;
        CsvRow row = read_csv_row(text.written_line(), context.table->separator);
        if (row.is_open) {
            context.add_error(text.number(), -1,
                              fmt::format("a quotation mark that is not closed within {} bytes: close it, or write the "
                                          "text on fewer lines",
                                          longest_line));
            return context.puzzles.pop_back();
        }
        while (row.fields.size() > table.columns.size() && row.fields.back().empty()) row.fields.pop_back();
        while (table.columns.size() < row.fields.size())
            table.columns.push_back(fmt::format("column_{}", table.columns.size() + 1));
        job.fields = std::move(row.fields);
        if (table.puzzle == no_column) {
            const auto is_puzzle = [&](const std::string& field) {
                return read_cells(field, context.shape).cells == cells_.cells;
            };
            const auto found = std::ranges::find_if(job.fields, is_puzzle);
            table.puzzle = context.table->puzzle.value_or(static_cast<std::size_t>(found - job.fields.begin()));
        }
        job.fields.resize(table.columns.size());
        if (table.puzzle < job.fields.size())
            job.table = &table;
        else
            table.puzzle = no_column;
    }

    /// The name and the solution: in columns that are called so, or before the puzzle and beside it.
    static void keep_notes(Text& text, Context& context) {
        const Job& job = context.puzzles.back();
        const Shape& shape = context.shape;
        std::vector<CellText> solutions;
        const auto see = [&](std::string_view field) {
            CellText read = read_cells(field, shape);
            if (read.is_puzzle(shape) && !has_blank(read, shape)) solutions.push_back(std::move(read));
        };
        std::string name;
        if (job.table != nullptr) {
            std::size_t best = no_name;
            for (std::size_t column = 0; column < job.fields.size(); ++column) {
                const std::string of = in_small_letters(job.table->columns[column]);
                if (names_solution(of)) see(job.fields[column]);
                if (rank_of_name(of) >= best || job.fields[column].empty()) continue;
                best = rank_of_name(of), name = job.fields[column];
            }
        } else {
            Line line;
            text.peek(line);
            const std::string_view raw = line.raw;
            std::size_t first = raw.npos;
            for (std::size_t at = 0; (at = raw.find_first_not_of(field_separators, at)) != raw.npos;) {
                const std::size_t end = std::min(raw.find_first_of(field_separators, at), raw.size());
                if (end - at >= static_cast<std::size_t>(shape.cells)) see(raw.substr(at, end - at));
                if (end - at >= static_cast<std::size_t>(shape.cells)) first = std::min(first, at);
                at = end;
            }
            const std::string_view before = first == raw.npos || raw.starts_with(':') ? "" : raw.substr(0, first);
            const std::size_t end = before.find_last_not_of(field_separators);
            // A number alone may be a rating.
            if (end != before.npos && std::ranges::any_of(before, is_letter)) name = trimmed(before.substr(0, end + 1));
        }
        if (!name.empty()) context.notes().name = std::move(name);
        if (solutions.size() == 1) context.add_solution(solutions.front());
    }

    CellText cells_;  ///< of the line that was recognised
};

}  // namespace

bool has_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](auto word) { return text.find(word) != std::string_view::npos; });
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

std::optional<TableHead> read_table_head(std::string_view text, std::string_view next, const Shape& shape) {
    TableHead head;
    const auto next_is_puzzle = [&] {
        const std::optional<CellText> row = read_fields(next, shape);
        return row && row->is_puzzle(shape);
    };
    // Some lists begin with the number of puzzles.
    if (text.size() <= 9 && are_digits(text)) return next_is_puzzle() ? std::optional(head) : std::nullopt;
    const std::size_t separator = text.find_first_of("\t,;|");
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

bool names_solution(std::string_view name) {
    return !has_one_of(name, {"unsolved"}) && has_one_of(name, {"solution", "solved", "answer"});
}

std::size_t rank_of_name(std::string_view name) {
    static constexpr std::array<std::string_view, no_name> words = {"name", "title", "id"};
    return static_cast<std::size_t>(std::ranges::find(words, name) - words.begin());
}

std::string_view title_of(const Line& line) {
    if (is_title(line.text)) return line.text;
    const std::string_view raw = trimmed(line.raw);
    return line.commented && is_title(raw) ? raw : std::string_view();
}

bool is_section(std::string_view text) { return !section_word(text).empty(); }

bool is_passed_over(const Line& line, const Shape& shape) {
    if (line.too_long) return line.text.empty() && line.commented;
    if (line.text.empty()) return true;
    if (shape.order > 3) {  // signs of a row may look like a title
        const CellText row = read_cells(line.text, shape);
        if (row.count == shape.size && !row.fault) return false;
    }
    return !title_of(line).empty() || names_separator(line.text) || is_fence(line.text) ||
           is_solution(line.text, shape) || is_own_message(line.text) ||
           (line.text.front() == ';' && !read_fields(line.text, shape));
}

CellText cells_of(const Line& line, const Shape& shape, const std::optional<TableHead>& table) {
    if (table) {
        const std::size_t begin = line.raw.find_first_not_of(" \t");  // a tab there is an empty first field
        const auto row = std::string_view(line.raw).substr(0, line.text.empty() ? 0 : begin + line.text.size());
        if (auto read = read_column(row, *table, shape)) return std::move(*read);
    }
    if (auto read = read_spaced_run(line.raw, shape)) return std::move(*read);
    std::optional<CellText> read = read_fields(line.text, shape);
    if (line.commented && !(read && read->is_puzzle(shape))) {
        // "Puzzle #12: 53..7....": the # is part of a name.
        const auto is_of_name = [&](char c) { return is_letter(c) && read_sign(c, Shape(3)) < 0; };
        if (std::ranges::any_of(line.text, is_of_name) || has_number_sign(line.raw))
            if (auto whole = read_fields(line.raw, shape); whole && whole->is_puzzle(shape)) return std::move(*whole);
    }
    if (read) return std::move(*read);
    if (auto row = list_row(line.text, shape)) return std::move(*row);
    return read_cells(line.text, shape);
}

std::unique_ptr<Form> make_section_form() { return std::make_unique<SectionForm>(); }
std::unique_ptr<Form> make_table_head_form() { return std::make_unique<TableHeadForm>(); }
std::unique_ptr<Form> make_line_form() { return std::make_unique<LineForm>(); }

}  // namespace evodoku::io
