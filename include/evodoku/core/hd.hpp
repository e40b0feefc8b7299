// The one host/device macro. No other header under include/ names CUDA.
#pragma once

#if defined(__CUDACC__)
#define EVODOKU_HD __host__ __device__
#else
#define EVODOKU_HD
#endif

namespace evodoku {

/// Asks the CPU to bring the cache lines of `*address` near; does nothing on a GPU, where other warps hide the wait.
template <class T>
EVODOKU_HD inline void prefetch(const T* address) {
#if !defined(__CUDA_ARCH__)
    const char* line = reinterpret_cast<const char*>(address);
    for (unsigned offset = 0; offset < sizeof(T); offset += 64) __builtin_prefetch(line + offset);
#else
    (void)address;
#endif
}

/// `object` to be read in many pieces: on a GPU a copy in registers, fetched in 16-byte loads; on a CPU the object.
#if defined(__CUDA_ARCH__)
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
