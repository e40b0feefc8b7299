// Atomic operations on a word that several individuals write. Maximum, union and sum do not depend on the order;
// results are read only after all writes. Taking a word (atomic_take, then atomic_max) is the exception: a later
// caller may act on the value of an earlier one, so on a CPU these two order the writes before them (acquire, release).
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// Returns the previous value.
EVODOKU_HD inline std::uint64_t atomic_max(std::uint64_t* word, std::uint64_t value) {
#if EVODOKU_ON_DEVICE
    return atomicMax(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(value));
#else
    std::uint64_t held = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    while (value > held && !__atomic_compare_exchange_n(word, &held, value, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return held;
#endif
}

/// Writes `value` if the word is 0. Returns the previous value. `alone`: no other thread accesses the words; on a CPU
/// this is several times as fast.
EVODOKU_HD inline std::uint64_t atomic_take(std::uint64_t* word, std::uint64_t value, bool alone) {
#if EVODOKU_ON_DEVICE
    (void)alone;
    return atomicCAS(reinterpret_cast<unsigned long long*>(word), 0ull, static_cast<unsigned long long>(value));
#else
    std::uint64_t held = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    if (held != 0) return held;
    if (alone) {
        __atomic_store_n(word, value, __ATOMIC_RELAXED);
    } else {
        __atomic_compare_exchange_n(word, &held, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    }
    return held;
#endif
}

EVODOKU_HD inline void atomic_or(std::uint64_t* word, std::uint64_t bits) {
#if EVODOKU_ON_DEVICE
    static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
    atomicOr(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(bits));
#else
    __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
#endif
}

EVODOKU_HD inline void atomic_add(std::uint32_t* word, std::uint32_t value) {
#if EVODOKU_ON_DEVICE
    atomicAdd(word, value);
#else
    __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
#endif
}
/// Counts one more. Returns the previous value: a different one for each caller, in no certain order.
EVODOKU_HD inline std::uint32_t atomic_next(std::uint32_t* word) {
#if EVODOKU_ON_DEVICE
    return atomicAdd(word, 1u);
#else
    return __atomic_fetch_add(word, 1u, __ATOMIC_RELAXED);
#endif
}
/// Wraps.
EVODOKU_HD inline void atomic_add(std::uint64_t* word, std::uint64_t value) {
#if EVODOKU_ON_DEVICE
    atomicAdd(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(value));
#else
    __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
#endif
}

}  // namespace evodoku
