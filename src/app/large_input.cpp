// The same errors and streams as for 9 x 9: see puzzle_input.cpp.
#include "large_input.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <sstream>
#include <utility>

#include "commands.hpp"
#include "io/large_reader.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {
namespace {

using Kind = InputSource::Kind;

std::unique_ptr<std::istream> open(const InputSource& source) {
    if (source.kind == Kind::text) return std::make_unique<std::istringstream>(source.text);
    return open_once(source);
}

void visit(const InputSource& source, int order, const LargePuzzleVisitor& visitor) {
    const std::string name = source.kind == Kind::standard_input ? "standard input"
                             : !source.name.empty()              ? source.name
                                                                 : source.text;
    tell_if_waiting(source);
    const std::unique_ptr<std::istream> stream = open(source);
    io::LargeReader reader(*stream, name, order);
    bool found = false;
    for (std::size_t errors = 0; errors < hopeless_errors;) {
        try {
            io::LargeEntry entry;
            const bool more = reader.next(entry);
            if (stream->bad()) throw InputOutputError(failure_of(*stream, name));
            if (!more) return;
            found = true;
            visitor.puzzle(entry.grid, name, entry.line);
        } catch (const io::ParseError& error) {
            if (stream->bad()) throw InputOutputError(failure_of(*stream, name));
            visitor.error(error);
            errors += !found;
        }
    }
    visitor.error({name, 1, "", "so many errors and no puzzle: the rest is not read"});
}

}  // namespace

io::RecognisedOrder recognised_order(const InputSource& source) {
    if (source.kind == Kind::standard_input) return {};
    // What is read of a pipe is gone, and a second open() of it may wait for ever.
    std::error_code ignored;
    if (source.kind == Kind::file && !std::filesystem::is_regular_file(source.text, ignored)) return {};
    return io::recognised_order(*open(source));
}

int order_of_input(const std::vector<InputSource>& sources, int wanted) {
    if (wanted != 0) return wanted;
    return sources.empty() ? 3 : recognised_order(sources.front()).order;
}

void visit_large_puzzles(const std::vector<InputSource>& sources, int order, const LargePuzzleVisitor& visitor) {
    for (const InputSource& source : sources) visit(source, order, visitor);
}

void check_larger_boards(const SolveSettings& settings) {
    check_order(settings, settings.order == 0 ? 3 : settings.order);
}

}  // namespace evodoku::app
