#include "emulator/addresses.hpp"

#include "emulator/lanes.hpp"
#include "emulator/program.hpp"
#include "emulator/race_check.hpp"

namespace evodoku::emulator {
namespace {

/// Gathers whether any address lies outside of [begin, last] or is not aligned. Differences instead of comparisons, so
/// that loops over lanes become vector instructions.
struct Bounds {
    u64 begin, last;
    u64 outside = 0, low = 0;
    void include(u64 address) {
        outside |= (address - begin) | (last - address);
        low |= address;
    }
    void include(u64 address, u64 active) {  // active: all bits or none
        outside |= ((address - begin) | (last - address)) & active;
        low |= address & active;
    }
    bool hold(u32 bytes) const { return static_cast<s64>(outside) >= 0 && (low & (bytes - 1)) == 0; }
};

std::string amount(const Instruction& in) {
    const char* what = in.access == Access::read ? "read" : in.access == Access::write ? "write" : "atomic operation";
    return std::string(what) + " of " + std::to_string(in.bytes) + " bytes ";
}

struct Window {
    u64 begin, end;
    bool holds(u64 address, u64 bytes) const { return address >= begin && address + bytes <= end; }
};

Window shared_window(const Warp& warp) {
    const u64 begin = reinterpret_cast<u64>(warp.block->shared);
    return {begin, begin + warp.block->shared_bytes};
}
Window local_window(const Warp& warp, int lane) {
    const u64 begin = reinterpret_cast<u64>(warp.local) + u64{warp.local_bytes} * static_cast<u64>(lane);
    return {begin, begin + warp.local_bytes};
}
Window parameter_window(const Warp& warp) {
    const u64 begin = reinterpret_cast<u64>(warp.block->parameters);
    return {begin, begin + warp.block->program->parameter_bytes};
}

/// One lane after the other; names the first one that is wrong.
void check_each(const Warp& warp, const Instruction& in, const Addresses& addresses) {
    const DeviceMemory& memory = DeviceMemory::instance();
    for_active_lanes(warp.mask, [&](int lane) {
        const u64 address = addresses.of[lane];
        const Window shared = shared_window(warp), local = local_window(warp, lane);
        const auto offset = [&](u64 begin) { return "at " + std::to_string(static_cast<s64>(address - begin)); };
        if (address % in.bytes != 0) fault_at(warp, in, lane, Fault::misaligned_address, "misaligned " + amount(in));
        if (in.space == Space::shared && !shared.holds(address, in.bytes)) {
            fault_at(warp, in, lane, Fault::illegal_address,
                     amount(in) + offset(shared.begin) + " of " + std::to_string(warp.block->shared_bytes) +
                         " bytes of shared memory");
        }
        if (in.space == Space::local && !local.holds(address, in.bytes)) {
            fault_at(warp, in, lane, Fault::illegal_address,
                     amount(in) + offset(local.begin) + " of " + std::to_string(warp.local_bytes) +
                         " bytes of local memory");
        }
        if (in.space == Space::parameter && !parameter_window(warp).holds(address, in.bytes)) {
            fault_at(warp, in, lane, Fault::illegal_address, amount(in) + "outside of the kernel's parameters");
        }
        if (in.space != Space::global && in.space != Space::generic) return;
        if (memory.contains_address(address, in.bytes)) return;
        const bool elsewhere = shared.holds(address, in.bytes) || local.holds(address, in.bytes) ||
                               parameter_window(warp).holds(address, in.bytes);
        if (in.space == Space::generic && elsewhere) return;
        fault_at(warp, in, lane, Fault::illegal_address, amount(in) + memory.describe_address(address));
    });
}

/// Where all lanes should be if the first one is right, relative to each lane's own memory for local addresses.
Window expected_window(const Warp& warp, const Instruction& in, u64 first) {
    switch (in.space) {
        case Space::shared:
            return shared_window(warp);
        case Space::local:
            return {reinterpret_cast<u64>(warp.local), reinterpret_cast<u64>(warp.local) + warp.local_bytes};
        case Space::parameter:
            return parameter_window(warp);
        default:
            break;
    }
    const Window shared = shared_window(warp);
    if (in.space == Space::generic && first - shared.begin < shared.end - shared.begin) return shared;
    const DeviceMemory::Extent extent = warp.block->memory->extent_of(first);
    return {extent.begin, extent.end};
}

/// Generic addresses of local memory: each lane in its own.
bool all_in_own_local(const Warp& warp, const Instruction& in, const Addresses& addresses) {
    const u64 start = reinterpret_cast<u64>(warp.local), step = warp.local_bytes;
    if (in.space != Space::generic || step < in.bytes) return false;
    Bounds bounds{start, start + step - in.bytes};
    for (int lane = 0; lane < lane_count; ++lane) {
        bounds.include(addresses.of[lane] - step * static_cast<u64>(lane), 0 - static_cast<u64>(warp.mask >> lane & 1));
    }
    return bounds.hold(in.bytes);
}

/// address(lane) + step * lane for the lanes of the mask, and for others where that is faster. Only address(lane) has
/// to lie in the window.
template <class Address>
bool fill(Addresses& addresses, u32 mask, u32 bytes, const Window& window, u64 step, Address address) {
    Bounds bounds{window.begin, window.end - bytes};
    constexpr int few_lanes = 8;
    if (mask == all_lanes) {
        for (int lane = 0; lane < lane_count; ++lane) {
            const u64 at = address(lane);
            bounds.include(at);
            addresses.of[lane] = at + step * static_cast<u64>(lane);
        }
    } else if (std::popcount(mask) <= few_lanes) {
        for_active_lanes(mask, [&](int lane) {
            const u64 at = address(lane);
            bounds.include(at);
            addresses.of[lane] = at + step * static_cast<u64>(lane);
        });
    } else {
        for (int lane = 0; lane < lane_count; ++lane) {
            const u64 at = address(lane);
            bounds.include(at, 0 - static_cast<u64>(mask >> lane & 1));
            addresses.of[lane] = at + step * static_cast<u64>(lane);
        }
    }
    return bounds.hold(bytes) && window.end - window.begin >= bytes;
}

}  // namespace

void find_addresses(Warp& warp, const Instruction& in, Addresses& addresses) {
    const u64* wide = input<u64>(warp, in.a);
    const u32* narrow = input<u32>(warp, in.a);
    const u32 mask = warp.mask;
    u64 start = 0, step = 0;
    if (in.space == Space::shared) start = reinterpret_cast<u64>(warp.block->shared);
    if (in.space == Space::parameter) start = reinterpret_cast<u64>(warp.block->parameters);
    if (in.space == Space::local) start = reinterpret_cast<u64>(warp.local), step = warp.local_bytes;
    bool inside = false;
    if (in.wide_address) {
        start += static_cast<u64>(in.immediate);
        const Window window = expected_window(warp, in, wide[std::countr_zero(mask)] + start);
        inside = fill(addresses, mask, in.bytes, window, step, [=](int lane) { return wide[lane] + start; });
    } else {  // the sum wraps at 32 bits
        const u32 offset = static_cast<u32>(in.immediate);
        const Window window = expected_window(warp, in, narrow[std::countr_zero(mask)] + start);
        inside =
            fill(addresses, mask, in.bytes, window, step, [=](int lane) { return u64{narrow[lane] + offset} + start; });
    }
    if (!inside && warp.block->check_memory && !all_in_own_local(warp, in, addresses)) check_each(warp, in, addresses);
    if (warp.block->observed) observe(warp, in, addresses);
}

}  // namespace evodoku::emulator
