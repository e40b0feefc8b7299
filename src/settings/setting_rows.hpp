// Rows of tables of settings by the kind of their value: how the value is read from text and written back.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "settings/setting.hpp"
#include "settings/setting_values.hpp"

namespace evodoku {

/// The names of a row and its place in the help.
struct Words {
    std::string name, group, help;
    char letter = '\0';
    Tier tier = Tier::advanced;
    std::vector<std::string> old_names = {};
    std::string hashed_as = {};
};

/// `value`: its name in the help.
template <class Target, class Read, class Write>
Setting<Target> make_row(Words words, std::string value, Read read, Write write) {
    return {std::move(words.name),     std::move(value), std::move(words.group),
            std::move(words.help),     words.letter,     std::move(read),
            std::move(write),          words.tier,       std::move(words.old_names),
            std::move(words.hashed_as)};
}

/// The same row for settings that include those of its table.
template <class Target, class Part>
Setting<Target> row_for(const Setting<Part>& row) {
    return {row.name,  row.value, row.group,     row.help,      row.letter,  row.read,
            row.write, row.tier,  row.old_names, row.hashed_as, row.choices, row.hashed_text};
}

/// With words to choose from, for completions and the reference. The row itself checks what it reads.
template <class Target>
Setting<Target> with_choices(Setting<Target> row, std::vector<std::string> choices) {
    row.choices = std::move(choices);
    return row;
}

template <class Target>
Setting<Target> flag_row(Words words, bool Target::*field) {
    return make_row<Target>(
        std::move(words), "",
        [=](Target& target, std::string_view label, std::string_view text) { target.*field = read_flag(label, text); },
        [=](const Target& target) { return std::string(target.*field ? "true" : "false"); });
}

/// A whole number lowest..highest.
template <class Target, class Number>
Setting<Target> count_row(Words words, Number Target::*field, std::uint64_t lowest, std::uint64_t highest) {
    return make_row<Target>(
        std::move(words), "N",
        [=](Target& target, std::string_view label, std::string_view text) {
            target.*field = static_cast<Number>(read_count(label, text, lowest, highest));
        },
        [=](const Target& target) { return std::to_string(target.*field); });
}

/// Any text; it is checked where it is used.
template <class Target>
Setting<Target> text_row(Words words, std::string value, std::string Target::*field) {
    return make_row<Target>(
        std::move(words), std::move(value),
        [=](Target& target, std::string_view, std::string_view text) { target.*field = text; },
        [=](const Target& target) { return target.*field; });
}

/// One of a few words.
template <class Target, class Choice>
Setting<Target> choice_row(Words words, std::string value, Choice Target::*field, Choices<Choice> choices) {
    Setting<Target> row = make_row<Target>(
        std::move(words), std::move(value),
        [=](Target& target, std::string_view label, std::string_view text) {
            target.*field = read_choice(label, text, choices);
        },
        [=](const Target& target) { return write_choice(target.*field, choices); });
    return with_choices(std::move(row), words_of(choices));
}

}  // namespace evodoku
