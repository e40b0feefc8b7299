// Numbers as written on a command line or in a configuration: 300k, 1e6, 5%, 0.8, 30s.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/draws.hpp"
#include "evodoku/core/amount.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku {

/// A whole number: 250000, 250k, 0.25M, 2.5e5. Suffixes are decimal: k = 1,000, M = 1,000,000.
std::optional<std::uint64_t> parse_count(std::string_view text);
/// A share: 0.05 or 5%. Empty outside 0..1.
std::optional<Share> parse_share(std::string_view text);
/// A count (20), or a share (5% or 0.05, recognised by the per cent sign or the point).
std::optional<Amount> parse_amount(std::string_view text);
/// A time: 30s, 1.5m, 200ms, 1h; a bare number is seconds.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// The shortest decimal that parse_share reads as the same share.
std::string share_to_text(Share share);
std::string amount_to_text(const Amount& amount);

}  // namespace evodoku
