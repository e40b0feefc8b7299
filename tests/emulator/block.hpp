// One block at a time: its warps take turns.
#pragma once

#include "emulator/module.hpp"

namespace evodoku::emulator {

/// What does not change from block to block of a launch.
struct LaunchPlan {
    PtxKernel* kernel;
    Size3 grid, size;
    const std::byte* parameters;
    u32 shared_bytes;
    Settings settings;
    RaceCheck* races;  // nullptr: no check
};

/// Registers with constants, memory for shared and local variables.
void prepare(Block& block, const LaunchPlan& plan);
/// Executes block number `linear` of the grid. Throws DeviceFault.
void run_block(Block& block, const LaunchPlan& plan, u64 linear);

}  // namespace evodoku::emulator
