// What the program prints about itself from the table of commands: the reference page, the man page, and completions
// for bash, zsh and fish.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <utility>

#include "commands.hpp"
#include "engine/text.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

/// Among the words of completions(): any file.
constexpr const char* files_mark = "<files>";

constexpr std::pair<const char*, std::string_view> exit_codes[] = {
    {"0", "all puzzles solved"},
    {"1", "some puzzles not solved; for compare, something is slower"},
    {"2", "wrong usage, an invalid setting, a checkpoint that can't be used, or not enough memory"},
    {"3", "a malformed puzzle, or givens that conflict"},
    {"4", "no usable device, or a device failed"},
    {"5", "input or output failed; or the last checkpoint could not be written"},
    {"6", "check found a wrong answer beside a puzzle"},
    {"70", "internal error, please report; or bench found that devices disagree"},
    {"129, 130, 143", "ended by SIGHUP, Ctrl-C or SIGTERM; results so far are written"},
    {"141", "the reader of standard output closed it, as head does"},
};

/// The options of one command without the two helps; the basic ones first.
std::vector<OptionInfo> ordered_options(const CommandInfo& command) {
    std::vector<OptionInfo> options = all_options(command);
    std::erase_if(options, [](const OptionInfo& option) { return option.name == "help" || option.name == "help-all"; });
    std::ranges::stable_partition(options, [](const OptionInfo& option) { return option.tier == Tier::basic; });
    return options;
}

std::string with_space(const std::string& word) { return word.empty() ? "" : " " + word; }

std::string with_capital(std::string text) {
    if (!text.empty() && 'a' <= text.front() && text.front() <= 'z') text.front() += 'A' - 'a';
    return text;
}

// --- Markdown ---

/// As a cell of a table.
std::string cell(const std::string& text) { return escaped(text, "|*_<", "\\"); }

/// A span of code in a cell.
std::string code(const std::string& text) { return text.empty() ? "" : "`" + escaped(text, "|", "\\") + "`"; }

std::string value_cell(const OptionInfo& option) {
    constexpr std::size_t few = 6;
    if (option.value == "OP" || option.choices.empty() || option.choices.size() > few) return code(option.value);
    std::string text;
    for (const std::string& choice : option.choices) text += (text.empty() ? "" : ", ") + code(choice);
    return text;
}

std::string option_table(const CommandInfo& command) {
    const std::vector<OptionInfo> options = ordered_options(command);
    if (options.empty()) return "It has no options.\n";
    std::string text = "| option | value | default | effect |\n|---|---|---|---|\n";
    for (const OptionInfo& option : options) {
        const std::string letter = option.letter == '\0' ? "" : code(fmt::format("-{}", option.letter)) + ", ";
        text += fmt::format("| {}{} | {} | {} | {} |\n", letter, code("--" + option.name), value_cell(option),
                            code(option.standard), cell(option.help));
    }
    const auto basic = std::ranges::count(options, Tier::basic, &OptionInfo::tier);
    if (static_cast<std::size_t>(basic) < options.size()) {
        text += fmt::format("\nThe first {} are the basic options.\n", basic);
    }
    return text;
}

// --- man(7) ---

/// As text of roff: its signs stand for themselves, and no line begins a macro.
std::string roff(std::string_view text) {
    static constexpr std::pair<char, const char*> signs[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                                                             {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
    std::string safe;
    bool begins = true;
    for (const char letter : text) {
        if (begins && (letter == '.' || letter == '\'')) safe += "\\&";
        begins = letter == '\n';
        const auto* const sign = std::ranges::find(signs, letter, &std::pair<char, const char*>::first);
        safe += sign == std::end(signs) ? std::string(1, letter) : sign->second;
    }
    return safe;
}

/// Lines that stay as they are.
std::string verbatim(const std::string& text) {
    if (text.empty()) return "";
    return ".PP\n.nf\n" + roff(text) + ".fi\n";
}

std::string man_options(const CommandInfo& command) {
    std::string text;
    for (const OptionInfo& option : ordered_options(command)) {
        const std::string letter = option.letter == '\0' ? "" : fmt::format("\\fB\\-{}\\fR, ", option.letter);
        const std::string value = option.value.empty() ? "" : " \\fI" + roff(option.value) + "\\fR";
        const std::string standard = option.standard.empty() ? "" : fmt::format("\n(default: {})", option.standard);
        text += fmt::format(".TP\n{}\\fB\\-\\-{}\\fR{}\n{}\n", letter, roff(option.name), value,
                            roff(option.help + standard));
    }
    return text;
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

/// docs/reference/options.md.
std::string markdown_page() {
    std::string text(markdown_head), chapters;
    for (const Command& command : all_commands()) {
        const CommandInfo info = info_of(command);
        text += fmt::format("| [`evodoku {0}`](#evodoku-{0}) | {1} |\n", info.name, cell(info.summary));
        chapters +=
            fmt::format("\n## evodoku {}\n\n{}. Usage: `evodoku {}{}{}`\n\n", info.name, with_capital(info.summary),
                        info.name, with_space(info.words), info.options.empty() ? "" : " [OPTION ...]");
        chapters += option_table(info);
        const std::string notes = info.notes + (info.notes.empty() || info.more.empty() ? "" : "\n") + info.more;
        if (!notes.empty()) chapters += "\n```text\n" + notes + "```\n";
    }
    chapters += markdown_end;
    for (const auto& [codes, meaning] : exit_codes) chapters += fmt::format("| {} | {} |\n", codes, meaning);
    return text + chapters;
}

/// evodoku.1, in the macros of man(7).
std::string man_page() {
    std::string text =
        fmt::format(".TH EVODOKU 1 \"\" \"evodoku {}\" \"User Commands\"\n.SH NAME\nevodoku \\- {}\n.SH SYNOPSIS\n",
                    roff(version), roff(purpose));
    std::string chapters;
    for (const Command& command : all_commands()) {
        const CommandInfo info = info_of(command);
        const std::string call = fmt::format("\\fBevodoku {}\\fR{}{}", roff(info.name), roff(with_space(info.words)),
                                             info.options.empty() ? "" : " [OPTION ...]");
        text += (chapters.empty() ? "" : ".br\n") + call + "\n";
        chapters += fmt::format(".SS evodoku {}\n{}.\n{}{}{}", roff(info.name), roff(with_capital(info.summary)),
                                man_options(info), verbatim(info.notes), verbatim(info.more));
    }
    text += man_description;
    text += chapters;
    text += man_end;
    for (const auto& [codes, meaning] : exit_codes) text += fmt::format(".TP\n.B {}\n{}\n", codes, roff(meaning));
    return text;
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
    info.options = {{{"markdown", "Pages", "print docs/reference/options.md"}},
                    {{"man", "Pages", "print the man page"}},
                    {{"completion", "Pages", "print a script that completes commands and options in bash, zsh or fish"},
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
    } else if (line.has("markdown")) {
        std::cout << markdown_page();
    } else if (line.has("man")) {
        std::cout << man_page();
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
