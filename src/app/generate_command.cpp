// `evodoku generate`: puzzles from a seed.
#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "commands.hpp"
#include "core/host_work.hpp"
#include "counting/generating.hpp"
#include "io/json.hpp"
#include "io/puzzle_writer.hpp"
#include "settings/puzzle_settings.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::app {
namespace {

/// A puzzle with what is known of it.
io::Record record_of(const logic::GeneratedPuzzle& generated, std::uint32_t number, const GenerateSettings& settings,
                     const io::PuzzleWriter& writer) {
    io::Record fields;
    fields("id", number);
    fields("puzzle", writer.cells(generated.puzzle));
    fields("solution", writer.cells(generated.solution));
    describe(fields, generated);
    fields("symmetry", to_text(settings.symmetry));
    fields("seed", *settings.seed);
    return fields;
}

}  // namespace

std::vector<Option> generate_options() { return options_of(generate_settings()); }

int run_generate(const std::string&, const CommandLine& line) {
    const Clock::time_point start = Clock::now();
    GenerateSettings settings = read_settings(generate_settings(), line);
    const bool is_drawn = !settings.seed;
    if (is_drawn) settings.seed = random_seed();
    io::PuzzleWriter writer = writer_for(settings.form, "", settings.order);
    std::optional<io::RecordLines> lines;  // where the form has columns or keys: puzzles with one solution have facts
    if (settings.is_proper() && !settings.solutions) {
        if (settings.form == "jsonl") lines.emplace('\0');
        if (settings.form == "csv" || settings.form == "tsv") lines.emplace(settings.form == "csv" ? ',' : '\t');
    }
    const auto should_stop = [&] {
        return interrupt_signal() != 0 || (settings.timeout && Clock::now() - start >= *settings.timeout);
    };
    const auto next = make_puzzles(settings, should_stop, say);
    std::optional<AppendedFile> file;
    if (!settings.output.empty()) file.emplace(settings.output);
    if (file && file->size()) file->cut(0);
    const auto write = [&](const std::string& text) {
        if (file) return file->append(text);
        std::cout << text;
        if (settings.is_proper()) std::cout.flush();  // an interrupt loses nothing
        if (!std::cout) flush_results();
    };
    if (is_drawn) say(fmt::format("seed {}", *settings.seed));
    watch_for_interrupt(false);
    std::uint32_t written = 0, missing = 0;
    if (!lines) write(writer.begin());
    for (; const auto puzzle = next(); ++written) {
        if (const auto& found = puzzle->found) {
            write(lines ? lines->line(record_of(*found, written + 1, settings, writer))
                        : writer.puzzle(settings.solutions ? found->solution : found->puzzle));
        } else if (++missing <= 20) {
            say(settings.not_found(written, *puzzle));
        }
    }
    write(writer.end());
    flush_results();
    const std::uint32_t left = settings.wanted() - written;
    if (left != 0) say(fmt::format("stopped: {} of {} not made", left, settings.wanted()));
    if (settings.is_proper())
        say(fmt::format("{} with one solution, seed {}{}", counted(written - missing, "puzzle"), *settings.seed,
                        missing != 0 ? fmt::format("; {} not found", missing) : ""));
    if (interrupt_signal() != 0) return interrupted + interrupt_signal();
    return missing + left != 0 ? some_not_made : all_solved;
}

}  // namespace evodoku::app
