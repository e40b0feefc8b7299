#include "emulator/scheduler.hpp"

#include <algorithm>

#include "emulator/lanes.hpp"
#include "emulator/program.hpp"

namespace evodoku::emulator {
namespace {

constexpr u32 nowhere = ~u32{0};

u32 living(const Warp& warp) { return warp.launched & ~warp.exited; }

/// Lanes that wait for nothing. They merge with others that are at the same place and go to the same meeting.
void add_group(Warp& warp, const Group& group) {
    const auto merges = [&](const Group& other) { return other.pc == group.pc && other.meeting == group.meeting; };
    if (warp.block->reconverge == Reconverge::postdominators) {
        const auto same = std::find_if(warp.groups.begin(), warp.groups.end(), merges);
        if (same != warp.groups.end())
            same->lanes |= group.lanes;
        else
            warp.groups.push_back(group);
        return;
    }
    auto place = warp.groups.end();
    while (place != warp.groups.begin() && std::prev(place)->pc < group.pc) --place;
    if (place != warp.groups.begin() && merges(*std::prev(place)))
        std::prev(place)->lanes |= group.lanes;
    else
        warp.groups.insert(place, group);
    warp.next_pc = warp.groups.back().pc;
}

Group running(const Warp& warp) { return {warp.pc, warp.active, warp.meeting}; }

void run(Warp& warp, const Group& group) {
    warp.pc = group.pc, warp.active = group.lanes, warp.meeting = group.meeting;
    warp.meet_pc = warp.meetings[group.meeting].pc;
}

void run_next(Warp& warp) {
    run(warp, warp.groups.back());
    warp.groups.pop_back();
}

/// The running lanes are about to part, and wait for each other at `pc`.
void agree_to_meet(Warp& warp, u32 pc) {
    if (warp.block->reconverge != Reconverge::postdominators) return;
    if (pc == warp.block->program->code.size() || pc == warp.meet_pc) return;
    const auto is_free = [](const Meeting& meeting) { return meeting.members == 0; };
    auto free = std::find_if(warp.meetings.begin(), warp.meetings.end(), is_free);
    if (free == warp.meetings.end()) free = warp.meetings.emplace(free);
    *free = {pc, warp.active, 0, warp.meeting};
    warp.meeting = static_cast<u32>(free - warp.meetings.begin()), warp.meet_pc = pc;
}

/// If no one is missing, all go on together.
void look_at_meeting(Warp& warp, Meeting& meeting) {
    if (meeting.arrived != (meeting.members & ~warp.exited)) return;
    if (meeting.arrived != 0) warp.groups.push_back({meeting.pc, meeting.arrived, meeting.outer});
    meeting.members = 0;
}

/// False: there is no group that can run.
bool choose_by_meetings(Warp& warp) {
    while (true) {
        if (warp.active == 0) {
            if (warp.groups.empty()) return false;
            run_next(warp);
        }
        if (warp.pc != warp.meet_pc) return true;
        Meeting& here = warp.meetings[warp.meeting];
        here.arrived |= warp.active;
        warp.active = 0;
        look_at_meeting(warp, here);
    }
}

/// The running group joins the others, then the lowest one runs. False: there is none.
bool choose(Warp& warp) {
    if (warp.block->reconverge == Reconverge::postdominators) return choose_by_meetings(warp);
    if (warp.active != 0) add_group(warp, running(warp));
    warp.active = 0;
    warp.next_pc = nowhere;
    if (warp.groups.empty()) return false;
    run_next(warp);
    if (!warp.groups.empty()) warp.next_pc = warp.groups.back().pc;
    return true;
}

/// Another group than the one that would be chosen: it may be the one that the others wait for.
void rotate(Warp& warp) {
    if (warp.groups.empty() || warp.active == 0) return;
    if (warp.block->reconverge == Reconverge::postdominators) {
        warp.groups.insert(warp.groups.begin(), running(warp));
        warp.active = 0;
        return;
    }
    const Group other = warp.groups.front();
    warp.groups.erase(warp.groups.begin());
    add_group(warp, running(warp));
    run(warp, other);
    warp.next_pc = nowhere;  // the highest: it meets no one before it jumps
}

void branch(Warp& warp, const Instruction& in, u32 taken) {
    const u32 stays = warp.active & ~taken;
    if (stays == 0) {
        warp.pc = in.target;
    } else if (taken == 0) {
        ++warp.pc;
    } else {
        ++warp.block->tally.divergent[warp.pc];
        agree_to_meet(warp, in.meet);
        const Group other{in.target, taken, warp.meeting};
        warp.active = stays;
        ++warp.pc;
        if (warp.block->reconverge == Reconverge::postdominators)
            warp.groups.push_back(other);  // it merges with no one
        else
            add_group(warp, other);
    }
}

void release(Block& block, u32 id) {
    Block::Barrier& barrier = block.barriers[id];
    for (Warp& warp : block.warps) {
        const u32 lanes = warp.at_block_barrier;
        if (lanes == 0 || lanes != living(warp) || warp.block_barrier_id != id) continue;
        const Instruction& in = block.program->code[warp.block_barrier_pc];
        warp.mask = lanes;
        const u32 reduction = in.option & ~u32{barrier_negates};
        if (reduction == 1) set_predicate(warp, in.d, barrier.all != 0 ? all_lanes : 0);
        if (reduction == 2) set_predicate(warp, in.d, barrier.any != 0 ? all_lanes : 0);
        const u32 count = barrier.count;
        if (reduction == 3) for_each_lane<u32>(warp, in.d, [=](int) { return count; });
        warp.at_block_barrier = 0;
        for (const Group& group : warp.block_barrier) add_group(warp, {group.pc + 1, group.lanes, group.meeting});
        warp.block_barrier.clear();
    }
    barrier = Block::Barrier();
    ++block.epoch, ++block.tally.barriers;
}

void look_at_barrier(Block& block, u32 id) {
    const Block::Barrier& barrier = block.barriers[id];
    const u32 wanted = barrier.wanted != 0 ? barrier.wanted : block.live_warps;
    if (barrier.arrived != 0 && barrier.arrived >= wanted) release(block, id);
}

/// A warp arrives when all its living lanes have: the barriers are of the aligned kind.
void arrive_if_complete(Warp& warp) {
    if (warp.at_block_barrier == 0 || warp.at_block_barrier != living(warp)) return;
    ++warp.block->barriers[warp.block_barrier_id].arrived;
    look_at_barrier(*warp.block, warp.block_barrier_id);
}

void wait_for_block(Warp& warp, const Instruction& in, u32 lanes) {
    Block& block = *warp.block;
    const int first = std::countr_zero(warp.active);
    if (lanes == 0) {
        ++warp.pc;
        return;
    }
    if (lanes != warp.active) {
        fault_at(warp, in, first, Fault::launch_failure, "a barrier that only some lanes of a warp execute");
    }
    if (warp.at_block_barrier != 0 && warp.block_barrier_pc != warp.pc) {
        fault_at(warp, in, first, Fault::launch_failure,
                 "lanes of one warp wait at different barriers, the others at " +
                     place_of(*block.program, warp.block_barrier_pc));
    }
    const u32 id = input<u32>(warp, in.a)[first];
    if (id >= std::size(block.barriers)) {
        fault_at(warp, in, first, Fault::illegal_instruction, "barrier " + std::to_string(id) + " does not exist");
    }
    Block::Barrier& barrier = block.barriers[id];
    if (in.b != 0) barrier.wanted = (input<u32>(warp, in.b)[first] + lane_count - 1) / lane_count;
    if (in.option != 0) {
        const u32 yes = ((in.option & barrier_negates) != 0 ? ~predicate(warp, in.c) : predicate(warp, in.c)) & lanes;
        if (yes != lanes) barrier.all = 0;
        if (yes != 0) barrier.any = 1;
        barrier.count += static_cast<u32>(std::popcount(yes));
    }
    warp.at_block_barrier |= lanes, warp.block_barrier_pc = warp.pc, warp.block_barrier_id = id;
    warp.block_barrier.push_back(running(warp));
    warp.active = 0;
    arrive_if_complete(warp);
}

void leave(Warp& warp, u32 lanes) {
    ++warp.pc;
    if (lanes == 0) return;
    warp.exited |= lanes, warp.active &= ~lanes;
    for (const Group& group : warp.waiting) add_group(warp, group);  // they look again who is missing
    warp.waiting.clear();
    for (Meeting& meeting : warp.meetings) {
        if (meeting.members != 0 && meeting.pc != nowhere) look_at_meeting(warp, meeting);
    }
    if (living(warp) != 0) return arrive_if_complete(warp);
    Block& block = *warp.block;
    --block.live_warps;
    for (u32 id = 0; id < std::size(block.barriers); ++id) look_at_barrier(block, id);
}

u32 members_of(const Warp& warp, const Instruction& in, u32 lanes) {
    const u32 members = input<u32>(warp, in.v[3])[std::countr_zero(lanes)];
    return in.wrong_mask ? members & ~(u32{1} << (31 - std::countl_zero(members | 1))) : members;
}

/// Lanes that name other members than the first lane execute the instruction on their own, afterwards.
void split_by_members(Warp& warp, const Instruction& in) {
    const u32* members = input<u32>(warp, in.v[3]);
    const u32 first = members[std::countr_zero(warp.active)];
    u32 same = 0;
    for (int lane = 0; lane < lane_count; ++lane) same |= (members[lane] == first ? u32{1} : u32{0}) << lane;
    const u32 others = warp.active & ~same;
    if (others == 0) return;
    agree_to_meet(warp, warp.pc + 1);
    warp.active &= same;
    add_group(warp, {warp.pc, others, warp.meeting});
}

/// bar.warp.sync, shuffles, votes and matches: nothing happens before all members are there.
void wait_for_members(Warp& warp, const Instruction& in, u32 lanes) {
    const std::vector<Instruction>& code = warp.block->program->code;
    const u32 pc = warp.pc;
    if (lanes == 0) {
        ++warp.pc;
        return;
    }
    if (lanes != warp.active) {
        agree_to_meet(warp, pc + 1);
        add_group(warp, {pc + 1, warp.active & ~lanes, warp.meeting});
        warp.active = lanes;
    }
    split_by_members(warp, in);
    const bool exchanges = in.flow == Flow::warp_exchange;
    const u32 members = members_of(warp, in, warp.active);
    if (const u32 strangers = warp.active & ~members; strangers != 0) {
        fault_at(warp, in, std::countr_zero(strangers), Fault::illegal_instruction,
                 "a lane executes a warp-wide instruction whose mask does not name it");
    }
    if (const u32 ended = members & warp.exited; exchanges && ended != 0) {
        fault_at(warp, in, std::countr_zero(warp.active), Fault::illegal_instruction,
                 "the mask names lane " + std::to_string(std::countr_zero(ended)) + ", which has ended");
    }
    // Members wait at this very instruction; for a plain barrier any other bar.warp.sync will do.
    const auto joins = [&](const Group& group) {
        const Instruction& there = code[group.pc];
        return (exchanges ? group.pc == pc : there.flow == Flow::warp_barrier) &&
               members_of(warp, there, group.lanes) == members;
    };
    u32 here = warp.active;
    for (const Group& group : warp.waiting) here |= joins(group) ? group.lanes : 0;
    if ((members & living(warp) & ~here) != 0) {
        warp.waiting.push_back(running(warp));
        warp.active = 0;
        choose(warp);
        return;
    }
    std::vector<Group> still_waiting;
    for (const Group& group : warp.waiting) {
        if (!joins(group))
            still_waiting.push_back(group);
        else if (group.pc == pc && group.meeting == warp.meeting)
            warp.active |= group.lanes;
        else
            add_group(warp, {group.pc + 1, group.lanes, group.meeting});
    }
    warp.waiting = std::move(still_waiting);
    if (exchanges) {
        warp.mask = here;
        in.run(warp, in);
    } else {
        ++warp.epoch;
    }
    ++warp.pc;
}

}  // namespace

void start_warp(Warp& warp, u32 launched) {
    warp.launched = warp.active = launched;
    warp.exited = warp.at_block_barrier = warp.pc = warp.epoch = warp.carry = 0;
    warp.next_pc = warp.meet_pc = nowhere;
    warp.meeting = 0;
    warp.meetings.assign(1, {nowhere, all_lanes, 0, 0});
    for (std::vector<Group>* groups : {&warp.groups, &warp.waiting, &warp.block_barrier}) groups->clear();
}

Stop run_warp(Warp& warp, s64& budget) {
    const Instruction* const code = warp.block->program->code.data();
    Tally& tally = warp.block->tally;
    while (budget > 0) {
        if (warp.active == 0 || warp.pc >= warp.next_pc || warp.pc == warp.meet_pc) {
            if (!choose(warp)) return living(warp) == 0 ? Stop::ended : Stop::waits;
        }
        const u32 pc = warp.pc, active = warp.active;
        const Instruction& first = code[pc];
        ++tally.warps[pc];
        tally.lanes[pc] += static_cast<u64>(std::popcount(active));
        if ((active & (active - 1)) == 0) ++tally.lone_lanes[pc];
        if (const u32 count = first.straight; count != 0) {
            for (const Instruction* in = &first, *end = in + count; in != end; ++in) {
                warp.mask = active;
                if (in->guard != 0) {
                    const u32 passing = predicate(warp, in->guard);
                    warp.mask = active & (in->guard_negated ? ~passing : passing);
                    tally.guarded_lanes[static_cast<std::size_t>(in - code)] +=
                        static_cast<u64>(std::popcount(warp.mask));
                    if (warp.mask == 0) continue;
                }
                in->run(warp, *in);
            }
            warp.pc = pc + count;
            budget -= count;
            continue;
        }
        --budget;
        u32 lanes = active;
        if (first.guard != 0) {
            const u32 passing = predicate(warp, first.guard);
            lanes &= first.guard_negated ? ~passing : passing;
        }
        switch (first.flow) {
            case Flow::branch:
                branch(warp, first, lanes);
                break;
            case Flow::leave:
                leave(warp, lanes);
                break;
            case Flow::block_barrier:
                wait_for_block(warp, first, lanes);
                break;
            case Flow::warp_barrier:
            case Flow::warp_exchange:
                wait_for_members(warp, first, lanes);
                break;
            case Flow::pause:
                ++warp.pc;
                rotate(warp);
                return Stop::pause;
            case Flow::straight:
                break;
        }
    }
    rotate(warp);
    return Stop::time_slice;
}

}  // namespace evodoku::emulator
