// `evodoku generate`: puzzles from a seed.
#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "commands.hpp"
#include "core/host_work.hpp"
#include "counting/generating.hpp"
#include "io/json.hpp"
#include "io/puzzle_writer.hpp"
#include "output.hpp"
#include "process.hpp"
#include "settings/puzzle_settings.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::app {
namespace {

/// Puzzles in the form of --to. Where that has columns or keys, puzzles with one solution have those of facts.
class Writer {
public:
    explicit Writer(const GenerateSettings& settings)
        : settings_(settings), plain_(writer_for(settings.form, "", settings.order)) {
        if (!settings.is_proper() || settings.solutions) return;
        if (settings.form == "jsonl") lines_.emplace('\0');
        if (settings.form == "csv" || settings.form == "tsv") lines_.emplace(settings.form == "csv" ? ',' : '\t');
    }

    std::string begin() const { return lines_ ? "" : plain_.begin(); }
    std::string end() const { return plain_.end(); }

    std::string puzzle(const logic::GeneratedPuzzle& generated, std::uint32_t number) {
        if (!lines_) return plain_.puzzle(settings_.solutions ? generated.solution : generated.puzzle);
        io::Record fields;
        fields("id", number);
        fields("puzzle", plain_.cells(generated.puzzle));
        fields("solution", plain_.cells(generated.solution));
        describe(fields, generated);
        fields("symmetry", to_text(settings_.symmetry));
        fields("seed", *settings_.seed);
        return lines_->line(fields);
    }

private:
    const GenerateSettings& settings_;
    io::PuzzleWriter plain_;
    std::optional<io::RecordLines> lines_;  ///< where puzzles have facts
};

}  // namespace

CommandInfo generate_info() {
    return {.options = options_of(generate_settings()), .notes = std::string(generate_notes)};
}

int run_generate(const std::string&, const CommandLine& line) {
    const Clock::time_point start = Clock::now();
    GenerateSettings settings = read_settings(generate_settings(), line);
    const bool is_drawn = !settings.seed;
    if (is_drawn) settings.seed = random_seed();
    Writer writer(settings);
    const auto next = make_puzzles(settings, [&] {
        return interrupt_signal() != 0 || (settings.timeout && Clock::now() - start >= *settings.timeout);
    });
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
    write(writer.begin());
    for (; const auto puzzle = next(); ++written) {
        if (!puzzle->found && ++missing <= 20) say(settings.not_found(written, *puzzle));
        if (puzzle->found) write(writer.puzzle(*puzzle->found, written + 1));
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
