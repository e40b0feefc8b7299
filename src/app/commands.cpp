// The table of commands: parser, helps, docs/reference/options.md and man page read it.
#include "commands.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "engine/text.hpp"
#include "output.hpp"

namespace evodoku::app {

// Each command has two functions: its options, and its action.
Describe solve_info, check_info, convert_info, count_info, generate_info, evaluate_info, score_info, experiment_info,
    presets_info, operators_info, check_operator_info, bench_info, compare_info, report_info, info_info, help_info;
Action run_solve, run_check, run_convert, run_count, run_generate, run_evaluate, run_score, run_experiment, run_presets,
    run_operators, run_check_operator, run_bench, run_compare, run_report, run_info, run_help;

std::span<const Command> all_commands() {
    // In the order of first use. `./run --help` reads these lines: one row per line.
    // clang-format off
    static constexpr Command commands[] = {
        {"solve", "[FILE ...] [-]", "solve puzzles from files, standard input or --puzzle",
         solve_info, run_solve, OnRanks::together},
        {"check", "[FILE ...] [-]", "check puzzles: conflicts, number of solutions, and what logic leaves",
         check_info, run_check},
        {"convert", "[FILE ...] [-]", "convert puzzles to another format",
         convert_info, run_convert},
        {"count", "[FILE ...] [-]", "count solutions: exactly, or by population annealing with an interval",
         count_info, run_count, OnRanks::together},
        {"generate", "", "make puzzles of 4 x 4 to 49 x 49 from a seed",
         generate_info, run_generate},
        {"evaluate", "[FILE ...] [-]", "score boards of other programs: costs and conflicts",
         evaluate_info, run_evaluate},
        {"score", "[FILE ...] [-]", "score answers of other programs to many puzzles: shares, groups, leaks",
         score_info, run_score},
        {"experiment", "PLAN.toml", "run puzzles x configurations x seeds, with a table of statistics",
         experiment_info, run_experiment, OnRanks::together},
        {"presets", "[show NAME]", "list the built-in configurations",
         presets_info, run_presets},
        {"operators", "[NAME]", "list the operators with parameters, ranges and defaults, and when to use each",
         operators_info, run_operators},
        {"check-operator", "FILE.so [NAME]", "try operators of your own, with an example of what they do not keep",
         check_operator_info, run_check_operator},
        {"bench", "", "benchmark the devices of this machine; results are verified before timing",
         bench_info, run_bench},
        {"compare", "A.json B.json", "compare two benchmark results: faster, slower or the same",
         compare_info, run_compare},
        {"report", "FILE ...", "make a page with charts and statistics of histories, results and benchmarks",
         report_info, run_report},
        {"info", "", "show how the program was built, and the devices that it finds",
         info_info, run_info, OnRanks::each},
        {"help", "[COMMAND]", "show the basic options of a command",
         help_info, run_help},
    };
    // clang-format on
    return commands;
}

void refuse_command(const std::string& word) {
    std::vector<std::string> names;
    for (const Command& command : all_commands()) names.emplace_back(command.name);
    if (word.empty()) {
        const std::string last = names.back();
        names.pop_back();
        throw SettingError(
            fmt::format("a command is missing: {} or {}; see evodoku --help", fmt::join(names, ", "), last));
    }
    names.insert(names.end(), {"--help", "--version"});
    std::string advice = suggestion(word, names);
    std::error_code ignored;
    if (word == "-" || std::filesystem::exists(word, ignored)) {
        advice = fmt::format(" (did you mean evodoku solve {}?)", word == "-" ? word : quoted_file(word));
    }
    throw SettingError(fmt::format("unknown command '{}'{}; see evodoku --help", word, advice));
}

std::string overview() {
    std::string text =
        "evodoku - a genetic algorithm for Sudoku: whole populations on a CPU or a GPU, the same bytes on both\n\n";
    for (const Command& command : all_commands()) {
        text +=
            fmt::format("  {:<30} {}\n", fmt::format("evodoku {} {}", command.name, command.words), command.summary);
    }
    return text.append(help_file("overview-end"));
}

}  // namespace evodoku::app
