// The texts of settings into values, with errors that name the setting and say what is allowed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evodoku/engine/config.hpp"

namespace evodoku {

/// A whole number lowest..highest. These throw SettingError; `label` is how it names the setting.
std::uint64_t read_count(std::string_view label, std::string_view text, std::uint64_t lowest, std::uint64_t highest);

/// A count, or a share.
Amount read_amount(std::string_view label, std::string_view text);

/// true or false, also written 1 or 0.
bool read_flag(std::string_view label, std::string_view text);

/// One of a few words: its place in `words`.
std::size_t read_word(std::string_view label, std::string_view text, const std::vector<std::string>& words);

/// The words of an enumeration, each with what it stands for.
template <class Choice>
using Choices = std::vector<std::pair<std::string, Choice>>;

template <class Choice>
Choice read_choice(std::string_view label, std::string_view text, const Choices<Choice>& choices) {
    std::vector<std::string> words;
    for (const auto& [word, choice] : choices) words.push_back(word);
    return choices[read_word(label, text, words)].second;
}

template <class Choice>
std::string write_choice(Choice value, const Choices<Choice>& choices) {
    for (const auto& [word, choice] : choices) {
        if (choice == value) return word;
    }
    return "";
}

}  // namespace evodoku
