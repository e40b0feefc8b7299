// What the operator `grow` does to an island that has stalled.
#pragma once

#include <cstdint>

#include "core/draws.hpp"
#include "operators/stagnation/growth.hpp"

namespace evodoku {

/// With effect in the next generation. The island holds at most `max_size` individuals. `draws`: of the island in this
/// generation.
EVODOKU_HD inline void grow(Growth& island, const GrowthRule& rule, std::uint32_t max_size, Draws draws) {
    const std::uint32_t more = draws.below(rule.max_growth + 1);
    const std::uint32_t room = max_size - island.next_size();
    const std::uint32_t crossed = rule.min_crossed + draws.below(rule.max_crossed - rule.min_crossed + 1);
    island.grow_to(island.next_size() + (more < room ? more : room), crossed);
}

}  // namespace evodoku
