// Inputs in the order of the command line; every bad puzzle noted, none lost.
#include "puzzle_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
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

using Kind = InputSource::Kind;

void refuse(PuzzleInput& input, const std::string& error) {
    ++input.bad;
    if (input.errors.size() < most_errors) input.errors.push_back(error);
}

void add(PuzzleInput& input, const Grid& grid, const std::string& source, std::size_t line) {
    if (const auto conflict = logic::first_conflict(grid)) {
        refuse(input, fmt::format("{}:{}: givens conflict: {}", source, line, logic::describe(*conflict)));
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
            if (stream.bad()) break;  // what is left of a puzzle that could not be read to its end
            refuse(input, error.what());
        }
    }
    if (stream.bad()) throw InputOutputError("cannot read " + source);
}

void read_file(PuzzleInput& input, const std::string& name) {
    std::error_code ignored;
    if (std::filesystem::is_directory(name, ignored))
        throw InputOutputError("cannot read " + name + ": it is a folder");
    errno = 0;
    std::ifstream file(name, std::ios::binary);
    if (!file) throw InputOutputError(fmt::format("cannot open {}: {}", name, std::strerror(errno)));
    read_stream(input, file, name);
}

void read_standard_input(PuzzleInput& input) {
    const std::string source = "standard input";
    errno = 0;
    if (std::cin.peek(); std::ferror(stdin) != 0) {
        throw InputOutputError(fmt::format("cannot read {}: {}", source, std::strerror(errno)));
    }
    std::cin.clear();
    read_stream(input, std::cin, source);
}

void read_text(PuzzleInput& input, const std::string& text, const std::string& source) {
    try {
        add(input, io::parse_puzzle(text, source), source, 1);
    } catch (const io::ParseError& error) {
        refuse(input, error.what());
    }
}

}  // namespace

PuzzleInput read_puzzles(const std::vector<InputSource>& sources) {
    const auto texts = std::ranges::count(sources, Kind::text, &InputSource::kind);
    PuzzleInput input;
    int number = 0;
    for (const InputSource& source : sources) {
        switch (source.kind) {
            case Kind::file:
                read_file(input, source.text);
                break;
            case Kind::standard_input:
                read_standard_input(input);
                break;
            case Kind::text:
                ++number;
                read_text(input, source.text, texts == 1 ? "--puzzle" : fmt::format("--puzzle[{}]", number));
                break;
        }
    }
    return input;
}

}  // namespace evodoku::app
