// Inputs in the order of the command line; every bad puzzle noted, none lost.
#include "puzzle_input.hpp"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>

#include "commands.hpp"
#include "evodoku/io/parse_error.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku::app {
namespace {

using Kind = InputSource::Kind;

/// A puzzle that must not be solved.
class BadPuzzle : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

void check_givens(const Grid& grid, const std::string& source, std::size_t line) {
    if (const auto conflict = logic::first_conflict(grid)) {
        throw BadPuzzle(fmt::format("{}:{}: givens conflict: {}", source, line, logic::describe(*conflict)));
    }
}

/// All of a stream, in a file without a name.
std::unique_ptr<std::istream> kept(std::istream& from, const std::string& source) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path();
    std::string name = (folder / "evodoku-XXXXXX").string();
    const int descriptor = mkstemp(name.data());
    auto file = std::make_unique<std::fstream>();
    if (descriptor >= 0) {
        file->open(name, std::ios::in | std::ios::out | std::ios::binary);
        ::close(descriptor);
        ::unlink(name.c_str());
    }
    if (descriptor < 0 || !*file) throw InputOutputError("cannot keep " + source + " in " + folder.string());
    if (from.peek() != std::istream::traits_type::eof()) *file << from.rdbuf();
    if (from.bad()) throw InputOutputError("cannot read " + source);
    if (!file->flush())
        throw InputOutputError(fmt::format("cannot keep {} in {}: is it full?", source, folder.string()));
    file->clear();
    file->seekg(0);
    return file;
}

std::unique_ptr<std::istream> open_file(const std::string& name) {
    std::error_code ignored;
    if (std::filesystem::is_directory(name, ignored))
        throw InputOutputError("cannot read " + name + ": it is a folder");
    errno = 0;
    auto file = std::make_unique<std::ifstream>(name, std::ios::binary);
    if (!*file) throw InputOutputError(fmt::format("cannot open {}: {}", name, std::strerror(errno)));
    if (std::filesystem::is_regular_file(name, ignored)) return file;
    return kept(*file, name);
}

std::unique_ptr<std::istream> keep_standard_input(const std::string& source) {
    errno = 0;
    if (std::cin.peek(); std::ferror(stdin) != 0) {
        throw InputOutputError(fmt::format("cannot read {}: {}", source, std::strerror(errno)));
    }
    std::cin.clear();
    return kept(std::cin, source);
}

}  // namespace

PuzzleInput::PuzzleInput(const std::vector<InputSource>& sources) {
    const auto texts = std::ranges::count(sources, Kind::text, &InputSource::kind);
    int number = 0;
    for (const InputSource& source : sources) {
        switch (source.kind) {
            case Kind::file:
                sources_.push_back({source.text, "", open_file(source.text)});
                break;
            case Kind::standard_input:
                sources_.push_back({"standard input", "", keep_standard_input("standard input")});
                break;
            case Kind::text:
                ++number;
                sources_.push_back({texts == 1 ? "--puzzle" : fmt::format("--puzzle[{}]", number), source.text, {}});
                break;
        }
    }
    for (InputPuzzle puzzle; read_next(puzzle, true);) ++good_;
    rewind();
}

bool PuzzleInput::next(InputPuzzle& puzzle) {
    if (given_ == good_) return false;
    if (!read_next(puzzle, false)) throw InputOutputError("an input was changed while it was read");
    ++given_;
    return true;
}

void PuzzleInput::rewind() {
    current_ = given_ = 0;
    reader_.reset();
    text_was_read_ = false;
}

/// Passes over bad puzzles; `noting` them.
bool PuzzleInput::read_next(InputPuzzle& puzzle, bool noting) {
    while (current_ < sources_.size()) {
        try {
            if (read_from(sources_[current_], puzzle)) return true;
            ++current_;
            reader_.reset();
            text_was_read_ = false;
        } catch (const std::runtime_error& error) {  // ParseError, BadPuzzle: the source goes on behind it
            if (dynamic_cast<const InputOutputError*>(&error) != nullptr) throw;
            if (noting && bad_++ < most_errors) errors_.emplace_back(error.what());
        }
    }
    return false;
}

/// False at the end of the source.
bool PuzzleInput::read_from(Source& source, InputPuzzle& puzzle) {
    puzzle.source = source.name;
    if (source.stream == nullptr) {
        if (std::exchange(text_was_read_, true)) return false;
        puzzle.line = 1;
        puzzle.grid = io::parse_puzzle(source.text, source.name);
    } else {
        if (reader_ == nullptr) {
            source.stream->clear();
            source.stream->seekg(0);
            reader_ = std::make_unique<io::PuzzleReader>(*source.stream, source.name);
        }
        io::PuzzleEntry entry;
        bool more = false;
        try {
            more = reader_->next(entry);
        } catch (const io::ParseError&) {
            if (!source.stream->bad()) throw;  // else: what is left of a puzzle that could not be read to its end
        }
        if (source.stream->bad()) throw InputOutputError("cannot read " + source.name);
        if (!more) return false;
        puzzle.grid = entry.grid, puzzle.line = entry.line;
    }
    check_givens(puzzle.grid, source.name, puzzle.line);
    return true;
}

}  // namespace evodoku::app
