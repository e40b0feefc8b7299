// The kernels that run the phases, and the only file with launches.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/threads.hpp"
#include "cuda_error.hpp"
#include "engine/phase.hpp"
#include "evodoku/core/hd.hpp"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define EVODOKU_HAVE_NVTX 1
#else
#define EVODOKU_HAVE_NVTX 0
#endif

namespace evodoku::cuda {

/// Names a range of host time for a profiler (NVTX). Uses NVTX's C interface, because the C++ one needs CUDA 12.9 or
/// newer. With a toolkit without NVTX the ranges do nothing.
class ProfileRange {
public:
#if EVODOKU_HAVE_NVTX
    explicit ProfileRange(const char* name) { nvtxRangePushA(name); }
    ~ProfileRange() { nvtxRangePop(); }
#else
    explicit ProfileRange(const char*) {}
#endif
    ProfileRange(const ProfileRange&) = delete;
    ProfileRange& operator=(const ProfileRange&) = delete;
};

/// A warp that serves one individual: the ThreadGroup of kernels (core/threads.hpp). `Memory` is in shared memory; it
/// has every type that is held as a base.
template <class Memory>
class Warp {
public:
    static constexpr int size = 32;

    template <class T>
    class Held {
    public:
        __device__ explicit Held(const Warp& group) : value_(group.memory_) {}
        __device__ T& operator*() { return value_; }
        __device__ const T& operator*() const { return value_; }

    private:
        T& value_;
    };

    __device__ explicit Warp(Memory& memory) : memory_(memory) {}

    __device__ static int rank() { return static_cast<int>(threadIdx.x % size); }
    __device__ static bool is_first() { return rank() == 0; }
    __device__ void wait() const { __syncwarp(); }
    __device__ static std::uint32_t sum(std::uint32_t number) {
        for (int other = size / 2; other != 0; other /= 2) number += __shfl_xor_sync(all, number, other);
        return number;
    }
    __device__ static std::uint64_t any(std::uint64_t bits) {
        for (int other = size / 2; other != 0; other /= 2) bits |= __shfl_xor_sync(all, bits, other);
        return bits;
    }
    __device__ static std::int32_t least(std::int32_t number) {
        for (int other = size / 2; other != 0; other /= 2) number = min(number, __shfl_xor_sync(all, number, other));
        return number;
    }

private:
    static constexpr unsigned all = ~0u;

    Memory& memory_;
};

/// Threads per block. 256 is untuned: no GPU has measured it yet.
struct LaunchTuning {
    static constexpr unsigned threads = 256;
    static constexpr unsigned max_shared_memory_threads = 256;
};

/// The minimum number of for_each_individual blocks per multiprocessor; 0: the compiler chooses. A unit may set it for
/// a phase before it compiles the phase.
template <class Phase>
inline constexpr unsigned min_blocks = 0;

/// Threads per block of a phase over islands or puzzles. A unit may set it for a phase before it compiles the phase.
template <class Phase>
inline constexpr unsigned single_threads = LaunchTuning::threads;

/// One thread per individual; block column = part of an island, block row = island, so that no thread divides.
template <class Phase>
__global__ void __launch_bounds__(LaunchTuning::threads, min_blocks<Phase>)
    for_each_individual(const __grid_constant__ Phase phase, std::uint32_t islands, std::uint32_t island_size) {
    const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= island_size) return;
    for (std::uint32_t island_index = blockIdx.y; island_index < islands; island_index += gridDim.y) {
        const auto body = phase(island_index);
        if (body.active()) do_individual<Phase>(body, index);
    }
}

/// Warps of a block whose individuals have a warp each: what they share must fit into the 48 KB that every device has.
template <class Phase>
inline constexpr unsigned warps_per_block =
    static_cast<unsigned>(std::clamp<std::size_t>(48 * 1024 / sizeof(typename Phase::GroupMemory), 1, 4));

/// One warp per individual: see PhaseTraits::by_group. Block column = part of an island, block row = island.
template <class Phase>
__global__ void __launch_bounds__(32 * warps_per_block<Phase>, 1)
    for_each_individual_by_warp(const __grid_constant__ Phase phase, std::uint32_t islands, std::uint32_t island_size) {
    __shared__ typename Phase::GroupMemory memory[warps_per_block<Phase>];
    const std::uint32_t index = blockIdx.x * warps_per_block<Phase> + threadIdx.x / 32;
    if (index >= island_size) return;
    const Warp group(memory[threadIdx.x / 32]);
    for (std::uint32_t island_index = blockIdx.y; island_index < islands; island_index += gridDim.y) {
        const auto body = phase(island_index);
        if (body.active() && body.acts_on(index)) body.by_group(index, group);
        group.wait();  // the next island's individual takes the same memory
    }
}

/// One thread per island or puzzle: few, so that each may use many registers.
template <class Phase>
__global__ void __launch_bounds__(single_threads<Phase>, 1)
    for_each_island(const __grid_constant__ Phase phase, std::uint32_t islands) {
    const std::uint32_t island_index = blockIdx.x * blockDim.x + threadIdx.x;
    if (island_index < islands) phase(island_index);
}

/// One thread per individual of the islands with an active body; adds the result of body(index) to *phase.sum(k),
/// for each reading k, of one island. Wrapping integers: the order has no effect.
template <class Phase>
__global__ void __launch_bounds__(LaunchTuning::threads)
    sum_individuals(const __grid_constant__ Phase phase, std::uint32_t count, std::uint32_t island_size) {
    const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
    for (std::uint32_t reading_index = blockIdx.y; reading_index < count; reading_index += gridDim.y) {
        const auto body = phase(reading_index);
        if (!body.active()) continue;
        std::uint64_t sum = index < island_size ? body(index) : 0;
        for (int lane = 16; lane != 0; lane /= 2) sum += __shfl_down_sync(~0u, sum, lane);
        if (threadIdx.x % 32 == 0) atomic_add(phase.sum(reading_index), sum);
    }
}

/// The number of threads, or of warps: `columns` in each of `rows`, `per_block` in a block. A grid has at most
/// `max_rows` rows; the kernel loops over all.
struct Extent {
    std::uint32_t columns;
    std::uint32_t rows = 1, max_rows = 1;
    std::uint32_t per_block = LaunchTuning::threads;
    std::uint32_t threads = LaunchTuning::threads;  ///< of a block
};

/// Launches a kernel with `bytes` of shared memory per block, which its limit must allow; nothing for an empty grid.
/// The launch is checked. With CUDA_LAUNCH_BLOCKING=1 it is waited for, so that an error appears at its cause.
template <class... Parameters, class... Arguments>
void launch_blocks(const char* name, cudaStream_t stream, const dim3& grid, unsigned threads, std::size_t bytes,
                   void (*kernel)(Parameters...), const Arguments&... arguments) {
    if (grid.x == 0 || grid.y == 0) return;
    const ProfileRange range(name);
    kernel<<<grid, threads, bytes, stream>>>(arguments...);
    check(cudaGetLastError(), name);
}

template <class... Parameters, class... Arguments>
void launch(const char* name, cudaStream_t stream, const Extent& extent, void (*kernel)(Parameters...),
            const Arguments&... arguments) {
    const dim3 grid((extent.columns + extent.per_block - 1) / extent.per_block, std::min(extent.rows, extent.max_rows));
    launch_blocks(name, stream, grid, extent.threads, 0, kernel, arguments...);
}

/// Launches a phase over `count` islands or puzzles.
template <class Phase>
void launch_single(cudaStream_t stream, const Phase& phase, std::uint32_t count) {
    constexpr unsigned threads = single_threads<Phase>;
    launch(Phase::name, stream, {.columns = count, .per_block = threads, .threads = threads}, for_each_island<Phase>,
           phase, count);
}

}  // namespace evodoku::cuda
