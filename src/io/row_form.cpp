// Boards of one line per row: plain, separated or boxed. Adjacent lines are joined to pieces, and pieces with equal
// gaps to blocks.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "io/forms.hpp"

namespace evodoku::io {
namespace {

constexpr std::size_t max_faults = 1000;
constexpr std::size_t max_cells = 8'100'000;  ///< of a block: 100,000 grids of 9 x 9, some 25 MB

/// `row`: cells of a line, neither of a row nor of a board of this order.
std::string remedy_of_size(int row, const Shape& shape) {
    if (row == shape.size || row == shape.cells) return "";
    if (row == 36) return "; " + other_size(6) + ", and a row of 36 x 36 needs --order 6";
    for (const Shape other : {Shape(2), Shape(4), Shape(5), Shape(6), Shape(7), Shape(3)})
        if (row == other.cells || (row > 9 && row == other.size))
            return fmt::format("; a board of another size needs --order {0} (in a plan: order = {0})", other.order);
    for (const int side : {8, 10, 12, 15})
        if (row == side * side) return "; " + other_size(side);
    return (row > 16 && row < 32) || (row > 256 && row < 512)
               ? "; numbers of 16 x 16 need spaces or commas between them"
               : "";
}

/// Adjacent lines (a piece), or several pieces separated by blank lines in one manner.
///
/// The lines are evaluated together: without blank lines, the rest of a bad board looks like the beginning of the next.
/// Either the rows make up whole boards, also those between lines of text, which may be damaged rows; or all of them
/// are skipped.
class RowBlock {
public:
    explicit RowBlock(const Shape& shape) : shape_(shape) {}

    Gap before = {};  ///< between what was read before and its first line

    void add(std::size_t number, const CellText& read) {
        overfull_ = overfull_ || rows_.size() >= max_rows();
        if (overfull_) return;
        rows_.push_back({number, read.count, read.parted});
        Fault fault = read.fault;
        if (!is_short(rows_.back()) && !fault)
            fault.message = not_a_board(read.count, read.count, shape_);
        else if (!is_short(rows_.back()) && shape_.order != 3)
            fault.message += remedy_of_size(read.count, shape_);
        if (!fault)
            cells_.insert(cells_.end(), read.cells.begin(), read.cells.end());
        else if (faults_.size() < max_faults)
            faults_.push_back({rows_.size() - 1, std::move(fault)});
    }
    void add_text(std::size_t number, const Fault& fault) { append_text({rows_.size(), number, 1, fault}); }
    /// Adds a piece that is separated from this block by a blank line.
    void append(const RowBlock& piece) {
        for (TextLines text : piece.texts_) {
            text.rows_before += rows_.size();
            append_text(std::move(text));
        }
        if (piece.rows_.empty()) return;
        if (piece_size_ == 0) piece_size_ = rows_.size();
        const std::size_t band = static_cast<std::size_t>(shape_.order);
        even_pieces_ = even_pieces_ &&
                       (piece_size_ == 0 || (piece.size() == piece_size_ && (piece_size_ == 1 || piece_size_ == band)));
        overfull_ = overfull_ || rows_.size() + piece.size() > max_rows();
        if (overfull_) return;
        for (const RowFault& faulty : piece.faults_)
            if (faults_.size() < max_faults) faults_.push_back({faulty.row + rows_.size(), faulty.fault});
        rows_.insert(rows_.end(), piece.rows_.begin(), piece.rows_.end());
        cells_.insert(cells_.end(), piece.cells_.begin(), piece.cells_.end());
    }

    std::size_t size() const { return rows_.size(); }
    bool empty() const { return rows_.empty() && texts_.empty(); }
    /// Rows since the last text.
    std::size_t rows() const { return rows_.size() - (texts_.empty() ? 0 : texts_.back().rows_before); }
    /// As many lines as a board has are complete.
    bool stands_alone() const { return static_cast<int>(size()) >= shape_.size; }

    /// `alone`: the input has nothing else, so blank lines may be anywhere in the board. `is_rejected`: the rows may
    /// belong to the list behind them.
    void resolve(bool alone, bool is_rejected, InputState& state) const {
        for (const TextLines& text : texts_) state.skip_text(text.number, text.count, text.fault);
        if (rows_.empty()) return;
        const std::string layout = other_layout();
        std::string left_out = fmt::format(" (lines {}-{} are left out)", rows_.front().number, rows_.back().number);
        if (size() < 2) left_out.clear();
        if (!layout.empty()) return state.add_error(rows_[0].number, {layout + left_out});
        if (!overfull_ && std::ranges::none_of(rows_, [&](const Row& row) { return is_short(row); })) {
            for (const RowFault& faulty : faults_) state.add_error(rows_[faulty.row].number, faulty.fault);
            if (faults_.size() == max_faults)
                state.add_error(rows_.back().number, {"and more lines up to here that hold no puzzle"});
            return;
        }
        if (const RowFault first = first_fault(alone, is_rejected); first.fault)
            return state.add_error(rows_[first.row].number, {first.fault.message + left_out, first.fault.cell});
        const auto rows_of_board = static_cast<std::size_t>(shape_.size);
        for (std::size_t begin = 0; begin < size(); begin += rows_of_board) {
            const auto first = cells_.begin() + static_cast<std::ptrdiff_t>(begin * rows_of_board);
            std::vector<std::size_t> numbers;
            for (const Row& row : std::span(rows_).subspan(begin, rows_of_board)) numbers.push_back(row.number);
            state.add_board({first, first + shape_.cells}, numbers.front(), numbers);
        }
    }

private:
    struct Row {
        std::size_t number;  ///< of its line
        int count;
        bool parted;
    };
    struct TextLines {
        std::size_t rows_before, number, count;  ///< `number`: of the first
        Fault fault;                             ///< of the first
    };
    struct RowFault {
        std::size_t row = 0;
        Fault fault = {};
    };

    /// Longer lines are single invalid puzzles; shorter ones are rows. Two lines may share the numbers of a board.
    bool is_short(const Row& row) const { return row.count <= (row.parted ? 5 : 2) * shape_.size; }

    void append_text(TextLines text) {
        if (!texts_.empty() && texts_.back().rows_before == text.rows_before)
            texts_.back().count += text.count;
        else
            texts_.push_back(std::move(text));
    }

    /// What lines are that have more cells than a row, and all as many.
    std::string other_layout() const {
        const int size = shape_.size, count = static_cast<int>(rows_.size());
        const auto [least, most] = std::ranges::minmax(rows_, {}, &Row::count);
        const bool are_alike = least.count == most.count;
        if (are_alike && least.count == 3 * size && count % (3 * size) == 0) return std::string(marks_not_read);
        if (are_alike && (least.count == 2 * size || least.count == 3 * size) && count % size == 0)
            return fmt::format("{} grids side by side: write one below the other", least.count / size);
        if (are_alike && least.count > 3 && count % least.count == 0 && least.count != size)
            return other_size(least.count);
        const bool are_rows = count > 3 && least.count >= 16 && most.count < 32,
                   are_boards = least.count >= 256 && most.count < 512;
        return size <= 16 && !are_alike && (are_rows || are_boards)
                   ? "16 x 16 without spaces or commas between its numbers: write those"
                   : "";
    }

    RowFault first_fault(bool alone, bool is_rejected) const {
        const int size = shape_.size, count = static_cast<int>(rows_.size());
        const auto on_row = [](std::size_t row, std::string message) { return RowFault{row, {std::move(message)}}; };
        if (overfull_)
            return on_row(0, fmt::format("more than {} grids in a row: put a blank line between grids, or write {} "
                                         "cells per line",
                                         max_rows() / static_cast<std::size_t>(size), shape_.cells));
        if (is_rejected)
            return on_row(0, "rows that may belong to the list behind them: put a # line between, or correct the list");
        const bool any_whole = std::ranges::count(rows_, size, &Row::count) != 0;
        if (!any_whole || (count == 1 && !faults_.empty())) {
            if (!faults_.empty()) return in_board(faults_[0]);
            return on_row(0, not_a_board(static_cast<int>(cells_.size()), rows_[0].count, shape_));
        }
        const auto uneven = std::ranges::find_if(rows_, [&](const Row& row) { return row.count != size; });
        const auto row = static_cast<std::size_t>(uneven - rows_.begin());
        if (!faults_.empty() && faults_[0].row <= row) {
            RowFault first = in_board(faults_[0]);
            if (rows_[first.row].count > size && faults_[0].fault.cell >= size) first.fault.cell = -1;
            return first;
        }
        if (uneven != rows_.end())
            return on_row(row, fmt::format("row {} has {}, not {}", row % static_cast<std::size_t>(size) + 1,
                                           counted(uneven->count, "cell"), size));
        for (const TextLines& text : texts_)
            if (text.rows_before % static_cast<std::size_t>(size) != 0)
                return on_row(text.rows_before - 1,
                              fmt::format("line {} is not a row of the grid it is in", text.number));
        if (count < size)
            return on_row(0, fmt::format("a grid of {} ({} cells): {} {} missing", counted(count, "row"), count * size,
                                         counted(size - count, "row"), count == size - 1 ? "is" : "are"));
        if (count % size != 0)
            return on_row(0, fmt::format("{} rows ({} cells), not a whole number of grids: a grid has {} "
                                         "rows, and a blank line separates grids",
                                         count, count * size, size));
        if (!even_pieces_ && !(alone && count == size))
            return on_row(0, fmt::format("blank lines separate the rows unevenly: put them between grids, after every "
                                         "row or after every {}",
                                         shape_.order == 3 ? "third" : fmt::format("{} rows", shape_.order)));
        return {};
    }

    /// The fault of a row, with its cell in the board.
    RowFault in_board(RowFault faulty) const {
        int& cell = faulty.fault.cell;
        if (cell < 0) return faulty;
        for (const Row& row : std::span(rows_).first(faulty.row)) cell += row.count;
        cell %= shape_.cells;
        return faulty;
    }

    std::size_t max_rows() const { return max_cells / static_cast<std::size_t>(shape_.size); }

    Shape shape_;
    std::vector<Row> rows_;
    std::vector<Cell> cells_;  ///< of all rows without a fault
    std::vector<RowFault> faults_;
    std::size_t piece_size_ = 0;  ///< rows of the first piece; 0: the block is one piece
    bool even_pieces_ = true;
    std::vector<TextLines> texts_;
    bool overfull_ = false;
};

/// Those that were taken, but are part of what comes next; the first is behind the others.
using Pieces = std::vector<RowBlock>;

/// As many dashes as a row has cells, next to a row with dashes for blanks.
bool is_blank_row(const Line& line, Text& text, const Shape& shape, bool after_dashes) {
    if (std::ranges::count(line.text, '-') != shape.size || line.text.find_first_of("+=*:'") != std::string::npos)
        return false;
    Text::Ahead ahead(text);
    Line next;
    ahead.next(next);
    const bool before_dashes = ahead.next(next) && !is_rule(next.text) && next.text.find('-') != std::string::npos;
    return after_dashes || (before_dashes && cells_of(next, shape).count == shape.size);
}

/// The next piece; none if something else comes next.
std::optional<RowBlock> take_piece(Pieces& pieces, Text& text, InputState& state) {
    if (!pieces.empty()) {
        std::optional<RowBlock> next = std::move(pieces.back());
        pieces.pop_back();
        return next;
    }
    RowBlock piece(state.shape);
    bool has_dashes = false;
    const auto size = static_cast<std::size_t>(state.shape.size);
    for (Line line; text.peek(line);) {
        const bool is_row_of_dashes = is_blank_row(line, text, state.shape, has_dashes);
        if (is_rule(line.text) && !is_row_of_dashes) {
            text.take_line();
            continue;
        }
        const auto begins = [&](Form* form) { return form != row_form && form(line, text, state, true); };
        if (std::ranges::any_of(all_forms, begins)) break;
        if (piece.rows() != 0 && piece.rows() % size == 0 && read_answer(line, state.shape)) break;
        text.take_line();
        if (is_passed_over(line, state.shape)) {
            state.gap.add(line);
            if (piece.empty()) continue;
            break;
        }
        if (piece.empty()) piece.before = state.gap;
        state.gap = {};
        const CellText read = cells_of(line, state.shape);
        if (!is_text(line, read, state.shape)) {
            has_dashes = has_dashes || line.text.find('-') != std::string::npos;
            piece.add(line.number, read);
            continue;
        }
        const std::string rule = rule_of_line(line.text);  // for the puzzles near it
        if (!rule.empty()) state.add_error(line.number, {rule});
        piece.add_text(line.number, read.fault ? read.fault : Fault{not_a_board(read.count, read.count, state.shape)});
    }
    return piece.empty() ? std::nullopt : std::optional(std::move(piece));
}

/// Pieces belong together as long as the gaps between them are equal; a wider gap ends the block, and before a
/// narrower one the last piece begins the next block. Returns the gap.
Gap take_alike_pieces(RowBlock& block, Pieces& pieces, Text& text, InputState& state) {
    Gap width;
    std::optional<RowBlock> pending;  // belongs to the block unless a narrower gap follows
    while (true) {
        std::optional<RowBlock> following = take_piece(pieces, text, state);
        const bool other = !following || following->stands_alone();
        if (!other && pending && following->before < pending->before) {
            pieces.push_back(std::move(*following));
            pieces.push_back(std::move(*pending));
            return width;
        }
        if (pending) block.append(*pending);
        if (other || (pending && following->before > pending->before)) {
            if (following) pieces.push_back(std::move(*following));
            return width;
        }
        width = following->before;
        pending = std::move(following);
    }
}

/// Reads a block; false unless a piece was taken that is part of what comes next.
bool read_block(Pieces& pieces, Text& text, InputState& state) {
    const bool first = !state.found_any;
    std::optional<RowBlock> block = take_piece(pieces, text, state);
    if (!block) return false;  // a rule without rows
    Gap width;                 // between the pieces
    if (!block->stands_alone()) width = take_alike_pieces(*block, pieces, text, state);
    const bool last = pieces.empty() && text.at_end();
    // A row that was damaged into the start of a list leaves rows before it.
    Line next;
    const bool is_rejected =
        pieces.empty() && state.gap <= width && text.peek(next) && bracket_form(next, text, state, true);
    block->resolve(first && last, is_rejected, state);
    return !pieces.empty();
}

}  // namespace

std::string not_a_board(int cells, int row, const Shape& shape) {
    if (shape.order != 3)
        return fmt::format(
            "{0}, not {1} in a row or {2} in all: write a puzzle of order {3} as {1} rows or as one line; --order, "
            "or order in a plan, sets another",
            counted(cells, "cell"), shape.size, shape.cells, shape.order);
    return fmt::format("{}, not 81: write a puzzle as 81 cells per line or nine lines of nine{}",
                       counted(cells, "cell"), remedy_of_size(row, shape));
}

std::string other_size(int side) {
    for (int order = smallest_order; order <= largest_order; ++order)
        if (side == order * order)
            return fmt::format(
                "a board of {0} x {0}: all boards of a call have one order; use --order {1} for it alone", side, order);
    return fmt::format("a board of {0} x {0}, which is not read: only 4 x 4, 9 x 9, 16 x 16 and so on", side);
}

bool row_form(const Line& line, Text& text, InputState& state, bool only_looks) {
    const bool is_row = !is_passed_over(line, state.shape);
    if (is_row && !only_looks)
        state.under_way = [&text, &state, pieces = Pieces()]() mutable { return read_block(pieces, text, state); };
    return is_row;
}

}  // namespace evodoku::io
