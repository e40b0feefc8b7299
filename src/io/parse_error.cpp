// The form of all messages about bad puzzles.
#include "evodoku/io/puzzle_reader.hpp"

#include <fmt/format.h>

namespace evodoku::io {
namespace {

// A file name may contain anything, including escape codes.
std::string printable(std::string_view text) {
    std::string safe(text);
    for (char& c : safe)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
    return safe;
}

std::string full_text(std::string_view source, std::size_t line, std::string_view cell, std::string_view message) {
    if (cell.empty()) return fmt::format("{}:{}: {}", printable(source), line, message);
    return fmt::format("{}:{}: {}: {}", printable(source), line, cell, message);
}

}  // namespace

ParseError::ParseError(std::string_view source, std::size_t line, std::string_view cell, std::string_view message)
    : std::runtime_error(full_text(source, line, cell, message)),
      source_(source),
      line_(line),
      cell_(cell),
      message_(message) {}

}  // namespace evodoku::io
