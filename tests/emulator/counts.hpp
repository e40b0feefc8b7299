// Counts of what a kernel executed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace evodoku::emulator {

/// Counts of one PTX instruction, over all launches since the last reset. The last eight need Settings::count.
struct InstructionCounts {
    std::string text;         ///< the whole statement without its guard: "add.s32 %r3, %r2, 1"
    std::string opcode;       ///< "add.s32"
    bool guarded = false;     ///< it has a predicate in front of it
    unsigned ptx_line = 0;    ///< within the module, from 1
    std::string source_file;  ///< of the innermost .loc in front of it; empty if the PTX has none
    unsigned source_line = 0;
    std::uint64_t warps = 0;       ///< times a warp issued it, also if its guard let no lane pass
    std::uint64_t lanes = 0;       ///< lanes that executed it
    std::uint64_t lone_lanes = 0;  ///< times a single lane of a warp was there
    std::uint64_t divergent = 0;   ///< branches: times the lanes of a warp went both ways
    std::uint64_t sectors = 0;     ///< 32-byte sectors of global memory, local memory not counted
    std::uint64_t passes = 0;      ///< of the first-level cache: global memory
    std::uint64_t wavefronts = 0;  ///< of shared memory: 1 per access without conflicts
    std::uint64_t global_accesses = 0, shared_accesses = 0, local_accesses = 0, generic_accesses = 0;  ///< per warp
};

/// Sums over a kernel's instructions, and what belongs to none of them.
struct KernelCounts {
    std::string kernel;  ///< mangled name
    std::uint64_t launches = 0, blocks = 0, threads = 0;
    std::uint64_t warp_instructions = 0, lane_instructions = 0, divergent_branches = 0;
    std::uint64_t lone_lane_instructions = 0;  ///< with a single lane
    std::uint64_t barriers = 0;                ///< completed by a block
    std::uint64_t warp_operations = 0;         ///< shuffles, votes, matches and barriers of a warp
    std::uint64_t sectors_read = 0, sectors_written = 0, atomics = 0;
    std::uint64_t cache_passes = 0;  ///< of the first-level cache, as if all data were in it
    std::uint64_t global_accesses = 0, shared_accesses = 0, shared_wavefronts = 0, local_accesses = 0;
    std::uint64_t generic_accesses = 0;  ///< through a generic address; also in the count of where they ended up
    double host_seconds = 0;
    std::vector<InstructionCounts> instructions;  ///< in the order of the PTX
};

}  // namespace evodoku::emulator
