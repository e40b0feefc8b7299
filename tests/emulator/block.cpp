#include "emulator/block.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <random>
#include <thread>

#include "emulator/lanes.hpp"
#include "emulator/race_check.hpp"
#include "emulator/scheduler.hpp"

namespace evodoku::emulator {
namespace {

constexpr int shared_poison = 0xCD, local_poison = 0xB7;

u32 special_value(const Block& block, Special which, u32 warp, u32 lane) {
    const u32 thread = warp * lane_count + lane;
    switch (which) {
        case Special::tid_x:
            return thread % block.size.x;
        case Special::tid_y:
            return thread / block.size.x % block.size.y;
        case Special::tid_z:
            return thread / block.size.x / block.size.y;
        case Special::ntid_x:
            return block.size.x;
        case Special::ntid_y:
            return block.size.y;
        case Special::ntid_z:
            return block.size.z;
        case Special::ctaid_x:
            return block.at.x;
        case Special::ctaid_y:
            return block.at.y;
        case Special::ctaid_z:
            return block.at.z;
        case Special::nctaid_x:
            return block.grid.x;
        case Special::nctaid_y:
            return block.grid.y;
        case Special::nctaid_z:
            return block.grid.z;
        case Special::laneid:
            return lane;
        case Special::lanemask_lt:
            return (u32{1} << lane) - 1;
        case Special::lanemask_le:
            return static_cast<u32>((u64{2} << lane) - 1);
        case Special::lanemask_gt:
            return ~static_cast<u32>((u64{2} << lane) - 1);
        case Special::lanemask_ge:
            return ~((u32{1} << lane) - 1);
        case Special::lanemask_eq:
            return u32{1} << lane;
        case Special::warpid:
            return warp;
        case Special::nwarpid:
            return static_cast<u32>(block.warps.size());
        case Special::smid:
            return 0;
    }
    return 0;
}

bool changes_with_block(Special which) {
    return which == Special::ctaid_x || which == Special::ctaid_y || which == Special::ctaid_z;
}

void fill_special(Warp& warp, const Program::SpecialRegister& special) {
    if (special.bytes == 4 && changes_with_block(special.which)) {  // often: for every block
        std::fill_n(output<u32>(warp, special.offset), lane_count, special_value(*warp.block, special.which, 0, 0));
        return;
    }
    for (int lane = 0; lane < lane_count; ++lane) {
        const u32 value = special_value(*warp.block, special.which, warp.number, static_cast<u32>(lane));
        if (special.bytes == 2) output<u16>(warp, special.offset)[lane] = static_cast<u16>(value);
        if (special.bytes == 4) output<u32>(warp, special.offset)[lane] = value;
        if (special.bytes == 8) output<u64>(warp, special.offset)[lane] = value;
    }
}

void fill_constant(Warp& warp, const Program::Constant& constant) {
    if (constant.bytes == 0) {
        *reinterpret_cast<u32*>(warp.registers + constant.offset) = static_cast<u32>(constant.value);
        return;
    }
    for (u32 lane = 0; lane < lane_count; ++lane) {
        std::memcpy(warp.registers + constant.offset + lane * constant.bytes, &constant.value, constant.bytes);
    }
}

[[noreturn]] void report_deadlock(const Block& block) {
    const Program& program = *block.program;
    for (const Warp& warp : block.warps) {
        if (!warp.waiting.empty()) {
            const Group& group = warp.waiting.front();
            const u32 members = input<u32>(warp, program.code[group.pc].v[3])[std::countr_zero(group.lanes)];
            fault_at(warp, program.code[group.pc], std::countr_zero(group.lanes), Fault::launch_failure,
                     "deadlock: lanes wait for others of their mask " + std::to_string(members) +
                         " that never come (lanes " + std::to_string(group.lanes) + " are there)");
        }
    }
    for (const Warp& warp : block.warps) {
        if (warp.at_block_barrier != 0) {
            fault_at(warp, program.code[warp.block_barrier_pc], std::countr_zero(warp.at_block_barrier),
                     Fault::launch_failure, "deadlock: a barrier that not all warps reach");
        }
    }
    throw DeviceFault{{Fault::launch_failure, "deadlock in " + program.name}};
}

bool lanes_wait_for_lanes(const Block& block) {
    return std::any_of(block.warps.begin(), block.warps.end(), [](const Warp& warp) {
        return std::any_of(warp.meetings.begin(), warp.meetings.end(),
                           [](const Meeting& meeting) { return meeting.arrived != 0 && meeting.members != 0; });
    });
}

}  // namespace

void prepare(Block& block, const LaunchPlan& plan) {
    const Program& program = plan.kernel->program();
    block.program = &program;
    block.grid = plan.grid, block.size = plan.size, block.parameters = plan.parameters;
    block.threads = static_cast<u32>(plan.size.volume());
    block.shared_bytes = plan.shared_bytes;
    if (block.shared_memory.size() < block.shared_bytes) block.shared_memory.resize(block.shared_bytes, shared_poison);
    block.shared = block.shared_memory.data();
    block.check_memory = plan.settings.check_memory, block.check_uninitialised = plan.settings.check_uninitialised;
    block.reconverge = plan.settings.reconverge;
    block.races = plan.races;
    block.memory = &DeviceMemory::instance();
    block.observed = block.races != nullptr || block.check_uninitialised || plan.settings.count;
    if (block.tally.warps.empty()) block.tally.begin(program.code.size());
    if (plan.settings.count) block.tally.memory.resize(program.code.size());

    const u32 known = static_cast<u32>(block.warps.size()), wanted = (block.threads + lane_count - 1) / lane_count;
    block.warps.resize(wanted);
    for (u32 number = 0; number < wanted; ++number) {
        Warp& warp = block.warps[number];
        warp.block = &block, warp.number = number;
        if (number >= known) {
            warp.register_memory.resize(program.register_bytes, 0);
            warp.registers = warp.register_memory.data();
            warp.local_bytes = program.local_bytes;
            warp.local_memory.resize(std::size_t{program.local_bytes} * lane_count, local_poison);
            warp.local = warp.local_memory.data();
            for (const Program::Constant& constant : program.constants) fill_constant(warp, constant);
        }
        for (const Program::SpecialRegister& special : program.specials) fill_special(warp, special);
    }
}

void run_block(Block& block, const LaunchPlan& plan, u64 linear) {
    block.linear = linear;
    block.at = {static_cast<unsigned>(linear % plan.grid.x), static_cast<unsigned>(linear / plan.grid.x % plan.grid.y),
                static_cast<unsigned>(linear / plan.grid.x / plan.grid.y)};
    block.epoch = 0, block.live_warps = static_cast<u32>(block.warps.size());
    std::fill(std::begin(block.barriers), std::end(block.barriers), Block::Barrier());
    if (block.shared_bytes != 0) std::memset(block.shared, shared_poison, block.shared_bytes);
    if (block.races != nullptr) block.races->begin_block();
    for (Warp& warp : block.warps) {
        const u32 threads = block.threads - warp.number * lane_count;
        start_warp(warp, threads >= lane_count ? all_lanes : (u32{1} << threads) - 1);
        for (const Program::SpecialRegister& special : block.program->specials) {
            if (changes_with_block(special.which)) fill_special(warp, special);
        }
    }

    const unsigned order = plan.settings.order;
    std::minstd_rand random(order + static_cast<u32>(linear));
    std::vector<u32> turns(block.warps.size());
    for (u32 n = 0; n < turns.size(); ++n) turns[n] = order == 1 ? static_cast<u32>(turns.size()) - 1 - n : n;
    constexpr s64 slice = 1'000'000, pause_cost = 10'000;
    u64 executed = 0;
    while (block.live_warps != 0) {
        if (order > 1) std::shuffle(turns.begin(), turns.end(), random);
        bool any_runs = false, any_pauses = false;
        for (const u32 number : turns) {
            Warp& warp = block.warps[number];
            if (warp.active == 0 && warp.groups.empty()) continue;
            any_runs = true;
            const s64 granted = order > 1 ? 1 + static_cast<s64>(random() % 2000) : slice;
            s64 budget = granted;
            const Stop stop = run_warp(warp, budget);
            any_pauses |= stop == Stop::pause;
            executed += static_cast<u64>(granted - budget) + (stop == Stop::pause ? pause_cost : 0);
        }
        if (!any_runs && block.live_warps != 0) report_deadlock(block);
        if (executed > plan.settings.max_block_instructions) {
            throw DeviceFault{{Fault::launch_timeout, "a block executed " + std::to_string(executed) +
                                                          " instructions and does not end: does "
                                                          "it wait for another block" +
                                                          (lanes_wait_for_lanes(block)
                                                               ? ", or a lane for one of its own warp that waits where "
                                                                 "their ways meet"
                                                               : "") +
                                                          "? Kernel " + block.program->name}};
        }
        // It waits for a block of another host thread, which may need this core.
        if (any_pauses && plan.settings.host_threads > 1) std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
}

}  // namespace evodoku::emulator
