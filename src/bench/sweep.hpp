// The populations of a benchmark.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace evodoku::bench {

/// Reads `100k`, `10k,100k` or a range LOW:HIGH:xFACTOR: 4k:64k:x4 is 4,000, 16,000 and 64,000. A range always ends
/// with HIGH, even if no step reaches it exactly. `min_population`: by default fewer would have no children beside an
/// elite. Throws SettingError.
std::vector<std::uint32_t> parse_populations(std::string_view text, std::uint32_t min_population = 16);

}  // namespace evodoku::bench
