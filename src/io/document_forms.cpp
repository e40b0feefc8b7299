// Documents of brackets or tags: JSON, the lists of Python, JavaScript, C and numpy, and XML. A board is its cells in a
// text or a list, or rows of cells. Reads only up to the next puzzle, in the memory of one token.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <iterator>
#include <pugixml.hpp>
#include <utility>

#include "io/csv.hpp"
#include "io/forms.hpp"
#include "io/json.hpp"

namespace evodoku::io {
namespace {

constexpr std::uint16_t given_mark = 1 << 15;  ///< beside the candidates of a cell
constexpr std::size_t max_waiting = 65536, max_named = 4096, longest_token = 65536, deepest = 64, most_answers = 64;

char next_of(Text& text) {
    const std::string_view head = text.head(1);
    return head.empty() ? '\0' : head.front();
}

std::string in_words(int number) { return number == 9 ? "nine" : std::to_string(number); }

/// The cells of a text: signs, or where a board other than 9 x 9 has blanks between them, signs in groups or numbers.
CellText read_text(std::string text, std::string_view blanks, const Shape& shape) {
    CellText read;
    const std::string cells = without(blanks, text);
    if (shape.order == 3 || cells.size() == text.size()) {
        add_group(read, cells, shape);
        return read;
    }
    std::ranges::replace(text, '\n', ' ');
    return read_cells(text, shape);
}

/// The position of the bracket in the following bytes, of which `line` is the first line. Requires the start of a list.
std::size_t list_start_in_bytes(const Line& line, Text& text) {
    // The line may have been normalised: the bracket is found by counting brackets of its kind.
    const std::size_t start = list_start(line.text);
    const char bracket = line.text[start];
    auto before = std::ranges::count(std::string_view(line.text).substr(0, start), bracket);
    std::size_t at = 0;
    for (std::string_view bytes = text.bytes(1); bytes.size() > at; bytes = text.bytes(++at + 1))
        if (bytes[at] == bracket && before-- == 0) break;
    return at;
}

/// True if JSON begins with `line`: an object, or a list of objects, of strings or of boards.
bool begins_json(const Line& line, Text& text, const Shape& shape) {
    const std::size_t start = list_start(line.text);
    if (start == std::string_view::npos) return false;
    if (line.text[start] == '{') return true;
    // The bytes from the bracket: the first one that decides may be on a later line.
    constexpr std::size_t furthest = 4096;
    std::size_t at = list_start_in_bytes(line, text);
    const auto byte = [&](std::size_t offset) {
        const std::string_view bytes = text.bytes(offset + 1);
        return bytes.size() > offset && offset < furthest ? bytes[offset] : '\0';
    };
    int depth = 0;
    for (; byte(at) != '\0' && is_among(byte(at), "[ \t\n"); ++at) depth += byte(at) == '[';
    if (byte(at) == '\0') return false;
    if (is_among(byte(at), "\"'{(`")) return true;
    std::string words;
    for (char c = byte(at); c != ']' && c != '\0'; c = byte(++at)) words += c;
    const auto commas = std::ranges::count(words, ',');
    return (depth > 2 && commas > 0) || (depth == 2 && commas > shape.size) || has_one_of(words, {"null", "None"});
}

/// Selects the puzzle among several boards of an object: the one whose key has the lowest rank.
std::size_t rank_of(const std::string& key) {
    static constexpr std::array<std::string_view, 15> words = {"puzzle",  "quiz",     "question", "problem", "given",
                                                               "mission", "unsolved", "initial",  "clue",    "sudoku",
                                                               "grid",    "board",    "start",    "input",   "values"};
    const auto match = std::ranges::find_if(words, [&](auto word) { return key.find(word) != std::string::npos; });
    return static_cast<std::size_t>(match - words.begin());
}

/// A value that is, or may be intended as, a cell, a row or a board.
struct Value {
    enum class Kind { other, cell, row, board };
    Kind kind = Kind::other;
    CellText read = {};
    std::size_t line = 0;
    bool is_text = false;
};

/// `is_cell`: the word can only be one.
Value value_of_word(std::string_view word, std::size_t line, const Shape& shape, bool is_cell = false) {
    // -1 is a blank of numbers, where a point would make signs of all of them.
    if (is_one_of(word, {"null", "None", "nil", "undefined", "NaN", "nan"})) word = shape.order == 3 ? "." : "-1";
    if (word.size() > 1 && word.ends_with('.') && is_digit(word[word.size() - 2])) word.remove_suffix(1);  // 5.
    if (word.ends_with(".0")) word.remove_suffix(2);
    if (!is_cell && word.size() > 1 && !is_digit(word.back())) return {};
    Value value{Value::Kind::cell, {.cells = {}, .count = 0, .parted = true, .fault = {}}, line};
    add_cell(value.read, word, shape);
    return value;
}

Value value_of_text(const std::string& text, std::size_t line, const Shape& shape) {
    using Kind = Value::Kind;
    if (text.empty() || text == " ") return value_of_word("null", line, shape);
    if (auto spaced = read_spaced_run(text, shape)) return {Kind::board, std::move(*spaced), line};
    constexpr std::string_view blanks = " \t\n|,";
    const std::string cells = without(blanks, text);
    const auto length = static_cast<std::ptrdiff_t>(character_count(cells));
    const auto likely = std::ranges::count_if(cells, [&](char c) { return read_sign(c, shape) >= 0; });
    Value value{Kind::other, read_text(text, blanks, shape), line};
    const int count = value.read.count;
    const bool are_all = likely == length, are_most = 2 * likely > length;
    if (count == 1 && are_all)
        value.kind = Kind::cell;
    else if (count == shape.size ? are_most : are_all && count > shape.size / 2 && count < 2 * shape.size - 1)
        value.kind = Kind::row;
    else if ((std::abs(count - shape.cells) <= shape.size && are_most) ||
             (are_all && 2 * count >= shape.cells && count < 2 * shape.cells))
        value.kind = Kind::board;
    value.read.parted = value.kind == Kind::cell, value.is_text = true;
    return value;
}

/// A list, an object or an element that is open.
struct Frame {
    struct Named {
        std::size_t rank;
        Value value;
        bool may_be_solution;
    };

    char bracket = '[';
    std::size_t line = 0;
    bool passed_over = false;  ///< it contains solutions
    bool has_keys = false;
    bool has_cells = false, has_lists = false;  ///< its entries: cells; lists of cells, which may be candidates
    bool yields = false;                        ///< it contained a puzzle or an error
    bool is_filled = false;
    std::string rule = {};                                         ///< why its puzzles are variants
    std::size_t entries = 0, puzzles = 0;                          ///< of a list
    bool is_of_objects = false;                                    ///< one at least with a puzzle
    std::vector<std::pair<std::size_t, std::size_t>> others = {};  ///< entries without a puzzle, and their lines
    std::string places = {};                      ///< the key of a list of places in its grid: R1C1, [1, 2]
    bool in_marks = false;                        ///< it contains candidates
    std::vector<std::uint16_t> board_marks = {};  ///< candidates of all cells
    bool is_cell = false;                         ///< an object of one cell, {"value": 5, "given": true}
    Value cell = {};                              ///< its digit
    std::uint16_t marks = 0;                      ///< its candidates, bit d-1 for digit d; given_mark
    bool had_puzzle = false;
    bool is_good = false;  ///< its last puzzle has no fault
    std::size_t puzzle_line = 0;
    std::string key = {};    ///< of the next value, in small letters
    CellText cells = {};     ///< of all its cells and rows together
    int rows = 0, side = 0;  ///< cells per row; -1: not the same in all
    std::size_t fault_line = 0, last_line = 0;
    std::vector<int> line_counts = {};  ///< cells per line
    std::vector<Named> named = {};      ///< the boards of an object
    std::string name = {};              ///< of its only puzzle
    std::size_t rank_of_name = no_name;
    std::vector<CellText> solutions = {};  ///< the first ones
};

/// What a document holds, whatever its brackets look like.
class Document : public Form {
public:
    bool is_under_way() const override { return !open_.empty(); }

    /// Reads up to the next puzzle or error, or the end of the document.
    void read(Text& text, Context& context) override {
        text_ = &text, context_ = &context;
        const std::size_t found = context.found();
        if (!is_under_way()) {
            first_line_ = text.number();
            begin();
        }
        context.begin_other();
        // The puzzles of an object wait for its end: rules or solutions may stand behind them.
        const auto waits = [this] {
            const auto object = std::ranges::find(open_, '{', &Frame::bracket);
            return std::any_of(object, open_.end(), [](const Frame& frame) { return frame.yields; }) ||
                   std::ranges::any_of(open_, [](const Frame& frame) { return frame.yields && frame.puzzles == 1; });
        };
        do {
            step();
        } while (is_under_way() && (context.found() == found ||
                                    (!context.puzzles.empty() && context.found() < found + max_waiting && waits())));
    }

protected:
    /// Opens the first frame.
    virtual void begin() = 0;
    virtual void step() = 0;
    /// What would have been a puzzle.
    virtual std::string expected() const = 0;

    const Shape& shape() const { return context_->shape; }
    void report(std::size_t line, std::string_view message) { context_->add_error(line, -1, message); }

    void open(char bracket, std::size_t line) {
        Frame frame{.bracket = bracket, .line = line};
        if (is_under_way()) {
            Frame& parent = open_.back();
            parent.is_filled = true;
            parent.is_cell = parent.is_cell || is_part_of_cell(parent.key);
            frame.passed_over = parent.passed_over || names_solution(parent.key);
            frame.in_marks = parent.in_marks || are_marks(parent.key);
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
        frame.has_cells = frame.has_cells || (value.kind == Value::Kind::cell && key.empty());
        const bool may_be_candidates = value.is_text && value.kind == Value::Kind::other && value.read.count > 1;
        frame.has_lists = frame.has_lists || (may_be_candidates && !value.read.fault && key.empty());
        if (frame.in_marks && value.is_text) {
            frame.cells.marks.push_back(mask_of(value.read));
        } else if (frame.passed_over || names_solution(key)) {
            if (context_->tables == nullptr) return;
            if (frame.passed_over && are_cells) add_cells(frame, value);
            if (value.kind == Value::Kind::board) add_solution(frame, value.read);
        } else if (value.kind == Value::Kind::cell && is_value_of_cell(key)) {
            frame.cell = value;
        } else if (are_cells) {
            // A number under a key is not a cell; as many named rows as a board has are one.
            if (key.empty() || value.kind == Value::Kind::row) add_cells(frame, value);
        } else if (value.kind == Value::Kind::board && !key.empty()) {
            frame.named.push_back({rank_of(key), value, may_be_solution(key)});
            if (frame.named.size() == max_named) choose(frame);
        } else if (value.kind == Value::Kind::board) {
            // [puzzle, solution]; texts on lines of their own are puzzles.
            const bool is_solution = frame.had_puzzle && !has_blank(value.read, shape()) &&
                                     (!value.is_text || value.line == frame.puzzle_line);
            is_solution ? add_solution(frame, value.read) : emit(value, frame);
        }
    }

    /// Closes the frame that is open. `is_list`: the document is a list of numbers.
    void close(bool is_list = false) {
        Frame frame = std::move(open_.back());
        open_.pop_back();
        choose(frame);
        const std::string rule = frame.bracket == '{' && frame.yields ? fault_of(frame) : "";
        std::deque<ReadPuzzle>& puzzles = context_->puzzles;
        for (; !rule.empty() && !puzzles.empty() && puzzles.back().line >= frame.line; puzzles.pop_back())
            report(puzzles.back().line, rule);  // the rule stood behind it
        frame.is_good = frame.is_good && rule.empty();
        if (frame.passed_over && !open_.empty())
            for (const CellText& read : frame.solutions) add_solution(open_.back(), read);
        else if (frame.puzzles == 1 && frame.is_good)
            context_->add_answers(frame.solutions);
        const bool may_be_cell = frame.is_cell ? !frame.yields : frame.bracket == '{' && !frame.is_filled;
        const Value value = may_be_cell && is_element() ? cell_of(frame) : value_of(frame, is_list);
        const bool is_record =
            (frame.puzzles < 2 && !frame.is_of_objects) || (!open_.empty() && open_.back().bracket == '[');
        for (const auto& [entry, line] : frame.others)
            if (frame.bracket == '[' && !is_record)
                report(line == 0 ? frame.line : line, fmt::format("no puzzle in entry {} of the list", entry));
        if (frame.bracket == '[' && !is_record && frame.others.size() == max_named)
            report(frame.line, "and perhaps more entries of the list without a puzzle");
        if (open_.empty()) {
            if (value.kind == Value::Kind::board || (value.kind == Value::Kind::row && !frame.yields))
                emit(value, frame);
            if (!frame.yields) report(first_line_, frame.rule.empty() ? "no puzzle in the " + expected() : frame.rule);
            return;
        }
        Frame& parent = open_.back();
        if (frame.in_marks) return close_marks(frame, parent);
        see_rules(frame, value, parent);
        parent.is_of_objects = parent.is_of_objects || (frame.yields && frame.has_keys);
        parent.yields = parent.yields || frame.yields, parent.is_good = frame.yields ? frame.is_good : parent.is_good;
        const bool is_list_of_cells = parent.key.empty() && !frame.has_keys && frame.rows == 0 && frame.cells.count > 0;
        parent.has_lists = parent.has_lists || is_list_of_cells;
        parent.has_cells = parent.has_cells || (is_list_of_cells && frame.cells.count == 1);
        const bool is_puzzle = open_.size() == 1 && parent.bracket == '[' && frame.has_keys;
        if (is_puzzle && !frame.yields && value.kind == Value::Kind::other) {
            report(frame.line, "no puzzle in the object" + expected().substr(4));
            frame.yields = parent.yields = true;
        }
        add(value, frame.yields);
    }

    static std::uint16_t mask_of(const CellText& digits) {
        std::uint16_t mask = 0;
        for (const Cell digit : digits.cells)
            if (digit > 0 && digit < 10) mask = static_cast<std::uint16_t>(mask | 1 << (digit - 1));
        return mask;
    }

    /// The candidates of a cell, [1, 2], or of a board.
    static void close_marks(Frame& frame, Frame& parent) {
        std::vector<std::uint16_t>& marks = frame.cells.marks;
        const bool are_of_cell = marks.empty();
        if (are_of_cell) marks.push_back(mask_of(frame.cells));
        if (!parent.in_marks && are_of_cell && std::exchange(parent.key, {}) == "candidates")
            parent.marks |= marks[0];
        else if (parent.in_marks || frame.is_filled)
            std::ranges::copy(marks, std::back_inserter(parent.in_marks ? parent.cells.marks : parent.board_marks));
        parent.key.clear();
    }

    /// Rules that a list or an object adds to the object that it is in.
    static void see_rules(const Frame& frame, const Value& value, Frame& parent) {
        if (frame.yields || frame.passed_over) return;
        const std::string& key = parent.key;
        const bool is_beside = is_beside_rules(key);
        if (parent.rule.empty() && frame.is_filled) parent.rule = added_rule(key, "true");
        if (parent.rule.empty() && (!is_beside || key.starts_with("meta"))) parent.rule = frame.rule;
        const bool is_list =
            frame.bracket == '[' && parent.bracket == '[' && value.kind == Value::Kind::other && frame.cells.count > 0;
        if (const std::string places = is_list ? "list" : frame.places; !places.empty() && !is_beside)
            parent.places = key.empty() ? places : key;
    }

    /// Takes these characters after the document, to the end of the line.
    void end_line(std::string_view characters) {
        for (char c = ' '; c != '\n' && !text_->at_end() && is_among(c = next_of(*text_), characters);) text_->skip(1);
    }

    /// The boards of an object that are puzzles: those under the best key; without the full ones, unless all are.
    void choose(Frame& frame) {
        const auto named = std::exchange(frame.named, {});
        if (named.empty()) return;
        const std::size_t best = std::ranges::min_element(named, {}, &Frame::Named::rank)->rank;
        const auto is_blank = [&](const Frame::Named& each) {
            return each.rank == best && has_blank(each.value.read, shape());
        };
        const bool any_blank = std::ranges::any_of(named, is_blank);
        const std::size_t good = context_->puzzles.size();
        for (const Frame::Named& each : named)
            if (each.rank == best && (!any_blank || each.value.read.fault || is_blank(each)))
                emit(each.value, frame);
            else if (each.may_be_solution ||
                     (any_blank && !each.value.read.fault && !has_blank(each.value.read, shape())))
                add_solution(frame, each.value.read);
        if (context_->tables == nullptr || context_->puzzles.size() != good + 1) return;
        if (!frame.name.empty()) context_->notes().name = frame.name;
        context_->add_answers(std::exchange(frame.solutions, {}));
    }
    static void add_solution(Frame& frame, const CellText& read) {
        if (frame.solutions.size() < most_answers) frame.solutions.push_back(read);
    }

    /// A text under a key of the frame that is open: the name of its puzzle, a rule, or part of a cell.
    void see_name(const std::string& key, const std::string& text) {
        Frame& frame = open_.back();
        // A list of texts has rules if one of those is not as "classic", or "Normal rules apply."
        const bool has_rules = open_.size() > 1 && open_[open_.size() - 2].key.starts_with("rule");
        frame.is_filled =
            frame.is_filled || frame.bracket != '[' || !added_rule(has_rules ? "rules" : "variants", text).empty();
        if (frame.rule.empty()) frame.rule = added_rule(key, text);
        if (is_place(text) && !is_beside_rules(key)) frame.places = key.empty() ? text : key;
        frame.is_cell = frame.is_cell || is_part_of_cell(key);
        if (text == (key == "editable" ? "false" : "true") && is_part_of_cell(key)) frame.marks |= given_mark;
        const std::size_t rank = rank_of_name(key);
        if (rank < frame.rank_of_name) frame.rank_of_name = rank, frame.name = text;
    }

    std::vector<Frame> open_;
    std::size_t first_line_ = 1;
    Text* text_ = nullptr;        ///< of the call
    Context* context_ = nullptr;  ///< of the call

private:
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
    static bool is_value_of_cell(std::string_view key) {
        return is_one_of(key, {"value", "val", "digit", "number", "v"});
    }
    static bool is_part_of_cell(std::string_view key) {
        return is_value_of_cell(key) || has_one_of(key, {"given", "fixed", "locked", "editable", "candidates",
                                                         "pencilmark", "notes", "highlight"});
    }
    /// The frame that has closed was in a list.
    bool is_element() const { return !open_.empty() && open_.back().bracket == '[' && open_.back().key.empty(); }

    Value cell_of(Frame& frame) const {
        const bool has_digit = frame.cell.kind == Value::Kind::cell;
        Value cell = has_digit ? std::move(frame.cell) : value_of_word("null", frame.line, shape());
        cell.read.marks.assign(1, frame.marks);
        return cell;
    }

    void add_cells(Frame& frame, const Value& value) {
        CellText& cells = frame.cells;
        if (cells.marks.size() < 81)
            cells.marks.insert(cells.marks.end(), value.read.marks.begin(), value.read.marks.end());
        const auto report_fault = [&](int cell, const std::string& message) {
            if (cells.fault) return;
            cells.fault = {cell < 0 ? -1 : cells.count + cell, message};
            frame.fault_line = value.line;
        };
        const int count = value.read.count;
        frame.rows += value.kind == Value::Kind::row;
        if (value.kind == Value::Kind::row) frame.side = frame.rows == 1 || frame.side == count ? count : -1;
        if (value.kind == Value::Kind::row && count != shape().size && !value.read.fault)
            report_fault(-1, fmt::format("row {} has {}, not {}", frame.rows, counted(count, "cell"), shape().size));
        if (value.read.fault) report_fault(value.read.fault.cell, value.read.fault.message);
        if (!cells.fault && static_cast<int>(cells.cells.size()) < shape().cells) {
            cells.cells.insert(cells.cells.end(), value.read.cells.begin(), value.read.cells.end());
            if (frame.last_line != value.line || frame.line_counts.empty()) frame.line_counts.push_back(0);
            frame.line_counts.back() += count;
            frame.last_line = value.line;
        }
        cells.count = std::min(cells.count + count, 1'000'000);
    }

    /// A board whose cells are objects: where some are givens, the other digits are the player's.
    Fault settle_cells(CellText& read) const {
        if (read.marks.size() != static_cast<std::size_t>(shape().cells) || !read.is_puzzle(shape())) return {};
        std::uint16_t all = 0;
        for (const std::uint16_t mask : read.marks) all |= mask;
        std::vector<std::uint16_t> marks;
        for (std::size_t cell = 0; cell < read.marks.size(); ++cell) {
            Cell& digit = read.cells[cell];
            if (((all & ~read.marks[cell]) & given_mark) != 0) digit = shape().order == 3 ? 0 : '.';
            const auto mask = static_cast<std::uint16_t>(read.marks[cell] & 0x1FF);
            // One mark alone may be a note of the player; the reader of marks would take it for a given.
            const bool is_open = mask == 0 || std::has_single_bit(mask);
            const bool is_digit = digit > 0 && digit < 10;
            marks.push_back(is_digit ? static_cast<std::uint16_t>(1 << (digit - 1)) : is_open ? 0x1FF : mask);
        }
        return shape().order == 3 && (all & 0x1FF) != 0 ? read_marks(marks, shape()).fault : Fault();
    }

    /// The cells of a list after it has closed.
    Value value_of(Frame& frame, bool is_list) const {
        Value value{Value::Kind::other, {}, frame.line};
        CellText& cells = frame.cells;
        const int entries = static_cast<int>(std::min<std::size_t>(frame.entries, 1'000'000));
        if (frame.has_cells && frame.has_lists && (entries == shape().size || entries == shape().cells)) {
            value.kind = entries == shape().size ? Value::Kind::row : Value::Kind::board;
            value.read.count = entries, value.read.fault.message = marks_not_read;
            return value;
        }
        const int half = shape().size / 2, longest_row = std::min(3 * shape().size - 2, shape().cells / 2);
        const bool has_only_cells = frame.rows == 0 && !frame.has_keys;
        if (is_list ? !open_.empty() : has_only_cells && cells.count > half && cells.count <= longest_row) {
            value.kind = Value::Kind::row;
        } else if (is_list || frame.rows > half || (frame.rows > 3 && frame.rows == frame.side) ||
                   (has_only_cells && cells.count > shape().cells / 2)) {
            value.kind = Value::Kind::board;
            std::string& fault = cells.fault.message;
            if (frame.rows > 3 && frame.rows == frame.side && frame.rows != shape().size)
                fault = other_size(frame.rows);
            if (fault.empty() && frame.rows != 0 && frame.rows != shape().size)
                fault = fmt::format("{} rows of cells, not {}", frame.rows, shape().size);
            if (fault.empty() && cells.count != shape().cells)
                fault = fmt::format("the list has {}, not {}", counted(cells.count, "cell"), shape().cells);
            if (fault.empty() && is_list && frame.rows == 0 && !are_even(frame.line_counts))
                fault = fmt::format("the lines of the list have different numbers of cells: write {0} rows of {0}",
                                    in_words(shape().size));
            if (cells.fault && frame.fault_line != 0) value.line = frame.fault_line;
        }
        if (value.kind != Value::Kind::other) value.read = std::move(cells);
        return value;
    }

    void emit(Value value, Frame& frame) {
        frame.yields = true, frame.is_good = false;
        ++frame.puzzles;
        if (const std::string rule = fault_of(frame); !rule.empty()) return report(value.line, rule);
        if (!frame.board_marks.empty() && frame.board_marks.size() != 81)
            return report(value.line, added_rule("candidates", "true"));
        if (!frame.board_marks.empty()) value.read.marks = frame.board_marks;
        if (const Fault fault = settle_cells(value.read))
            return context_->add_error(value.line, fault.cell, fault.message);
        if (has_blank(value.read, shape())) frame.had_puzzle = true, frame.puzzle_line = value.line;
        context_->see_board(value.read.count);
        const std::size_t good = context_->puzzles.size();
        if (value.read.is_puzzle(shape()))
            context_->add_board(value.read.cells, value.line), frame.is_good = context_->puzzles.size() > good;
        else if (value.read.fault && value.kind == Value::Kind::board)
            context_->add_error(value.line, value.read.fault.cell, value.read.fault.message);
        else
            report(value.line, fmt::format("{} cells, not {}", value.read.count, shape().cells));
    }
};

struct Token {
    enum class Kind { sign, text, word, end, bad };
    Kind kind = Kind::end;
    char sign = '\0';      ///< one of [ { ( ] } ) :
    std::string text;      ///< of a text: without quotation marks; of a word: a number, null, None
    std::size_t line = 0;  ///< where it begins
};

/// JSON, and what looks like it in programs. A list of numbers that is one board, `[5,3,0, ...]` or `[[5 3 0 ...]
/// ...]`, ends where another puzzle begins, so that the rest of the input is read although the list does not close.
class BracketForm final : public Document {
public:
    bool recognises(const Line& line, Text& text, const Context& context) override {
        if (list_start(line.text) == std::string::npos) return false;
        return begins_json(line, text, context.shape) || begins_list(line, text, context.shape);
    }

private:
    /// Goes to the bracket, past "name =".
    void begin() override {
        Line line;
        text_->peek(line);
        is_list_ = !begins_json(line, *text_, shape());
        wants_cell_ = false;
        pending_.reset();
        text_->skip(list_start_in_bytes(line, *text_));
        open(next_of(*text_), text_->number());
        text_->skip(1);
    }

    std::string expected() const override {
        return fmt::format("JSON: expected {1} cells or {0} rows of {0}, as a list or under a key such as \"puzzle\"",
                           in_words(shape().size), shape().cells);
    }

    void step() override {
        const std::size_t errors = context_->errors.size();
        take();
        if (is_list_ && context_->errors.size() > errors) context_->after_broken_list = true;
    }

    void take() {
        const Frame& frame = open_.back();
        if (!pass_over_blanks()) return fail("the list has no closing ]");
        const bool wants_value = !frame.key.empty() && !pending_;
        if (frame.bracket == '{' && frame.has_keys && !wants_value && next_of(*text_) == '{')
            return fail(fmt::format("this object does not end; the next one begins on line {}", text_->number()));
        Token token = take_token();
        if (token.kind == Token::Kind::bad)
            return fail(fmt::format("the JSON is not well-formed on line {}", token.line));
        if (token.sign == ':') {
            if (!pending_)
                return fail(fmt::format("the JSON is not well-formed: ':' without a key on line {}", token.line));
            open_.back().key = in_small_letters(pending_->text.empty() ? "?" : pending_->text);
            open_.back().has_keys = true;
            pending_.reset();
            return;
        }
        if (pending_) add_token(*std::exchange(pending_, {}));  // no key
        wants_cell_ = is_among(token.sign, "[{(");
        if (wants_cell_) {
            if (open_.size() == deepest)
                return fail(fmt::format("more than 64 brackets in brackets on line {}", token.line));
            open(token.sign, token.line);
        } else if (token.kind == Token::Kind::sign) {
            if (token.sign != (open_.back().bracket == '[' ? ']' : open_.back().bracket == '{' ? '}' : ')'))
                return fail(
                    fmt::format("the JSON is not well-formed: a bracket does not match on line {}", token.line));
            close(is_list_);
            if (!is_under_way()) end_line(" \t,;)\n");
        } else if (token.kind == Token::Kind::end) {
            fail(is_list_ ? "the list has no closing ]" : "the JSON ends before its closing bracket");
        } else if (is_list_) {
            add_token(token);
        } else {
            pending_ = std::move(token);
        }
    }

    void add_token(const Token& token) {
        see_name(open_.back().key, token.text);
        const bool is_text = token.kind == Token::Kind::text;
        const Value value = is_text ? value_of_text(token.text, token.line, shape())
                                    : value_of_word(token.text, token.line, shape(), is_list_);
        const auto bad = bad_answer(open_.back().key, token.text);
        if (is_text && value.kind != Value::Kind::board && bad) add_solution(open_.back(), *bad);
        add(value);
    }

    /// Skips the text between tokens: blanks, comments, commas, and the semicolon that ends a statement. Commas need no
    /// check in JSON, because the tokens are unambiguous without them. False where a list of numbers ends unclosed.
    bool pass_over_blanks() {
        while (!text_->at_end()) {
            const char c = next_of(*text_);
            if (c == '#' || text_->bytes(2) == "//") {
                while (!text_->at_end() && next_of(*text_) != '\n') text_->skip(1);
                continue;
            }
            if (!is_among(c, " \t|\n,;")) return true;
            const bool is_comma = is_list_ && (c == ',' || c == ';');
            if (is_comma && std::exchange(wants_cell_, true))
                add({Value::Kind::cell, {{}, 0, true, {0, "empty field: write 0 for a blank"}}, text_->number()});
            text_->skip(1);
            if (c == '\n' && is_list_ && ends_list()) return false;
        }
        return true;
    }

    /// A list that does not close ends at a blank line or where another puzzle clearly begins.
    bool ends_list() {
        Line line;
        if (!text_->peek(line)) return false;
        if (is_passed_over(line, shape())) return !line.commented;
        const std::string_view words = line.text;
        const bool takes_rows = open_.size() > 1 || open_[0].rows != 0 || open_[0].cells.count == 0;
        if (words.front() == '[') return !takes_rows || words.starts_with("[[");
        const std::size_t start = list_start(words);
        if ((start != std::string_view::npos && start > 0) || is_section(words)) return true;
        const CellText cells = words.front() == ']' ? CellText() : cells_of(line, shape());
        return cells.is_puzzle(shape()) && !cells.parted;
    }

    Token take_token() {
        Token token;
        token.line = text_->number();
        if (text_->at_end()) return token;
        const char first = next_of(*text_);
        if (is_among(first, is_list_ ? "[]" : "[{(]}):")) {
            text_->skip(1);
            token.sign = first, token.kind = Token::Kind::sign;
        } else if (!is_list_ && is_among(first, "\"'`")) {
            take_string(token);
        } else {
            while (!text_->at_end() && token.text.size() <= longest_token) {
                const char c = next_of(*text_);
                const bool is_part =
                    is_list_ ? !is_among(c, " \t\n|,;[]#") : is_letter(c) || is_digit(c) || is_among(c, "+-._*?");
                if (!is_part) break;
                token.text += c;
                text_->skip(1);
            }
            const bool is_word = !token.text.empty() && token.text.size() <= longest_token;
            token.kind = is_word ? Token::Kind::word : Token::Kind::bad;
        }
        return token;
    }

    /// A string that is too long or continues over the end of its line is an error.
    void take_string(Token& token) {
        const char mark = next_of(*text_);
        text_->skip(1);
        std::string written = "\"";
        while (!text_->at_end() && next_of(*text_) != mark && token.text.size() <= longest_token) {
            char c = next_of(*text_);
            if (c == '\n' && mark != '`') break;  // the string is cut off: the next line may be a whole object
            text_->skip(1);
            written += c;
            if (c == '\\' && !text_->at_end()) {  // other letters after it are never cells
                written += c = next_of(*text_);
                c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
                text_->skip(1);
            }
            token.text += c;
        }
        token.kind = text_->at_end()           ? Token::Kind::end
                     : next_of(*text_) == mark ? Token::Kind::text
                                               : Token::Kind::bad;
        if (token.kind == Token::Kind::text) text_->skip(1);
        if (written.find("\\u") == std::string::npos) return;
        try {
            token.text = text_in_json(written + '"');  // characters by their codes
        } catch (const std::exception&) {              // no JSON: the text stays as it was read
        }
    }

    /// An error in a list, or in a document on one line, skips that; an error in a longer document skips the rest.
    void fail(std::string message) {
        const bool one_line = text_->number() <= first_line_ + 1;
        const bool goes_on = is_list_ || text_->at_end() || next_of(*text_) == '{';
        if (!one_line && !goes_on) message += "; the rest of the input is left out";
        report(first_line_, message);
        open_.clear();
        pending_.reset();
        if (goes_on) return;
        if (!one_line) return text_->abandon();
        if (text_->number() == first_line_) text_->take_line();
    }

    bool is_list_ = false;          ///< of numbers, one board
    bool wants_cell_ = false;       ///< a comma now would leave an empty field
    std::optional<Token> pending_;  ///< a key, or a value
};

/// XML: the games of OpenSudoku, sheets of this program, and elements with all cells of a board. Tags are cut out one
/// at a time and passed to pugixml.
class XmlForm final : public Document {
public:
    bool recognises(const Line& line, Text&, const Context&) override { return begins_xml(line.text); }

private:
    void begin() override { open('<', first_line_); }
    std::string expected() const override {
        return fmt::format("XML: expected <game data=\"...\"/> with {} cells", shape().cells);
    }

    /// One tag, and the text before it.
    void step() override {
        std::string words;
        const std::size_t words_line = text_->number();
        for (; !text_->at_end() && next_of(*text_) != '<'; text_->skip(1))
            if (words.size() < longest_token) words += next_of(*text_);
        // The text between two tags, <puzzle>53..7...</puzzle>
        if (open_.size() > 1 && !open_[open_.size() - 2].had_puzzle)
            add_text(open_[open_.size() - 2].key, words, words_line, false);
        choose(open_.back());
        if (text_->at_end()) return end();
        if (pass_over("<!--", "-->") || pass_over("<?", "?>") || pass_over("<![CDATA[", "]]>")) return;
        const std::size_t line = text_->number();
        std::string tag;
        for (char mark = '\0'; mark != '\0' || !tag.ends_with('>'); text_->skip(1)) {  // the open quotation mark
            if (text_->at_end() || tag.size() >= longest_token) {
                report(line, "the XML has a tag that does not end: is the file cut off?");
                open_.clear();
                return text_->abandon();
            }
            const char c = next_of(*text_);
            tag += c;
            if (mark != '\0' ? c == mark : c == '"' || c == '\'') mark = mark == '\0' ? c : '\0';
        }
        if (tag.starts_with("<!")) return;
        if (!tag.starts_with("</")) read_tag(tag, line);
        if (tag.starts_with("</") || tag.ends_with("/>")) close();
        if (open_.size() < 2) end();
    }

    bool pass_over(std::string_view begin, std::string_view end) {
        if (text_->bytes(begin.size()) != begin) return false;
        text_->skip(begin.size());
        while (!text_->at_end() && text_->bytes(end.size()) != end) text_->skip(1);
        text_->skip(text_->bytes(end.size()).size());
        return true;
    }

    void read_tag(std::string tag, std::size_t line) {
        if (!tag.ends_with("/>")) tag.insert(tag.size() - 1, "/");
        pugi::xml_document document;
        const pugi::xml_parse_result result = document.load_buffer(tag.data(), tag.size());
        const pugi::xml_node node = document.first_child();
        const std::string element = in_small_letters(node.name());
        open_.back().key = element;
        open('<', line);
        open_.back().has_keys = true;
        if (!result || !node) {
            report(line, "the XML is not well-formed here");
            open_.back().yields = true;
        }
        if (element == "html") {
            report(line, "a web page: copy the puzzles out of it as text");
            return open_.clear();
        }
        const bool is_game = is_one_of(element, {"game", "puzzle", "sudoku", "grid"});
        for (const pugi::xml_attribute& attribute : node.attributes()) {
            const std::string name = in_small_letters(attribute.name());
            const bool is_data = is_game && is_one_of(name, {"data", "puzzle", "givens", "cells"});
            see_name(name, attribute.value());
            add_text(name, attribute.value(), line, is_data || name == "data-puzzle");
        }
        choose(open_.back());
    }

    /// `is_data`: it must be a board; other texts may be.
    void add_text(const std::string& name, const std::string& text, std::size_t line, bool is_data) {
        Value value{Value::Kind::board, read_data(text), line};
        const bool may_be_board =
            value.read.is_puzzle(shape()) && (has_blank(value.read, shape()) || names_solution(name));
        if (!is_data && !may_be_board) return;
        open_.back().key = name;
        add(value);
    }

    /// The cells of a board, or a saved game of OpenSudoku: "version: 3" and, for each cell, value|note|...|editable|.
    CellText read_data(std::string_view data) const {
        CellText read;
        constexpr std::string_view head = "version:";
        if (data.starts_with(head)) {
            // The first value is after the version and a line break.
            const auto version = std::min(data.find_first_not_of(" \n\t", head.size()), data.size());
            const auto version_end = std::min(data.find_first_of(" \n\t", version), data.size());
            const std::size_t fields_per_cell = data.find_first_of("12", version) == version ? 3 : 4;
            data.remove_prefix(std::min(data.find_first_not_of(" \n\r\t", version_end), data.size()));
            std::vector<std::string_view> fields = split_row(data, '|');
            if (!fields.empty() && trimmed(fields.back()).empty()) fields.pop_back();
            if (fields.size() != fields_per_cell * static_cast<std::size_t>(shape().cells)) {
                read.fault.message = fmt::format("the game has {} fields, not {} for each of {} cells", fields.size(),
                                                 fields_per_cell, shape().cells);
                return read;
            }
            std::string cells;
            for (std::size_t at = 0; at < fields.size(); at += fields_per_cell) {
                const auto value = trimmed(fields[at]), editable = trimmed(fields[at + fields_per_cell - 1]);
                cells += editable == "0" && value.size() == 1 ? value.front() : '0';
            }
            add_group(read, cells, shape());
            return read;
        }
        return read_text(std::string(data), " \t\n", shape());
    }

    /// Text after the outermost element is not XML.
    void end() {
        if (open_.size() > 1) {
            report(text_->number(), "the XML ends before its last element does: is the file cut off?");
            open_.clear();
        } else if (is_under_way()) {
            close();
        }
        end_line(" \n\t");
    }
};

}  // namespace

bool are_even(const std::vector<int>& counts) {
    const auto is_first = [&](int count) { return count == counts[0]; };
    return counts.empty() || (counts.back() <= counts[0] && std::all_of(counts.begin(), counts.end() - 1, is_first));
}

std::optional<CellText> list_row(std::string_view text, const Shape& shape) {
    const std::size_t end = text.find(']');
    if (!text.starts_with('[') || end == std::string_view::npos || text.find('[', 1) != std::string_view::npos ||
        text.find_first_not_of(" \t,;)", end + 1) != std::string_view::npos)
        return std::nullopt;
    std::string cells(text.substr(1, end - 1));
    for (std::size_t at = 1; at < cells.size(); ++at)  // floating-point numbers: 5.
        if (cells[at] == '.' && is_digit(cells[at - 1]) && (at + 1 == cells.size() || is_among(cells[at + 1], " ,;")))
            cells[at] = ' ';
    CellText row = read_cells(cells, shape);
    row.parted = true;
    if (row.count == 0) row.fault.message = "the list has no cells";
    return row;
}

bool begins_xml(std::string_view text) {
    return text.size() > 1 && text[0] == '<' && (is_letter(text[1]) || text[1] == '?' || text[1] == '!');
}

std::size_t list_start(std::string_view text) {
    constexpr std::size_t none = std::string_view::npos;
    const auto is_bracket = [&](std::size_t at) { return at < text.size() && (text[at] == '[' || text[at] == '{'); };
    const std::size_t closing = text.starts_with('{') ? text.find('}') : text.npos;  // {1,2,4} 5 ...: pencil marks
    if (closing + 1 < text.size() && text.find_first_of(" \t", closing) == closing + 1 && is_digit(text[1]))
        return none;
    if (is_bracket(0)) return 0;
    if (text.empty() || (!is_letter(text.front()) && text.front() != '_')) return none;
    const auto is_part_of_name = [](char c) { return is_letter(c) || is_digit(c) || is_among(c, " \t_[]<>:*&.,$"); };
    // int board[9][9] = {   const grid: number[][] = [   puzzle = [   grid = np.array([   array([
    const std::size_t equals = text.find('=');
    std::size_t at = 0;
    if (equals != none) {
        if (!std::ranges::all_of(text.substr(0, equals), is_part_of_name)) return none;
        at = text.find_first_not_of(" \t", equals + 1);
        if (at == none || is_bracket(at)) return at;
    }
    if (text.substr(at).starts_with("new ")) return text.find('{', at);  // Java's new int[][] {
    const std::size_t call = text.find('(', at);
    if (call == none || !std::ranges::all_of(text.substr(at, call - at), is_part_of_name)) return none;
    at = text.find_first_not_of(" \t", call + 1);
    return at != none && is_bracket(at) ? at : none;
}

bool begins_list(const Line& line, Text& text, const Shape& shape) {
    const std::size_t start = line.too_long ? std::string::npos : list_start(line.text);
    if (start == std::string::npos || line.text[start] != '[' || begins_json(line, text, shape)) return false;
    const auto row = list_row(std::string_view(line.text).substr(start), shape);
    return !row || row->count == shape.cells;
}

std::unique_ptr<Form> make_xml_form() { return std::make_unique<XmlForm>(); }
std::unique_ptr<Form> make_bracket_form() { return std::make_unique<BracketForm>(); }

}  // namespace evodoku::io
