// The header of a file of NumPy. One that is read says the same when it is written again, as numpy.save writes it.
#include <fmt/format.h>

#include <sstream>
#include <string>

#include "io/forms.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {
namespace {

std::string header_of(const io::NpyBoards& boards) {
    const int cells = boards.order * boards.order * boards.order * boards.order;
    std::string text =
        fmt::format("{{'descr': '|u1', 'fortran_order': False, 'shape': ({}, {}), }}", boards.count, cells);
    text.resize((text.size() + 10 + 64) / 64 * 64 - 11, ' ');
    text += '\n';
    const auto length = static_cast<unsigned>(text.size());
    std::string header = "\x93NUMPY";
    for (const unsigned byte : {1u, 0u, length & 255u, length >> 8}) header += static_cast<char>(byte);
    return header + text;
}

}  // namespace

void npy(Bytes bytes) {
    std::istringstream input{std::string(bytes)};
    if (!io::is_npy(input)) return;
    io::NpyBoards boards, again;
    if (const io::Fault fault = io::read_npy_header(input, boards))
        return require(is_printable(fault.message), "a message with other bytes");
    require(boards.order >= smallest_order && boards.order <= largest_order, "boards of no order");
    std::istringstream written(header_of(boards));
    require(!io::read_npy_header(written, again) && again.order == boards.order && again.count == boards.count,
            "the two headers differ");
    require(written.peek() == std::istringstream::traits_type::eof(), "a header is not read to its end");
}

}  // namespace evodoku::fuzz
