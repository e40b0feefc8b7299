// Inputs in the order of the command line; every bad puzzle is recorded.
#include "puzzle_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <sstream>
#include <type_traits>
#include <utility>

#include "checkpoint/checksum.hpp"
#include "commands.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/logic/verifier.hpp"
#include "io/large_reader.hpp"

namespace evodoku::app {
namespace {

using Kind = InputSource::Kind;

/// A puzzle that can't be solved.
class BadPuzzle : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

void check_givens(const Grid& grid, const std::string& source, std::size_t line) {
    if (const auto conflict = logic::first_conflict(grid)) {
        throw BadPuzzle(fmt::format("{}:{}: givens conflict: {}", source, line, logic::describe(*conflict)));
    }
}

std::unique_ptr<std::istream> stream_of(const InputSource& source) {
    if (source.kind == Kind::text) return std::make_unique<std::istringstream>(source.text);
    return open_once(source);
}

}  // namespace

bool PuzzleInput::is_hopeless() const { return good_ == 0 && bad_.count() >= hopeless_errors; }

PuzzleInput::PuzzleInput(const std::vector<InputSource>& sources, int order) : order_(order) {
    const auto texts = std::ranges::count(sources, Kind::text, &InputSource::kind);
    int number = 0;
    for (const InputSource& source : sources) {
        switch (source.kind) {
            case Kind::file:
                sources_.push_back({source.text, "", open_rereadable(source)});
                break;
            case Kind::standard_input:
                sources_.push_back({"standard input", "", open_rereadable(source)});
                break;
            case Kind::text: {
                ++number;
                const std::string name = source.name.empty() ? "--puzzle" : source.name;
                sources_.push_back({texts == 1 ? name : fmt::format("{}[{}]", name, number), source.text, {}});
                break;
            }
        }
    }
    Checksum checksum;
    for (InputPuzzle puzzle; !is_hopeless() && read_next(puzzle, true); ++good_) {
        checksum.add(puzzle.grid.cells().data(), puzzle.grid.cells().size());
    }
    checksum_ = checksum.value();
    rewind();
}

bool PuzzleInput::next(InputPuzzle& puzzle) {
    if (given_ == good_) return false;
    if (!read_next(puzzle, false))
        throw InputOutputError("an input was changed while it was read; wait for it, or solve a copy");
    ++given_;
    return true;
}

void PuzzleInput::rewind() {
    current_ = given_ = 0;
    reader_.reset();
    text_was_read_ = false;
}

/// Skips bad puzzles; `noting` records them.
bool PuzzleInput::read_next(InputPuzzle& puzzle, bool noting) {
    while (current_ < sources_.size()) {
        try {
            if (read_from(sources_[current_], puzzle)) return true;
            ++current_;
            reader_.reset();
            text_was_read_ = false;
        } catch (const std::runtime_error& error) {  // ParseError, BadPuzzle: the source continues behind it
            if (dynamic_cast<const InputOutputError*>(&error) != nullptr) throw;
            if (noting) bad_.add(error.what());
            if (noting && is_hopeless()) return false;
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
        puzzle.grid = io::parse_puzzle(source.text, source.name, order_);
    } else {
        if (!reader_) {
            source.stream->clear();
            source.stream->seekg(0);
            reader_.emplace(*source.stream, source.name, order_);
        }
        bool more = false;
        try {
            io::PuzzleEntry entry;
            more = reader_->next(entry);
            if (more) puzzle.grid = std::move(entry.grid), puzzle.line = entry.line;
        } catch (const io::ParseError&) {
            if (!source.stream->bad()) throw;  // else: the rest of a puzzle that could not be read to its end
        }
        if (source.stream->bad()) throw InputOutputError(failure_of(*source.stream, source.name));
        if (!more) return false;
    }
    check_givens(puzzle.grid, source.name, puzzle.line);
    return true;
}

io::RecognisedOrder recognised_order(const InputSource& source) {
    if (source.kind == Kind::standard_input) return {};
    // What is read of a pipe is gone, and a second open() of it may wait for ever.
    std::error_code ignored;
    if (source.kind == Kind::file && !std::filesystem::is_regular_file(source.text, ignored)) return {};
    return io::recognised_order(*stream_of(source));
}

int order_of_input(const std::vector<InputSource>& sources, int wanted) {
    if (wanted != 0) return wanted;
    return sources.empty() ? 3 : recognised_order(sources.front()).order;
}

void visit_puzzles(const std::vector<InputSource>& sources, int order, const PuzzleVisitor& visitor) {
    for (const InputSource& source : sources) {
        const std::string name = source.kind == Kind::standard_input ? "standard input"
                                 : !source.name.empty()              ? source.name
                                                                     : source.text;
        tell_if_waiting(source);
        const std::unique_ptr<std::istream> stream = stream_of(source);
        io::PuzzleReader reader(*stream, name, order);
        std::size_t errors = 0;
        bool found = false;
        while (true) {
            io::PuzzleEntry entry;
            try {
                const bool more = reader.next(entry);
                if (stream->bad()) throw InputOutputError(failure_of(*stream, name));
                if (!more) break;
                found = true;
                visitor.puzzle(entry.grid, name, entry.line);
            } catch (const io::ParseError& error) {
                if (stream->bad()) throw InputOutputError(failure_of(*stream, name));
                visitor.error(error);
                if (found || ++errors < hopeless_errors) continue;
                visitor.error({name, error.line(), "", "so many errors and no puzzle: the rest is not read"});
                break;
            }
        }
    }
}

std::vector<InputSource> filter_sources(const std::vector<std::string>& words) {
    std::vector<InputSource> sources;
    for (const std::string& word : words) {
        sources.push_back(input_source(word));
        if (sources.back().kind != InputSource::Kind::standard_input) continue;
        for (std::size_t before = 0; before + 1 < sources.size(); ++before) {
            if (sources[before].kind == InputSource::Kind::standard_input)
                throw UsageError("- appears twice; standard input can be read only once");
        }
    }
    if (sources.empty()) sources.push_back({InputSource::Kind::standard_input, ""});
    return sources;
}

}  // namespace evodoku::app
