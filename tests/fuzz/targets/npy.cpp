// Arrays of NumPy. Their boards are the same when they are written again, as numpy.save writes them.
#include <fmt/format.h>

#include <sstream>
#include <string>
#include <vector>

#include "evodoku/io/puzzle_reader.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {
namespace {

std::string file_of(const std::vector<Grid>& boards) {
    const int cells = boards.front().cell_count();
    std::string text =
        fmt::format("{{'descr': '|u1', 'fortran_order': False, 'shape': ({}, {}), }}", boards.size(), cells);
    text.resize((text.size() + 10 + 64) / 64 * 64 - 11, ' ');
    text += '\n';
    const auto length = static_cast<unsigned>(text.size());
    std::string file = "\x93NUMPY";
    for (const unsigned byte : {1u, 0u, length & 255u, length >> 8}) file += static_cast<char>(byte);
    file += text;
    for (const Grid& board : boards) file.append(board.cells().begin(), board.cells().end());
    return file;
}

std::vector<Grid> boards_of(const std::string& file) {
    std::istringstream input(file);
    std::vector<Grid> boards;
    io::PuzzleReader reader(input, "input", 0);
    try {
        for (io::ReadPuzzle job; boards.size() < 1'000 && reader.next(job);) boards.push_back(job.grid);
    } catch (const io::ParseError& error) {
        require(is_printable(error.what()), "a message with other bytes");
    }
    return boards;
}

}  // namespace

void npy(Bytes bytes) {
    if (!bytes.starts_with('\x93')) return;
    const std::vector<Grid> boards = boards_of(std::string(bytes));
    if (!boards.empty()) require(boards_of(file_of(boards)) == boards, "the two arrays differ");
}

}  // namespace evodoku::fuzz
