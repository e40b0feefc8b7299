// Sources of puzzles and of other text: words of a command line, and streams with the system's reasons of errors.
#pragma once

#include <cstdio>
#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "settings/setting.hpp"

namespace evodoku::app {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

class SourceReader;

struct InputSource {
    enum class Kind { file, standard_input, text };
    Kind kind = Kind::file;
    std::string text;                                ///< the file's name, or the puzzle itself
    std::string name = {};                           ///< for messages, if it differs from the file's
    std::shared_ptr<SourceReader> opened = nullptr;  ///< where its first lines were read: see order_of_input()

    friend void list_fields(auto& fields, const InputSource& input) { fields(input.kind, input.text, input.name); }
    friend void list_fields(auto& fields, InputSource& input) { fields(input.kind, input.text, input.name); }
};

/// The name of a source in messages.
std::string name_of(const InputSource& source);

/// True if the word is a puzzle and not a file's name.
bool is_puzzle_text(const std::string& word);

/// The input for a word of the command line: - is standard input; otherwise a puzzle or a file.
InputSource input_source(const std::string& word);

/// The sources of a command line, in its order: words and --puzzle. Throws UsageError.
std::vector<InputSource> input_sources(const std::vector<Assignment>& arguments);

/// input_sources(), or standard input if there are none.
std::vector<InputSource> filter_sources(const std::vector<Assignment>& arguments);

/// A whole file as text, of at most 16 MB. Throws InputOutputError.
std::string read_text_file(const std::string& name);

/// Opens a source for one pass. Throws InputOutputError, here or where it is read: "cannot read a.txt: Input/output
/// error".
std::unique_ptr<std::istream> open_once(const InputSource& source);

/// True for standard input that is a terminal.
bool is_terminal_input(const InputSource& source);

/// If standard input is a terminal: prints that the program waits for puzzles.
void tell_if_waiting(const InputSource& source);

}  // namespace evodoku::app
