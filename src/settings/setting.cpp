// Values of settings from text, checked.
#include "settings/setting.hpp"

#include "engine/text.hpp"

namespace evodoku {

const Assignment* last(const std::vector<Assignment>& assignments, std::string_view name) {
    const auto last_one = std::ranges::find(assignments.rbegin(), assignments.rend(), name, &Assignment::name);
    return last_one == assignments.rend() ? nullptr : &*last_one;
}

std::uint64_t read_count(std::string_view label, std::string_view text, std::uint64_t lowest, std::uint64_t highest) {
    const std::string wanted =
        fmt::format("not a whole number {}..{} (written as 250000, 250k, 1e6 or 1M)", lowest, highest);
    const std::uint64_t value = required(label, text, parse_count(text), wanted);
    if (value >= lowest && value <= highest) return value;
    throw SettingError(fmt::format("{} is {}; allowed: {}..{}", label, text, lowest, highest));
}

constexpr const char* no_share = "not a share from 0 to 1, as in 45% or 0.45";

Share read_share(std::string_view label, std::string_view text) {
    return required(label, text, parse_share(text), no_share);
}

double read_proportion(std::string_view label, std::string_view text) {
    return required(label, text, parse_proportion(text), no_share);
}

bool read_flag(std::string_view label, std::string_view text) {
    if (text == "true" || text == "1") return true;
    if (text == "false" || text == "0") return false;
    throw SettingError(fmt::format("{} is '{}'; allowed: true, false", label, text));
}

std::size_t read_word(std::string_view label, std::string_view text, const std::vector<std::string>& words) {
    const auto word = std::find(words.begin(), words.end(), text);
    if (word != words.end()) return static_cast<std::size_t>(word - words.begin());
    throw SettingError(
        fmt::format("{} is '{}'; allowed: {}{}", label, text, fmt::join(words, ", "), suggestion(text, words)));
}

std::chrono::milliseconds read_time(std::string_view label, std::string_view text) {
    const auto time = required(label, text, parse_duration(text), "not a time (as in 30s, 5m, 200ms)");
    if (time.count() == 0) throw SettingError(fmt::format("{} is {}; it must be above 0", label, text));
    return time;
}

}  // namespace evodoku
