// Values of settings from text, checked.
#include "settings/setting.hpp"

#include <fmt/format.h>

#include "engine/text.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku {

const Assignment* last(const std::vector<Assignment>& assignments, std::string_view name) {
    const auto last_one = std::find_if(assignments.rbegin(), assignments.rend(),
                                       [&](const Assignment& assignment) { return assignment.name == name; });
    return last_one == assignments.rend() ? nullptr : &*last_one;
}

std::uint64_t read_count(std::string_view label, std::string_view text, std::uint64_t lowest, std::uint64_t highest) {
    const std::optional<std::uint64_t> value = parse_count(text);
    if (!value) {
        throw SettingError(fmt::format("{}: '{}' is not a whole number {}..{} (written as 250000, 250k, 1e6 or 1M)",
                                       label, text, lowest, highest));
    }
    if (*value < lowest || *value > highest) {
        throw SettingError(fmt::format("{} is {}; allowed: {}..{}", label, text, lowest, highest));
    }
    return *value;
}

CountOrShare read_count_or_share(std::string_view label, std::string_view text) {
    if (const std::optional<CountOrShare> value = parse_count_or_share(text)) return *value;
    throw SettingError(fmt::format("{}: '{}' is neither a count (20) nor a share from 0 to 1 (5%, 0.05)", label, text));
}

Share read_share(std::string_view label, std::string_view text) {
    if (const std::optional<Share> share = parse_share(text)) return *share;
    throw SettingError(fmt::format("{}: '{}' is not a share from 0 to 1, as in 45% or 0.45", label, text));
}

std::string share_text(double share) { return fmt::format("{:g}%", 100 * share); }

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
    const std::optional<std::chrono::milliseconds> time = parse_duration(text);
    if (!time) throw SettingError(fmt::format("{}: '{}' is not a time (as in 30s, 5m, 200ms)", label, text));
    if (time->count() == 0) throw SettingError(fmt::format("{} is {}; it must be above 0", label, text));
    return *time;
}

}  // namespace evodoku
