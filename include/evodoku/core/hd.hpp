// The host/device macro, and which of the two this compilation is for. No other header under include/ knows CUDA's.
#pragma once

#include <type_traits>

#if defined(__CUDACC__)
#define EVODOKU_HD __host__ __device__
#else
#define EVODOKU_HD
#endif

/// On a CPU, for what is called so seldom that it must not fill the registers of those who call it.
#if defined(__CUDACC__)
#define EVODOKU_SELDOM
#else
#define EVODOKU_SELDOM __attribute__((noinline))
#endif

/// For what must be one with its caller, so that what they share stays in registers.
#define EVODOKU_INLINE __attribute__((always_inline)) inline

#if defined(__CUDA_ARCH__)
#define EVODOKU_ON_DEVICE 1
#else
#define EVODOKU_ON_DEVICE 0
#endif

namespace evodoku {

/// Asks the CPU to bring the cache lines of `*address` near; does nothing on a GPU, where other warps hide the wait.
template <class T>
EVODOKU_HD inline void prefetch(const T* address) {
#if !EVODOKU_ON_DEVICE
    const char* line = reinterpret_cast<const char*>(address);
    for (unsigned offset = 0; offset < sizeof(T); offset += 64) __builtin_prefetch(line + offset);
#else
    (void)address;
#endif
}

/// `object` to be read in many pieces: on a GPU a copy in registers, fetched in 16-byte loads, where `in_registers`
/// says that all its pieces are named when compiling; otherwise, and on a CPU, the object.
template <bool in_registers, class T>
EVODOKU_HD inline std::conditional_t<in_registers && EVODOKU_ON_DEVICE, T, const T&> fetched(const T& object) {
    return object;
}

}  // namespace evodoku
