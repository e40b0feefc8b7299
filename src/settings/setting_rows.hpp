// Rows of tables of settings by the kind of their value: how the value is read from text and written back.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "evodoku/core/amount.hpp"
#include "settings/setting.hpp"

namespace evodoku {

// These throw SettingError; `label` is the setting's name in it.
/// A whole number lowest..highest.
std::uint64_t read_count(std::string_view label, std::string_view text, std::uint64_t lowest, std::uint64_t highest);
/// A count, or a share.
Amount read_amount(std::string_view label, std::string_view text);
/// A share from 0 to 1, written 0.05 or 5%.
double read_share(std::string_view label, std::string_view text);
/// true or false, also written 1 or 0.
bool read_flag(std::string_view label, std::string_view text);
/// One of a few words: its place in `words`.
std::size_t read_word(std::string_view label, std::string_view text, const std::vector<std::string>& words);

/// The words of an enumeration, each with its value.
template <class Choice>
using Choices = std::vector<std::pair<std::string, Choice>>;

template <class Choice>
std::vector<std::string> words_of(const Choices<Choice>& choices) {
    std::vector<std::string> words;
    for (const auto& [word, choice] : choices) words.push_back(word);
    return words;
}

template <class Choice>
Choice read_choice(std::string_view label, std::string_view text, const Choices<Choice>& choices) {
    return choices[read_word(label, text, words_of(choices))].second;
}

template <class Choice>
std::string write_choice(Choice value, const Choices<Choice>& choices) {
    for (const auto& [word, choice] : choices) {
        if (choice == value) return word;
    }
    return "";
}

/// The name of a row and its place in the help.
struct Words {
    std::string name, group, help;
    char letter = '\0';
    Tier tier = Tier::advanced;
    unsigned uses = 0;
};

/// `value`: its name in the help.
template <class Target, class Read, class Write>
Setting<Target> make_row(Words words, std::string value, Read read, Write write,
                         std::vector<std::string> choices = {}) {
    return {std::move(words.name),
            std::move(value),
            std::move(words.group),
            std::move(words.help),
            words.letter,
            words.tier,
            words.uses,
            std::move(read),
            std::move(write),
            std::move(choices)};
}

/// A row of settings that are part of the target, with more uses.
template <class Target, class Part>
Setting<Target> row_for(const Setting<Part>& row, unsigned more_uses = 0) {
    return {row.name, row.value, row.group,  row.help, row.letter, row.tier, row.uses | more_uses,
            row.read, row.write, row.choices};
}

/// With words to choose from, for completions and the reference. The row itself checks what it reads.
template <class Target>
Setting<Target> with_choices(Setting<Target> row, std::vector<std::string> choices) {
    row.choices = std::move(choices);
    return row;
}

// In the following, `field` is a member of the target, or a function of the target that returns a reference.
template <class Target, class Field>
using FieldOf = std::remove_cvref_t<std::invoke_result_t<Field, Target&>>;

template <class Target, class Field>
Setting<Target> flag_row(Words words, Field field) {
    return make_row<Target>(
        std::move(words), "",
        [=](Target& target, std::string_view label, std::string_view text) {
            std::invoke(field, target) = read_flag(label, text);
        },
        [=](const Target& target) { return std::string(std::invoke(field, target) ? "true" : "false"); });
}

/// A whole number lowest..highest.
template <class Target, class Field>
Setting<Target> count_row(Words words, Field field, std::uint64_t lowest, std::uint64_t highest) {
    return make_row<Target>(
        std::move(words), "N",
        [=](Target& target, std::string_view label, std::string_view text) {
            std::invoke(field, target) = static_cast<FieldOf<Target, Field>>(read_count(label, text, lowest, highest));
        },
        [=](const Target& target) { return std::to_string(std::invoke(field, target)); });
}

/// Any text; it is checked where it is used.
template <class Target, class Field>
Setting<Target> text_row(Words words, std::string value, Field field) {
    return make_row<Target>(
        std::move(words), std::move(value),
        [=](Target& target, std::string_view, std::string_view text) { std::invoke(field, target) = text; },
        [=](const Target& target) { return std::invoke(field, target); });
}

/// One of a few words.
template <class Target, class Field>
Setting<Target> choice_row(Words words, std::string value, Field field, Choices<FieldOf<Target, Field>> choices) {
    return make_row<Target>(
        std::move(words), std::move(value),
        [=](Target& target, std::string_view label, std::string_view text) {
            std::invoke(field, target) = read_choice(label, text, choices);
        },
        [=](const Target& target) { return write_choice(std::invoke(field, target), choices); }, words_of(choices));
}

}  // namespace evodoku
