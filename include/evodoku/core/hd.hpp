// Host and device macros, and which of the two this compilation is for. No other public header uses CUDA's macros.
#pragma once

#include <type_traits>

/// SELDOM: on a CPU, for rarely called functions: keeps them out of the caller's registers. OF_EITHER_SIDE: in front of
/// a host and device template that is also instantiated with host code alone: nvcc then does not check what it calls.
#if defined(__CUDACC__)
#define EVODOKU_HD __host__ __device__
#define EVODOKU_SELDOM
#define EVODOKU_OF_EITHER_SIDE _Pragma("nv_exec_check_disable")
#define EVODOKU_UNROLLED_ON_HOST
#else
#define EVODOKU_HD
#define EVODOKU_SELDOM __attribute__((noinline))
#define EVODOKU_OF_EITHER_SIDE
#define EVODOKU_UNROLLED_ON_HOST _Pragma("GCC unroll 18")
#endif

/// For functions that must be inlined, so that shared values stay in registers.
#define EVODOKU_INLINE __attribute__((always_inline)) inline

#if defined(__CUDA_ARCH__)
#define EVODOKU_ON_DEVICE 1
#else
#define EVODOKU_ON_DEVICE 0
#endif

/// In front of a loop. UNROLLED: so that arrays indexed by its counter stay in registers; nvcc knows no such pragma for
/// the host. ROLLED: a GPU compiler must not, because copies of a large body fill the instruction cache.
/// ROLLED_BUT_TWO: two passes in one, so that the loop itself costs little.
/// ROLLED_ABOVE_9X9, in a template on `order`: 36 copies of a body take all registers of a thread, nine do not.
#if EVODOKU_ON_DEVICE
#define EVODOKU_UNROLLED _Pragma("unroll")
#define EVODOKU_ROLLED _Pragma("unroll 1")
#define EVODOKU_ROLLED_BUT_TWO _Pragma("unroll 2")
#define EVODOKU_ROLLED_ABOVE_9X9 _Pragma("unroll (order > 3 ? 1 : 9)")
#else
#define EVODOKU_UNROLLED EVODOKU_UNROLLED_ON_HOST
#define EVODOKU_ROLLED
#define EVODOKU_ROLLED_BUT_TWO
#define EVODOKU_ROLLED_ABOVE_9X9
#endif

namespace evodoku {

/// Prefetches the cache lines of `*address` on a CPU; nothing on a GPU: other warps hide the latency. Throws nothing.
template <class T>
EVODOKU_HD inline void prefetch(const T* address) {
#if !EVODOKU_ON_DEVICE
    const char* line = reinterpret_cast<const char*>(address);
    for (unsigned offset = 0; offset < sizeof(T); offset += 64) __builtin_prefetch(line + offset);
#else
    (void)address;
#endif
}

/// `object`, for many small reads. On a GPU this is a copy in registers, fetched in 16-byte loads, if `in_registers`
/// says that all indices are compile-time constants. Otherwise, and on a CPU, it is the object itself. Throws nothing.
template <bool in_registers, class T>
EVODOKU_HD inline std::conditional_t<in_registers && EVODOKU_ON_DEVICE, T, const T&> fetched(const T& object) {
    return object;
}

}  // namespace evodoku
