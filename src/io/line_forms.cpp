// Forms of single lines: a puzzle among other fields, the names of a table's columns, sections of .sdk files; and lines
// that are passed over, such as titles.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <regex>
#include <span>
#include <utility>

#include "io/csv.hpp"
#include "io/forms.hpp"

namespace evodoku::io {
namespace {

constexpr std::string_view field_separators = " \t,;:|=\"'()<>";

bool are_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }
std::size_t leading_digits(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
}

/// "Puzzle 12", "Grid 01:", "Sudoku #3 (hard)", "Nr. 7": a word that announces a puzzle, and its number.
bool is_title(std::string_view text) {
    std::string_view rest = text;
    while (!rest.empty() && !is_digit(rest.front())) {
        const auto end = static_cast<std::size_t>(std::ranges::find_if_not(rest, is_letter) - rest.begin());
        if (!is_one_of(in_small_letters(rest.substr(0, end)),
                       {"grid", "puzzle", "sudoku", "board", "game", "problem", "level", "number", "no", "nr", "easy",
                        "medium", "hard", "expert"}))
            return false;
        rest.remove_prefix(std::min(rest.find_first_not_of(" .:#-_", end), rest.size()));
    }
    const std::size_t digits = leading_digits(rest);
    if (digits == 0 || digits > 9 || rest.size() == text.size()) return false;
    rest = trimmed(rest.substr(digits));
    return rest.empty() || rest == ":" || rest == "." || rest.front() == '(' || rest.front() == '-';
}

CellText fault(std::string_view message, const Shape& shape) {
    CellText read;
    read.count = shape.cells - 1, read.fault = {-1, std::string(message)}, read.is_certain = true;
    return read;
}

/// One of `all`, each ended by a slash, is in `words`; or it is all of them, perhaps in the plural.
bool has_name(std::string_view all, std::string_view words, bool is_whole = false) {
    for (std::size_t end = 0; (end = all.find('/')) != all.npos; all.remove_prefix(end + 1)) {
        const std::string_view name = all.substr(0, end);
        const std::size_t at = words.find(name);
        if (is_whole ? at == 0 && (words == name || words.substr(end) == "s") : at != words.npos) return true;
    }
    return false;
}

/// True for words of keys and lines with which a puzzle has rules of its own. `words`: without blanks and dashes.
bool is_variant(std::string_view words) {
    return has_name(
               "thermo/killer/cage/arrow/kropki/diagonal/jigsaw/irregular/antiknight/antiking/antiqueen/consecuti/"
               "renban/whisper/palindrome/sandwich/skyscraper/xsum/quadruple/disjoint/windoku/inequal/entropic/"
               "modular/nonomino/constraint/variant/givenpencil/zipper/numberedroom/lockout/indexer/nabner/asterisk/"
               "outside/",
               words) ||
           has_name("sudokux/xsudoku/xv/hyper/hypersudoku/nrc/", words, true);
}

/// What a spreadsheet has made of the text of a puzzle: 5.3E+80, or a number without its first zeros. Else empty.
std::string damage_of_spreadsheet(std::string_view field, const Shape& shape) {
    constexpr std::string_view remedy = "which a spreadsheet makes of a puzzle: export that column as text";
    if (is_fault_of_spreadsheet(field))
        return fmt::format("{}, which a spreadsheet writes in place of a puzzle", field);
    const std::size_t exponent = std::min(field.find_first_not_of("0123456789.,"), field.size());
    const std::string power = in_small_letters(field.substr(exponent));
    if (exponent > 0 && field.size() < 32 && power.starts_with("e+") && are_digits(power.substr(2)))
        return fmt::format("the number {}, {}", field, remedy);
    const int lost = shape.cells - static_cast<int>(field.size());
    if (shape.order == 3 && lost > 0 && lost < 12 && are_digits(field) && field.find('0') != field.npos)
        return fmt::format("{} digits, not 81: a number without its first zeros, {}", field.size(), remedy);
    return {};
}

/// 729 characters: nine for each cell, a digit or a point.
std::optional<CellText> read_line_of_marks(std::string_view text, const Shape& shape) {
    if (shape.order != 3 || text.size() != 729) return std::nullopt;
    std::array<std::uint16_t, 81> marks{};
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool is_digit_here = text[at] == static_cast<char>('1' + at % 9);
        if (!is_digit_here && text[at] != '.' && text[at] != '0') return std::nullopt;
        marks[at / 9] = static_cast<std::uint16_t>(marks[at / 9] | is_digit_here << at % 9);
    }
    return read_marks(marks, shape);
}

/// A game ID of Simon Tatham's Solo, 3x3:5_3b7d...: a letter is a run of blanks.
std::optional<CellText> read_game_id(std::string_view text, const Shape& shape) {
    const std::size_t colon = text.find(':');
    if (colon == text.npos) return std::nullopt;
    const std::string kind(text.substr(0, std::min<std::size_t>(colon, 16)));
    int columns = 0, rows = 0, length = 0;
    std::sscanf(kind.c_str(), "%2dx%2d%n", &columns, &rows, &length);
    const std::string_view cells = text.substr(colon + 1);
    const auto is_part = [](char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || is_among(c, "_,"); };
    if (length == 0 && std::sscanf(kind.c_str(), "%2d%n", &columns, &length) == 1 &&
        kind[static_cast<std::size_t>(length)] != 'j')
        return std::nullopt;
    if (length == 0 || columns < 2 || !std::ranges::all_of(cells, is_part) || !std::ranges::any_of(cells, is_letter))
        return std::nullopt;
    if (kind.find_first_of("jkx", static_cast<std::size_t>(length)) != kind.npos)
        return fault("a game with rules beyond those of Sudoku (x: diagonals, j: irregular, k: killer)", shape);
    if (columns != rows || rows != shape.order) return fault(other_size(columns * rows), shape);
    CellText read;
    for (std::size_t at = 0; at < cells.size();) {
        const std::size_t digits = leading_digits(cells.substr(at));
        if (digits != 0) add_cell(read, cells.substr(at, digits), shape);
        for (int blank = 'a'; digits == 0 && blank <= cells[at] && cells[at] != '_'; ++blank)
            add_cell(read, ".", shape);
        at += std::max<std::size_t>(digits, 1);
    }
    return read;
}

/// The rows (...), (...) of a line of SQL; the whole line if it has not several.
std::vector<std::string_view> records_of(std::string_view text) {
    std::vector<std::string_view> records;
    for (std::size_t end = 0; (end = text.find("),", end)) != text.npos; ++end) {
        const std::string_view rest = trimmed(text.substr(end + 2));
        if (!rest.starts_with('(')) continue;
        records.push_back(text.substr(0, end));
        text = rest, end = 0;
    }
    records.push_back(text);
    return records;
}

/// A row of SQL on a line of its own, or several.
bool is_record_of_sql(std::string_view text) {
    const bool begins = text.starts_with('(') || in_small_letters(text.substr(0, 11)) == "insert into";
    return begins && (text.ends_with("),") || text.ends_with(");"));
}

/// A date, a time, ratings, or the number of a puzzle: short numbers and words with single marks between them.
/// `after_line`: next to a line that is a puzzle, 1. may be the rest of another.
bool are_numbers(const std::string& text, bool after_line) {
    static const std::regex numbers(R"((\d{1,4}|[A-Za-z]+)([./:=)-](\d{1,4}|[A-Za-z]+))*[./:=)-]?)"),
        marked(R"(.*[/:=)].*|\d+[.-]\d+[.-]\d{4}|\d{4}[.-]\d+[.-]\d+)");
    constexpr std::size_t longest = 40;  // of such a line; the matching is recursive
    return text.size() < longest && std::regex_match(text, numbers) &&
           (std::regex_match(text, marked) || (text.ends_with('.') && !after_line));
}

/// A label before the cells of a row (A, r1:, 1 |), and a note behind them: the row alone.
std::optional<CellText> read_labelled(std::string_view text, const Shape& shape) {
    const auto row = [&](std::string_view part) -> std::optional<CellText> {
        CellText read = read_cells(part, shape);
        const bool is_row = read.count == shape.size && (!read.fault || read.is_certain);
        return is_row ? std::optional(std::move(read)) : std::nullopt;
    };
    // The note begins with a word, or with another sign.
    std::size_t note = text.find_first_of(" \t|");
    while ((note = text.find_first_not_of(" \t|,;", note)) < text.size()) {
        const std::size_t end = std::min(text.find_first_of(" \t|,;", note), text.size());
        const auto letters = std::ranges::count_if(text.substr(note, end - note), is_letter);
        if (letters > 1 || (letters == 1 && read_sign(text[note], shape) < 0) || is_among(text[note], "<(/!>#=")) break;
        note = end;
    }
    const std::string_view cells = text.substr(0, note);
    if (note < text.size())
        if (auto read = row(cells)) return read;
    const std::size_t colon = cells.find(':'), end = colon < 8 ? colon : cells.find_first_of(" \t,;|");
    if (end == cells.npos || (end > 4 && end != colon)) return std::nullopt;
    const std::string_view label = cells.substr(0, end), rest = cells.substr(end + 1);
    const bool is_label = std::ranges::any_of(label, is_letter) || label.ends_with(')') || label.ends_with('.') ||
                          label == ">" || cells[end] == ':' || trimmed(cells.substr(end)).starts_with('|');
    auto read = row(is_among(cells[end], ":|") ? trimmed(rest) : rest);
    return is_label || (read && !read->parted && are_digits(label)) ? std::move(read) : std::nullopt;
}

/// Names above the columns of a grid: an empty corner, then 0 or 1, 2, ... or words.
bool are_labels(std::string_view text, const Shape& shape) {
    if (text.empty() || !is_among(text[0], ",;\t")) return false;
    const std::vector<std::string_view> names = split_row(text.substr(1), text[0]);
    return std::ssize(names) == shape.size && std::ranges::count(names, "") == 0 &&
           (names[0] == "0" || names[0] == "1" || is_letter(names[0][0]));
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
    const auto likely = std::ranges::count_if(
        field, [&](char c) { return read_sign(c, shape) >= 0 || c == ' ' || static_cast<unsigned char>(c) >= 128; });
    if (2 * likely < static_cast<std::ptrdiff_t>(field.size())) return false;
    return shape.order == 3 ? 8 * std::ranges::count_if(field, is_digit) >= count
                            : shape.order > 3 && is_as_long_as_a_board(count, shape);
}

/// The puzzle of a line with other fields, `id,puzzle,solution` or `PUZZLE 7.2`. Other fields may be complete boards,
/// but none may look like a second puzzle. Empty if no field is like a board.
std::optional<CellText> read_fields(std::string_view text, const Shape& shape) {
    std::vector<CellText> puzzles, full, broken;
    std::size_t fields = 0;
    const auto add = [&](CellText read) { (has_blank(read, shape) ? puzzles : full).push_back(std::move(read)); };
    for (std::size_t at = 0; (at = text.find_first_not_of(field_separators, at)) != std::string_view::npos; ++fields) {
        const std::size_t end = std::min(text.find_first_of(field_separators, at), text.size());
        const std::string_view written = text.substr(at, end - at);
        // A comma may be the decimal point: 5,3E+80
        const bool has_comma = at > 1 && text[at - 1] == ',' && is_digit(text[at - 2]) &&
                               (at == 2 || is_among(text[at - 3], field_separators)) && written.find('.') == text.npos;
        const std::string_view number = has_comma ? text.substr(at - 2, end - at + 2) : written;
        at = end;
        if (const std::string damage = damage_of_spreadsheet(number, shape); !damage.empty())
            return fault(damage, shape);
        if (2 * written.size() < static_cast<std::size_t>(shape.cells)) continue;
        const std::string field = without_placed(written);
        CellText read;
        add_group(read, field, shape);
        if (read.is_puzzle(shape))
            add(std::move(read));
        else if (2 * read.count >= shape.cells && is_like_a_board(field, read.count, shape))
            broken.push_back(std::move(read));
    }
    const bool has_signs = !full.empty() || !broken.empty();
    for (const char separator : {'\t', ';', ',', '|'}) {  // numbers with spaces between them, and spaces as blanks
        if (!puzzles.empty() || text.size() < static_cast<std::size_t>(shape.cells)) break;
        const std::vector<std::string_view> row = split_row(text, separator);
        for (const std::string_view field : row) {
            if (row.size() < 2 || field.size() < static_cast<std::size_t>(shape.cells)) continue;
            if (auto spaced = read_spaced_run(field, shape)) return spaced;
            if (CellText read = read_cells(field, shape); !has_signs && read.is_puzzle(shape)) add(std::move(read));
        }
        if (!has_signs) fields = row.size();
    }
    if (puzzles.size() > 1) return fault("a second puzzle in the line: write one puzzle per line", shape);
    if (!puzzles.empty())  // other numbers beside a puzzle are ignored, unless they are about as long
        std::erase_if(broken, [&](const CellText& read) { return !is_as_long_as_a_board(read.count, shape); });
    for (CellText& read : broken) read.is_certain = true;
    if (!broken.empty()) return broken.front();
    if (!puzzles.empty()) return puzzles.front();
    if (full.empty()) return std::nullopt;
    if (fields == 1 || shape.order != 3) return full.front();  // a single board may be complete
    return fault("no blank in the only grid of the line: is its puzzle missing?", shape);
}

/// The cells of "Solution: 5346..." below a puzzle; no cells in "Solution 2:".
std::optional<CellText> read_answer(std::string_view text, const Shape& shape) {
    const auto is_of_word = [](char c) { return is_letter(c) || (c & 0x80) != 0; };
    const auto begin = static_cast<std::size_t>(std::ranges::find_if(text, is_of_word) - text.begin());
    constexpr std::string_view between = " \t.:=#-_\"'`,";
    const std::size_t end = std::min(text.find_first_of(" \t:=#0123456789]", begin), text.size());
    if (begin > 4 || end > begin + 16 || !names_solution(in_small_letters(text.substr(begin, end - begin))))
        return std::nullopt;
    text.remove_prefix(std::min(text.find_first_not_of(between, end), text.size()));
    if (const std::size_t number = leading_digits(text); number < 4)
        text.remove_prefix(std::min(text.find_first_not_of(between, number), text.size()));
    text = text.substr(0, text.find_last_not_of(between) + 1);
    if (text.empty() || text == "]") return CellText();
    CellText read = read_cells(text, shape);
    const bool is_board = 2 * read.count >= shape.cells && !(read.is_puzzle(shape) && has_blank(read, shape));
    return is_board ? std::optional(std::move(read)) : std::nullopt;
}

/// True if a column with this name holds puzzles.
bool names_puzzles(std::string_view name) {
    return has_one_of(name,
                      {"puzzle", "quiz", "question", "sudoku", "board", "grid", "problem", "unsolved", "givens"}) &&
           !names_solution(name);
}

/// True if the field may be a column's name: a few words, in any language.
bool is_name(std::string_view field) {
    const bool is_number = !field.empty() && field.find_first_not_of("0123456789.,-+eE") == field.npos;
    return !is_number && field.size() <= 40;
}

/// A row of a table: the column with the puzzle alone.
CellText read_row(std::string_view text, const TableHead& head, const Shape& shape) {
    if (!head.puzzle) return fault(head.name, shape);
    const std::vector<std::string_view> fields = split_row(text, head.columns == 1 ? '\0' : head.separator);
    const std::string_view field = fields.size() > *head.puzzle ? fields[*head.puzzle] : "";
    if (field.empty()) return fault(fmt::format("the column {} is empty", head.name), shape);
    for (const auto& [column, name] : head.rules)
        if (const std::string rule = column < fields.size() ? added_rule(name, fields[column]) : ""; !rule.empty())
            return fault(rule, shape);
    if (auto read = read_spaced_run(field, shape)) return std::move(*read);
    CellText read = read_cells(without_placed(field), shape);
    if (!read.is_puzzle(shape))  // '53..7...., as Excel marks text
        if (auto as_fields = read_fields(field, shape)) read = std::move(*as_fields);
    if (!read.is_puzzle(shape) && (!read.fault || read.count < shape.cells / 2))
        read.fault = {-1, not_a_board(read.count, read.count, shape)};
    return read;
}

/// The text of a line as a row of a table, in which a # begins no comment. Empty: it is none.
std::string_view row_of_table(const Line& line, const Context& context) {
    if (!context.table || context.table->columns == 0 || line.too_long || is_rule(line.text)) return {};
    const bool is_column = context.table->columns == 1;
    if (is_column && (context.gap > Gap{} || !title_of(line).empty())) return {};
    if (is_column) return line.text;
    const std::string_view raw = line.raw;
    const bool is_whole = split_row(raw, context.table->separator).size() >= context.table->columns;
    // Behind a gap, and where a # begins it, a row must have all fields.
    const bool may_end = context.gap > Gap{} || line.text.empty() || !is_among(context.table->separator, raw);
    return may_end && !is_whole ? std::string_view() : raw;
}

/// The word in "[Puzzle]"; empty if the line is not a section head. [xxx] is three blanks.
std::string section_word(std::string_view text) {
    if (text.size() < 4 || text.front() != '[' || text.back() != ']') return {};
    text = text.substr(1, text.size() - 2);
    if (!std::ranges::all_of(text, [](char c) { return is_letter(c) || c == ' '; })) return {};
    return text.find_first_not_of("xX ") == std::string_view::npos ? std::string() : in_small_letters(text);
}

/// Sections of a saved game, and answers below a puzzle.
class SectionForm final : public Form {
public:
    bool recognises(const Line& line, Text&, const Context& context) override {
        return is_section(line.text) || (context.found_any && is_answer(line, context.shape));
    }

    /// [Puzzle] and [Solution] are read; the other sections have no puzzle.
    void read(Text& text, Context& context) override {
        context.begin_other();
        Line line;
        text.peek(line);
        text.take_line();
        context.is_answer = false;
        if (context.found_any && is_answer(line, context.shape)) {
            const CellText read = *read_answer(line.text, context.shape);
            context.is_answer = read.count == 0;
            return context.is_answer || context.before != Context::Before::puzzle ? void()
                                                                                  : context.add_answers({read});
        }
        const std::string word = section_word(line.text);
        if (word == "puzzle") return;
        const std::string fault =
            "[" + word + "] is a section that is neither [Puzzle] nor [State]: write # before a comment";
        const bool is_known =
            is_one_of(word, {"state", "pencilmarks", "pencil marks", "colours", "colors", "solution"});
        if (!is_known && !is_variant(without(" ", word))) return context.skip_text(line.number, 1, {-1, fault});
        if (!is_known) context.add_error(line.number, -1, fault);
        while (text.peek(line) && !is_section(line.text)) text.take_line();
    }
};

/// Names of columns, the number of puzzles above a list; and "4" and "1", with which a board of sudoku_acs begins.
class TableHeadForm final : public Form {
public:
    bool recognises(const Line& line, Text& text, const Context& context) override {
        if (is_order(line, context.shape)) return true;
        const auto is_of_name = [](char c) { return is_letter(c) || (c & 0x80) != 0; };
        const bool is_count = !context.found_any && are_digits(line.text);
        const bool may_be =
            !line.too_long && !line.commented && (is_count || std::ranges::any_of(line.text, is_of_name));
        if (!may_be) return false;
        head_ = read_table_head(Text::Ahead(text), context.shape, context.column);
        // A row without its puzzle looks like a head; within a table, a head names its column of puzzles.
        const bool is_row = !row_of_table(line, context).empty();
        return head_ && (!is_row || names_puzzles(in_small_letters(head_->name)));
    }

    void read(Text& text, Context& context) override {
        Line line;
        text.peek(line);
        context.pass_over(line);  // "Grid 01" looks like the name of a column
        context.kept = nullptr;
        ++context.gap.comments;
        if (!is_order(line, context.shape)) context.table = head_;
        if (context.table && context.tables != nullptr) {
            std::vector<std::string> names = read_csv_row(text.written_line(), context.table->separator).fields;
            const std::size_t named = names.size();
            if (named > 1)
                context.kept =
                    &context.tables->emplace_back(Table{std::move(names), named, context.table->puzzle.value_or(0)});
        }
        text.take_line();
        if (context.table) text.read_rows(context.table->separator), context.gap = {};
        if (is_order(line, context.shape) && text.peek(line) && line.text == "1") text.take_line();
    }

private:
    static bool is_order(const Line& line, const Shape& shape) {
        return shape.order != 3 && line.text == std::to_string(shape.order);
    }

    std::optional<TableHead> head_;  ///< that was recognised
};

class LineForm final : public Form {
public:
    bool recognises(const Line& line, Text&, const Context& context) override {
        if (line.too_long || is_rule(line.text)) return false;
        found_.clear();
        records_ = {""};
        if (const std::string_view row = row_of_table(line, context); !row.empty()) {
            found_.push_back(read_row(row, *context.table, context.shape));
            return true;
        }
        const CellText none = fault("no puzzle in this row", context.shape);
        const std::vector<std::string_view> records = records_of(line.text);
        const bool is_record = is_record_of_sql(line.text);
        records_.assign(records.begin(), records.end());
        if (records.size() == 1) records_ = {line.raw};
        for (const std::string_view record : records)
            found_.push_back(records.size() == 1 && !is_record ? cells_of(line, context.shape)
                                                               : read_fields(record, context.shape).value_or(none));
        for (CellText& read : found_)
            if (!read.is_puzzle(context.shape) && read.fault.message.empty())
                read.fault.message = not_a_board(read.count, read.count, context.shape);
        return is_record ||
               std::ranges::any_of(found_, [&](const CellText& read) { return read.is_puzzle(context.shape); });
    }

    void read(Text& text, Context& context) override {
        context.begin_other();
        for (const CellText& read : found_) {
            const std::size_t good = context.puzzles.size();
            if (read.is_puzzle(context.shape))
                context.add_board(read.cells, text.number());
            else
                context.add_error(text.number(), read.fault.cell, read.fault.message);
            if (context.tables == nullptr || context.puzzles.size() == good) continue;
            if (context.kept != nullptr && found_.size() == 1) keep_fields(text, context);
            if (context.puzzles.size() > good) keep_notes(records_[&read - found_.data()], context);
        }
        text.take_line();
    }

private:
    static void keep_fields(Text& text, Context& context) {
        ReadPuzzle& job = context.puzzles.back();
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
        for (std::string& field : job.fields)  // what a terminal would obey
            std::ranges::replace_if(
                field,
                [](char c) { return (static_cast<unsigned char>(c) < 0x20 && !is_among(c, "\t\n\r")) || c == 0x7F; },
                '?');
        job.fields.resize(table.columns.size());
        job.table = &table;
    }

    /// The name and the solution: in columns that are called so, or before the puzzle and beside it in `raw`.
    static void keep_notes(std::string_view raw, Context& context) {
        const ReadPuzzle& job = context.puzzles.back();
        const Shape& shape = context.shape;
        const auto cells = static_cast<std::size_t>(shape.cells);
        std::vector<CellText> solutions;
        const auto see = [&](std::string_view field, std::string_view column) {
            CellText read = read_cells(field, shape);
            const bool is_full = read.is_puzzle(shape) && !has_blank(read, shape);
            const bool is_meant =
                !column.empty() && 2 * read.count >= shape.cells && is_like_a_board(field, read.count, shape);
            if (is_full || is_meant)
                solutions.push_back(std::move(read));
            else if (auto bad = bad_answer(column, field))
                solutions.push_back(std::move(*bad));
        };
        std::string name;
        if (job.table != nullptr) {
            std::size_t best = no_name;
            for (std::size_t column = 0; column < job.fields.size(); ++column) {
                const std::string heading = in_small_letters(job.table->columns[column]);
                if (names_solution(heading) || may_be_solution(heading))
                    see(job.fields[column], heading);
                else if (job.fields[column].size() >= cells && std::ranges::count(job.grid.cells(), 0) != 0)
                    see(job.fields[column], "");  // a full grid beside the puzzle
                if (rank_of_name(heading) >= best || job.fields[column].empty()) continue;
                best = rank_of_name(heading), name = job.fields[column];
            }
        } else {
            std::size_t first = raw.npos;
            for (std::size_t at = 0; (at = raw.find_first_not_of(field_separators, at)) != raw.npos;) {
                const std::size_t end = std::min(raw.find_first_of(field_separators, at), raw.size());
                if (end - at >= cells) see(raw.substr(at, end - at), ""), first = std::min(first, at);
                at = end;
            }
            const std::string_view before = first == raw.npos || raw.starts_with(':') ? "" : raw.substr(0, first);
            const std::size_t end = before.find_last_not_of(field_separators);
            // A number alone may be a rating.
            if (end != before.npos && std::ranges::any_of(before, is_letter)) name = trimmed(before.substr(0, end + 1));
        }
        if (!name.empty()) context.notes().name = std::move(name);
        context.add_answers(solutions);
    }

    std::vector<CellText> found_;       ///< in the line that was recognised
    std::vector<std::string> records_;  ///< where each was found; empty in a table
};

}  // namespace

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, text) != words.end();
}

bool has_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](auto word) { return text.find(word) != std::string_view::npos; });
}

CellText read_marks(std::span<const std::uint16_t> marks, const Shape& shape) {
    CellText read;
    for (const std::uint16_t mask : marks)
        read.add(std::has_single_bit(mask) ? std::countr_zero(mask) + 1 : 0, [] { return ""; });
    for (int cell = 0; cell < shape.cells && !read.fault; ++cell) {
        std::uint16_t excluded = 0x1FF & ~marks[static_cast<std::size_t>(cell)];
        for (int peer = 0; peer < shape.cells; ++peer) {
            const bool is_peer = peer / 9 == cell / 9 || peer % 9 == cell % 9 ||
                                 (peer / 27 == cell / 27 && peer % 9 / 3 == cell % 9 / 3);
            const Cell given = read.cells[static_cast<std::size_t>(peer)];
            if (is_peer && given != 0) excluded &= static_cast<std::uint16_t>(~(1 << (given - 1)));
        }
        if (excluded != 0 && read.cells[static_cast<std::size_t>(cell)] == 0)
            read.fault = {cell, fmt::format("pencil marks are not read: they exclude {}, which the givens allow; "
                                            "give the puzzle without them",
                                            std::countr_zero(excluded) + 1)};
    }
    return read;
}

/// A line that begins a statement with rows (...), (...), or describes them.
bool is_sql(std::string_view text) {
    const std::string begin = in_small_letters(text.substr(0, 12));
    return begin.starts_with("insert into") || begin.starts_with("create table") || is_record_of_sql(text);
}

std::optional<TableHead> read_table_head(Text::Ahead ahead, const Shape& shape, std::string_view column) {
    Line line, row;
    if (!ahead.next(line) || is_sql(line.text)) return std::nullopt;
    const std::string_view text = line.text;
    const bool is_count = text.size() <= 9 && are_digits(text);  // some lists begin with the number of puzzles
    TableHead head;
    const std::size_t separator = text.find_first_of("\t,;|");
    if (separator != text.npos) head.separator = text[separator];
    const std::vector<std::string_view> names = split_row(text, head.separator);
    if (!is_count && (!std::ranges::all_of(names, is_name) || read_fields(text, shape))) return std::nullopt;
    // One word alone heads a column, in which each row is a puzzle.
    const bool is_column = names.size() == 1 && !is_count && text.find_first_of(" :.!") == text.npos &&
                           names_puzzles(in_small_letters(text));
    const auto is_puzzle = [&](std::string_view field) {
        CellText read = read_spaced_run(field, shape).value_or(read_cells(without_placed(field), shape));
        return read.is_puzzle(shape) && has_blank(read, shape);
    };
    // Up to the first row with a puzzle: damaged ones may come before it.
    constexpr std::size_t most_rows = 8;
    std::vector<std::size_t> with_puzzle;  // columns of that row
    std::size_t rows = 0;
    while (rows < most_rows && with_puzzle.empty() && ahead.next(row)) {
        if (is_rule(row.text)) continue;
        if (is_sql(row.text)) return std::nullopt;
        if (names.size() < 2 && !is_column) {
            const std::optional<CellText> of_row = read_fields(row.text, shape);
            const bool is_head = is_count || names_puzzles(in_small_letters(text));
            return is_head && of_row && of_row->is_puzzle(shape) ? std::optional(head) : std::nullopt;
        }
        const std::vector<std::string_view> fields = split_row(row.raw, is_column ? '\0' : head.separator);
        const bool is_open = std::ranges::count(row.raw, '"') % 2 != 0;  // it goes on behind a line break
        const CellText cells = read_cells(row.text, shape);
        if (fields.size() < names.size() && fields.size() < 2) break;
        if ((is_column && row.text.find(' ') != text.npos) || (cells.count == shape.size && !cells.fault)) break;
        for (std::size_t k = 0; k < std::min(fields.size(), names.size()); ++k)
            if (is_puzzle(fields[k])) with_puzzle.push_back(k);
        if (with_puzzle.empty() && !is_open && fields.size() < names.size()) break;
        ++rows;
    }
    if (rows == 0 || (is_column && with_puzzle.empty())) return std::nullopt;
    // The column that is chosen; those that are called so; or those with a puzzle in the first row.
    std::vector<std::size_t> fitting;
    bool is_missing = false;
    const auto choose = [&](const auto& fits) {
        std::vector<std::size_t> chosen;
        for (std::size_t k = 0; k < names.size(); ++k)
            if (fits(k) && (fitting.empty() || std::ranges::count(fitting, k) != 0)) chosen.push_back(k);
        if (!chosen.empty()) fitting = std::move(chosen);
    };
    const auto name = [&](std::size_t k) { return in_small_letters(names[k]); };
    const auto holds_puzzle = [&](std::size_t k) { return std::ranges::count(with_puzzle, k) != 0; };
    if (!column.empty()) {
        choose([&](std::size_t k) { return name(k) == column; });
        is_missing = fitting.empty();
        if (is_missing) choose([](std::size_t) { return true; });
    }
    if (fitting.empty()) choose([&](std::size_t k) { return names_puzzles(name(k)); });
    if (fitting.size() != 1 && column.empty()) choose(holds_puzzle);
    if (fitting.empty()) return std::nullopt;
    head.columns = names.size();
    if (fitting.size() == 1 && !is_missing) head.puzzle = fitting.front();
    for (std::size_t k = 0; k < names.size(); ++k)
        if (k != head.puzzle && !(added_rule(names[k], "killer") + added_rule(names[k], "true")).empty())
            head.rules.emplace_back(k, names[k]);
    for (const std::size_t k : fitting) head.name += (head.name.empty() ? "'" : ", '") + printable(names[k]) + "'";
    if (is_missing)
        head.name = fmt::format("no column '{}' in the table: it has {}", printable(column), head.name);
    else if (!head.puzzle)
        head.name = fmt::format("puzzles may be in the columns {}: choose one, --column NAME", head.name);
    return head;
}

bool is_text(const Line& line, const CellText& read, const Shape& shape, bool after_line) {
    const std::string_view text = line.text;
    if (line.too_long || read.is_certain || (read.count == shape.size && !read.fault)) return false;
    if (are_labels(line.raw, shape)) return true;
    std::size_t signs = 0, others = 0, longest = 0, fields = 0, words = 0;
    for (std::size_t at = 0, end = 0; (at = text.find_first_not_of(" \t,;|", end)) != text.npos; ++fields) {
        end = std::min(text.find_first_of(" \t,;|", at), text.size());
        const auto is_of_word = [&](char c) {
            return (is_letter(c) && (shape.order != 3 || read_sign(c, shape) < 0)) || (c & 0x80) != 0;
        };
        words += is_of_word(text[at]) && read_sign(text[at], shape) < 0;
        for (std::size_t word = 0; at < end; ++at) {
            ++(read_sign(text[at], shape) >= 0 ? signs : others);
            longest = std::max(longest, word = is_of_word(text[at]) ? word + 1 : 0);
        }
    }
    // A row, most of which can be read, is damaged.
    const bool is_damaged = std::abs(read.count - shape.size) <= shape.order / 2 + 1 && signs > 2 * others;
    if (longest >= 3) return !is_damaged;
    return (others > 0 && signs <= others) || (fields > 1 && words == fields) ||
           (read.count != shape.size && are_numbers(line.text, after_line));
}

std::string added_rule(std::string_view key, std::string_view value) {
    if (key.empty()) return {};
    const auto plain = [](std::string_view text) { return without(" -_+'\"", in_small_letters(text)); };
    const std::string name = plain(key), text = plain(value);
    if (has_name("/false/0/null/none/no/nan/na/[]/{}/classic/classicsudoku/normal/standard/regular/sudoku/9x9/", text,
                 true))
        return {};
    if (has_name("candidate/pencilmark/eliminated/elimination/eliminatedcandidate/removed/removedcandidate/excluded/",
                 name, true)) {
        const bool may_be_count = text.size() < 4 && are_digits(text);
        return may_be_count ? ""
                            : fmt::format(
                                  "'{}' excludes digits, and only givens are read: give the puzzle without "
                                  "them",
                                  printable(key.substr(0, 40)));
    }
    // Other words may be a number or a name of something else.
    const bool is_flag = is_one_of(text, {"true", "1", "yes"});
    bool is_rule = is_variant(name) ||
                   (is_flag && has_name("odd/even/minimum/maximum/negative/ratio/difference/parity/region/clone/"
                                        "between/dot/sum/visualel/",
                                        name, true)) ||
                   (has_name("region/", name, true) && are_digits(text) && (name == "region" || text.size() > 9)) ||
                   (has_one_of(name, {"type"}) && is_variant(text));
    if (name == "rules" || name == "ruleset") {
        const std::string rules = in_small_letters(value);
        for (std::size_t at = 0; at < rules.size() && !is_rule;) {  // sentence by sentence
            const std::size_t end = std::min(rules.find_first_of(".!\n", at), rules.size());
            const std::string_view sentence = std::string_view(rules).substr(at, end - at);
            const bool is_classic = has_one_of(sentence, {"sudoku", "classic", "standard"}) ||
                                    (has_one_of(sentence, {"row"}) && has_one_of(sentence, {"column"}));
            is_rule = trimmed(sentence).size() > 2 && (!is_classic || is_variant(without("-", std::string(sentence))));
            at = end + 1;
        }
    }
    return is_rule ? rule_of(key) : "";
}

std::string rule_of_line(std::string_view text) {
    const std::size_t colon = text.find_first_of(":=");
    if (colon <= 40) return added_rule(text.substr(0, colon), trimmed(text.substr(colon + 1)));
    const std::string words = without(" -", in_small_letters(text));
    return has_one_of(words, {"rule", "constraint"}) && is_variant(words) ? rule_of(text) : "";
}

std::string rule_of(std::string_view key) {
    return fmt::format("'{}' adds rules to those of Sudoku, and such puzzles are not read",
                       printable(key.substr(0, 40)));
}

bool is_beside_rules(std::string_view key) {
    return has_name(
        "title/author/name/tag/meta/step/move/hint/history/log/trace/colo/note/differ/stat/rating/source/"
        "comment/time/undo/replay/technique/progress/selected/highlight/mark/",
        key);
}

bool names_solution(std::string_view name, bool is_whole) {
    constexpr std::string_view all =
        "solved/solution/answer/lösung/loesung/antwort/solución/solucion/respuesta/soluzione/risposta/réponse/solução/"
        "resposta/oplossing/решение/ответ/答案/l\xF6sung/soluci\xF3n/r\xE9ponse/solu\xE7\xE3o/";  // at last
                                                                                                  // Windows-1252
    return name.find("unsolved") == name.npos && has_name(all.substr(is_whole ? 7 : 0), name, is_whole);
}

bool may_be_solution(std::string_view name) { return has_name("result/target/output/completion/", name, true); }

std::optional<CellText> bad_answer(std::string_view name, std::string_view text) {
    const bool is_remark =
        (text.size() < 5 && are_digits(text)) ||
        is_one_of(in_small_letters(text), {"yes", "no", "true", "false", "right", "wrong", "unique"});
    if (!names_solution(name, true) || is_remark) return std::nullopt;
    CellText bad;
    if (!text.empty() && text != "-")
        bad.fault = {-1, fmt::format("'{}' is not a grid", printable(text.substr(0, 40)))};
    return bad;
}

bool is_answer(const Line& line, const Shape& shape) {
    const bool may_be = !line.too_long && !line.text.empty() && !is_digit(line.text[0]) && line.text[0] != '.';
    return may_be && read_answer(line.text, shape);
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
    return !title_of(line).empty() || (line.text.size() <= 5 && in_small_letters(line.text).starts_with("sep=")) ||
           (is_answer(line, shape) && read_fields(line.text, shape)) ||
           (line.text.front() == ';' && !read_fields(line.text, shape));
}

bool is_game_id(std::string_view text, const Shape& shape) {
    const std::optional<CellText> read = read_game_id(text.substr(text.rfind(' ') + 1), shape);
    return read && read->is_puzzle(shape);
}

CellText cells_of(const Line& line, const Shape& shape, const std::optional<TableHead>& table) {
    if (table && table->columns > 1) return read_row(line.raw, *table, shape);
    if (auto read = read_spaced_run(line.raw, shape)) return std::move(*read);
    if (auto marks = read_line_of_marks(line.text, shape)) return std::move(*marks);
    const std::string_view last_word = std::string_view(line.text).substr(line.text.rfind(' ') + 1);
    if (auto game = read_game_id(last_word, shape)) return std::move(*game);
    std::optional<CellText> read = read_fields(line.text, shape);
    if (read && line.text.starts_with(':')) {  // HoDoKu, Susser: :technique:digits:puzzle:removed candidates:
        const std::vector<std::string_view> fields = split_row(line.text, ':');
        if (fields.size() > 4 && !fields[4].empty())
            return fault("candidates are removed, and only givens are read: export the puzzle without them", shape);
        if (fields.size() > 3)
            if (CellText cells = read_cells(without_placed(fields[3]), shape); cells.is_puzzle(shape)) return cells;
    }
    if (line.commented && !(read && read->is_puzzle(shape))) {
        // "Puzzle #12: 53..7....", "#12 53..7....": the # is part of a name.
        const auto is_of_name = [&](char c) { return is_letter(c) && read_sign(c, Shape(3)) < 0; };
        const std::string_view raw = trimmed(line.raw);
        if (std::ranges::any_of(line.text, is_of_name) || (raw.starts_with('#') && raw.size() > 1 && is_digit(raw[1])))
            if (auto whole = read_fields(line.raw, shape); whole && whole->is_puzzle(shape)) return std::move(*whole);
    }
    if (read) return std::move(*read);
    if (auto row = list_row(line.text, shape)) return std::move(*row);
    // Tabs at the ends of a row are empty fields.
    const bool has_tabs = std::ranges::count(line.raw, '\t') == shape.size - 1;
    CellText cells = read_cells(has_tabs ? line.raw : line.text, shape);
    if (cells.count == shape.size && !cells.fault) return cells;
    auto labelled = read_labelled(line.text, shape);
    return labelled ? std::move(*labelled) : cells;
}

std::unique_ptr<Form> make_section_form() { return std::make_unique<SectionForm>(); }
std::unique_ptr<Form> make_table_head_form() { return std::make_unique<TableHeadForm>(); }
std::unique_ptr<Form> make_line_form() { return std::make_unique<LineForm>(); }

}  // namespace evodoku::io
