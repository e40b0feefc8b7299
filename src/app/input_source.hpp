// Sources of puzzles: words of a command line, and streams that can be read again.
#pragma once

#include <cstddef>
#include <istream>
#include <memory>
#include <string>

namespace evodoku::app {

/// After so many errors, and no puzzle, the rest of an input is not read: an endless device, or the wrong file.
inline constexpr std::size_t hopeless_errors = 1000;

struct InputSource {
    enum class Kind { file, standard_input, text };
    Kind kind = Kind::file;
    std::string text;       ///< the file's name, or the puzzle itself
    std::string name = {};  ///< for messages, if it differs from the file's
};

/// True if the word is a puzzle and not a file's name.
bool is_puzzle_text(const std::string& word);

/// The input for a word of the command line: - is standard input; otherwise a puzzle or a file.
InputSource input_source(const std::string& word);

/// Opens a file, or standard input, so that seekg(0) returns to its beginning. A pipe, which can be read only once, is
/// kept meanwhile: in memory, and in a temporary file if it is large. Throws InputOutputError.
std::unique_ptr<std::istream> open_rereadable(const InputSource& source);

/// A whole file as text, of at most 16 MB. Throws InputOutputError.
std::string read_text_file(const std::string& name);

/// Opens them for one pass: nothing is kept.
std::unique_ptr<std::istream> open_once(const InputSource& source);

/// The fault of such a stream: "cannot read a.txt: Input/output error".
std::string failure_of(const std::istream& stream, const std::string& name);

/// If standard input is a terminal: prints that the program waits for puzzles.
void tell_if_waiting(const InputSource& source);

}  // namespace evodoku::app
