#include "emulator/postdominators.hpp"

namespace evodoku::emulator {
namespace {

constexpr u32 unknown = ~u32{0};

/// The one or two places that follow an instruction.
struct Successors {
    u32 first, second;  // second: unknown if there is one only
};
Successors successors(const std::vector<Instruction>& code, u32 pc) {
    const Instruction& in = code[pc];
    const u32 next = pc + 1, end = static_cast<u32>(code.size());
    if (in.flow != Flow::branch && in.flow != Flow::leave) return {next, unknown};
    const u32 jump = in.flow == Flow::branch ? in.target : end;
    return {jump, in.guard != 0 ? next : unknown};
}

/// Numbers every place that reaches the end so that a place comes after one of its successors: a depth-first walk from
/// the end backwards. Returns the places in that order; the end is the first.
std::vector<u32> from_the_end(const std::vector<Instruction>& code) {
    const auto end = static_cast<u32>(code.size());
    std::vector<std::vector<u32>> predecessors(code.size() + 1);
    for (u32 pc = 0; pc < end; ++pc) {
        const Successors to = successors(code, pc);
        predecessors[to.first].push_back(pc);
        if (to.second != unknown) predecessors[to.second].push_back(pc);
    }
    std::vector<u32> finished;
    std::vector<bool> seen(code.size() + 1, false);
    std::vector<u32> path{end};
    seen[end] = true;
    while (!path.empty()) {
        std::vector<u32>& left = predecessors[path.back()];
        if (left.empty()) {
            finished.push_back(path.back());
            path.pop_back();
            continue;
        }
        const u32 next = left.back();
        left.pop_back();
        if (!seen[next]) path.push_back(next), seen[next] = true;
    }
    return {finished.rbegin(), finished.rend()};
}

}  // namespace

/// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001), on the graph backwards.
std::vector<u32> immediate_postdominators(const std::vector<Instruction>& code) {
    const auto end = static_cast<u32>(code.size());
    const std::vector<u32> order = from_the_end(code);
    std::vector<u32> rank(code.size() + 1, unknown), found(code.size() + 1, unknown);
    for (u32 n = 0; n < order.size(); ++n) rank[order[n]] = n;
    found[end] = end;
    const auto first_common = [&](u32 one, u32 other) {
        while (one != other) {
            u32& later = rank[one] > rank[other] ? one : other;
            later = found[later];
        }
        return one;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (const u32 pc : order) {
            if (pc == end) continue;
            const Successors to = successors(code, pc);
            u32 now = unknown;
            for (const u32 next : {to.first, to.second}) {
                if (next == unknown || found[next] == unknown) continue;
                now = now == unknown ? next : first_common(now, next);
            }
            changed = changed || now != found[pc];
            found[pc] = now;
        }
    }
    for (u32& place : found) place = place == unknown ? end : place;
    found.pop_back();
    return found;
}

}  // namespace evodoku::emulator
