// The kernels that carry the phases, and the only place that launches anything.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <nvtx3/nvtx3.hpp>
#include <source_location>

#include "cuda_error.hpp"
#include "evodoku/core/atomics.hpp"
#include "evodoku/engine/deme_on_chip.hpp"

namespace evodoku::cuda {

/// Threads a block. 256 is untuned: no GPU has measured it yet.
struct LaunchTuning {
    static constexpr unsigned threads = 256;
    static constexpr unsigned most_rows = 65535;  // of a grid, as the hardware has it
    static constexpr unsigned most_chip_threads = 256;
    static constexpr unsigned slice_words = 2048;  // 16 KB a block for slices: untuned, as the rest
};

/// One thread a slot; block column = part of a deme, block row = deme, so that no thread divides.
template <class Phase>
__global__ void __launch_bounds__(LaunchTuning::threads)
    for_each_slot(const __grid_constant__ Phase phase, std::uint32_t demes, std::uint32_t deme_size) {
    const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= deme_size) return;
    for (std::uint32_t deme = blockIdx.y; deme < demes; deme += gridDim.y) {
        const auto body = phase(deme);
        if (body.active()) do_individual(body, index);
    }
}

/// One thread a deme, or a puzzle: few, so that each may have all the registers it wants.
template <class Phase>
__global__ void __launch_bounds__(LaunchTuning::threads, 1)
    for_each_deme(const __grid_constant__ Phase phase, std::uint32_t demes) {
    const std::uint32_t deme = blockIdx.x * blockDim.x + threadIdx.x;
    if (deme < demes) phase(deme);
}

/// One thread a slot of the demes with an active body; adds what body(index) gives to *phase.sum(place), for places 0
/// .. count - 1, each a deme. Wrapping integers: the order does not matter.
template <class Phase>
__global__ void __launch_bounds__(LaunchTuning::threads)
    sum_slots(const __grid_constant__ Phase phase, std::uint32_t count, std::uint32_t deme_size) {
    const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
    for (std::uint32_t place = blockIdx.y; place < count; place += gridDim.y) {
        const auto body = phase(place);
        if (!body.active()) continue;
        std::uint64_t sum = index < deme_size ? body(index) : 0;
        for (int lane = 16; lane != 0; lane /= 2) sum += __shfl_down_sync(~0u, sum, lane);
        if (threadIdx.x % 32 == 0) atomic_add(phase.sum(place), sum);
    }
}

/// The threads of a block, for code that is written against one.
struct CudaBlock {
    template <class Body>
    __device__ void for_each(std::uint32_t count, const Body& body) const {
        for (std::uint32_t k = threadIdx.x; k < count; k += blockDim.x) body(k);
        __syncthreads();
    }
};

/// One block a deme, whole generations on chip.
template <class Phases>
__global__ void __launch_bounds__(LaunchTuning::most_chip_threads, 1)
    demes_on_chip(const __grid_constant__ Phases phases, std::uint32_t generations, std::uint32_t slice_words) {
    extern __shared__ __align__(64) unsigned char chip_memory[];
    CudaBlock block;
    run_deme_on_chip(block, phases, blockIdx.x, generations, chip_memory, slice_words);
}

/// Launches a kernel over `columns` x `rows` threads: nothing where there is nothing to do; checked; in debug builds
/// waited for, so that an error shows at its cause.
template <class... Parameters, class... Arguments>
void launch(const char* name, cudaStream_t stream, std::uint32_t columns, std::uint32_t rows,
            void (*kernel)(Parameters...), const Arguments&... arguments) {
    if (columns == 0 || rows == 0) return;
    const nvtx3::scoped_range range{name};
    const dim3 grid((columns + LaunchTuning::threads - 1) / LaunchTuning::threads,
                    std::min(rows, LaunchTuning::most_rows));
    kernel<<<grid, LaunchTuning::threads, 0, stream>>>(arguments...);
    check(cudaGetLastError(), name);
#if !defined(NDEBUG)
    check(cudaStreamSynchronize(stream), name);
#endif
}

/// Launches `blocks` blocks that have `bytes` of memory of their own. The kernel has been told that it may.
template <class... Parameters, class... Arguments>
void launch_blocks(const char* name, cudaStream_t stream, unsigned blocks, unsigned threads, std::size_t bytes,
                   void (*kernel)(Parameters...), const Arguments&... arguments) {
    if (blocks == 0) return;
    const nvtx3::scoped_range range{name};
    kernel<<<blocks, threads, bytes, stream>>>(arguments...);
    check(cudaGetLastError(), name);
#if !defined(NDEBUG)
    check(cudaStreamSynchronize(stream), name);
#endif
}

}  // namespace evodoku::cuda
