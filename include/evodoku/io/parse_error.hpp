// The error for invalid input: the place, the cause and the remedy.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace evodoku::io {

/// what() reads `puzzles/a.txt:3: r4c7: 'A' is not a digit 1-9 or a blank (. 0 x X * _)`.
/// Safe to print: bytes of the input that are not printable ASCII are described, never repeated.
class ParseError : public std::runtime_error {
public:
    /// `line` counts from 1; `cell` is empty if the error is not in one cell.
    ParseError(std::string_view source, std::size_t line, std::string_view cell, std::string_view message);

    const std::string& source() const noexcept { return source_; }
    std::size_t line() const noexcept { return line_; }
    const std::string& cell() const noexcept { return cell_; }
    const std::string& message() const noexcept { return message_; }

private:
    std::string source_;
    std::size_t line_;
    std::string cell_;
    std::string message_;
};

}  // namespace evodoku::io
