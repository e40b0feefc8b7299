// Names a range of host time for a profiler (NVTX). Uses NVTX's C interface, because the C++ one needs CUDA 12.9 or
// newer. With a toolkit without NVTX the ranges do nothing.
#pragma once

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define EVODOKU_HAVE_NVTX 1
#else
#define EVODOKU_HAVE_NVTX 0
#endif

namespace evodoku::cuda {

class ProfileRange {
public:
#if EVODOKU_HAVE_NVTX
    explicit ProfileRange(const char* name) { nvtxRangePushA(name); }
    ~ProfileRange() { nvtxRangePop(); }
#else
    explicit ProfileRange(const char*) {}
    ~ProfileRange() = default;
#endif
    ProfileRange(const ProfileRange&) = delete;
    ProfileRange& operator=(const ProfileRange&) = delete;
};

}  // namespace evodoku::cuda
