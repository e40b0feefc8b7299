// Chooses which lanes of a warp run, and lets them run.
#pragma once

#include "emulator/warp.hpp"

namespace evodoku::emulator {

constexpr u8 barrier_negates = 16;  // Instruction::option of bar.red: its predicate is negated

/// All launched lanes are at the first instruction.
void start_warp(Warp& warp, u32 launched);

enum class Stop {
    waits,       // at a barrier or for other lanes
    ended,       // all lanes
    time_slice,  // it could go on
    pause,       // it executed nanosleep
};

/// Runs until the warp cannot go on or about `budget` instructions are executed, which is reduced by their number.
///
/// Lanes at different places form groups. After its time slice a group is replaced by another, so that lanes may wait
/// for each other in loops. Two ways to run groups together again:
///
///   Reconverge::lowest          The group at the lowest place runs until it meets the next one: compilers lay code out
///                               so that diverged lanes meet again at a higher place. Nearly as early as can be.
///   Reconverge::postdominators  Groups that part at a branch wait for each other at its immediate postdominator, and
///                               merge only there, and at barriers and exchanges of the warp. A lane that spins until
///                               another one of its warp acts, which waits for it at such a place, never ends: the
///                               launch ends with Fault::launch_timeout. A device may do better.
Stop run_warp(Warp& warp, s64& budget);

}  // namespace evodoku::emulator
