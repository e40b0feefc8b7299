// The table of options, as cxxopts and --help want it.
#include "solve_arguments.hpp"

#include <fmt/format.h>

#include "solve_options.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {
namespace {

using Value = std::shared_ptr<cxxopts::Value>;

const std::vector<std::string> groups = {"Input",  "Configuration", "Machine", "Evolution",
                                         "Island", "Budget",        "Output"};

Value text() { return cxxopts::value<std::string>(); }
Value texts() { return cxxopts::value<std::vector<std::string>>(); }

/// An option for every setting of the table, with its default.
void add_settings(cxxopts::Options& options) {
    const SolveSettings defaults;
    for (const Setting<SolveSettings>& setting : solve_settings()) {
        // Of several long names cxxopts takes the last for the name where there is a letter.
        const std::string alias = setting.alias.empty() ? "" : setting.alias + ",";
        const std::string names =
            setting.letter == '\0' ? setting.name : fmt::format("{},{}{}", setting.letter, alias, setting.name);
        Value value = cxxopts::value<bool>();
        if (!setting.is_flag()) {
            const std::string preset = setting.write(defaults);
            value = preset.empty() ? text() : text()->default_value(preset);
        }
        options.add_options(setting.group)(names, setting.help, value, setting.value);
    }
}

}  // namespace

cxxopts::Options solve_arguments() {
    cxxopts::Options options("evodoku solve", "Solves Sudoku puzzles with a genetic algorithm.\n");
    options.custom_help("[OPTION ...]").positional_help("[FILE ...] [-]").show_positional_help().set_width(116);
    options.add_options("Input")("puzzle", "a puzzle: 81 cells, 1-9, blanks . 0 x X * _ (may be repeated)", texts(),
                                 "STRING");
    options.add_options("Configuration")("preset", "settings that come with the program; evodoku presets lists them",
                                         text(), "NAME")("config", "settings from a file (TOML)", text(), "FILE")(
        "print-config", "print every setting as such a file and solve nothing");
    add_settings(options);
    options.add_options("Output")("version", "the version of the program")("h,help", "this text");
    options.add_options("hidden")("files", "", texts());
    options.parse_positional({"files"});
    return options;
}

std::string plain_quotes(std::string text) {
    for (const char* mark : {"\u2018", "\u2019"}) {
        for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos;) text.replace(at, 3, "'");
    }
    return text;
}

std::vector<std::string> solve_option_names() {
    const cxxopts::Options options = solve_arguments();
    std::vector<std::string> names;
    for (const std::string& group : groups) {
        for (const auto& option : options.group_help(group).options) {
            for (const std::string& name : option.l) names.push_back("--" + name);
        }
    }
    return names;
}

std::string solve_help() {
    return solve_arguments().help(groups) +
           "\n"
           "A FILE may hold any number of puzzles, 81 cells a line or nine lines of nine; - is standard input.\n"
           "OP is an operator with its knobs, as in --selection tournament:size=5; evodoku operators lists them.\n"
           "A mix gives each child one operator by weight, as in --crossover one-point-box@1,uniform-box@3.\n"
           "\n"
           "A setting is what its option says, else the environment (EVODOKU_STALL for --stall), else the file of "
           "--config\n"
           "(stall = 25), else the preset, else the default shown above.\n"
           "\n"
           "Islands stand in a ring. At a migration each sends copies of its best boards to the next, where they take\n"
           "the places of children; an island that stalls starts afresh by itself. The program looks at the islands,\n"
           "for answers and for migrations, only every --epoch generations: --migrate-every is a multiple of that\n"
           "(--epoch fits itself to it where it is not given). One island, the default, breeds as a whole.\n"
           "\n"
           "Results are on standard output, all else on standard error.\n"
           "\n"
           "Exit codes: 0 all solved; 1 some not solved; 2 usage; 3 bad or contradictory puzzle;\n"
           "            4 no usable device; 5 input or output; 130, 143 interrupted (with the results so far)\n"
           "\n"
           "Examples:\n"
           "  evodoku solve puzzle.txt\n"
           "  evodoku solve --puzzle "
           "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
           "  evodoku solve --format jsonl puzzles/*.txt > answers.jsonl\n"
           "  evodoku solve --preset plain --population 20k puzzle.txt\n"
           "  evodoku solve --population 1M --islands 8 --migrate-every 20 --seed 7 hard.txt\n";
}

}  // namespace evodoku::app
