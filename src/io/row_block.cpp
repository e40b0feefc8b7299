// Grids of nine rows, plain, separated or boxed.
#include "row_block.hpp"
#include "core/geometry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "format.hpp"
#include "list_text.hpp"

namespace evodoku::io {
namespace {

constexpr std::size_t max_lines = 900'000;  // 100,000 grids, some 25 MB
constexpr std::size_t max_faults = 1000;

// Longer lines are single invalid puzzles; shorter ones are rows. Two lines may share 81 numbers.
constexpr int longest_row = 18;
constexpr int longest_parted_row = 45;

constexpr std::string_view how_to_write = "write a puzzle as 81 cells per line or nine lines of nine";

bool is_row(const CellText& cells) { return cells.count <= (cells.parted ? longest_parted_row : longest_row); }

std::string cells_not_81(std::size_t count) {
    if (count == 256 || count == 625)
        return fmt::format("{} cells: only 9x9 puzzles (81 cells) are supported without --order", count);
    return fmt::format("{} cell{}, not 81: {}", count, count == 1 ? "" : "s", how_to_write);
}

}  // namespace

std::string cell_name(int cell) {
    if (cell < 0 || cell >= cell_count) return {};
    return fmt::format("r{}c{}", row_of(cell) + 1, column_of(cell) + 1);
}

void RowBlock::add(std::size_t number, const CellText& read) {
    if (lines_.size() >= max_lines) {
        overfull_ = true;
        return;
    }
    lines_.push_back({number, read.count, read.parted});
    Fault fault = read.fault;
    if (is_row(read))
        has_rows_ = true;
    else if (!fault)
        fault.message = cells_not_81(static_cast<std::size_t>(read.count));
    if (fault && faults_.size() < max_faults) faults_.push_back({lines_.size() - 1, std::move(fault)});
    if (faults_.empty()) cells_.insert(cells_.end(), read.cells.begin(), read.cells.end());
}

void RowBlock::append(const RowBlock& piece) {
    if (piece_size_ == 0) piece_size_ = lines_.size();
    even_pieces_ = even_pieces_ && piece.size() == piece_size_ && (piece_size_ == 1 || piece_size_ == 3);
    overfull_ = overfull_ || lines_.size() + piece.size() > max_lines;
    if (overfull_) return;
    for (const FaultyLine& faulty : piece.faults_)
        if (faults_.size() < max_faults) faults_.push_back({faulty.line + lines_.size(), faulty.fault});
    lines_.insert(lines_.end(), piece.lines_.begin(), piece.lines_.end());
    if (faults_.empty()) cells_.insert(cells_.end(), piece.cells_.begin(), piece.cells_.end());
    has_rows_ = has_rows_ || piece.has_rows_;
}

std::size_t RowBlock::total(std::size_t lines) const {
    std::size_t sum = 0;
    for (std::size_t line = 0; line < lines; ++line) sum += static_cast<std::size_t>(lines_[line].count);
    return sum;
}

bool RowBlock::is_wrapped_list() const {
    if (!faults_.empty() || overfull_ || lines_.size() > cell_count || lines_[0].count == 9) return false;
    std::vector<int> counts;
    for (const RowLine& line : lines_) {
        if (!line.parted) return false;
        counts.push_back(line.count);
    }
    return even_lines(counts) && total(lines_.size()) == cell_count;
}

RowBlock::Blame RowBlock::blame_fault(const FaultyLine& faulty) const {
    if (faulty.fault.cell < 0) return {faulty.line, -1, faulty.fault.message};
    const std::size_t cell = total(faulty.line) + static_cast<std::size_t>(faulty.fault.cell);
    return {faulty.line, static_cast<int>(cell % cell_count), faulty.fault.message};
}

RowBlock::Blame RowBlock::blame_rows(bool alone) const {
    const std::size_t first_fault = faults_.empty() ? lines_.size() : faults_[0].line;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
        const int count = lines_[line].count;
        if (line == first_fault) {
            if (count <= 9) return blame_fault(faults_[0]);
            return {line, faults_[0].fault.cell < 9 ? blame_fault(faults_[0]).cell : -1, faults_[0].fault.message};
        }
        if (count != 9)
            return {line, -1, fmt::format("row {} has {} cell{}, not 9", line % 9 + 1, count, count == 1 ? "" : "s")};
    }
    const std::size_t rows = lines_.size();
    if (rows < 9)
        return {0, -1,
                fmt::format("a grid of {} row{} ({} cells): {} row{} missing", rows, rows == 1 ? "" : "s", rows * 9,
                            9 - rows, rows == 8 ? " is" : "s are")};
    if (rows % 9 != 0)
        return {0, -1,
                fmt::format("{} rows ({} cells), not a whole number of grids: a grid has 9 rows, and a blank line "
                            "separates grids",
                            rows, rows * 9)};
    if (!even_pieces_ && !(alone && rows == 9))
        return {0, -1,
                "blank lines separate the rows unevenly: put them between grids, after every row or after every third"};
    return {};
}

RowBlock::Blame RowBlock::first_blame(bool alone) const {
    if (overfull_)
        return {0, -1, "more than 100000 grids in a row: put a blank line between grids, or write 81 cells per line"};
    if (distrusted_)
        return {0, -1, "rows that may belong to the broken list before: correct the list, or put a # line between"};
    const auto is_larger = [](const RowLine& line) { return line.count == 16 || line.count == 25; };
    const auto larger = std::find_if(lines_.begin(), lines_.end(), is_larger);
    if (std::count_if(larger, lines_.end(), is_larger) > 1)
        return {static_cast<std::size_t>(larger - lines_.begin()), -1,
                fmt::format("{} cells in a row: only 9x9 puzzles are supported without --order", larger->count)};

    const bool nines = std::any_of(lines_.begin(), lines_.end(), [](const RowLine& line) { return line.count == 9; });
    if (lines_.size() > 1 && nines) return blame_rows(alone);
    if (!faults_.empty()) return blame_fault(faults_[0]);
    if (lines_.size() == 1 && lines_[0].count == 9) return blame_rows(alone);
    return {0, -1, cells_not_81(total(lines_.size()))};
}

void RowBlock::judge(const std::string& source, bool alone, std::deque<PuzzleEntry>& grids,
                     std::deque<ParseError>& errors) const {
    if (!has_rows_ && !overfull_) {
        for (const FaultyLine& faulty : faults_)
            errors.emplace_back(source, lines_[faulty.line].number, cell_name(faulty.fault.cell), faulty.fault.message);
        if (faults_.size() == max_faults)
            errors.emplace_back(source, lines_.back().number, "", "and more lines up to here that hold no puzzle");
        return;
    }
    const bool wrapped = is_wrapped_list() && !distrusted_;
    if (Blame blame = wrapped ? Blame{} : first_blame(alone); !blame.message.empty()) {
        // An error in a single grid affects nothing else.
        if (lines_.size() > 9)
            blame.message += fmt::format(" (lines {}-{} are left out)", lines_.front().number, lines_.back().number);
        errors.emplace_back(source, lines_[blame.line].number, cell_name(blame.cell), blame.message);
        return;
    }
    for (std::size_t begin = 0; begin < cells_.size(); begin += cell_count) {
        PuzzleEntry entry{{}, lines_[wrapped ? 0 : begin / 9].number};
        std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(begin), cell_count, entry.grid.cells().begin());
        grids.push_back(entry);
    }
}

}  // namespace evodoku::io
