// The one parser of command lines, on cxxopts, and the help.
#include "command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cxxopts.hpp>

#include "engine/text.hpp"

namespace evodoku::app {
namespace {

constexpr std::size_t width = 116;

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

}  // namespace

std::vector<Option> all_options(const Command& command) {
    std::vector<Option> all = command.info().options;
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

CommandLine read_command_line(const Command& command, int argc, const char* const* argv) try {
    const cxxopts::ParseResult result = for_cxxopts(command).parse(argc, argv);
    CommandLine line;
    line.help = result.count("help") != 0;
    line.help_all = result.count("help-all") != 0;
    if (line.help || line.help_all) return line;
    for (const std::string& word : result.unmatched()) refuse_option(command, word);
    const std::vector<Option> options = all_options(command);
    const bool has_separator = std::find(argv, argv + argc, std::string_view("--")) != argv + argc;
    for (const cxxopts::KeyValue& argument : result.arguments()) {
        if (argument.key() != "words") {
            line.arguments.push_back({argument.key(), argument.value(), "--" + argument.key()});
            const std::string& value = std::ranges::find(options, argument.key(), &Option::name)->value;
            if (argument.value().empty() && (value.starts_with("FILE") || value.starts_with("FOLDER"))) {
                throw SettingError(fmt::format("--{} is empty; give it a name, or leave it out", argument.key()));
            }
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
    const CommandInfo info = command.info();
    if (!info.notes.empty()) text += "\n" + info.notes;
    if (all && !info.more.empty()) text += "\n" + info.more;
    return text;
}

}  // namespace evodoku::app
