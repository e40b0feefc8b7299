// `evodoku generate`: puzzles from a seed.
#include <fmt/format.h>

#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "counting/generating.hpp"
#include "io/csv.hpp"
#include "io/json.hpp"
#include "io/puzzle_writer.hpp"
#include "logic/logic.hpp"
#include "output.hpp"
#include "settings/puzzle_settings.hpp"

namespace evodoku::app {
namespace {

/// Puzzles in the form of --to. Where that has columns or keys, puzzles with one solution have those of facts.
class Writer {
public:
    explicit Writer(const GenerateSettings& settings)
        : settings_(settings), plain_(writer_for(settings.form, "", static_cast<int>(settings.order))) {
        const bool has_facts = settings.is_proper() && !settings.solutions;
        is_json_ = has_facts && settings.form == "jsonl";
        is_table_ = has_facts && (settings.form == "csv" || settings.form == "tsv");
    }

    std::string begin() const { return is_table_ ? "" : plain_.begin(); }
    std::string end() const { return plain_.end(); }

    std::string puzzle(const logic::GeneratedPuzzle& made, std::uint32_t index) {
        if (!is_json_ && !is_table_) return plain_.puzzle(settings_.solutions ? made.solution : made.puzzle);
        const io::JsonObject object = facts_of(made, index);
        if (is_json_) return object.on_one_line() + "\n";
        std::vector<std::string> names, values;
        for (const auto& [name, value] : object.fields()) {
            names.emplace_back(name);
            values.push_back(io::csv_value(value));
        }
        const char separator = settings_.form == "tsv" ? '\t' : ',';
        return (std::exchange(has_head_, true) ? "" : io::csv_row(names, separator)) + io::csv_row(values, separator);
    }

private:
    io::JsonObject facts_of(const logic::GeneratedPuzzle& made, std::uint32_t index) const {
        io::JsonObject object;
        object.put("id", index + 1);
        object.put("puzzle", plain_.cells(made.puzzle));
        object.put("solution", plain_.cells(made.solution));
        object.put("clues", logic::clues_of(made.puzzle));
        object.put("rating", to_text(made.facts->rating));
        object.put("positions", made.facts->positions);
        object.put("minimal", made.facts->is_minimal);
        object.put("symmetry", to_text(settings_.symmetry));
        object.put("seed", settings_.seed);
        return object;
    }

    const GenerateSettings& settings_;
    io::PuzzleWriter plain_;
    bool is_json_ = false, is_table_ = false, has_head_ = false;
};

}  // namespace

CommandInfo generate_info() {
    return {.options = options_of(generate_settings()), .notes = std::string(generate_notes)};
}

int run_generate(const std::string&, const CommandLine& line) {
    const GenerateSettings settings = read_settings(generate_settings(), line);
    Writer writer(settings);
    Generating generating(settings);
    std::uint32_t missing = 0;
    std::cout << writer.begin();
    while (const auto made = generating.next()) {
        const std::uint32_t index = generating.count() - 1;
        if (!made->found && ++missing <= 20) say(settings.not_found(index, *made));
        if (made->found) std::cout << writer.puzzle(*made->found, index);
        if (settings.is_proper()) std::cout.flush();  // an interrupt loses nothing
        if (!std::cout) flush_results();
    }
    std::cout << writer.end();
    flush_results();
    if (settings.is_proper())
        say(fmt::format("{} with one solution, seed {}{}", counted(generating.count() - missing, "puzzle"),
                        settings.seed, missing != 0 ? fmt::format("; {} not found", missing) : ""));
    return missing != 0 ? some_not_made : all_solved;
}

}  // namespace evodoku::app
