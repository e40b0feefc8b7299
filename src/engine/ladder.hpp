// The neighbours of the boards of an island in order of temperature.
#pragma once

#include <cstdint>

#include "engine/island.hpp"
#include "operators/context.hpp"

namespace evodoku {

/// Boards of one ladder: so finding a neighbour does not take longer in a larger population.
inline constexpr std::uint32_t ladder_size = 16;

/// The ladder as a child sees it; `parent` is an individual of the last population. Boards 0 to 15 of an island are a
/// ladder, 16 to 31 the next. A board without a temperature has no neighbour, and no board has one where the parents of
/// children are in the new population.
template <class Representation>
EVODOKU_HD Ladder ladder_of(const Pool<Representation>& pool, std::uint32_t island_index, std::uint32_t child,
                            std::uint32_t parent) {
    const Island& island = pool.islands[island_index];
    Ladder ladder;
    ladder.index = child % ladder_size;
    const std::uint32_t left = pool.size_of(island) - (child - ladder.index);
    ladder.size = left < ladder_size ? left : ladder_size;
    if (pool.in_waves || island.fresh) return ladder;
    const auto* boards = pool.boards[island.front] + pool.first_individual(island_index);
    const auto* costs = pool.costs[island.front] + pool.first_individual(island_index);
    const auto key_of = [&](std::uint32_t index) {
        return std::uint64_t{Representation::view(boards[index]).temperature()} << 32 | index;
    };
    constexpr std::uint64_t none = ~std::uint64_t{0};
    const std::uint32_t own_index = parent - pool.first_individual(island_index);
    const std::uint64_t own = key_of(own_index);
    std::uint64_t before = none, after = none;
    std::uint32_t position = 0;  // among the boards of the ladder that have a temperature
    const std::uint32_t first = own_index - own_index % ladder_size;
    for (std::uint32_t index = first; index < island.extent && index < first + ladder_size; ++index) {
        const std::uint64_t key = key_of(index);
        if (key >> 32 == 0 || costs[index] > pool.highest_cost) continue;
        if (key < own) {
            ++position;
            if (before == none || key > before) before = key;
        } else if (key > own && key < after) {
            after = key;
        }
    }
    ladder.is_colder = ((position ^ island.next_generation) & 1) == 0;
    const std::uint64_t other = ladder.is_colder ? after : before;
    ladder.has_neighbour = own >> 32 != 0 && other != none;
    if (!ladder.has_neighbour) return ladder;
    const auto other_index = static_cast<std::uint32_t>(other);
    ladder.cost = costs[own_index], ladder.other_cost = costs[other_index];
    ladder.other_temperature = static_cast<std::uint32_t>(other >> 32);
    ladder.stream = pool.stream(island, ladder.is_colder ? own_index : other_index);
    return ladder;
}

}  // namespace evodoku
