// The populations that a benchmark goes through.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace evodoku::bench {

/// Reads `100k`, `10k,100k` or a range LOW:HIGH:xFACTOR: 4k:64k:x4 is 4,000, 16,000 and 64,000. A range ends with HIGH,
/// whether a step falls on it or not. Throws SettingError.
std::vector<std::uint32_t> parse_populations(std::string_view text);

}  // namespace evodoku::bench
