#include "puzzle_input.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "commands.hpp"
#include "evodoku/io/parse_error.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku::app {
namespace {

void add(PuzzleInput& input, const Grid& grid, const std::string& source, std::size_t line) {
    if (const auto conflict = logic::first_conflict(grid)) {
        input.errors.push_back(fmt::format("{}:{}: givens conflict: {}", source, line, logic::describe(*conflict)));
    } else {
        input.puzzles.push_back({grid, source, line});
    }
}

void read_stream(PuzzleInput& input, std::istream& stream, const std::string& source) {
    io::PuzzleReader reader(stream, source);
    for (bool more = true; more;) {
        try {
            io::PuzzleEntry entry;
            more = reader.next(entry);
            if (more) add(input, entry.grid, source, entry.line);
        } catch (const io::ParseError& error) {
            input.errors.emplace_back(error.what());
        }
    }
    if (stream.bad()) throw InputOutputError("cannot read " + source);
}

void read_file(PuzzleInput& input, const std::string& name) {
    std::error_code ignored;
    if (std::filesystem::is_directory(name, ignored)) throw InputOutputError("cannot read " + name + ": it is a folder");
    errno = 0;
    std::ifstream file(name, std::ios::binary);
    if (!file) throw InputOutputError(fmt::format("cannot open {}: {}", name, std::strerror(errno)));
    read_stream(input, file, name);
}

}  // namespace

PuzzleInput read_puzzles(const SolveSettings& settings) {
    PuzzleInput input;
    for (const std::string& name : settings.files) {
        if (name == "-") {
            read_stream(input, std::cin, "standard input");
        } else {
            read_file(input, name);
        }
    }
    for (const std::string& text : settings.puzzles) {
        try {
            add(input, io::parse_puzzle(text, "--puzzle"), "--puzzle", 1);
        } catch (const io::ParseError& error) {
            input.errors.emplace_back(error.what());
        }
    }
    return input;
}

}  // namespace evodoku::app
