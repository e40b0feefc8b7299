// The first random numbers of many individuals at once.
#pragma once

#include <cstdint>

#include "core/draws.hpp"

namespace evodoku::cpu {

/// Number of individuals whose blocks are made together.
inline constexpr std::uint32_t block_lanes = 16;

/// Writes to blocks[k] block `number` of the stream of individual key.individual + offsets[k], for k in 0..count-1,
/// where count is a multiple of block_lanes. Equal to philox_block(), several times as fast.
void make_blocks(const StreamKey& key, Purpose purpose, std::uint32_t number, const std::uint32_t* offsets,
                 std::uint32_t count, PhiloxBlock* blocks);

}  // namespace evodoku::cpu
