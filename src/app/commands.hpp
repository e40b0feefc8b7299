// Command lines and the subcommands, with one declaration per option for the parser, both helps, and everything else
// that lists options; errors and exit codes. With what it includes, the header of a command.
#pragma once

#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/engine/errors.hpp"
#include "files/written_file.hpp"
#include "output.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::app {

template <class Settings>
Setting<Settings> when_row(Words words, When Settings::*field) {
    return choice_row<Settings>(std::move(words), "WHEN", field,
                                {{"auto", When::automatic}, {"always", When::always}, {"never", When::never}});
}

/// The option --progress, the same for every command that has it. `group`: of the help.
template <class Settings>
Setting<Settings> progress_row(When Settings::*field, const std::string& group = "") {
    return when_row<Settings>({"progress", group,
                               "the live view: always, never or auto; auto = on a terminal in the foreground, "
                               "without a terminal a line every 10 s",
                               '\0', of_messages},
                              field);
}

/// The options of a table of settings, with the defaults of its target.
template <class Target>
std::vector<Option> options_of(const SettingTable<Target>& table) {
    const Target defaults;
    std::vector<Option> options;
    for (const Setting<Target>& setting : table) {
        options.push_back(setting);
        if (!setting.is_flag()) options.back().standard = setting.write(defaults);
    }
    return options;
}

struct CommandLine {
    /// Options, labelled as written ("--restart-after"); words have no name. In their order.
    std::vector<Assignment> arguments;
    std::vector<std::string> words;
    bool help = false, help_all = false;

    bool has(std::string_view name) const { return last(arguments, name) != nullptr; }
    /// A flag, which may be given as --json=false.
    bool is_on(std::string_view name) const {
        return has(name) && last(arguments, name)->text != "false" && last(arguments, name)->text != "0";
    }
    /// What set a setting that is not at its default, for messages: "--device" or "EVODOKU_DEVICE".
    std::string label_of(const std::string& name) const { return has(name) ? "--" + name : variable_of(name); }
};

/// The options of a command, except --help and --help-all, which every one has.
using Describe = std::vector<Option>();
/// Makes a command and returns an exit code. `program`: as it was called, for the command that replays a run.
using Action = int(const std::string& program, const CommandLine& line);

/// What processes that were started together make of a command: rank 0 alone, each for itself, or all one run.
enum class OnRanks { first, each, together };

struct Command {
    std::string_view name;     ///< "solve"
    std::string_view words;    ///< its arguments other than options: "[FILE ...] [-]"; empty: none
    std::string_view summary;  ///< its purpose, in one line
    Describe* options;
    Action* run;
    OnRanks on_ranks = OnRanks::first;

    std::string call() const { return "evodoku " + std::string(name); }
};

std::span<const Command> all_commands();
/// Throws SettingError for a missing command, or a word that names none.
[[noreturn]] void refuse_command(const std::string& word);

/// `argv[0]`: the command. A request for help takes precedence over every error except a missing value. Throws
/// SettingError: unknown options with the nearest name, words for a command that takes none.
CommandLine read_command_line(const Command& command, int argc, const char* const* argv);

/// The settings of a command line, above the device and the threads of the environment. Throws SettingError.
template <class Target>
Target read_settings(const SettingTable<Target>& table, const CommandLine& line, Target target = {},
                     Environment from = Environment::ignored) {
    if (from == Environment::read) assign(target, table, from_environment({"device", "threads"}));
    assign(target, table, line.arguments);
    return target;
}

/// --help: the basic options; --help-all: all of them.
std::string help_text(const Command& command, bool all);

/// evodoku --help: the commands, one per line.
std::string overview();

/// The text of src/app/help/NAME.txt, empty if there is none: notes of a command, beginnings and ends of pages.
std::string help_file(std::string_view name);

enum ExitCode : int {
    all_solved = 0,
    some_not_solved = 1,   // within the budget, or there is no solution
    some_slower = 1,       // of `evodoku compare`
    nothing_measured = 1,  // of `evodoku bench`
    some_failed = 1,       // of `evodoku check-operator`
    some_in_doubt = 1,     // of `evodoku count`
    some_not_made = 1,     // of `evodoku generate`
    usage_error = 2,
    bad_puzzle = 3,  // malformed, or givens that conflict
    no_usable_device = 4,
    input_output_error = 5,
    wrong_answer = 6,   // of `evodoku check`: in the input
    defect = 70,        // an error in this program, such as a wrong solution rejected by the verifier
    interrupted = 128,  // plus the number of the signal: 129, 130, 143
};

/// Standard output is a pipe without a reader, as with `| head`: the program ends quietly.
class ClosedOutput : public std::exception {};

}  // namespace evodoku::app
