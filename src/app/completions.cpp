// Completions for bash, zsh and fish.
#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "engine/nearest.hpp"

namespace evodoku::app {
namespace {

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

bool takes_files(const OptionInfo& option) { return option.value == "FILE"; }

/// Words of a command besides options: a few to choose from, files, or none.
bool takes_files(const CommandInfo& command) { return !command.words.empty() && command.choices.empty(); }

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const Command& command : all_commands()) names.emplace_back(command.name);
    return names;
}

/// `text` with `sign` before each of `letters`.
std::string escaped(const std::string& text, std::string_view letters, const std::string& sign) {
    std::string safe;
    for (const char letter : text) {
        if (letters.find(letter) != std::string_view::npos) safe += sign;
        safe += letter;
    }
    return safe;
}

// --- bash ---

constexpr const char* bash_head =
    R"(# Completions of evodoku for bash; printed by: evodoku help --completion bash
# shellcheck disable=SC2207  # names of this program are words; file names are lines
_evodoku() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words=
    COMPREPLY=()
    if [[ $word == '=' ]]; then  # --option=, which bash takes apart
        word=
    elif [[ $before == '=' ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
    fi
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "@commands help --help --version" -- "$word"))
        return
    fi
    case $command:$before in
)";

constexpr const char* bash_end =
    R"(        *) return ;;
    esac
    if [[ $words == '<files>' ]]; then
        compopt -o filenames 2>/dev/null
        local IFS=$'\n'
        COMPREPLY=($(compgen -f -- "$word"))
    else
        COMPREPLY=($(compgen -W "$words" -- "$word"))
    fi
}
complete -F _evodoku evodoku
)";

/// "--device|-d".
std::string bash_pattern(const CommandInfo& command, const OptionInfo& option) {
    std::string text = fmt::format("{}:--{}", command.name, option.name);
    if (option.letter != '\0') text += fmt::format(" | {}:-{}", command.name, option.letter);
    return text;
}

std::string bash_script() {
    std::string head = bash_head, values, commands;
    const std::string mark = "@commands";
    head.replace(head.find(mark), mark.size(), joined(command_names()));
    for (const Command& each : all_commands()) {
        const CommandInfo command = info_of(each);
        std::vector<std::string> names;
        for (const OptionInfo& option : all_options(command)) {
            names.push_back("--" + option.name);
            if (option.value.empty()) continue;
            const std::string words = takes_files(option) ? "<files>" : joined(option.choices);
            values += fmt::format("        {}) words='{}' ;;\n", bash_pattern(command, option), words);
        }
        const std::string others = takes_files(command) ? "<files>" : joined(command.choices);
        commands += fmt::format("        {0}:*) if [[ $word == -* ]]; then words='{1}'; else words='{2}'; fi ;;\n",
                                command.name, joined(names), others);
    }
    commands += fmt::format("        help:*) words='{}' ;;\n", joined(command_names()));
    return head + values + commands + bash_end;
}

// --- zsh ---

/// In single quotes.
std::string zsh_quoted(const std::string& text) {
    std::string safe;
    for (const char letter : text) safe += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return "'" + safe + "'";
}

std::string zsh_option(const OptionInfo& option) {
    const std::string help = "[" + escaped(option.help, "[]:\\", "\\") + "]";
    std::string value;
    if (!option.value.empty()) {
        value = ":" + escaped(option.value, ":\\", "\\") + ":";
        if (takes_files(option)) value += "_files";
        if (!option.choices.empty()) value += "(" + escaped(joined(option.choices), ":", "\\") + ")";
    }
    const std::string sign = option.value.empty() ? "" : "=";
    std::string text = zsh_quoted("--" + option.name + sign + help + value);
    if (option.letter != '\0') {
        text += " " + zsh_quoted(fmt::format("-{}{}", option.letter, option.value.empty() ? "" : "+") + help + value);
    }
    return text;
}

std::string zsh_script() {
    std::string list, cases;
    for (const Command& each : all_commands()) {
        const CommandInfo command = info_of(each);
        list += "        " + zsh_quoted(command.name + ":" + escaped(command.summary, ":\\", "\\")) + "\n";
        cases += fmt::format("    {})\n        _arguments -s", command.name);
        for (const OptionInfo& option : all_options(command)) cases += " \\\n            " + zsh_option(option);
        if (takes_files(command)) cases += " \\\n            '*:file:_files'";
        if (!command.choices.empty())
            cases += " \\\n            " + zsh_quoted("*:word:(" + joined(command.choices) + ")");
        cases += "\n        ;;\n";
    }
    return "#compdef evodoku\n# Completions of evodoku for zsh; printed by: evodoku help --completion zsh\n"
           "_evodoku() {\n"
           "    local -a commands\n"
           "    commands=(\n" +
           list +
           "    )\n"
           "    if ((CURRENT == 2)); then\n"
           "        _describe command commands\n"
           "        return\n"
           "    fi\n"
           "    shift words\n"
           "    ((CURRENT--))\n"
           "    case $words[1] in\n"
           "    help) _describe command commands ;;\n" +
           cases + "    esac\n}\n_evodoku \"$@\"\n";
}

// --- fish ---

std::string fish_quoted(const std::string& text) { return "'" + escaped(text, "'\\", "\\") + "'"; }

std::string fish_script() {
    std::string text =
        "# Completions of evodoku for fish; printed by: evodoku help --completion fish\ncomplete -c evodoku -f\n";
    for (const Command& each : all_commands()) {
        const CommandInfo command = info_of(each);
        text += fmt::format("complete -c evodoku -n __fish_use_subcommand -a {} -d {}\n", command.name,
                            fish_quoted(command.summary));
        const std::string here =
            fmt::format("complete -c evodoku -n {}", fish_quoted("__fish_seen_subcommand_from " + command.name));
        if (takes_files(command)) text += here + " -F\n";
        if (!command.choices.empty()) text += fmt::format("{} -a {}\n", here, fish_quoted(joined(command.choices)));
        for (const OptionInfo& option : all_options(command)) {
            text += fmt::format("{} -l {}", here, option.name);
            if (option.letter != '\0') text += fmt::format(" -s {}", option.letter);
            if (takes_files(option)) {
                text += " -r -F";
            } else if (!option.value.empty()) {
                text += " -x";
            }
            if (!option.choices.empty()) text += " -a " + fish_quoted(joined(option.choices));
            text += " -d " + fish_quoted(option.help) + "\n";
        }
    }
    return text + fmt::format(
                      "complete -c evodoku -n __fish_use_subcommand -a help -d 'the help of a command'\n"
                      "complete -c evodoku -n '__fish_seen_subcommand_from help' -a {}\n",
                      fish_quoted(joined(command_names())));
}

}  // namespace

std::string completion_script(const std::string& shell) {
    if (shell == "bash") return bash_script();
    if (shell == "zsh") return zsh_script();
    if (shell == "fish") return fish_script();
    throw UsageError(fmt::format("help --completion is '{}'; allowed: bash, zsh, fish{}", shell,
                                 suggestion(shell, {"bash", "zsh", "fish"})));
}

}  // namespace evodoku::app
