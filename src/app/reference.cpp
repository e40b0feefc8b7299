// What the program says about itself from the table of commands: help, completions for bash, zsh and fish, and a
// listing as JSON, from which scripts/docs/make-reference makes docs/reference/options.md.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "commands.hpp"
#include "engine/text.hpp"
#include "io/json.hpp"

namespace evodoku::app {
namespace {

/// Among the words of completions(): any file.
constexpr const char* files_mark = "<files>";

/// The options of one command without the two helps; the basic ones first.
std::vector<OptionInfo> ordered_options(const CommandInfo& command) {
    std::vector<OptionInfo> options = all_options(command);
    std::erase_if(options, [](const OptionInfo& option) { return option.name == "help" || option.name == "help-all"; });
    std::ranges::stable_partition(options, [](const OptionInfo& option) { return option.tier == Tier::basic; });
    return options;
}

/// Every command with its options.
std::string json_listing() {
    const auto of_option = [](const OptionInfo& option) {
        io::Record json;
        json.put("name", option.name);
        json.put("letter", option.letter == '\0' ? "" : std::string(1, option.letter));
        json.put("value", option.value);
        json.put("choices", option.choices);
        json.put("default", option.standard);
        json.put("basic", option.tier == Tier::basic);
        json.put("help", option.help);
        return json.on_one_line();
    };
    return io::json_list_of(all_commands(), [&](const Command& command) {
        const CommandInfo info = info_of(command);
        io::Record json;
        json.put("name", info.name);
        json.put("words", info.words);
        json.put("summary", info.summary);
        json.put_json("options", io::json_list_of(ordered_options(info), of_option));
        json.put("notes", info.notes + (info.notes.empty() || info.more.empty() ? "" : "\n") + info.more);
        return json.on_one_line();
    });
}

// --- completions: scripts that ask the program for the words ---

/// The script for a shell. Throws SettingError for others than bash, zsh and fish.
std::string_view completion_script(const std::string& shell) {
    if (shell == "bash") return bash_script;
    if (shell == "zsh") return zsh_script;
    if (shell == "fish") return fish_script;
    throw SettingError(fmt::format("help --completion is '{}'; allowed: bash, zsh, fish{}", shell,
                                   suggestion(shell, {"bash", "zsh", "fish"})));
}

using Candidates = std::vector<std::pair<std::string, std::string>>;  ///< words, each with its help

/// What may follow `before`, the last whole word, in the command line of a command.
Candidates words_after(const CommandInfo& command, const std::string& before, bool begins_option) {
    Candidates options, values;
    std::vector<std::string> words = command.choices;
    if (!command.words.empty() && words.empty()) words = {files_mark};
    for (const OptionInfo& option : all_options(command)) {
        const std::string name = "--" + option.name, letter{'-', option.letter};
        options.emplace_back(name, option.help);
        if (option.letter != '\0') options.emplace_back(letter, option.help);
        if (option.value.empty() || (before != name && before != letter)) continue;
        begins_option = false;
        words = option.value == "FILE" ? std::vector<std::string>{files_mark} : option.choices;
    }
    for (const std::string& word : words) values.emplace_back(word, "");
    return begins_option ? options : values;
}

}  // namespace

std::string completions(std::vector<std::string> words) {
    if (words.empty()) words.emplace_back();
    std::string typed = words.back(), option;  // the word to complete; "--option=" before a value
    words.pop_back();
    if (typed == "=") typed.clear();  // bash takes --option=word apart
    std::erase(words, "=");
    if (const std::size_t equals = typed.find('='); typed.starts_with("--") && equals != typed.npos) {
        words.push_back(typed.substr(0, equals));
        option = typed.substr(0, equals + 1);
        typed.erase(0, equals + 1);
    }
    Candidates all;
    if (words.empty()) all = {{"--help", "the commands"}, {"--version", "the version of the program"}};
    for (const Command& command : all_commands()) {
        if (words.empty()) all.emplace_back(command.name, command.summary);
        if (words.empty() || command.name != words.front()) continue;
        all = words_after(info_of(command), words.size() == 1 ? "" : words.back(), typed.starts_with('-'));
    }
    std::string text;
    for (const auto& [word, help] : all) {
        if (word == files_mark) return word + "\n";
        if (word.starts_with(typed)) text += fmt::format("{}{}\t{}\n", option, word, help);
    }
    return text;
}

CommandInfo help_info() {
    CommandInfo info;
    info.options = {{{"json", "", "print every command with its options as JSON"}},
                    {{"completion", "", "print a script that completes commands and options in bash, zsh or fish"},
                     "SHELL",
                     "",
                     {"bash", "zsh", "fish"}}};
    for (const Command& command : all_commands()) info.choices.emplace_back(command.name);
    return info;
}

int run_help(const std::string&, const CommandLine& line) {
    const std::vector<std::string>& words = line.words;
    if (line.arguments.size() > 1) {
        throw SettingError("help takes one command or one option; see evodoku help --help-all");
    }
    if (line.arguments.empty()) {
        std::cout << overview();
    } else if (line.has("json")) {
        std::cout << io::indented_json(json_listing()) << '\n';
    } else if (line.has("completion")) {
        std::cout << completion_script(line.arguments.front().text);
    } else {
        const auto command = std::ranges::find(all_commands(), words.front(), &Command::name);
        if (command == all_commands().end()) refuse_command(words.front());
        std::cout << help_text(info_of(*command), false);
    }
    return all_solved;
}

}  // namespace evodoku::app
