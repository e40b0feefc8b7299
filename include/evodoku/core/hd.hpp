// The host/device macro, and which of the two this compilation is for. No other header under include/ knows CUDA's.
#pragma once

#if defined(__CUDACC__)
#define EVODOKU_HD __host__ __device__
#else
#define EVODOKU_HD
#endif

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

/// `object` to be read in many pieces: on a GPU a copy in registers, fetched in 16-byte loads; on a CPU the object.
#if EVODOKU_ON_DEVICE
template <class T>
EVODOKU_HD inline T fetched(const T& object) {
    return object;
}
#else
template <class T>
EVODOKU_HD inline const T& fetched(const T& object) {
    return object;
}
#endif

}  // namespace evodoku
