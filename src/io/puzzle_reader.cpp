// Parts the lines of the input into puzzles of one line, lists, and blocks of rows.
//
//   lines -> pieces: adjacent lines of cells -> blocks: pieces parted by blank lines in one manner -> grids or errors
#include "evodoku/io/puzzle_reader.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "list_text.hpp"
#include "puzzle_reading.hpp"

namespace evodoku::io {

bool PuzzleReader::Reading::read_line(ReadLine& read) {
    if (held_line_) {
        read = std::move(*held_line_);
        held_line_.reset();
        return true;
    }
    while (lines_.next(read.line)) {
        if (read.line.utf16) {
            add_error(read.line.number, -1, "UTF-16 text: save the file as UTF-8 or ASCII");
            return false;
        }
        classify(read);
        if (read.kind != LineKind::blank && read.kind != LineKind::rule && !std::exchange(found_text_, true) &&
            is_table_head(read.line.text)) {
            read.kind = LineKind::blank;
            read.line.commented = true;
        }
        if (!in_state_ || read.kind == LineKind::section) return true;
    }
    return false;
}

bool PuzzleReader::Reading::end() {
    if (ended_) return false;
    ended_ = true;
    if (lines_.failed())
        add_error(std::max<std::size_t>(lines_.count(), 1), -1,
                  "cannot be read to its end: is it a readable file, not a folder?");
    else if (!found_any_ && errors_.empty())
        add_error(std::max<std::size_t>(lines_.count(), 1), -1,
                  "no puzzle in the file: expected 81 cells a line or nine lines of nine");
    return !errors_.empty();
}

bool PuzzleReader::Reading::advance() {
    read_block();
    if (grids_.empty() && errors_.empty()) {
        ReadLine read;
        if (!read_line(read)) return end();
        read_other(std::move(read));
    }
    found_any_ = found_any_ || !grids_.empty() || !errors_.empty();
    return true;
}

void PuzzleReader::Reading::read_other(ReadLine read) {
    const bool amid_rows = last_was_rows_ && gap_.comments == 0;
    gap_ = {};
    last_was_rows_ = after_bad_list_ = false;
    if (read.kind == LineKind::section) {
        read_section(read);
    } else if (read.kind == LineKind::list) {
        read_list(std::move(read), amid_rows);
    } else {
        PuzzleEntry entry{{}, read.line.number};
        std::copy(read.cells.cells.begin(), read.cells.cells.end(), entry.grid.digit);
        grids_.push_back(entry);
    }
}

void PuzzleReader::Reading::read_section(const ReadLine& head) {
    in_state_ = head.section == "state";
    if (!in_state_ && head.section != "puzzle")
        add_error(head.line.number, -1, "a section that is neither [Puzzle] nor [State]: write # before a comment");
}

/// The next piece; none if something else comes next, which is then held.
std::optional<Piece> PuzzleReader::Reading::take_piece() {
    Piece piece;
    if (!held_pieces_.empty()) {
        piece = std::move(held_pieces_.front());
        held_pieces_.pop_front();
        return piece;
    }
    ReadLine read;
    while (read_line(read)) {
        if (read.kind == LineKind::rule) continue;
        if (read.kind == LineKind::blank) {
            ++(read.line.commented ? gap_.comments : gap_.blanks);
            if (!piece.rows.empty()) return piece;
            continue;
        }
        if (read.kind != LineKind::cells || read.whole) {
            held_line_ = std::move(read);
            break;
        }
        if (piece.rows.empty()) piece.before = gap_;
        gap_ = {};
        piece.rows.add(read);
    }
    if (piece.rows.empty()) return std::nullopt;
    return piece;
}

/// Nine adjacent lines or more stand for themselves. Shorter pieces go together as long as the gaps between them are
/// alike; a wider gap ends the block, and before a narrower one the last piece begins the next block.
void PuzzleReader::Reading::read_block() {
    const bool first = !found_any_;
    std::optional<Piece> piece = take_piece();
    if (!piece) return;
    RowBlock block = std::move(piece->rows);
    Gap width;  // between the pieces
    const auto stands_alone = [](const RowBlock& rows) { return rows.size() >= 9 || rows.is_wrapped_list(); };
    bool last = false;
    if (!stands_alone(block)) {
        std::optional<Piece> pending;  // belongs to the block unless a narrower gap follows
        while (true) {
            std::optional<Piece> following = take_piece();
            const bool other = !following || stands_alone(following->rows);
            if (!other && pending && following->before < pending->before) {
                held_pieces_.push_front(std::move(*following));
                held_pieces_.push_front(std::move(*pending));
                pending.reset();
                break;
            }
            if (other || (pending && following->before > pending->before)) {
                if (pending) block.append(pending->rows);
                last = !following && !held_line_;
                if (following) held_pieces_.push_front(std::move(*following));
                break;
            }
            if (pending) block.append(pending->rows);
            width = following->before;
            pending = std::move(following);
        }
    }
    // A row that was damaged into the start of a list leaves rows on both sides of it.
    if (after_bad_list_ && piece->before <= width && (width != Gap{} || bad_list_amid_rows_)) block.distrust();
    after_bad_list_ = false;
    last_was_rows_ = true;
    std::deque<PuzzleEntry> list_grids;
    std::deque<ParseError> list_errors;
    if (held_pieces_.empty() && held_line_ && held_line_->kind == LineKind::list && gap_ <= width) {
        ReadLine list;
        read_line(list);
        read_other(std::move(list));
        list_grids.swap(grids_);
        list_errors.swap(errors_);
        if (!list_errors.empty()) block.distrust();
    }
    block.judge(source_, first && last, grids_, errors_);
    grids_.insert(grids_.end(), list_grids.begin(), list_grids.end());
    errors_.insert(errors_.end(), list_errors.begin(), list_errors.end());
}

/// A list that does not close ends at a blank line or where another puzzle plainly begins.
void PuzzleReader::Reading::read_list(ReadLine read, bool amid_rows) {
    const std::size_t begin = read.line.number;
    std::vector<std::size_t> numbers{begin};  // of the lines fed, as long as a fault may name them
    ListText list;
    list.feed(std::string_view(read.line.text).substr(read.list_start));
    while (!list.closed() && read_line(read)) {
        const std::string_view text = read.line.text;
        const std::size_t bracket = text.find_first_not_of(" \t");
        if (read.kind == LineKind::blank && read.line.commented) continue;
        const bool begins_list = bracket != std::string_view::npos && text[bracket] == '[' &&
                                 (!list.takes_rows() || text.substr(bracket).starts_with("[["));
        const bool ends = read.kind == LineKind::blank || begins_list || read.list_start > bracket ||
                          read.kind == LineKind::section || (read.whole && !read.cells.parted);
        if (ends) {
            if (read.kind == LineKind::blank)
                ++gap_.blanks;
            else
                held_line_ = std::move(read);
            break;
        }
        list.feed(text);
        if (numbers.size() <= cell_count) numbers.push_back(read.line.number);
    }
    if (const Fault fault = list.fault()) {
        const auto line = std::min(static_cast<std::size_t>(list.fault_line()), numbers.size() - 1);
        add_error(numbers[line], fault.cell, fault.message);
        after_bad_list_ = true;
        bad_list_amid_rows_ = amid_rows;
    } else {
        grids_.push_back({list.grid(), begin});
    }
}

PuzzleReader::PuzzleReader(std::istream& input, std::string source)
    : reading_(std::make_unique<Reading>(input, std::move(source))) {}
PuzzleReader::~PuzzleReader() = default;
PuzzleReader::PuzzleReader(PuzzleReader&&) noexcept = default;
PuzzleReader& PuzzleReader::operator=(PuzzleReader&&) noexcept = default;

bool PuzzleReader::next(PuzzleEntry& entry) { return reading_->next(entry); }

Grid parse_puzzle(std::string_view text, std::string source) {
    std::istringstream input{std::string(text)};
    PuzzleReader reader(input, source);
    PuzzleEntry puzzle, second;
    reader.next(puzzle);
    if (reader.next(second)) throw ParseError(source, second.line, "", "a second puzzle begins here: give one only");
    return puzzle.grid;
}

}  // namespace evodoku::io
