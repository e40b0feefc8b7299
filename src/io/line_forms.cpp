// Forms of single lines: a puzzle among other fields, the names of a table's columns, sections of .sdk files; and lines
// that are passed over, such as titles. What the names of keys and columns, and the words of lines, say of puzzles.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <utility>

#include "io/forms.hpp"

namespace evodoku::io {
namespace {

constexpr std::string_view field_separators = " \t,;:|=\"'()<>";

constexpr bool is_of_word(char c) { return is_letter(c) || (c & 0x80) != 0; }

std::size_t leading_digits(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
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

/// "Puzzle 12", "Grid 01:", "Sudoku #3 (hard)", "Nr. 7": a word that announces a puzzle, and its number.
bool is_title(std::string_view text) {
    std::string_view rest = text;
    while (!rest.empty() && !is_digit(rest.front())) {
        const auto end = static_cast<std::size_t>(std::ranges::find_if_not(rest, is_letter) - rest.begin());
        if (!has_name(
                "grid/puzzle/sudoku/board/game/problem/level/number/no/nr/easy/medium/hard/expert/solution/answer/",
                in_small_letters(rest.substr(0, end)), true))
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
    read.count = shape.cells - 1, read.fault = {std::string(message)}, read.is_certain = true;
    return read;
}

/// HoDoKu writes + before a placed digit that is not given: a blank of the puzzle. Excel marks texts: '53..7....
std::string without_placed(std::string_view field) {
    std::string givens;
    for (std::size_t place = 0; place < field.size(); ++place) {
        const bool placed = field[place] == '+' && place + 1 < field.size() && is_among(field[place + 1], "123456789");
        if (field[place] != '\'') givens += placed ? '.' : field[place];
        place += placed;
    }
    return givens;
}

/// A field that may have been intended as a board: at least half as many characters, of which half are cells or common
/// characters for blanks. In 9 x 9 a text with words in it has few digits.
bool is_like_a_board(std::string_view field, int count, const Shape& shape) {
    const auto likely = std::ranges::count_if(
        field, [&](char c) { return read_sign(c, shape) >= 0 || c == ' ' || static_cast<unsigned char>(c) >= 128; });
    if (2 * likely < static_cast<std::ptrdiff_t>(field.size())) return false;
    return shape.order == 3 ? 8 * std::ranges::count_if(field, is_digit) >= count
                            : shape.order > 3 && shape.is_near(count);
}

/// The puzzle of a line with other fields, `id,puzzle,solution` or `PUZZLE 7.2`. Other fields may be complete boards,
/// but none may look like a second puzzle. Empty if no field is like a board.
std::optional<CellText> read_fields(std::string_view text, const Shape& shape) {
    std::vector<CellText> puzzles, full, broken;
    std::size_t fields = 0;
    const auto add = [&](CellText read) { (has_blank(read, shape) ? puzzles : full).push_back(std::move(read)); };
    visit_words(text, field_separators, [&](std::string_view written) {
        ++fields;
        if (2 * written.size() < static_cast<std::size_t>(shape.cells)) return;
        const std::string field = without_placed(written);
        CellText read;
        add_group(read, field, shape);
        if (read.is_puzzle(shape))
            add(std::move(read));
        else if (2 * read.count >= shape.cells && is_like_a_board(field, read.count, shape))
            broken.push_back(std::move(read));
    });
    const bool has_signs = !full.empty() || !broken.empty();
    for (const char separator : {'\t', ';', ',', '|'}) {  // numbers with spaces between them, and spaces as blanks
        if (!puzzles.empty() || text.size() < static_cast<std::size_t>(shape.cells)) break;
        const std::vector<std::string_view> row = split_row(text, separator);
        for (const std::string_view field : row) {
            if (row.size() < 2 || field.size() < static_cast<std::size_t>(shape.cells)) continue;
            if (CellText read = read_cells(field, shape); !has_signs && read.is_puzzle(shape)) add(std::move(read));
        }
        if (!has_signs) fields = row.size();
    }
    if (puzzles.size() > 1) return fault("a second puzzle in the line: write one puzzle per line", shape);
    if (!puzzles.empty())  // other numbers beside a puzzle are ignored, unless they are about as long
        std::erase_if(broken, [&](const CellText& read) { return !shape.is_near(read.count); });
    for (CellText& read : broken) read.is_certain = true;
    if (!broken.empty()) return broken.front();
    if (!puzzles.empty()) return puzzles.front();
    if (full.empty()) return std::nullopt;
    if (fields == 1 || shape.order != 3) return full.front();  // a single board may be complete
    return fault("no blank in the only grid of the line: is its puzzle missing?", shape);
}

/// A line that begins a statement: no names of columns.
bool is_sql(std::string_view text) {
    const std::string begin = in_small_letters(text.substr(0, 12));
    return begin.starts_with("insert into") || begin.starts_with("create table");
}

/// True if the field may be a column's name: a few words, in any language.
bool is_name(std::string_view field) {
    const bool is_number = !field.empty() && field.find_first_not_of("0123456789.,-+eE") == field.npos;
    return !is_number && field.size() <= 40;
}

/// A row of a table by its fields: the column with the puzzle alone.
CellText read_row(const std::vector<std::string_view>& fields, const TableHead& head, const Shape& shape) {
    if (!head.puzzle) return fault(head.name, shape);
    const std::string_view field = fields.size() > *head.puzzle ? fields[*head.puzzle] : "";
    if (field.empty()) return fault(fmt::format("the column {} is empty", head.name), shape);
    for (const auto& [column, name] : head.rules)
        if (const std::string rule = column < fields.size() ? added_rule(name, fields[column]) : ""; !rule.empty())
            return fault(rule, shape);
    CellText read = read_cells(without_placed(field), shape);
    if (!read.is_puzzle(shape))  // ="53..7....", as Excel keeps texts; a mark that is not closed
        if (auto as_fields = read_fields(field, shape)) read = std::move(*as_fields);
    if (!read.is_puzzle(shape) && 3 * read.count < shape.cells)
        read.fault = {fmt::format("{} in the column {}, not {}: --column NAME chooses another",
                                  counted(read.count, "cell"), head.name, shape.cells)};
    else if (!read.is_puzzle(shape) && (!read.fault || read.count < shape.cells / 2))
        read.fault = {not_a_board(read.count, read.count, shape)};
    return read;
}

/// The fields of a line as a row of a table, in which a # begins no comment. None: it is no row.
std::vector<std::string_view> row_of_table(const Line& line, const InputState& state) {
    if (!state.table || state.table->columns == 0 || line.too_long || is_rule(line.text)) return {};
    std::vector<std::string_view> fields;
    if (state.table->columns == 1) {
        if (!(state.gap > Gap{} || is_title(line.text) || line.text.empty())) fields = split_row(line.text, '\0');
        return fields;
    }
    fields = split_row(line.raw, state.table->separator);
    // Behind a gap, and where a # begins it, a row must have all fields.
    const bool may_end = state.gap > Gap{} || line.text.empty() || !is_among(state.table->separator, line.raw);
    if (line.raw.empty() || (may_end && fields.size() < state.table->columns)) fields.clear();
    return fields;
}

/// The word in "[Puzzle]"; empty if the line is not a section head. [xxx] is three blanks.
std::string section_word(std::string_view text) {
    if (text.size() < 4 || text.front() != '[' || text.back() != ']') return {};
    text = text.substr(1, text.size() - 2);
    if (!std::ranges::all_of(text, [](char c) { return is_letter(c) || c == ' '; })) return {};
    return text.find_first_not_of("xX ") == std::string_view::npos ? std::string() : in_small_letters(text);
}

void keep_fields(Text& text, InputState& state) {
    ReadPuzzle& job = state.puzzles.back();
    const Table& table = *state.kept;
    CsvRow row = read_csv_row(text.written_line(), state.table->separator);
    if (row.is_open) {
        state.add_error(text.number(), {fmt::format("a quotation mark that is not closed within {} bytes: close it, "
                                                    "or write the text on fewer lines",
                                                    longest_line)});
        return state.puzzles.pop_back();
    }
    while (row.fields.size() > table.columns.size() && row.fields.back().empty()) row.fields.pop_back();
    job.fields = std::move(row.fields);
    for (std::string& field : job.fields)  // what a terminal would obey
        if (!is_plain_json(field)) field = masked(field, false, "\t\n\r");
    job.fields.resize(std::max(job.fields.size(), table.columns.size()));
    job.table = &table;
}

/// The solutions in columns that are called so, or beside the puzzle in `raw`.
void keep_answers(std::string_view raw, InputState& state) {
    const ReadPuzzle& job = state.puzzles.back();
    const Shape& shape = state.shape;
    const auto cells = static_cast<std::size_t>(shape.cells);
    std::vector<CellText> solutions;
    const auto see = [&](std::string_view text, std::string_view column) {
        std::string field(text);
        make_plain(field);
        CellText read = read_cells(without("'", field), shape);
        const bool is_full = read.is_puzzle(shape) && !has_blank(read, shape);
        if (is_full || (!column.empty() && 2 * read.count >= shape.cells && is_like_a_board(field, read.count, shape)))
            solutions.push_back(std::move(read));
        else if (auto bad = bad_answer(column, field))
            solutions.push_back(std::move(*bad));
    };
    if (job.table != nullptr) {
        std::vector<std::string>& headings = state.answer_headings;
        while (headings.size() < job.fields.size()) {
            std::string heading = in_small_letters(job.table->name_of(headings.size()));
            headings.push_back(names_solution(heading) || may_be_solution(heading) ? std::move(heading) : "");
        }
        const bool has_heading = std::ranges::any_of(headings, [](const auto& heading) { return !heading.empty(); });
        for (std::size_t column = 0; column < job.fields.size(); ++column) {
            if (!headings[column].empty())
                see(job.fields[column], headings[column]);
            else if (!has_heading && job.fields[column].size() >= cells && std::ranges::count(job.grid.cells(), 0) != 0)
                see(job.fields[column], "");  // a full grid beside the puzzle
        }
    } else {
        visit_words(raw, field_separators, [&](std::string_view field) {
            if (field.size() >= cells) see(field, "");
        });
    }
    state.add_answers(solutions);
}

}  // namespace

bool has_name(std::string_view all, std::string_view words, bool is_whole) {
    for (std::size_t end = 0; (end = all.find('/')) != all.npos; all.remove_prefix(end + 1)) {
        const std::size_t place = words.find(all.substr(0, end));
        if (is_whole ? place == 0 && (words.size() == end || words.substr(end) == "s") : place != words.npos)
            return true;
    }
    return false;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, text) != words.end();
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
        if (text.size() < 4 && are_digits(text)) return {};  // it may be a count
        return fmt::format("'{}' excludes digits, and only givens are read: give the puzzle without them",
                           masked(key.substr(0, 40)));
    }
    // Other words may be a number or a name of something else.
    const bool is_flag = is_one_of(text, {"true", "1", "yes"});
    bool is_rule = is_variant(name) ||
                   (is_flag && has_name("odd/even/minimum/maximum/negative/ratio/difference/parity/region/clone/"
                                        "between/dot/sum/visualel/",
                                        name, true)) ||
                   (has_name("region/", name, true) && are_digits(text) && (name == "region" || text.size() > 9)) ||
                   (has_name("type/", name) && is_variant(text)) ||
                   (is_one_of(name, {"mode", "kind", "category"}) && is_variant(text) &&
                    !has_name("constraint/variant/outside/arrow/", text));
    if (name == "rules" || name == "ruleset") {
        const std::string rules = in_small_letters(value);
        visit_words(rules, ".!\n", [&](std::string_view sentence) {
            const bool is_classic = has_name("sudoku/classic/standard/", sentence) ||
                                    (has_name("row/", sentence) && has_name("column/", sentence));
            is_rule = is_rule || (trimmed(sentence).size() > 2 &&
                                  (!is_classic || is_variant(without("-", std::string(sentence)))));
        });
    }
    return is_rule ? rule_of(key) : "";
}

std::string rule_of_line(std::string_view text) {
    const std::size_t colon = text.find_first_of(":=");
    if (colon <= 40) return added_rule(text.substr(0, colon), trimmed(text.substr(colon + 1)));
    const std::string words = without(" -", in_small_letters(text));
    return has_name("rule/constraint/", words) && is_variant(words) ? rule_of(text) : "";
}

std::string rule_of(std::string_view key) {
    return fmt::format("'{}' adds rules to those of Sudoku, and such puzzles are not read", masked(key.substr(0, 40)));
}

bool is_beside_rules(std::string_view key) {
    return has_name(
        "title/author/name/tag/meta/step/move/hint/history/log/trace/colo/note/differ/stat/rating/source/"
        "comment/time/undo/replay/technique/progress/selected/highlight/mark/",
        key);
}

bool names_solution(std::string_view name, bool is_whole) {
    constexpr std::string_view all =  // at last in Windows-1252
        "solved/solution/answer/lösung/loesung/antwort/solución/solucion/respuesta/soluzione/risposta/réponse/solução/"
        "resposta/oplossing/решение/ответ/答案/l\xF6sung/soluci\xF3n/r\xE9ponse/solu\xE7\xE3o/";
    return name.find("unsolved") == name.npos && has_name(all.substr(is_whole ? 7 : 0), name, is_whole);
}

bool may_be_solution(std::string_view name) { return has_name("result/target/output/completion/", name, true); }

std::optional<CellText> bad_answer(std::string_view name, std::string_view text) {
    const bool is_remark =
        (text.size() < 5 && are_digits(text)) ||
        is_one_of(in_small_letters(text), {"yes", "no", "true", "false", "right", "wrong", "unique"});
    if (!names_solution(name, true) || is_remark) return std::nullopt;
    CellText bad;
    const bool is_none = text.empty() || text == "-" || has_name("none/null/nan/na/", in_small_letters(text), true);
    if (!is_none) bad.fault = {fmt::format("'{}' is not a grid", masked(text.substr(0, 40)))};
    return bad;
}

bool names_puzzles(std::string_view name) {
    return has_name("puzzle/quiz/question/sudoku/board/grid/problem/unsolved/givens/", name) && !names_solution(name);
}
bool names_answers(std::string_view name) { return names_solution(name) || has_name("predict/", name); }

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
        const CellText read = read_cells(without_placed(field), shape);
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
    std::vector<std::size_t> fitting(names.size());
    std::iota(fitting.begin(), fitting.end(), std::size_t{0});
    const auto choose = [&](const auto& fits) {  // false, and leaves all, if none fits
        std::vector<std::size_t> chosen;
        std::ranges::copy_if(fitting, std::back_inserter(chosen), fits);
        if (!chosen.empty()) fitting = chosen;
        return !chosen.empty();
    };
    const auto name = [&](std::size_t k) { return in_small_letters(names[k]); };
    const auto holds_puzzle = [&](std::size_t k) { return std::ranges::count(with_puzzle, k) != 0; };
    const bool is_missing = !column.empty() && !choose([&](std::size_t k) { return name(k) == column; });
    if (column.empty()) {
        const bool is_named = choose([&](std::size_t k) { return names_puzzles(name(k)); });
        const bool is_clear = (is_named && fitting.size() == 1) || choose(holds_puzzle) || is_named;
        if (!is_clear && !choose([&](std::size_t k) { return names_answers(name(k)); })) return std::nullopt;
    }
    head.columns = names.size();
    if (fitting.size() == 1 && !is_missing) head.puzzle = fitting.front();
    for (std::size_t k = 0; k < names.size(); ++k)
        if (k != head.puzzle && !(added_rule(names[k], "killer") + added_rule(names[k], "true")).empty())
            head.rules.emplace_back(k, names[k]);
    for (const std::size_t k : fitting) head.name += (head.name.empty() ? "'" : ", '") + masked(names[k]) + "'";
    if (is_missing)
        head.name = fmt::format("no column '{}' in the table: it has {}", masked(column), head.name);
    else if (!head.puzzle)
        head.name = fmt::format("puzzles may be in the columns {}: choose one, --column NAME", head.name);
    return head;
}

bool is_text(const Line& line, const CellText& read, const Shape& shape) {
    const std::string_view text = line.text;
    if (line.too_long || read.is_certain || (read.count == shape.size && !read.fault)) return false;
    std::size_t signs = 0, others = 0, longest = 0, fields = 0, words = 0;
    visit_words(text, " \t,;|", [&](std::string_view field) {
        const auto is_of_text = [&](char c) {
            return is_of_word(c) && (!is_letter(c) || shape.order != 3 || read_sign(c, shape) < 0);
        };
        ++fields, words += is_of_text(field.front()) && read_sign(field.front(), shape) < 0;
        std::size_t word = 0;
        for (const char c : field) {
            ++(read_sign(c, shape) >= 0 ? signs : others);
            longest = std::max(longest, word = is_of_text(c) ? word + 1 : 0);
        }
    });
    // A row, most of which can be read, is damaged.
    const bool is_damaged = std::abs(read.count - shape.size) <= shape.order / 2 + 1 && signs > 2 * others;
    if (longest >= 3) return !is_damaged;
    const bool is_rating = read.count != shape.size && text.find_first_of("=/") != text.npos;  // ED=7.2/1.2, 3/12
    return is_rating || (others > 0 && signs <= others) || (fields > 1 && words == fields);
}

std::optional<CellText> read_answer(const Line& line, const Shape& shape) {
    std::string_view text = line.text;
    if (line.too_long || text.empty() || is_digit(text.front()) || text.front() == '.') return std::nullopt;
    const auto begin = static_cast<std::size_t>(std::ranges::find_if(text, is_of_word) - text.begin());
    constexpr std::string_view between = " \t.:=#-_\"'`,";
    const std::size_t end = std::min(text.find_first_of(" \t:=#0123456789],;|", begin), text.size());
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

bool is_passed_over(const Line& line, const Shape& shape) {
    if (line.too_long) return line.text.empty() && line.commented;
    if (line.text.empty()) return true;
    const auto is_mere_title = [&](std::string_view text) { return is_title(text) && !read_fields(text, shape); };
    const bool has_title = is_mere_title(line.text) || (line.commented && is_mere_title(trimmed(line.raw)));
    const bool is_separator = line.text.size() <= 5 && in_small_letters(line.text).starts_with("sep=");
    if (!has_title && !is_separator && !(read_answer(line, shape) && read_fields(line.text, shape)) &&
        !(line.text.front() == ';' && !read_fields(line.text, shape)))
        return false;
    // Signs of a row may look like a title, and empty fields like a comment.
    const CellText row = read_cells(line.text, shape);
    return row.count != shape.size || (row.fault && line.text.front() != ';');
}

std::optional<CellText> read_game_id(std::string_view text, const Shape& shape) {
    text.remove_prefix(text.rfind(' ') + 1);
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
    for (std::size_t place = 0; place < cells.size();) {
        const std::size_t digits = leading_digits(cells.substr(place));
        if (digits != 0) add_cell(read, cells.substr(place, digits), shape);
        for (int blank = 'a'; digits == 0 && blank <= cells[place] && cells[place] != '_'; ++blank)
            add_cell(read, ".", shape);
        place += std::max<std::size_t>(digits, 1);
    }
    return read;
}

CellText cells_of(const Line& line, const Shape& shape, const std::optional<TableHead>& table) {
    if (line.too_long) return fault(fmt::format("the line is longer than {} bytes", longest_line), shape);
    if (table && table->columns > 1) return read_row(split_row(line.raw, table->separator), *table, shape);
    if (auto game = read_game_id(line.text, shape)) return std::move(*game);
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
    return read_cells(has_tabs ? line.raw : line.text, shape);
}

/// Sections of a saved game, and answers below a puzzle. [Puzzle] and [Solution] are read; the other sections have no
/// puzzle.
bool section_form(const Line& line, Text& text, InputState& state, bool only_looks) {
    const auto answer = state.found_any && !state.after_full ? read_answer(line, state.shape) : std::nullopt;
    const std::string word = section_word(line.text);
    if (only_looks || (!answer && word.empty())) return answer || !word.empty();
    state.gap = {};
    text.take_line();
    state.is_answer = answer && answer->count == 0;
    state.in_list = state.is_answer && has_name("solutions/answers/", in_small_letters(line.text));
    if (answer && !state.is_answer && state.after_puzzle) state.add_answers({*answer});
    if (answer || word == "puzzle") return true;
    const std::string fault =
        "[" + word + "] is a section that is neither [Puzzle] nor [State]: write # before a comment";
    const bool is_known = is_one_of(word, {"state", "pencilmarks", "pencil marks", "colours", "colors", "solution"});
    if (!is_known && !is_variant(without(" ", word))) return state.skip_text(line.number, 1, {fault}), true;
    if (!is_known) state.add_error(line.number, {fault});
    const bool is_grid = is_one_of(word, {"state", "solution"});
    int rows = 0;
    for (Line next; !(is_grid && rows >= state.shape.size) && text.peek(next) && section_word(next.text).empty() &&
                    (is_grid || !is_known || !read_cells(next.text, state.shape).is_puzzle(state.shape));)
        rows += read_cells(next.text, state.shape).count == state.shape.cells ? state.shape.size : !next.text.empty(),
            text.take_line();
    return true;
}

/// Names of columns, the number of puzzles above a list; and "4" and "1", with which a board of sudoku_acs begins.
bool table_head_form(const Line& line, Text& text, InputState& state, bool only_looks) {
    const bool is_order = state.shape.order != 3 && line.text == std::to_string(state.shape.order);
    std::optional<TableHead> head;
    if (!is_order) {
        const bool is_count = !state.found_any && are_digits(line.text);
        const bool may_be =
            !line.too_long && !line.commented && (is_count || std::ranges::any_of(line.text, is_of_word));
        if (may_be) head = read_table_head(Text::Ahead(text), state.shape, state.options.column);
        // Words above a list may be in place of a board.
        if (!head || (head->columns == 0 && state.options.refuses_text && !is_count)) return false;
        // A row without its puzzle looks like a head; within a table, a head names its column of puzzles.
        if (!row_of_table(line, state).empty() && !names_puzzles(in_small_letters(head->name))) return false;
    }
    if (only_looks) return true;
    state.kept = nullptr, state.answer_headings.clear();
    ++state.gap.comments;
    if (head) state.table = std::move(head);
    if (state.table && state.options.keeps_fields) {
        std::vector<std::string> names = read_csv_row(text.written_line(), state.table->separator).fields;
        for (std::string& name : names) name = std::string(trimmed(name));
        if (names.size() > 1) state.kept = &state.tables.emplace_back(Table{names, state.table->puzzle.value_or(0)});
    }
    text.take_line();
    if (state.table) text.read_rows(state.table->separator), state.gap = {};
    Line next;
    if (is_order && text.peek(next) && next.text == "1") text.take_line();
    return true;
}

bool line_form(const Line& line, Text& text, InputState& state, bool only_looks) {
    if (state.options.may_lack && line.text == "-") {
        if (only_looks) return true;
        state.add_puzzle({Grid(state.shape.order), state.source, line.number}), state.notes().is_missing = true;
        return text.take_line(), true;
    }
    if (line.too_long || is_rule(line.text)) return false;
    const std::vector<std::string_view> row = row_of_table(line, state);
    const CellText read = row.empty() ? cells_of(line, state.shape) : read_row(row, *state.table, state.shape);
    if (only_looks || (row.empty() && !read.is_puzzle(state.shape))) return !row.empty() || read.is_puzzle(state.shape);
    state.gap = {};
    const std::size_t good = state.puzzles.size();
    state.add_board(read, line.number);
    if (state.options.keeps_fields && state.puzzles.size() > good) {
        if (state.kept != nullptr) keep_fields(text, state);
        if (state.puzzles.size() > good) keep_answers(line.raw, state);
    }
    text.take_line();
    return true;
}

}  // namespace evodoku::io
