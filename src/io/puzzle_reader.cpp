// Tries one form after another where a puzzle may begin; the first that recognises the text reads it.
#include "evodoku/io/puzzle_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/host_work.hpp"
#include "io/forms.hpp"

namespace evodoku::io {

class PuzzleReader::Parser {
public:
    Parser(std::istream& input, std::string source, int order, const ReadOptions& options)
        : input_(input), text_(input), order_(order), state_{.source = std::move(source), .options = options} {
        static_cast<void>(Grid(options.unshown)), static_cast<void>(Grid(order == 0 ? 3 : order));  // which throw
        state_.options.column = in_small_letters(options.column);
    }

    bool next(ReadPuzzle& job) {
        while (((state_.puzzles.empty() && state_.errors.empty()) || answer_follows()) && advance()) {
        }
        if (!state_.puzzles.empty()) {
            job = std::move(state_.puzzles.front());
            job.index = returned_++;
            state_.puzzles.pop_front();
            return true;
        }
        if (state_.errors.empty()) return false;
        throw take_front(state_.errors);
    }

    Remarks remarks() const {
        return {state_.skipped, state_.first_skipped ? state_.first_skipped->line() : 0, text_.not_utf8()};
    }

    RecognisedOrder order() { return begin(), shown_; }

private:
    /// Reads until there may be a puzzle or an error; false at the end of the input.
    bool advance() {
        begin();
        const std::size_t errors_before = state_.errors.size();
        if (!read_some()) return end();
        // The last text of a damaged file is cut short: its error is not the cause, which end() reports.
        if (state_.errors.size() > errors_before && text_.at_end() && !text_.input().fault().empty())
            state_.errors.resize(errors_before, ParseError("", 0, "", ""));
        state_.found_any = state_.found_any || state_.found() != 0;
        return true;
    }

    /// The last puzzle has an answer below it: it waits for that.
    bool answer_follows() {
        constexpr std::size_t furthest = 3;
        if (!state_.options.keeps_fields || state_.puzzles.size() != 1 || state_.under_way) return false;
        Text::Ahead ahead(text_);
        Line line;
        for (std::size_t k = 0; k < furthest && ahead.next(line) && line.text.empty() && !line.commented;) ++k;
        return read_answer(line, state_.shape) || (state_.is_answer && state_.after_puzzle && !text_.at_end());
    }

    /// Looks at the kind of the file and, where it is not known, at the order.
    void begin() {
        if (std::exchange(begun_, true)) return;
        shown_.order = order_ == 0 ? 3 : order_;
        if (const auto of_array = begin_array(input_, state_, order_)) {
            shown_.order = *of_array;
            text_.abandon();
        } else if (const auto reason = refused_kind(text_.head().substr(0, head_size)); !reason.empty()) {
            state_.add_error(1, {std::string(reason)});
            text_.abandon();
        } else if (order_ == 0) {
            shown_ = order_of_text();
            if (shown_.order == 3) shown_.order = state_.options.unshown;
        }
        state_.found_any = !state_.errors.empty();  // its only error
        state_.shape = Shape(shown_.order);
    }

    /// The order that the first lines show which may be rows of boards; takes none of them.
    RecognisedOrder order_of_text() {
        constexpr std::size_t most_lines = 7;
        const Shape nine(3), larger[] = {Shape(4), Shape(5), Shape(6), Shape(7)};
        std::vector<Line> lines;
        std::optional<TableHead> table;
        int cells = 0;  // numbers and signs with separators in the lines up to a blank one
        bool in_first_block = true;
        const auto is_row_or_board = [](const Line& line, const Shape& shape) {
            const CellText read = read_cells(line.text, shape);
            const bool has_label = read.parted && read.count == shape.size + 1;
            return (read.count == shape.size || has_label || read.count == shape.cells) && are_alike(read, shape);
        };
        Text::Ahead ahead(text_), before = ahead;
        for (Line line; lines.size() < most_lines; before = ahead) {
            if (!ahead.next(line)) break;
            in_first_block = in_first_block && !(line.text.empty() && !lines.empty());
            if (line.text.empty() || is_rule(line.text)) continue;
            if (lines.empty() && (xml_form(line, text_, state_, true) || list_start(line.text) != std::string::npos))
                return order_of_document(line.number);
            for (const Shape shape : {Shape(2), Shape(4), Shape(5), Shape(6)})
                if (const auto game = read_game_id(line.text, shape); game && game->is_puzzle(shape))
                    return {shape.order, line.number};
            const bool is_larger =
                std::ranges::any_of(larger, [&](auto& shape) { return is_row_or_board(line, shape); });
            if (is_passed_over(line, nine) && !is_larger) continue;
            if (lines.empty() && !table && !is_larger && (table = read_table_head(before, nine, state_.options.column)))
                continue;
            const CellText text = cells_of(line, nine, table);
            if (lines.empty() && text.is_puzzle(nine)) return {3, line.number};
            constexpr std::size_t shortest_board = 200;  // of those that may be damaged, and look like text
            if (!table && !is_larger && line.text.size() < shortest_board && is_text(line, text, nine)) continue;
            const CellText read = read_cells(line.text, nine);
            if (in_first_block) cells += read.parted ? read.count : 1;
            lines.push_back(line);
        }
        const bool is_acs = lines.size() > 1 && lines[0].text.size() == 1 && lines[1].text == "1";
        if (is_acs && std::string_view("24567").find(lines[0].text) != std::string_view::npos)
            return {lines[0].text[0] - '0', lines[0].number};
        // Boards of 4 x 4: one in each line, where a digit comes twice in one, as in no row of 16 x 16; or four rows.
        const auto repeats = [](const Line& line) {
            return std::ranges::any_of(std::string_view("1234"),
                                       [&](char digit) { return std::ranges::count(line.text, digit) > 1; });
        };
        const auto are_all_small = [&](int count) {
            return std::ranges::all_of(lines, [&](const Line& line) {
                const CellText read = cells_of(line, Shape(2), table);
                return read.count == count && !read.fault;
            });
        };
        if ((std::ranges::any_of(lines, repeats) && are_all_small(16)) || (lines.size() >= 4 && are_all_small(4)))
            return {2, lines[0].number};
        const bool is_wrapped = cells == 81;  // 81 numbers on a few lines
        for (const Shape& shape : larger) {
            const auto is_board = [&](const Line& line) { return cells_of(line, shape, table).count == shape.cells; };
            // This line and the next are rows. Sixteen cells in a line may be a whole puzzle of 4 x 4.
            const auto are_rows = [&](const Line& line, const Line& next) {
                const std::string_view signs = shape.order == 4 ? "01234._* " : "0123456._* ";  // 4 x 4, 6 x 6
                const bool may_be_small = (shape.order == 4 || shape.order == 6) &&
                                          (line.text + next.text).find_first_not_of(signs) == std::string::npos;
                return !is_board(line) && !is_board(next) && !may_be_small && is_row_or_board(line, shape) &&
                       is_row_or_board(next, shape);
            };
            // A line of a larger board may be damaged: it is one of three. The first rows of 16 x 16 may be sparse.
            const std::size_t tried = std::min<std::size_t>(lines.size(), shape.order == 4 ? most_lines : 3);
            for (std::size_t k = 0; k < tried; ++k) {
                const bool has_next = k + 1 < tried;
                if (is_board(lines[k]) || (has_next && !is_wrapped && are_rows(lines[k], lines[k + 1])))
                    return {shape.order, lines[k].number};
            }
        }
        return {3, lines.empty() ? 1 : lines[0].number};
    }

    /// The order of the first board of JSON or XML; 3 if it is none of a larger one. Looks at its beginning alone: the
    /// first line, if that has a board, so that a pipe need not have more.
    RecognisedOrder order_of_document(std::size_t line) {
        constexpr std::size_t enough = 65'536;
        Line first;
        text_.peek(first);
        for (const std::size_t length : {first.raw.size(), enough}) {
            const std::string beginning(text_.bytes(length));
            const auto count = [&](std::string_view signs) {
                return std::ranges::count_if(beginning, [&](char sign) { return signs.find(sign) != signs.npos; });
            };
            const bool may_go_on = length != enough && count("[{") != count("]}");  // sixteen cells may be a row
            for (const int order : {3, 4, 5, 6, 7, 2}) {
                if (order == 2 && may_go_on) continue;
                std::istringstream input(beginning);
                Parser trial(input, "", order, {});
                ReadPuzzle job;
                for (int tries = 0; tries < 3; ++tries) {
                    try {
                        if (trial.next(job)) return {order, job.line};
                    } catch (const ParseError& error) {
                        if (trial.state_.saw_board && order > 3) return {order, error.line()};
                    }
                }
            }
        }
        return {3, line};
    }

    /// Reads on in the form that is under way, or in the first that recognises the next line.
    bool read_some() {
        if (!state_.under_way) {
            if (read_bare_line()) return true;
            if (!text_.peek(line_)) return false;
            const auto reads = [this](Form* form) { return form(line_, text_, state_, false); };
            if (line_.raw.empty() || std::ranges::none_of(all_forms, reads)) {
                state_.gap.add(line_);
                text_.take_line();
            }
        }
        if (state_.under_way && !state_.under_way()) state_.under_way = nullptr;
        return true;
    }

    /// A line of 81 cells and nothing else, the commonest of all, without a copy of it. line_form() would read the
    /// same, and no form before it recognises such a line.
    bool read_bare_line() {
        const Shape& shape = state_.shape;
        const std::string_view next = text_.bytes(82), line = next.substr(0, 81);  // and the end of the line
        if (line.size() < 81 || (next.size() > 81 && next.back() != '\n')) return false;
        if (shape.order != 3 || state_.is_answer || !state_.options.column.empty()) return false;
        ReadPuzzle job{{}, state_.source, text_.number()};
        if (!read_run(line, job.grid.cells()) || (line.front() == '-' && is_rule(line))) return false;
        state_.gap = {};
        state_.add_puzzle(std::move(job));
        text_.take_line();
        return true;
    }

    /// At the end of the input: false if there is no error.
    bool end() {
        if (std::exchange(ended_, true)) return false;
        const std::size_t last = std::max<std::size_t>(text_.number() - 1, 1);
        if (!text_.input().fault().empty())
            state_.add_error(last, {text_.input().fault()});
        else if (text_.input().failed())
            state_.add_error(last, {"cannot be read to its end: check that it is a readable file and not a folder"});
        else if (!state_.found_any && state_.first_skipped)
            state_.errors.push_back(*state_.first_skipped);
        else if (!state_.found_any)
            state_.add_error(last, {"no puzzle in the file: expected " +
                                    (shown_.order == 3 ? "81 cells per line or nine lines of nine"
                                                       : fmt::format("{0} rows of {0}", state_.shape.size))});
        return !state_.errors.empty();
    }

    std::istream& input_;
    Text text_;
    int order_;
    RecognisedOrder shown_;
    InputState state_;
    std::uint64_t returned_ = 0;
    Line line_;  ///< keeps its memory
    bool begun_ = false, ended_ = false;
};

PuzzleReader::PuzzleReader(std::istream& input, std::string source, int order, const ReadOptions& options)
    : parser_(std::make_unique<Parser>(input, std::move(source), order, options)) {}
PuzzleReader::~PuzzleReader() = default;

bool PuzzleReader::next(ReadPuzzle& job) { return parser_->next(job); }
Remarks PuzzleReader::remarks() const { return parser_->remarks(); }
RecognisedOrder PuzzleReader::order() { return parser_->order(); }

void visit(const std::function<bool(ReadPuzzle& job)>& next, const OnPuzzle& on_puzzle, const OnError& on_error) {
    constexpr std::size_t hopeless = 1000;  // the rest may be endless: a device, or the wrong file
    std::size_t errors = 0;
    std::optional<ParseError> last;
    for (bool has_puzzle = false; has_puzzle || errors < hopeless;) {
        try {
            ReadPuzzle job;
            if (!next(job)) return;
            has_puzzle = true;
            on_puzzle(job);
        } catch (const ParseError& error) {
            on_error(error);
            ++errors;
            last = error;
        }
    }
    on_error({last->source(), last->line(), "", "so many errors and no puzzle: the rest is not read"});
}

Grid parse_puzzle(std::string_view text, std::string source, int order) {
    std::istringstream input{std::string(text)};
    PuzzleReader reader(input, source, order);
    ReadPuzzle puzzle, second;
    reader.next(puzzle);
    if (reader.next(second)) throw ParseError(source, second.line, "", "a second puzzle begins here: give only one");
    return puzzle.grid;
}

void InputState::add_board(const std::vector<Cell>& cells, std::size_t line, std::span<const std::size_t> rows) {
    if (std::exchange(is_answer, in_list) && !has_blank({cells}, shape)) {
        if (in_list && std::exchange(several, true))  // of one puzzle the first is its answer
            return skip_text(line, std::max<std::size_t>(rows.size(), 1), {"a list of answers: which is whose?"});
        return after_puzzle ? add_answers({{cells, shape.cells}}) : void();
    }
    is_answer = in_list = false;
    ReadPuzzle job{Grid(shape.order), source, line};
    if (const Fault fault = read_board(cells, job.grid))
        add_error(rows.empty() ? line : rows[static_cast<std::size_t>(fault.cell / shape.size)], fault);
    else
        add_puzzle(std::move(job));
}

void InputState::add_board(const CellText& read, std::size_t line) {
    if (read.is_puzzle(shape)) return add_board(read.cells, line);
    add_error(line, read.fault ? read.fault : Fault{fmt::format("{} cells, not {}", read.count, shape.cells)});
}

void InputState::add_puzzle(ReadPuzzle job) {
    after_puzzle = std::ranges::count(job.grid.cells(), 0) != 0, after_full = !after_puzzle;
    several = found_any || found() != 0;
    puzzles.push_back(std::move(job));
}

Notes& InputState::notes() {
    std::shared_ptr<Notes>& notes = puzzles.back().notes;
    if (notes == nullptr) notes = std::make_shared<Notes>();
    return *notes;
}

void InputState::add_answers(const std::vector<CellText>& all) {
    if (!options.keeps_fields || puzzles.empty()) return;
    for (const CellText& read : all) {
        Grid answer(shape.order);
        Fault fault = read.fault;
        const bool is_none = !fault && read.count == 0;
        if (!fault && read.count != shape.cells)
            fault.message = fmt::format("{}, not {}", counted(read.count, "cell"), shape.cells);
        if (!fault) fault = read_board(read.cells, answer);
        if (is_none)
            notes().lacks_answer = true;
        else if (fault)
            notes().bad_answer = (fault.cell < 0 ? "" : cell_name(fault.cell, shape.size) + ": ") + fault.message;
        else
            notes().answers.push_back(std::move(answer));
    }
}

void InputState::skip_text(std::size_t line, std::size_t lines, const Fault& fault) {
    if (options.refuses_text) return add_error(line, fault);
    if (!first_skipped) first_skipped = error_at(line, fault);
    skipped += lines;
}

ParseError::ParseError(std::string_view source, std::size_t line, std::string_view cell, std::string_view message)
    : std::runtime_error(
          fmt::format("{}:{}: {}{}{}", masked(source, false), line, cell, cell.empty() ? "" : ": ", message)),
      source_(source),
      cell_(cell),
      message_(message),
      line_(line) {}

}  // namespace evodoku::io
