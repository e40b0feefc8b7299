// A bracketed list of cells, [5,3,0, ...] or [[5 3 0 ...] ...], that may run over several lines.
#pragma once

#include <string_view>
#include <vector>

#include "cell_text.hpp"
#include "evodoku/core/grid.hpp"

namespace evodoku::io {

class ListText {
public:
    /// Takes one more line, the first one from its [ on. After the list has closed, text is a fault.
    void feed(std::string_view text);

    bool closed() const { return opened_ && depth_ == 0; }
    bool nested() const { return nested_; }
    int count() const { return count_; }
    /// True if a line that begins with [ is a row of this list.
    bool takes_rows() const { return nested_ || count_ == 0; }

    /// The first fault: of a cell, of an inner row, of the number of cells; none if the list is a puzzle.
    Fault fault() const;
    /// The line, from 0, of the fault.
    int fault_line() const { return fault_ ? fault_line_ : 0; }
    /// Only if closed and without fault.
    Grid grid() const;
    /// The list as a row of cells of a larger grid.
    CellText as_row() const;

private:
    void open();
    void close();
    void comma();
    void cell(std::string_view field);
    void blame(int cell, std::string message);
    void end_line();

    std::vector<std::uint8_t> cells_;  // at most 81
    std::vector<int> line_counts_;     // cells per line, for lines with cells; at most 82
    Fault fault_;
    int fault_line_ = 0;
    int line_ = 0;
    int depth_ = 0;
    int count_ = 0;
    int line_begin_ = 0;  // count_ at the start of the line
    int row_begin_ = 0;   // count_ at the start of the inner row
    bool opened_ = false;
    bool nested_ = false;
    bool wants_cell_ = false;  // a comma now would leave an empty field
};

/// True if the lines of a wrapped list are even: all except the last have one length, and the last is not longer.
bool even_lines(const std::vector<int>& counts);

}  // namespace evodoku::io
