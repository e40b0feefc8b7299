// The addresses of a memory access: computed for all lanes, checked, counted and handed to the race check.
#pragma once

#include "emulator/warp.hpp"

namespace evodoku::emulator {

struct Addresses {
    alignas(64) u64 of[lane_count];  // of this process
};

/// Throws DeviceFault if an active lane's address is outside of what is allocated, or not aligned.
void find_addresses(Warp& warp, const Instruction& instruction, Addresses& addresses);

/// Sectors, bank conflicts and accesses, for Settings::count.
void count_access(Warp& warp, const Instruction& instruction, const Addresses& addresses);

}  // namespace evodoku::emulator
