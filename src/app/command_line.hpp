// The command line of a command: one declaration per option, for the parser, both helps, and everything else that lists
// options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

struct CommandInfo {
    std::vector<Option> options = {};  ///< except --help and --help-all, which every command has
    std::string notes = {};            ///< below the options, in both helps
    std::string more = {};             ///< below the notes, in --help-all
};

struct CommandLine {
    /// Options, labelled as written ("--restart-after"); words have no name. In their order.
    std::vector<Assignment> arguments;
    std::vector<std::string> words;
    bool help = false, help_all = false;

    bool has(std::string_view name) const { return last(arguments, name) != nullptr; }
    /// What set a setting that is not at its default, for messages: "--device" or "EVODOKU_DEVICE".
    std::string label_of(const std::string& name) const { return has(name) ? "--" + name : variable_of(name); }
};

using Describe = CommandInfo();
/// Makes a command and returns an exit code. `program`: as it was called, for the command that replays a run.
using Action = int(const std::string& program, const CommandLine& line);

/// What processes that were started together make of a command: rank 0 alone, each for itself, or all one run.
enum class OnRanks { first, each, together };

struct Command {
    std::string_view name;     ///< "solve"
    std::string_view words;    ///< its arguments other than options: "[FILE ...] [-]"; empty: none
    std::string_view summary;  ///< its purpose, in one line
    Describe* info;
    Action* run;
    OnRanks on_ranks = OnRanks::first;

    std::string call() const { return "evodoku " + std::string(name); }
};

/// With --help and --help-all.
std::vector<Option> all_options(const Command& command);

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

}  // namespace evodoku::app
