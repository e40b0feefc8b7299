// Files of NumPy (.npy) with boards: an array of uint8 of shape (n, cells) or (n, rows, columns), in C order.
#pragma once

#include <cstdint>
#include <istream>
#include <string>

namespace evodoku::io {

/// True if a file of NumPy begins here; takes no byte.
inline bool is_npy(std::istream& input) { return input.peek() == 0x93; }

struct NpyBoards {
    int order;
    std::uint64_t count;
    std::size_t width = 1;    ///< bytes of a cell, the lowest first
    std::uint64_t inner = 1;  ///< boards of each place of the first dimension: k in (n, k, 81)
};

/// Reads the header, of versions 1.0 to 3.0; the boards follow. Throws ParseError for anything but an array of boards,
/// or one board.
NpyBoards read_npy_header(std::istream& input, const std::string& source);

}  // namespace evodoku::io
