// Lines of cells that belong together, and their evaluation: grids, or errors, never both.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "cell_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"

namespace evodoku::io {

/// Adjacent lines (a piece), or several pieces separated by blank lines in one manner.
///
/// The lines are evaluated together: without blank lines, the rest of a bad grid looks like the beginning of the next.
/// Either the rows make up whole grids, or all of them are skipped.
class RowBlock {
public:
    void add(std::size_t number, const CellText& read);
    /// Adds a piece that is separated from this block by a blank line.
    void append(const RowBlock& piece);
    /// The rows may be the rest of a bad grid before them: they are rejected.
    void distrust() { distrusted_ = true; }

    std::size_t size() const { return lines_.size(); }
    bool empty() const { return lines_.empty(); }
    /// One puzzle, wrapped at other places than after each ninth cell.
    bool is_wrapped_list() const;

    /// `alone`: the input has nothing else, so blank lines may be anywhere in the grid.
    void judge(const std::string& source, bool alone, std::deque<PuzzleEntry>& grids,
               std::deque<ParseError>& errors) const;

private:
    struct RowLine {
        std::size_t number;
        int count;
        bool parted;
    };
    struct FaultyLine {
        std::size_t line;  // index into lines_
        Fault fault;
    };
    struct Blame {
        std::size_t line = 0;  // index into lines_
        int cell = -1;
        std::string message;
    };

    Blame first_blame(bool alone) const;
    Blame blame_rows(bool alone) const;
    Blame blame_fault(const FaultyLine& faulty) const;
    std::size_t total(std::size_t lines) const;  // cells of the first lines

    std::vector<RowLine> lines_;
    std::vector<std::uint8_t> cells_;  // of all lines, as long as none has a fault
    std::vector<FaultyLine> faults_;
    std::size_t piece_size_ = 0;  // lines of the first piece; 0: the block is one piece
    bool even_pieces_ = true;
    bool has_rows_ = false;  // some line is short enough for a row of a grid
    bool overfull_ = false;
    bool distrusted_ = false;
};

}  // namespace evodoku::io
