// Threads of a device that work on the same data: atomic operations, and a group that serves one individual.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "evodoku/core/hd.hpp"

namespace evodoku {

// Atomic operations on a word that several individuals write. Maximum, union and sum do not depend on the order;
// results are read only after all writes. Taking a word (atomic_take, then atomic_max) is the exception: a later
// caller may act on the value of an earlier one, so on a CPU these two order the writes before them (acquire, release).

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

/// Wraps. Returns the previous value: a different one for each caller that adds 1, in no certain order.
template <std::unsigned_integral Word>
EVODOKU_HD Word atomic_add(Word* word, std::type_identity_t<Word> value) {
#if EVODOKU_ON_DEVICE
    using Native = std::conditional_t<sizeof(Word) == 4, unsigned, unsigned long long>;
    return atomicAdd(reinterpret_cast<Native*>(word), Native{value});
#else
    return __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
#endif
}

/// True if `yes` is, on this thread or on another of its warp that is here at the same time. Which ones are is up to
/// the GPU, so use it only to choose between two ways to the same result.
EVODOKU_HD inline bool any_of_warp(bool yes) {
#if EVODOKU_ON_DEVICE
    return __any_sync(__activemask(), yes) != 0;
#else
    return yes;
#endif
}

/// Threads that serve one individual together: a group of one. Code written against a ThreadGroup runs on one thread of
/// a CPU, and on a warp of a GPU (kernels/launch.cuh), with the same results. Any other group has the same members:
///
///   size, rank()          threads, and the number of this one: it takes items rank(), rank() + size, ...
///   wait()                until all have come this far; what they wrote before is then seen by all
///   sum, any, least       of a number of each thread: the sum, all bits, the minimum; every thread gets the result
///   Held<T>               a T that all share: a member made from the group; its content is undefined at first
///
/// Every thread calls each of them, in the same order.
struct Alone {
    static constexpr int size = 1;

    template <class T>
    class Held {
    public:
        EVODOKU_HD explicit Held(const Alone&) {}
        EVODOKU_HD T& operator*() { return value_; }
        EVODOKU_HD const T& operator*() const { return value_; }

    private:
        T value_;
    };

    EVODOKU_HD static constexpr int rank() { return 0; }
    EVODOKU_HD static constexpr bool is_first() { return true; }
    EVODOKU_HD void wait() const {}
    EVODOKU_HD static constexpr std::uint32_t sum(std::uint32_t number) { return number; }
    EVODOKU_HD static constexpr std::uint64_t any(std::uint64_t bits) { return bits; }
    EVODOKU_HD static constexpr std::int32_t least(std::int32_t number) { return number; }
};

}  // namespace evodoku
