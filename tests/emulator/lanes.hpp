// A register is 32 values side by side, one per lane. Handlers read and write it here.
#pragma once

#include <bit>

#include "emulator/warp.hpp"

namespace evodoku::emulator {

template <class T>
const T* input(const Warp& warp, u32 offset) {
    return static_cast<const T*>(__builtin_assume_aligned(warp.registers + offset, 64));
}
template <class T>
T* output(Warp& warp, u32 offset) {
    return static_cast<T*>(__builtin_assume_aligned(warp.registers + offset, 64));
}

/// A predicate is one bit per lane.
inline u32 predicate(const Warp& warp, u32 offset) { return *reinterpret_cast<const u32*>(warp.registers + offset); }
inline void set_predicate(Warp& warp, u32 offset, u32 bits) {
    u32& old = *reinterpret_cast<u32*>(warp.registers + offset);
    old = (old & ~warp.mask) | (bits & warp.mask);
}

#if defined(__clang__)
#define EVODOKU_IN_ANY_ORDER  // it warns where it can't
#else
#define EVODOKU_IN_ANY_ORDER _Pragma("GCC ivdep")
#endif

/// d[lane] = value(lane) for the lanes of the mask. `value` is called for the others too, so that the loop becomes
/// vector instructions: it must be harmless. A destination is either the same register as a source or does not overlap.
template <class T, class Value>
void for_each_lane(Warp& warp, u32 destination, Value value) {
    T* d = output<T>(warp, destination);
    if (warp.mask == all_lanes) {
        EVODOKU_IN_ANY_ORDER
        for (int lane = 0; lane < lane_count; ++lane) d[lane] = value(lane);
    } else {
        const u32 mask = warp.mask;
        EVODOKU_IN_ANY_ORDER
        for (int lane = 0; lane < lane_count; ++lane) {
            const T result = value(lane);
            d[lane] = (mask >> lane & 1) != 0 ? result : d[lane];
        }
    }
}

/// The same for work that no vector instruction does: one lane after the other.
template <class Visit>
void for_active_lanes(u32 mask, Visit visit) {
    for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

}  // namespace evodoku::emulator
