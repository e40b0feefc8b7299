// JSON, and the lists of Python, JavaScript, C and numpy. A board is its cells in a text or a list, or rows of cells.
// Reads only up to the next puzzle, in the memory of one token.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "io/forms.hpp"
#include "io/json.hpp"

namespace evodoku::io {
namespace {

constexpr std::size_t max_waiting = 65536, max_named = 4096, longest_token = 65536, deepest = 64, most_answers = 64;

constexpr std::array<std::string_view, 15> puzzle_words = {"puzzle",  "quiz",     "question", "problem", "given",
                                                           "mission", "unsolved", "initial",  "clue",    "sudoku",
                                                           "grid",    "board",    "start",    "input",   "values"};

/// Selects the puzzle among several boards of an object: the one whose key has the lowest rank.
std::size_t rank_of(const std::string& key) {
    const auto has = [&](auto word) { return key.find(word) != std::string::npos; };
    return static_cast<std::size_t>(std::ranges::find_if(puzzle_words, has) - puzzle_words.begin());
}

/// A value that is, or may be intended as, a cell, a row or a board.
struct Value {
    enum class Kind { other, cell, row, board };
    Kind kind = Kind::other;
    CellText read = {};
    std::size_t line = 0;
    bool is_text = false;
};

Value value_of_word(std::string_view word, std::size_t line, const Shape& shape) {
    // -1 is a blank of numbers, where a point would make signs of all of them.
    if (is_one_of(word, {"null", "None", "nil", "undefined", "NaN", "nan"})) word = shape.order == 3 ? "." : "-1";
    if (word.size() > 1 && word.ends_with('.') && is_digit(word[word.size() - 2])) word.remove_suffix(1);  // 5.
    if (word.ends_with(".0")) word.remove_suffix(2);
    if (word.size() > 1 && !is_digit(word.back())) return {};
    Value value{Value::Kind::cell, {}, line};
    add_cell(value.read, word, shape);
    return value;
}

/// Signs, or where a board other than 9 x 9 has blanks between them, signs in groups or numbers.
Value value_of_text(std::string text, std::size_t line, const Shape& shape) {
    using Kind = Value::Kind;
    make_plain(text);
    if (text.empty() || text == " ") return value_of_word("null", line, shape);
    const std::string cells = without(" \t\n|,", text);
    const auto length = static_cast<std::ptrdiff_t>(character_count(cells));
    const auto likely = std::ranges::count_if(cells, [&](char c) { return read_sign(c, shape) >= 0; });
    Value value{Kind::other, {}, line, true};
    std::ranges::replace(text, '\n', ' ');
    if (shape.order == 3 || cells.size() == text.size())
        add_group(value.read, cells, shape);
    else
        value.read = read_cells(text, shape);
    const int count = value.read.count;
    const bool are_all = likely == length, are_most = 2 * likely > length;
    if (count == 1 && are_all)
        value.kind = Kind::cell;
    else if (count == shape.size ? are_most : are_all && count > shape.size / 2 && count < 2 * shape.size - 1)
        value.kind = Kind::row;
    else if ((shape.is_near(count) && are_most) || (are_all && 2 * count >= shape.cells && count < 2 * shape.cells))
        value.kind = Kind::board;
    return value;
}

/// A list or an object that is open.
struct Frame {
    struct Named {
        std::size_t rank;
        Value value;
        bool may_be_solution;
    };

    char bracket = '[';
    std::size_t line = 0;
    std::size_t before = 0;    ///< puzzles that waited when it began
    bool passed_over = false;  ///< it contains solutions
    bool has_keys = false;
    bool is_filled = false;
    std::string rule = {};                                         ///< why its puzzles are variants
    std::size_t entries = 0, puzzles = 0;                          ///< of a list; those with a puzzle or an error
    bool is_of_objects = false;                                    ///< one at least with a puzzle
    std::vector<std::pair<std::size_t, std::size_t>> others = {};  ///< entries without a puzzle, and their lines
    std::string places = {};  ///< the key of a list of places in its grid: R1C1, [1, 2]
    bool in_marks = false;    ///< it contains candidates
    bool is_cell = false;     ///< an object of one cell, {"value": 5, "given": true}
    Value cell = {};          ///< its digit
    Value marked = {};        ///< a number that says that it is given: 1, or the digit
    bool is_given = false;
    bool is_good = false;         ///< its last puzzle has no fault
    std::size_t puzzle_line = 0;  ///< of its last puzzle; 0: none
    std::string key = {};         ///< of the next value, in small letters
    CellText cells = {};          ///< of all its cells and rows together
    int rows = 0, side = 0;       ///< cells per row; -1: not the same in all
    std::size_t fault_line = 0;
    std::vector<Named> named = {};         ///< the boards of an object
    std::vector<CellText> solutions = {};  ///< the first ones
};

struct Token {
    enum class Kind { sign, text, word, end, bad };
    Kind kind = Kind::end;
    char sign = '\0';      ///< one of [ { ( ] } ) :
    std::string text;      ///< of a text: without quotation marks; of a word: a number, null, None
    std::size_t line = 0;  ///< where it begins
};

class BracketReader {
public:
    /// Goes to the bracket, past "name =".
    BracketReader(const Line& line, Text& text, InputState& state) : text_(text), state_(state) {
        // The line may have been normalised: the bracket is found by counting brackets of its kind.
        const std::size_t start = list_start(line.text);
        const char bracket = line.text[start];
        auto before = std::ranges::count(std::string_view(line.text).substr(0, start), bracket);
        while (!text_.at_end() && (text_.next() != bracket || before-- != 0)) text_.skip(1);
        open(bracket, text_.number());
        const std::string name = in_small_letters(line.text.substr(0, start));
        open_.back().passed_over =
            state_.found_any && !state_.after_full && names_solution(name) && name.find("puzzle") == std::string::npos;
        if (!text_.at_end()) text_.skip(1);
    }

    /// Up to the next puzzle or error; false at the end of the document.
    bool operator()() {
        const std::size_t found_before = state_.found();
        for (Frame& frame : open_) frame.before = std::min(frame.before, state_.puzzles.size());
        state_.gap = {};
        // The puzzles of an object wait for its end: rules or solutions may stand behind them.
        const auto waits = [this] {
            const auto object = std::ranges::find(open_, '{', &Frame::bracket);
            return std::any_of(object, open_.end(), [](const Frame& frame) { return frame.puzzles != 0; }) ||
                   std::ranges::any_of(open_, [](const Frame& frame) { return frame.puzzles == 1; });
        };
        do {
            step();
        } while (is_open() && (state_.found() == found_before ||
                               (!state_.puzzles.empty() && state_.found() < found_before + max_waiting && waits())));
        return is_open();
    }

private:
    const Shape& shape() const { return state_.shape; }
    bool is_open() const { return !open_.empty(); }
    void report(std::size_t line, const std::string& message) { state_.add_error(line, {message}); }

    /// What would have been a puzzle.
    std::string expected() const {
        return fmt::format("JSON: expected {1} cells or {0} rows of {0}, as a list or under a key such as \"puzzle\"",
                           shape().size, shape().cells);
    }

    void open(char bracket, std::size_t line) {
        Frame frame{.bracket = bracket, .line = line, .before = state_.puzzles.size()};
        if (is_open()) {
            Frame& parent = open_.back();
            parent.is_filled = true;
            parent.is_cell = parent.is_cell || is_part_of_cell(parent.key);
            frame.passed_over = parent.passed_over || names_solution(parent.key);
            frame.in_marks = parent.in_marks || are_marks(parent.key) || parent.key == "canonical";
            const bool has_puzzle = parent.puzzles != 0 || !parent.named.empty();  // else they may be what is meant
            if (has_puzzle && is_one_of(parent.key, {"history", "steps", "moves", "undo", "redo"}))
                frame.in_marks = true;
            frame.rule = parent.rule;
        }
        open_.push_back(std::move(frame));
    }

    /// Adds a value to the frame that is open. `yields`: it contained a puzzle or an error.
    void add(const Value& value, bool yields = false) {
        Frame& frame = open_.back();
        ++frame.entries, frame.puzzles += yields;
        if (!yields && value.kind != Value::Kind::board && frame.others.size() < max_named)
            frame.others.emplace_back(frame.entries, value.line);
        const std::string key = std::exchange(frame.key, {});
        const bool are_cells = value.kind == Value::Kind::cell || value.kind == Value::Kind::row;
        if (frame.in_marks || are_marks(key)) return;
        if (frame.passed_over || names_solution(key)) {
            if (!state_.options.keeps_fields) return;
            if (frame.passed_over && are_cells) add_cells(frame, value);
            if (value.kind == Value::Kind::board) add_solution(frame, value.read);
        } else if (value.kind == Value::Kind::cell && is_value_of_cell(key)) {
            frame.cell = value;
        } else if (are_cells) {
            // A number under a key is not a cell; as many named rows as a board has are one.
            if (key.empty() || value.kind == Value::Kind::row) add_cells(frame, value);
            if (value.kind == Value::Kind::row && are_no_rows(key) && !frame.cells.fault)
                frame.cells.fault.message = fmt::format("'{}' is no row: write rows", key);
        } else if (value.kind == Value::Kind::board && !key.empty()) {
            const Value named = value.is_text ? value_of_text(key, value.line, shape()) : Value{};
            if (named.kind == Value::Kind::board && !has_blank(value.read, shape())) {  // {"a puzzle": "its answer"}
                emit(named, frame), add_solution(frame, value.read);
                return;
            }
            const bool are_rows = value.is_text || !are_no_rows(key);
            frame.named.push_back({are_rows ? rank_of(key) : puzzle_words.size() + 1, value, may_be_solution(key)});
            if (!are_rows)
                frame.named.back().value.read.fault.message = fmt::format("'{}' are no rows: write rows", key);
            if (frame.named.size() == max_named) choose(frame);
        } else if (value.kind == Value::Kind::board) {
            // [puzzle, solution]; texts on lines of their own are puzzles.
            const bool is_pair = frame.entries == 2 && open_.size() > 1 && open_[open_.size() - 2].bracket == '[';
            const bool is_solution = frame.puzzle_line != 0 && !has_blank(value.read, shape()) &&
                                     (!value.is_text || value.line == frame.puzzle_line || is_pair);
            is_solution ? add_solution(frame, value.read) : emit(value, frame);
        }
    }

    void close() {
        Frame frame = std::move(open_.back());
        open_.pop_back();
        choose(frame);
        const std::string rule = frame.bracket == '{' && frame.puzzles != 0 ? fault_of(frame) : "";
        std::deque<ReadPuzzle>& puzzles = state_.puzzles;
        for (; !rule.empty() && puzzles.size() > frame.before; puzzles.pop_back())
            report(puzzles.back().line, rule);  // the rule stood behind it
        frame.is_good = frame.is_good && rule.empty();
        if (frame.passed_over && !open_.empty())
            for (const CellText& read : frame.solutions) add_solution(open_.back(), read);
        else if (frame.puzzles == 1 && frame.is_good)
            state_.add_answers(frame.solutions);
        const bool may_be_cell = frame.is_cell ? frame.puzzles == 0 : frame.bracket == '{' && !frame.is_filled;
        const bool is_element = !open_.empty() && open_.back().bracket == '[' && open_.back().key.empty();
        const Value value = may_be_cell && is_element ? cell_of(frame) : value_of(frame);
        const bool is_record =
            (frame.puzzles < 2 && !frame.is_of_objects) || (!open_.empty() && open_.back().bracket == '[');
        for (const auto& [entry, line] : frame.others)
            if (frame.bracket == '[' && !is_record)
                report(line == 0 ? frame.line : line, fmt::format("no puzzle in entry {} of the list", entry));
        if (open_.empty()) {
            if (frame.passed_over) return;
            if (value.kind == Value::Kind::board || (value.kind == Value::Kind::row && frame.puzzles == 0))
                emit(value, frame);
            if (frame.puzzles == 0)
                report(first_line_, frame.rule.empty() ? "no puzzle in the " + expected() : frame.rule);
            return;
        }
        Frame& parent = open_.back();
        see_rules(frame, value, parent);
        parent.is_of_objects = parent.is_of_objects || (frame.puzzles != 0 && frame.has_keys);
        parent.is_good = frame.puzzles != 0 ? frame.is_good : parent.is_good;
        const bool is_puzzle = open_.size() == 1 && parent.bracket == '[' && frame.has_keys;
        const bool is_missing = is_puzzle && frame.puzzles == 0 && value.kind == Value::Kind::other;
        if (is_missing) report(frame.line, "no puzzle in the object" + expected().substr(4));
        add(value, is_missing || frame.puzzles != 0);
    }

    /// Rules that a list or an object adds to the object that it is in.
    static void see_rules(const Frame& frame, const Value& value, Frame& parent) {
        if (frame.puzzles != 0 || frame.passed_over) return;
        const std::string& key = parent.key;
        const bool is_beside = is_beside_rules(key);
        if (parent.rule.empty() && frame.is_filled) parent.rule = added_rule(key, "true");
        if (parent.rule.empty() && (!is_beside || key.starts_with("meta"))) parent.rule = frame.rule;
        const bool is_list =
            frame.bracket == '[' && parent.bracket == '[' && value.kind == Value::Kind::other && frame.cells.count > 0;
        if (const std::string places = is_list ? "list" : frame.places; !places.empty() && !is_beside)
            parent.places = key.empty() ? places : key;
    }

    /// The boards of an object that are puzzles: those under the best key; without the full ones, unless all are.
    void choose(Frame& frame) {
        const auto named = std::exchange(frame.named, {});
        if (named.empty()) return;
        const std::size_t best = std::ranges::min_element(named, {}, &Frame::Named::rank)->rank;
        const auto is_blank = [&](const Frame::Named& entry) {
            return entry.rank == best && has_blank(entry.value.read, shape());
        };
        const bool any_blank = std::ranges::any_of(named, is_blank);
        const std::size_t good = state_.puzzles.size();
        bool has_others = false;
        for (const Frame::Named& entry : named)
            if (entry.rank == best && (!any_blank || entry.value.read.fault || is_blank(entry)))
                emit(entry.value, frame);
            else if (entry.may_be_solution ||
                     (any_blank && !entry.value.read.fault && !has_blank(entry.value.read, shape())))
                add_solution(frame, entry.value.read);
            else
                has_others = true;
        if (!state_.options.keeps_fields || state_.puzzles.size() != good + 1) return;
        if (has_others) state_.notes().has_others = true;
        state_.add_answers(std::exchange(frame.solutions, {}));
    }
    static void add_solution(Frame& frame, const CellText& read) {
        if (frame.solutions.size() < most_answers) frame.solutions.push_back(read);
    }

    /// Adds a value to the frame that is open; a text there may be a rule, or part of a cell.
    void add_token(const Token& token) {
        Frame& frame = open_.back();
        const std::string &key = frame.key, &text = token.text;
        // A list of texts has rules if one of those is not as "classic", or "Normal rules apply."
        const bool has_rules = open_.size() > 1 && open_[open_.size() - 2].key.starts_with("rule");
        frame.is_filled =
            frame.is_filled || frame.bracket != '[' || !added_rule(has_rules ? "rules" : "variants", text).empty();
        if (frame.rule.empty()) frame.rule = added_rule(key, text);
        if (is_place(text) && !is_beside_rules(key)) frame.places = key.empty() ? text : key;
        frame.is_cell = frame.is_cell || is_part_of_cell(key);
        const bool is_editable = is_one_of(key, {"editable", "iseditable", "is_editable"});
        if (text == (is_editable ? "false" : "true") && is_part_of_cell(key)) frame.is_given = true;
        const bool is_text = token.kind == Token::Kind::text;
        const Value value =
            is_text ? value_of_text(text, token.line, shape()) : value_of_word(text, token.line, shape());
        if (value.kind == Value::Kind::cell && text != "0" && marks_givens(key)) frame.marked = value;
        const auto bad = bad_answer(key, text);
        if (is_text && value.kind != Value::Kind::board && bad) add_solution(frame, *bad);
        add(value);
    }

    /// Why the boards of an object are variants.
    static std::string fault_of(const Frame& frame) {
        const bool has_places = frame.rule.empty() && frame.bracket == '{' && !frame.places.empty();
        return has_places ? rule_of(frame.places) : frame.rule;
    }
    /// R1C1, r1c3=4
    static bool is_place(const std::string& text) {
        int row = 0, column = 0;
        return !text.empty() && text.size() < 16 && upper(text.front()) == 'R' &&
               std::sscanf(text.c_str(), "%*1[rR]%2d%*1[cC]%2d", &row, &column) == 2;
    }
    static bool are_marks(std::string_view key) {
        return is_one_of(key, {"candidates", "pencilmarks", "pencil_marks"});
    }
    static bool are_no_rows(std::string_view key) {  // "columns", "box3"
        key = key.substr(0, key.find_last_not_of("0123456789_- ") + 1);
        return is_one_of(key, {"col", "cols", "column", "columns", "box", "boxes", "subgrid", "subgrids"});
    }
    static bool is_value_of_cell(std::string_view key) {
        return is_one_of(key, {"value", "val", "digit", "number", "v"});
    }
    static bool marks_givens(std::string_view key) {
        return has_name("given/fixed/locked/readonly/isinitial/isclue/prefilled/", key);
    }
    static bool is_part_of_cell(std::string_view key) {
        return is_value_of_cell(key) || marks_givens(key) ||
               has_name("editable/candidates/pencilmark/notes/highlight/", key);
    }
    Value cell_of(Frame& frame) const {
        if (frame.marked.kind == Value::Kind::cell) {  // {"given": 5}, {"value": 5, "given": 1}
            const bool has_none = frame.cell.kind != Value::Kind::cell || has_blank(frame.cell.read, shape());
            if (has_none) frame.cell = std::move(frame.marked);
            frame.is_given = true;
        }
        const bool has_digit = frame.cell.kind == Value::Kind::cell;
        Value cell = has_digit ? std::move(frame.cell) : value_of_word("null", frame.line, shape());
        cell.read.givens.assign(1, frame.is_given);
        return cell;
    }

    void add_cells(Frame& frame, const Value& value) {
        CellText& cells = frame.cells;
        if (std::ssize(cells.givens) < shape().cells)
            cells.givens.insert(cells.givens.end(), value.read.givens.begin(), value.read.givens.end());
        const int count = value.read.count;
        Fault fault = value.read.fault;
        frame.rows += value.kind == Value::Kind::row;
        if (value.kind == Value::Kind::row) frame.side = frame.rows == 1 || frame.side == count ? count : -1;
        if (value.kind == Value::Kind::row && count != shape().size && !fault)
            fault.message = fmt::format("row {} has {}, not {}", frame.rows, counted(count, "cell"), shape().size);
        if (fault.cell >= 0) fault.cell += cells.count;
        if (!cells.fault && fault) cells.fault = std::move(fault), frame.fault_line = value.line;
        if (!cells.fault && std::ssize(cells.cells) < shape().cells)
            cells.cells.insert(cells.cells.end(), value.read.cells.begin(), value.read.cells.end());
        cells.count = std::min(cells.count + count, 1'000'000);
    }

    /// Where some cells of a board are marked as givens, the digits of the others are the player's.
    void drop_placed(CellText& read) const {
        const std::vector<bool>& givens = read.givens;
        if (std::ssize(givens) != shape().cells || !read.is_puzzle(shape()) || std::ranges::count(givens, true) == 0)
            return;
        for (std::size_t cell = 0; cell < givens.size(); ++cell)
            if (!givens[cell]) read.cells[cell] = shape().order == 3 ? 0 : '.';
    }

    /// The cells of a list after it has closed.
    Value value_of(Frame& frame) const {
        Value value{Value::Kind::other, {}, frame.line};
        CellText& cells = frame.cells;
        const int half = shape().size / 2, longest_row = std::min(3 * shape().size - 2, shape().cells / 2);
        const bool has_only_cells = frame.rows == 0 && !frame.has_keys;
        const bool is_square = frame.rows > 3 && frame.rows == frame.side;
        if (has_only_cells && cells.count > half && cells.count <= longest_row) {
            value.kind = Value::Kind::row;
        } else if (frame.rows > half || is_square || (has_only_cells && cells.count > shape().cells / 2)) {
            value.kind = Value::Kind::board;
            std::string& fault = cells.fault.message;
            if (is_square && frame.rows != shape().size) fault = other_size(frame.rows);
            if (fault.empty() && frame.rows != 0 && frame.rows != shape().size)
                fault = fmt::format("{} rows of cells, not {}", frame.rows, shape().size);
            if (fault.empty() && cells.count != shape().cells)
                fault = fmt::format("the list has {}, not {}", counted(cells.count, "cell"), shape().cells);
            if (cells.fault && frame.fault_line != 0) value.line = frame.fault_line;
        }
        if (value.kind != Value::Kind::other) value.read = std::move(cells);
        return value;
    }

    void emit(Value value, Frame& frame) {
        ++frame.puzzles, frame.is_good = false;
        if (const std::string rule = fault_of(frame); !rule.empty()) return report(value.line, rule);
        drop_placed(value.read);
        if (has_blank(value.read, shape())) frame.puzzle_line = value.line;
        state_.see_board(value.read.count);
        const std::size_t good = state_.puzzles.size();
        if (value.kind == Value::Kind::row) value.read.fault = {};  // the number of its cells says it
        state_.add_board(value.read, value.line);
        frame.is_good = state_.puzzles.size() > good;
    }

    void step() {
        const Frame& frame = open_.back();
        pass_over_blanks();
        const bool wants_value = !frame.key.empty() && !pending_;
        if (frame.bracket == '{' && frame.has_keys && !wants_value && text_.next() == '{')
            return fail("this object does not end; the next one begins", text_.number());
        Token token = take_token();
        if (token.kind == Token::Kind::bad) return fail("the JSON is not well-formed", token.line);
        if (token.sign == ':') {
            if (!pending_) return fail("the JSON is not well-formed: ':' without a key", token.line);
            open_.back().key = in_small_letters(pending_->text.empty() ? "?" : pending_->text);
            open_.back().has_keys = true;
            pending_.reset();
            return;
        }
        if (pending_) add_token(*std::exchange(pending_, {}));  // no key
        if (is_among(token.sign, "[{(")) {
            if (open_.size() == deepest) return fail("more than 64 brackets in brackets", token.line);
            open(token.sign, token.line);
        } else if (token.kind == Token::Kind::sign) {
            if (token.sign != (open_.back().bracket == '[' ? ']' : open_.back().bracket == '{' ? '}' : ')'))
                return fail("the JSON is not well-formed: a bracket does not match", token.line);
            close();
            for (char c = ' '; !is_open() && c != '\n' && is_among(c = text_.next(), " \t,;)\n");)
                text_.skip(1);  // the rest of its line
        } else if (token.kind == Token::Kind::end) {
            fail("the JSON ends before its closing bracket");
        } else {
            pending_ = std::move(token);
        }
    }

    /// Skips the text between tokens: blanks, comments, commas, and the semicolon that ends a statement. Commas need no
    /// check, because the tokens are unambiguous without them.
    void pass_over_blanks() {
        while (true) {
            text_.skip_while([](char c) { return is_among(c, " \t|\n,;"); });
            if (text_.next() != '#' && text_.bytes(2) != "//") return;
            text_.skip_while([](char c) { return c != '\n'; });
        }
    }

    Token take_token() {
        Token token;
        token.line = text_.number();
        if (text_.at_end()) return token;
        const char first = text_.next();
        if (is_among(first, "[{(]}):")) {
            text_.skip(1);
            token.sign = first, token.kind = Token::Kind::sign;
        } else if (is_among(first, "\"'`")) {
            take_string(token);
        } else {
            const auto is_of_word = [](char c) { return is_letter(c) || is_digit(c) || is_among(c, "+-._*?"); };
            for (; token.text.size() <= longest_token && is_of_word(text_.next()); text_.skip(1))
                token.text += text_.next();
            const bool is_word = !token.text.empty() && token.text.size() <= longest_token;
            token.kind = is_word ? Token::Kind::word : Token::Kind::bad;
        }
        return token;
    }

    /// A string that is too long or continues over the end of its line is an error.
    void take_string(Token& token) {
        const char mark = text_.next();
        text_.skip(1);
        std::string written = "\"";
        // At the end of a line the string is cut off: the next line may be a whole object.
        for (char c = mark; !text_.at_end() && (c = text_.next()) != mark && (c != '\n' || mark == '`') &&
                            token.text.size() <= longest_token;) {
            text_.skip(1);
            written += c;
            if (c == '\\' && !text_.at_end()) {  // other letters after it are never cells
                written += c = text_.next();
                c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
                text_.skip(1);
            }
            token.text += c;
        }
        token.kind = text_.at_end() ? Token::Kind::end : text_.next() == mark ? Token::Kind::text : Token::Kind::bad;
        if (token.kind == Token::Kind::text) text_.skip(1);
        if (written.find("\\u") == std::string::npos) return;
        try {
            token.text = text_in_json(written + '"');  // characters by their codes
        } catch (const std::exception&) {              // no JSON: the text stays as it was read
        }
    }

    /// An error in a document on one line skips that; an error in a longer document skips the rest.
    void fail(std::string message, std::size_t line = 0) {
        if (line != 0) message += fmt::format(" on line {}", line);
        const bool one_line = text_.number() <= first_line_ + 1;
        const bool goes_on = text_.at_end() || text_.next() == '{';
        if (!one_line && (!goes_on || text_.at_end())) message += "; the rest of the input is left out";
        report(first_line_, message);
        open_.clear();
        pending_.reset();
        if (goes_on) return;
        if (!one_line) return text_.abandon();
        if (text_.number() == first_line_) text_.take_line();
    }

    Text& text_;
    InputState& state_;
    const std::size_t first_line_ = text_.number();
    std::vector<Frame> open_;
    std::optional<Token> pending_;  ///< a key, or a value
};

}  // namespace

std::optional<CellText> list_row(std::string_view text, const Shape& shape) {
    const std::size_t end = text.find(']');
    if (!text.starts_with('[') || end == std::string_view::npos || text.find('[', 1) != std::string_view::npos ||
        text.find_first_not_of(" \t,;)", end + 1) != std::string_view::npos)
        return std::nullopt;
    std::string cells(text.substr(1, end - 1));
    for (std::size_t place = 1; place < cells.size(); ++place)  // floating-point numbers: 5.
        if (cells[place] == '.' && is_digit(cells[place - 1]) &&
            (place + 1 == cells.size() || is_among(cells[place + 1], " ,;")))
            cells[place] = ' ';
    CellText row = read_cells(cells, shape);
    row.parted = true;
    if (row.count == 0) row.fault.message = "the list has no cells";
    return row;
}

std::size_t list_start(std::string_view text) {
    constexpr std::size_t none = std::string_view::npos;
    const auto is_bracket = [&](std::size_t place) { return place < text.size() && is_among(text[place], "[{"); };
    if (is_bracket(0)) return 0;
    if (text.empty() || (!is_letter(text.front()) && text.front() != '_')) return none;
    const auto is_part_of_name = [](char c) { return is_letter(c) || is_digit(c) || is_among(c, " \t_[]<>:*&.,$"); };
    // int board[9][9] = {   const grid: number[][] = [   puzzle = [   grid = np.array([   array([
    const std::size_t equals = text.find('=');
    std::size_t place = 0;
    if (equals != none) {
        if (!std::ranges::all_of(text.substr(0, equals), is_part_of_name)) return none;
        place = text.find_first_not_of(" \t", equals + 1);
        if (place == none || is_bracket(place)) return place;
    }
    if (text.substr(place).starts_with("new ")) return text.find('{', place);  // Java's new int[][] {
    const std::size_t call = text.find('(', place);
    if (call == none || !std::ranges::all_of(text.substr(place, call - place), is_part_of_name)) return none;
    place = text.find_first_not_of(" \t", call + 1);
    return place != none && is_bracket(place) ? place : none;
}

bool bracket_form(const Line& line, Text& text, InputState& state, bool only_looks) {
    const std::size_t start = list_start(line.text);
    if (start == std::string::npos) return false;
    if (text.written_line().find(line.text[start]) == std::string::npos) return false;  // a wide bracket is text
    const std::string_view list = std::string_view(line.text).substr(start);
    const bool may_be_row = !line.too_long && list.find_first_of("\"'`") == list.npos;
    const auto row = may_be_row ? list_row(list, state.shape) : std::nullopt;
    if (row && row->count != state.shape.cells) return false;
    if (!only_looks) state.under_way = BracketReader(line, text, state);
    return true;
}

}  // namespace evodoku::io
