// A decoded instruction, ready to be executed for 32 lanes at once.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

namespace evodoku::emulator {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;

constexpr int lane_count = 32;
constexpr u32 all_lanes = ~u32{0};

struct Instruction;
struct Warp;
using Handler = void (*)(Warp&, const Instruction&);

enum class Space : u8 { none, global, shared, local, parameter, generic };
enum class Access : u8 { none, read, write, atomic };

/// What the scheduler has to do beside calling the handler.
enum class Flow : u8 {
    straight,
    branch,
    leave,          // ret, exit
    block_barrier,  // bar.sync, bar.red
    warp_barrier,   // bar.warp.sync
    warp_exchange,  // shuffles, votes, matches: all lanes of the mask take part in one execution
    pause,          // nanosleep
};

/// Operands are byte offsets into the registers of a warp; handlers decide which of them they use.
struct Instruction {
    Handler run = nullptr;
    u32 d = 0, a = 0, b = 0, c = 0;
    u32 v[4] = {0, 0, 0, 0};  // elements of vectors, second destinations
    s64 immediate = 0;
    u32 guard = 0;     // 0: none
    u32 target = 0;    // of a branch
    u32 meet = 0;      // of a branch: its immediate postdominator
    u32 straight = 0;  // instructions from here that run one after the other without a look at control flow
    Flow flow = Flow::straight;
    bool guard_negated = false;
    Space space = Space::none;
    Access access = Access::none;
    u8 bytes = 0;               // of a memory access, per lane
    u8 option = 0;              // what the handler wants
    bool wide_address = false;  // the register with the address has 64 bits
    bool volatile_access = false;
    bool wrong_mask = false;  // a mutation: Settings::wrong_mask_kernel
};

}  // namespace evodoku::emulator
