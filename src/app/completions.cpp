// Words that may complete a command line: the scripts for bash, zsh and fish ask for them.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"

namespace evodoku::app {
namespace {

/// Among the words of completions(): any file.
constexpr const char* files_mark = "<files>";

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

}  // namespace evodoku::app
