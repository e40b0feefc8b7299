// The state of a warp and of a block while they execute.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "emulator/emulator.hpp"
#include "emulator/instruction.hpp"

namespace evodoku::emulator {

struct Program;
struct Block;
class RaceCheck;

/// Thrown where the device program is at fault; launch returns it.
struct DeviceFault {
    Fault fault;
};

/// Lanes that are at one place of the program.
struct Group {
    u32 pc;
    u32 lanes;
    u32 meeting;  // number of a Meeting of their warp; 0: none
};

/// Where lanes that parted wait for each other (Reconverge::postdominators).
struct Meeting {
    u32 pc;
    u32 members;  // lanes that parted; 0: this entry is free
    u32 arrived;
    u32 outer;  // the meeting that all of them go to afterwards
};

/// Memory aligned for vectors of any width.
class AlignedBytes {
public:
    void resize(std::size_t bytes, int value);  ///< contents: all bytes have the value
    std::byte* data() const { return start_; }
    std::size_t size() const { return size_; }

private:
    std::unique_ptr<std::byte[]> memory_;
    std::byte* start_ = nullptr;
    std::size_t size_ = 0;
};

struct Warp {
    std::byte* registers = nullptr;
    u32 carry = 0;          // of each lane: add.cc and its relatives
    u32 mask = 0;           // lanes that execute the current instruction: active and past its guard
    u32 active = 0;         // lanes of the group that runs
    u32 pc = 0;             // its place
    u32 next_pc = ~u32{0};  // lowest place of the other groups; the running group stops there
    u32 meeting = 0;        // of the running group
    u32 meet_pc = ~u32{0};  // its place: the running group stops there, too
    u32 launched = 0, exited = 0;
    u32 at_block_barrier = 0, block_barrier_pc = 0, block_barrier_id = 0;
    u32 number = 0;
    u32 epoch = 0;  // barriers of this warp so far, for the race check
    Block* block = nullptr;
    std::byte* local = nullptr;  // local_bytes per lane, one lane after the other
    u32 local_bytes = 0;
    std::vector<Group> groups;         // ready to run, the next one last
    std::vector<Group> waiting;        // at a warp-wide instruction
    std::vector<Group> block_barrier;  // at a barrier of the block
    std::vector<Meeting> meetings;     // the first one is nowhere
    AlignedBytes register_memory, local_memory;
};

/// What one host thread counts during a launch, per instruction.
struct Tally {
    struct Memory {
        u64 sectors = 0, passes = 0, wavefronts = 0, global = 0, shared = 0, local = 0, generic = 0;
    };
    std::vector<u64> warps, lanes, lone_lanes;  // at the first instruction of each straight run
    std::vector<u64> guarded_lanes, divergent;
    std::vector<Memory> memory;
    u64 barriers = 0;

    void begin(std::size_t instructions);
};

struct Block {
    const Program* program = nullptr;
    Size3 grid, size, at;
    u64 linear = 0;  // number within the grid
    u32 threads = 0;
    const std::byte* parameters = nullptr;
    std::byte* shared = nullptr;
    u32 shared_bytes = 0;
    AlignedBytes shared_memory;
    std::vector<Warp> warps;
    u32 epoch = 0;  // barriers of this block so far, for the race check
    u32 live_warps = 0;

    struct Barrier {
        u32 arrived = 0, wanted = 0;      // warps; wanted 0: all that live
        u32 all = 1, any = 0, count = 0;  // of bar.red's predicates
    };
    Barrier barriers[16];

    bool check_memory = true, check_uninitialised = false, observed = false;  // observed: races or counts
    Reconverge reconverge = Reconverge::lowest;
    Tally tally;
    RaceCheck* races = nullptr;
    const DeviceMemory* memory = nullptr;
};

/// "PTX line 12 (make.hpp:40)"
std::string place_of(const Program& program, u32 pc);
/// Adds thread, block and kernel; throws DeviceFault.
[[noreturn]] void fault_at(const Warp& warp, const Instruction& instruction, int lane, Fault::Code code,
                           const std::string& what);

}  // namespace evodoku::emulator
