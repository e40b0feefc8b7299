// Boards of one line per row: plain, separated or boxed. Adjacent lines are joined to pieces, and pieces with equal
// gaps to blocks.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "core/host_work.hpp"
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
            return fmt::format("; a board of another size needs --order {}", other.order);
    for (const int side : {8, 10, 12, 15})
        if (row == side * side) return "; " + other_size(side);
    return (row > 16 && row < 32) || (row > 256 && row < 512)
               ? "; numbers of 16 x 16 need spaces or commas between them"
               : "";
}

/// Adjacent lines (a piece), or several pieces separated by blank lines in one manner.
///
/// The lines are evaluated together: without blank lines, the rest of a bad board looks like the beginning of the next.
/// Either the rows make up whole boards, or all of them are skipped. Lines of text between them may be damaged rows:
/// boards between those are read if many rows would have to be lost for them to be parts of others.
class RowBlock {
public:
    explicit RowBlock(const Shape& shape) : shape_(shape) {}

    Gap before = {};  ///< between what was read before and its first line

    void add(std::size_t number, const CellText& read) {
        overfull_ = overfull_ || rows_.size() >= max_rows();
        if (overfull_) return;
        rows_.push_back({number, cells_.size(), read.count, read.parted});
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
    /// Adds a line of text.
    void add_text(std::size_t number, const Fault& fault) { append_text({rows_.size(), number, 1, fault}); }
    /// Adds a piece that is separated from this block by a blank line.
    void append(const RowBlock& piece) {
        for (TextLines text : piece.texts_) {
            text.rows_before += rows_.size();
            append_text(std::move(text));
        }
        if (piece.empty()) return;
        if (piece_size_ == 0) piece_size_ = rows_.size();
        const std::size_t band = static_cast<std::size_t>(shape_.order);
        even_pieces_ = even_pieces_ &&
                       (piece_size_ == 0 || (piece.size() == piece_size_ && (piece_size_ == 1 || piece_size_ == band)));
        overfull_ = overfull_ || rows_.size() + piece.size() > max_rows();
        if (overfull_) return;
        for (const RowFault& faulty : piece.faults_)
            if (faults_.size() < max_faults) faults_.push_back({faulty.row + rows_.size(), faulty.fault});
        for (Row row : piece.rows_) {
            row.first_cell += cells_.size();
            rows_.push_back(row);
        }
        cells_.insert(cells_.end(), piece.cells_.begin(), piece.cells_.end());
    }
    /// The rows may be the rest of a bad board before them: they are rejected.
    void reject() { rejected_ = true; }

    std::size_t size() const { return rows_.size(); }
    bool empty() const { return rows_.empty(); }
    bool has_text() const { return !texts_.empty(); }
    /// Rows since the last text.
    std::size_t rows() const { return rows_.size() - (texts_.empty() ? 0 : texts_.back().rows_before); }
    /// As many lines as a board has are complete, and so is a puzzle that is wrapped at other places.
    bool stands_alone() const { return static_cast<int>(size()) >= shape_.size || is_wrapped_list(all()); }

    /// Takes away a first row of 1 to 9 that names columns, and cells that name rows.
    void drop_labels() {
        const auto size = static_cast<std::size_t>(shape_.size);
        if (!faults_.empty() || empty()) return;
        const auto cell = [&](std::size_t row, std::size_t column) { return cells_[rows_[row].first_cell + column]; };
        const auto are_in_turn = [&](std::size_t count, const auto& cell_at) {
            const int first = label_of(cell_at(0), shape_);
            for (std::size_t k = 1; k < count; ++k)
                if (label_of(cell_at(k), shape_) != first + static_cast<int>(k)) return false;
            return first <= 1;
        };
        const auto drop_head = [&] {
            const std::size_t rows = rows_.size(), band = static_cast<std::size_t>(shape_.order);
            if ((rows % size != 1 && rows != band + 1) || rows == 1 || rows_[0].count != shape_.size ||
                !are_in_turn(size, [&](std::size_t column) { return cell(0, column); }))
                return;
            for (TextLines& text : texts_) text.rows_before -= text.rows_before != 0;
            rows_.erase(rows_.begin());
        };
        drop_head();
        const auto is_wide = [&](const Row& row) { return row.count == shape_.size + 1; };
        if (std::ssize(rows_) < shape_.order || !std::ranges::all_of(rows_, is_wide)) return;
        const bool begin_with_labels = are_in_turn(rows_.size(), [&](std::size_t row) { return cell(row, 0); });
        const auto ends_empty = [&](const Row& row) { return cells_[row.first_cell + size] == empty_field; };
        if (!begin_with_labels && !std::ranges::all_of(rows_, ends_empty)) return;
        for (Row& row : rows_) row.first_cell += begin_with_labels, row.count = shape_.size;
        drop_head();
    }

    /// `alone`: the input has nothing else, so blank lines may be anywhere in the board.
    void resolve(bool alone, Context& context) const {
        std::size_t done = 0;  // rows
        for (std::size_t k = 0; k <= texts_.size() && !texts_.empty(); ++k) {
            if (k < texts_.size()) context.skip_text(texts_[k].number, texts_[k].count, texts_[k].fault);
            if (!are_boards(k)) continue;
            resolve({done, start_of(k)}, false, context);
            resolve({start_of(k), start_of(k + 1)}, false, context);
            done = start_of(k + 1);
        }
        resolve({done, size()}, alone && done == 0, context);
    }

private:
    struct Row {
        std::size_t number, first_cell;  ///< of its line, and in cells_
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
    /// Rows that are evaluated together.
    struct Range {
        std::size_t begin, end;
        bool has(std::size_t row) const { return row >= begin && row < end; }
    };

    Range all() const { return {0, size()}; }
    std::span<const Row> rows_in(Range range) const {
        return std::span(rows_).subspan(range.begin, range.end - range.begin);
    }
    std::span<const RowFault> faults_in(Range range) const {
        const auto begin = std::ranges::lower_bound(faults_, range.begin, {}, &RowFault::row);
        return {begin, std::ranges::lower_bound(faults_, range.end, {}, &RowFault::row)};
    }
    static int total(std::span<const Row> rows) {
        int sum = 0;
        for (const Row& row : rows) sum += row.count;
        return sum;
    }

    void resolve(Range range, bool alone, Context& context) const {
        const std::span<const Row> rows = rows_in(range);
        if (rows.empty()) return;
        const std::string layout = other_layout(rows),
                          left_out = rows.size() < 2 ? ""
                                                     : fmt::format(" (lines {}-{} are left out)", rows.front().number,
                                                                   rows.back().number);
        if (!layout.empty()) return context.add_error(rows[0].number, -1, layout + left_out);
        if (!overfull_ && std::ranges::none_of(rows, [&](const Row& row) { return is_short(row); })) {
            const std::span<const RowFault> faults = faults_in(range);
            for (const RowFault& faulty : faults)
                context.add_error(rows_[faulty.row].number, faulty.fault.cell, faulty.fault.message);
            if (faults.size() == max_faults)
                context.add_error(rows.back().number, -1, "and more lines up to here that hold no puzzle");
            return;
        }
        const bool wrapped = is_wrapped_list(range) && !rejected_;
        if (RowFault first = wrapped ? RowFault() : first_fault(range, alone); first.fault) {
            context.add_error(rows_[first.row].number, first.fault.cell, first.fault.message + left_out);
            return;
        }
        const std::size_t step = wrapped ? rows.size() : static_cast<std::size_t>(shape_.size);
        for (std::size_t begin = 0; begin < rows.size(); begin += step) {
            std::vector<Cell> cells;
            std::vector<std::size_t> numbers;
            for (const Row& row : rows.subspan(begin, step)) {
                const auto from = cells_.begin() + static_cast<std::ptrdiff_t>(row.first_cell);
                cells.insert(cells.end(), from, from + row.count);
                if (!wrapped) numbers.push_back(row.number);
            }
            context.add_board(cells, rows[begin].number, numbers);
        }
    }

    /// Longer lines are single invalid puzzles; shorter ones are rows. Two lines may share the numbers of a board.
    bool is_short(const Row& row) const { return row.count <= (row.parted ? 5 : 2) * shape_.size; }

    void append_text(TextLines text) {
        if (!texts_.empty() && texts_.back().rows_before == text.rows_before)
            texts_.back().count += text.count;
        else
            texts_.push_back(std::move(text));
    }

    /// The first row behind `k` texts.
    std::size_t start_of(std::size_t k) const {
        return k == 0 ? 0 : k <= texts_.size() ? texts_[k - 1].rows_before : size();
    }

    /// The rows behind `k` texts and before the next are whole boards, and beside them a row is lost or too many at
    /// most. If they were parts of others, where text is in the place of rows, more than five rows would be lost.
    bool are_boards(std::size_t k) const {
        const Range range{start_of(k), start_of(k + 1)};
        const std::size_t count = range.end - range.begin, size = static_cast<std::size_t>(shape_.size);
        const auto is_whole = [&](const Row& row) { return row.count == shape_.size; };
        const auto is_near = [&](std::size_t rows) { return rows % size <= 1 || rows % size == size - 1; };
        return count != 0 && count % size == 0 && piece_size_ == 0 && !rejected_ && !overfull_ &&
               faults_.size() < max_faults && faults_in(range).empty() &&
               std::ranges::all_of(rows_in(range), is_whole) && shape_.order > 2 &&
               is_near(range.begin - start_of(k - (k != 0))) && is_near(start_of(k + 2) - range.end);
    }

    bool is_wrapped_list(Range range) const {
        const std::span<const Row> rows = rows_in(range);
        if (rows.empty() || !faults_in(range).empty() || overfull_ || std::ssize(rows) > shape_.cells ||
            rows[0].count == shape_.size || !std::ranges::all_of(rows, &Row::parted))
            return false;
        std::vector<int> counts;
        for (const Row& row : rows) counts.push_back(row.count);
        return are_even(counts) && total(rows) == shape_.cells;
    }

    /// What lines are that have more cells than a row, and all as many.
    std::string other_layout(std::span<const Row> rows) const {
        const int size = shape_.size, count = static_cast<int>(rows.size());
        const auto [least, most] = std::ranges::minmax(rows, {}, &Row::count);
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

    RowFault first_fault(Range range, bool alone) const {
        const std::span<const Row> rows = rows_in(range);
        const std::span<const RowFault> faults = faults_in(range);
        const int size = shape_.size, count = static_cast<int>(rows.size());
        const auto on_row = [](std::size_t row, std::string message) {
            return RowFault{row, {-1, std::move(message)}};
        };
        if (overfull_)
            return on_row(0, fmt::format("more than {} grids in a row: put a blank line between grids, or write {} "
                                         "cells per line",
                                         max_rows() / static_cast<std::size_t>(size), shape_.cells));
        if (rejected_)
            return on_row(0,
                          "rows that may belong to the broken list before: correct the list, or put a # line between");
        const bool any_whole = std::ranges::count(rows, size, &Row::count) != 0;
        if (!any_whole || (count == 1 && !faults.empty())) {
            if (!faults.empty()) return in_board(range, faults[0]);
            return on_row(range.begin, not_a_board(total(rows), rows[0].count, shape_));
        }
        for (std::size_t row = range.begin; row < range.end; ++row) {
            const int cells = rows_[row].count;
            if (!faults.empty() && row == faults[0].row) {
                RowFault first = in_board(range, faults[0]);
                if (cells > size && faults[0].fault.cell >= size) first.fault.cell = -1;
                return first;
            }
            const std::size_t number = (row - range.begin) % static_cast<std::size_t>(size) + 1;
            if (cells != size)
                return on_row(row, fmt::format("row {} has {}, not {}", number, counted(cells, "cell"), size));
        }
        for (const TextLines& text : texts_) {
            const bool is_in =
                text.rows_before > range.begin && (range.has(text.rows_before) || count == std::ssize(rows_));
            if (is_in && (text.rows_before - range.begin) % static_cast<std::size_t>(size) != 0 &&
                (count < size || count % size == 0))
                return on_row(text.rows_before - 1,
                              fmt::format("line {} is not a row of the grid it is in", text.number));
        }
        if (count < size)
            return on_row(range.begin,
                          fmt::format("a grid of {} row{} ({} cells): {} row{} missing", count, count == 1 ? "" : "s",
                                      count * size, size - count, count == size - 1 ? " is" : "s are"));
        if (count % size != 0)
            return on_row(range.begin, fmt::format("{} rows ({} cells), not a whole number of grids: a grid has {} "
                                                   "rows, and a blank line separates grids",
                                                   count, count * size, size));
        if (!even_pieces_ && !(alone && count == size))
            return on_row(range.begin,
                          fmt::format("blank lines separate the rows unevenly: put them between grids, after every "
                                      "row or after every {}",
                                      shape_.order == 3 ? "third" : fmt::format("{} rows", shape_.order)));
        return {};
    }

    /// The fault of a row, with its cell in the board.
    RowFault in_board(Range range, RowFault faulty) const {
        int& cell = faulty.fault.cell;
        if (cell >= 0) cell = (total(rows_in({range.begin, faulty.row})) + cell) % shape_.cells;
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
    bool overfull_ = false, rejected_ = false;
};

class RowForm final : public Form {
public:
    explicit RowForm(std::vector<Form*> others) : others_(std::move(others)) {}

    bool recognises(const Line&, Text&, const Context&) override { return true; }
    bool is_under_way() const override { return !pieces_.empty(); }

    void read(Text& text, Context& context) override {
        const bool first = !context.found_any;
        std::optional<RowBlock> block = take_piece(text, context);
        if (!block) return;  // a rule without rows
        Gap width;           // between the pieces
        if (!block->stands_alone()) width = take_alike_pieces(*block, text, context);
        const bool last = pieces_.empty() && text.at_end();

        // A row that was damaged into the start of a list leaves rows on both sides of it.
        Line next;
        const bool before_list =
            pieces_.empty() && context.gap <= width && text.peek(next) && begins_list(next, text, context.shape);
        if (before_list || (std::exchange(context.after_broken_list, false) && block->before <= width)) block->reject();
        block->resolve(first && last, context);
    }

private:
    /// Pieces belong together as long as the gaps between them are equal; a wider gap ends the block, and before a
    /// narrower one the last piece begins the next block. Returns the gap.
    Gap take_alike_pieces(RowBlock& block, Text& text, Context& context) {
        Gap width;
        std::optional<RowBlock> pending;  // belongs to the block unless a narrower gap follows
        while (true) {
            std::optional<RowBlock> following = take_piece(text, context);
            const bool other = !following || following->stands_alone();
            if (!other && pending && following->before < pending->before) {
                pieces_.push_front(std::move(*following));
                pieces_.push_front(std::move(*pending));
                return width;
            }
            if (pending) block.append(*pending);
            if (other || (pending && following->before > pending->before)) {
                if (following) pieces_.push_front(std::move(*following));
                return width;
            }
            width = following->before;
            pending = std::move(following);
        }
    }

    /// The next piece; none if something else comes next.
    std::optional<RowBlock> take_piece(Text& text, Context& context) {
        if (!pieces_.empty()) return take_front(pieces_);
        RowBlock piece(context.shape);
        bool has_dashes = false;
        const auto size = static_cast<std::size_t>(context.shape.size);
        for (Line line; text.peek(line);) {
            const bool is_row_of_dashes = is_blank_row(line, text, context.shape, has_dashes);
            if (is_rule(line.text) && !is_row_of_dashes) {
                text.take_line();
                continue;
            }
            if (begins_other(line, text, context, piece.rows() % size == 0)) break;
            if (piece.rows() != 0 && piece.rows() % size == 0 && is_answer(line, context.shape)) break;
            if (line.begins_page && !piece.empty()) {
                context.gap.blanks = 1;
                break;
            }
            text.take_line();
            if (is_passed_over(line, context.shape)) {
                context.pass_over(line);
                ++(line.commented || !line.text.empty() ? context.gap.comments : context.gap.blanks);
                if (piece.empty() && !piece.has_text()) continue;
                break;
            }
            if (piece.empty() && !piece.has_text()) piece.before = context.gap;
            context.gap = {};
            has_dashes = has_dashes || line.text.find('-') != std::string::npos;
            const CellText read = cells_of_row(line, context);
            const bool is_first = piece.empty() && !piece.has_text(),
                       after_gap = !context.found_any || piece.before > Gap{};
            Line next;
            // A short number between blank lines is that of a page.
            const bool is_page = is_first && after_gap && read.count <= 4 && !read.parted && !read.fault &&
                                 (!text.peek(next) || next.text.empty() ||
                                  is_text(next, cells_of(next, context.shape), context.shape, false));
            if (is_page || is_text(line, read, context.shape, is_first && !after_gap))
                add_text(piece, line, read, context);
            else
                piece.add(line.number, read);
        }
        if (piece.empty() && !piece.has_text()) return std::nullopt;
        piece.drop_labels();
        return piece;
    }

    /// Text may say that the puzzles near it are variants.
    static void add_text(RowBlock& piece, const Line& line, const CellText& read, Context& context) {
        const std::string rule = rule_of_line(line.text);
        if (!rule.empty()) context.add_error(line.number, -1, rule);
        const bool is_number = !read.fault && read.count <= 4;
        piece.add_text(line.number,
                       is_number ? Fault{-1, not_a_board(read.count, read.count, context.shape)} : read.fault);
    }

    /// As many dashes as a row has cells, next to a row with dashes for blanks.
    static bool is_blank_row(const Line& line, Text& text, const Shape& shape, bool after_dashes) {
        if (std::ranges::count(line.text, '-') != shape.size || line.text.find_first_of("+=*:'") != std::string::npos)
            return false;
        Text::Ahead ahead(text);
        Line next;
        ahead.next(next);
        const bool before_dashes = ahead.next(next) && !is_rule(next.text) && next.text.find('-') != std::string::npos;
        return after_dashes || (before_dashes && cells_of(next, shape).count == shape.size);
    }

    static CellText cells_of_row(const Line& line, const Context& context) {
        if (!line.too_long) return cells_of(line, context.shape);
        CellText cells;
        cells.count = static_cast<int>(longest_line);
        const char* form = context.shape.order == 3 ? "81 cells per line or nine lines of nine" : "a line per row";
        cells.fault.message = fmt::format("the line is longer than {} bytes: expected {}", longest_line, form);
        return cells;
    }

    /// Drawings are looked for only where a board may begin.
    bool begins_other(const Line& line, Text& text, const Context& context, bool first_of_board) const {
        return std::ranges::any_of(others_, [&](Form* form) {
            return (first_of_board || !form->needs_whole_board()) && form->recognises(line, text, context);
        });
    }

    std::vector<Form*> others_;
    std::deque<RowBlock> pieces_;  ///< taken, but part of what comes next
};

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

std::unique_ptr<Form> make_row_form(std::vector<Form*> others) { return std::make_unique<RowForm>(std::move(others)); }

}  // namespace evodoku::io
