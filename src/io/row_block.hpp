// Lines of cells that stand together, and the verdict over them: grids, or errors, never both.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "cell_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"

namespace evodoku::io {

/// "r4c7" of cell 0..80; empty for any other number.
std::string cell_name(int cell);

/// Adjacent lines (a piece), or several pieces parted by blank lines in one manner.
///
/// The lines are judged as one, because in rows without a blank line nothing tells the remains of a bad grid from the
/// beginning of the next: either the rows make up whole grids, or all of them are left out.
class RowBlock {
public:
    void add(const ReadLine& read);
    /// Adds a piece that a blank line parts from this block.
    void append(const RowBlock& piece);
    /// The rows may be the remains of something bad before them: they are refused.
    void distrust() { distrusted_ = true; }

    std::size_t size() const { return lines_.size(); }
    bool empty() const { return lines_.empty(); }
    /// One puzzle, wrapped at other places than after each ninth cell.
    bool is_wrapped_list() const;

    /// `alone`: there is nothing else in the input, so that blank lines may stand anywhere in the grid.
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
