// The table of commands, the one parser of command lines, on cxxopts, and the help; `evodoku help`, with a listing as
// JSON, from which scripts/docs/make-reference makes docs/reference/options.md.
#include "commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cxxopts.hpp>
#include <filesystem>
#include <iostream>

#include "engine/text.hpp"
#include "io/json.hpp"
#include "io/puzzle_writer.hpp"

namespace evodoku {

void describe(auto& fields, const Option& option) {
    fields("name", option.name);
    fields("letter", option.letter == '\0' ? "" : std::string(1, option.letter));
    fields("value", option.value);
    fields("choices", option.choices);
    fields("default", option.standard);
    fields("basic", option.is(basic));
    fields("help", option.help);
}

namespace app {

// Each command has two functions: its options, and its action.
Describe solve_options, check_options, convert_options, count_options, generate_options, evaluate_options,
    score_options, experiment_options, presets_options, operators_options, check_operator_options, bench_options,
    compare_options, report_options, info_options, help_options;
Action run_solve, run_check, run_convert, run_count, run_generate, run_evaluate, run_score, run_experiment, run_presets,
    run_operators, run_check_operator, run_bench, run_compare, run_report, run_info, run_help;

std::span<const Command> all_commands() {
    // In the order of first use. `./run --help` reads these lines: one row per line.
    // clang-format off
    static constexpr Command commands[] = {
        {"solve", "[FILE ...] [-]", "solve puzzles from files, standard input or --puzzle",
         solve_options, run_solve, OnRanks::together},
        {"check", "[FILE ...] [-]", "check puzzles: conflicts, number of solutions, and what logic leaves",
         check_options, run_check},
        {"convert", "[FILE ...] [-]", "convert puzzles to another format",
         convert_options, run_convert},
        {"count", "[FILE ...] [-]", "count solutions: exactly, or by population annealing with an interval",
         count_options, run_count, OnRanks::together},
        {"generate", "", "make puzzles of 4 x 4 to 49 x 49 from a seed",
         generate_options, run_generate},
        {"evaluate", "[FILE ...] [-]", "score boards of other programs: costs and conflicts",
         evaluate_options, run_evaluate},
        {"score", "[FILE ...] [-]", "score answers of other programs to many puzzles: shares, groups, leaks",
         score_options, run_score},
        {"experiment", "PLAN.toml", "run puzzles x configurations x seeds, with a table of statistics",
         experiment_options, run_experiment, OnRanks::together},
        {"presets", "[show NAME]", "list the built-in configurations",
         presets_options, run_presets},
        {"operators", "[NAME]", "list the operators with parameters, ranges and defaults, and when to use each",
         operators_options, run_operators},
        {"check-operator", "FILE.so [NAME]", "try operators of your own, with an example of what they do not keep",
         check_operator_options, run_check_operator},
        {"bench", "", "benchmark the devices of this machine; results are verified before timing",
         bench_options, run_bench},
        {"compare", "A.json B.json", "compare two benchmark results: faster, slower or the same",
         compare_options, run_compare},
        {"report", "FILE ...", "make a page with charts and statistics of histories, results and benchmarks",
         report_options, run_report},
        {"info", "", "show how the program was built, and the devices that it finds",
         info_options, run_info, OnRanks::each},
        {"help", "[COMMAND]", "show the basic options of a command",
         help_options, run_help},
    };
    // clang-format on
    return commands;
}

namespace {

constexpr std::size_t width = 116;

/// With --help and --help-all.
std::vector<Option> all_options(const Command& command) {
    std::vector<Option> all = command.options();
    const auto is_basic = [](const Option& option) { return option.is(basic); };
    if (std::ranges::none_of(all, is_basic)) {  // then all are
        for (Option& option : all) option.uses |= basic;
    }
    const bool has_more = !std::ranges::all_of(all, is_basic);
    const std::string group = all.empty() ? "" : all.back().group;
    const char* help = has_more ? "the options that most people need" : "this text";
    all.push_back({{"help", group, help, 'h', basic}});
    all.push_back({{"help-all", group, fmt::format("all {} options", all.size() + 1), '\0', has_more ? basic : 0u}});
    return all;
}

cxxopts::Options for_cxxopts(const Command& command) {
    cxxopts::Options options(command.call());
    for (const Option& option : all_options(command)) {
        const std::string names =
            option.letter == '\0' ? option.name : fmt::format("{},{}", option.letter, option.name);
        // Values are read as text, so that messages can repeat them as written.
        const auto value = option.value.empty() ? cxxopts::value<bool>() : cxxopts::value<std::string>();
        options.add_options()(names, "", value);
    }
    options.add_options()("words", "", cxxopts::value<std::vector<std::string>>());
    options.parse_positional({"words"});
    options.allow_unrecognised_options();
    return options;
}

[[noreturn]] void refuse_option(const Command& command, const std::string& word) {
    const std::string option = word.substr(0, word.find('=', 2));
    const std::string name = option.substr(std::min(option.find_first_not_of('-'), option.size()));
    std::vector<std::string> names;
    std::string hint;
    for (const Option& known : all_options(command)) {
        names.push_back(known.name);
        if (known.value == "OP" && name.starts_with(known.name + "-"))
            hint = fmt::format(" (write --{} NAME:{}=...)", known.name, name.substr(known.name.size() + 1));
    }
    if (hint.empty()) hint = suggestion(name, names);
    if (const std::size_t quote = hint.find('\''); quote != std::string::npos) hint.insert(quote + 1, "--");
    throw SettingError(fmt::format("unknown option '{}'{}; see {} --help", option, hint, command.call()));
}

/// Lines of at most `room` characters.
std::vector<std::string> wrapped(std::string_view text, std::size_t room) {
    std::vector<std::string> lines;
    while (text.size() > room) {
        std::size_t end = text.rfind(' ', room);
        if (end == std::string_view::npos || end == 0) end = room;
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(text.size(), end + (text[end] == ' ')));
    }
    lines.emplace_back(text);
    return lines;
}

std::string left_column(const Option& option) {
    const std::string letter = option.letter == '\0' ? "    " : fmt::format("-{}, ", option.letter);
    return fmt::format("  {}--{}{}{}", letter, option.name, option.value.empty() ? "" : " ", option.value);
}

/// What is below the options: help/NAME.txt, and below `all` of them help/NAME-more.txt.
std::string notes_of(const Command& command, bool all) {
    std::string notes = help_file(command.name), forms;
    for (const io::OutputForm& form : io::output_forms()) forms += fmt::format("  {:<11} {}\n", form.name, form.help);
    if (command.name == "convert") notes = fmt::format(fmt::runtime(notes), forms);
    const std::string more = all ? help_file(std::string(command.name) + "-more") : "";
    return notes + (more.empty() ? "" : "\n") + more;
}

}  // namespace

CommandLine read_command_line(const Command& command, int argc, const char* const* argv) try {
    const cxxopts::ParseResult result = for_cxxopts(command).parse(argc, argv);
    CommandLine line;
    line.help = result.count("help") != 0;
    line.help_all = result.count("help-all") != 0;
    if (line.help || line.help_all) return line;
    for (const std::string& word : result.unmatched()) refuse_option(command, word);
    const bool has_separator = std::find(argv, argv + argc, std::string_view("--")) != argv + argc;
    for (const cxxopts::KeyValue& argument : result.arguments()) {
        if (argument.key() != "words") {
            line.arguments.push_back({argument.key(), argument.value(), "--" + argument.key()});
            if (argument.value().empty())
                throw SettingError(fmt::format("--{} is empty; give it a value, or leave it out", argument.key()));
            continue;
        }
        const std::string& word = argument.value();
        if (word.empty()) throw SettingError(fmt::format("{}: an argument is empty", command.name));
        if (word.size() > 1 && word.starts_with('-') && !has_separator) refuse_option(command, word);
        if (command.words.empty()) {
            throw SettingError(fmt::format("{}: unexpected '{}'; see {} --help", command.name, word, command.call()));
        }
        line.arguments.push_back({"", word, ""});
        line.words.push_back(word);
    }
    return line;
} catch (const cxxopts::exceptions::exception& error) {
    std::string message = io::rewritten(error.what(), [](const io::Character& character, std::string_view bytes) {
        return character.code == 0x2018 || character.code == 0x2019 ? "'" : bytes;  // as every terminal shows them
    });
    if (const std::size_t end = message.find("' is missing an argument"); end != std::string::npos)
        message = fmt::format("option '{}' needs a value", message.substr(0, end).substr(message.find('\'') + 1));
    throw SettingError(fmt::format("{}; see {} --help", message, command.call()));
}

std::string help_text(const Command& command, bool all) {
    std::vector<Option> shown = all_options(command);
    if (!all) std::erase_if(shown, [](const Option& option) { return !option.is(basic); });
    std::size_t left = 0;
    for (const Option& option : shown) left = std::max(left, left_column(option).size() + 2);
    std::string text = fmt::format("{}{}{} [OPTION ...] - {}\n", command.call(), command.words.empty() ? "" : " ",
                                   command.words, command.summary);
    std::optional<std::string> group;  // of the option before
    for (const Option& option : shown) {
        if (std::exchange(group, option.group) != option.group) {
            text += option.group.empty() ? "\n" : fmt::format("\n{}\n", option.group);
        }
        const std::string standard = option.standard.empty() ? "" : fmt::format(" (default: {})", option.standard);
        std::string column = left_column(option);
        for (const std::string& line : wrapped(option.help + standard, width - left)) {
            text += fmt::format("{:<{}}{}\n", column, left, line);
            column.clear();
        }
    }
    const std::string notes = notes_of(command, all);
    return text + (notes.empty() ? "" : "\n") + notes;
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

/// With its options, except the two helps; the basic ones first.
void describe(auto& fields, const Command& command) {
    std::vector<Option> options = all_options(command);
    std::erase_if(options, [](const Option& option) { return option.name.starts_with("help"); });
    std::ranges::stable_partition(options, [](const Option& option) { return option.is(basic); });
    fields("name", command.name);
    fields("words", command.words);
    fields("summary", command.summary);
    fields("options", options);
    fields("notes", notes_of(command, true));
}

std::vector<Option> help_options() { return {{{"json", "", "print every command with its options as JSON"}}}; }

int run_help(const std::string&, const CommandLine& line) {
    const std::vector<std::string>& words = line.words;
    if (line.arguments.size() > 1) {
        throw SettingError("help takes one command or one option; see evodoku help --help-all");
    }
    if (line.arguments.empty()) {
        std::cout << overview();
    } else if (line.is_on("json")) {
        std::cout << io::indented_json(io::json_of(all_commands())) << '\n';
    } else {
        const auto command = std::ranges::find(all_commands(), words.front(), &Command::name);
        if (command == all_commands().end()) refuse_command(words.front());
        std::cout << help_text(*command, false);
    }
    return all_solved;
}

}  // namespace app

}  // namespace evodoku
