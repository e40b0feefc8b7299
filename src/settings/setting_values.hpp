// Converts the texts of settings to values; errors name the setting and the allowed values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evodoku/engine/config.hpp"

namespace evodoku {

/// A whole number lowest..highest. These functions throw SettingError; `label` is the setting's name in it.
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

}  // namespace evodoku
