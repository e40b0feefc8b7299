// Numbers as people write them on a command line or in a configuration: 300k, 1e6, 5%, 0.8, 30s.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "evodoku/engine/config.hpp"

namespace evodoku {

/// A setting that can't be: says its name, the value given and what is allowed.
class SettingError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// A whole number: 250000, 250k, 0.25M, 2.5e5. Suffixes are decimal: k = 1,000, M = 1,000,000.
std::optional<std::uint64_t> parse_count(std::string_view text);
/// A share: 0.05 or 5%. None outside 0..1.
std::optional<Share> parse_share(std::string_view text);
/// A count (20), or a share (5% or 0.05: a per cent sign or a point makes it one).
std::optional<Amount> parse_amount(std::string_view text);
/// A time: 30s, 1.5m, 200ms, 1h; a bare number is seconds.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// The shortest decimal that parse_share reads back to the same share.
std::string share_to_text(Share share);
std::string amount_to_text(const Amount& amount);

}  // namespace evodoku
