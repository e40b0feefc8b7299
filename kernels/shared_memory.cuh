// The kernel that keeps whole islands in shared memory.
#pragma once

#include <cstdint>

#include "engine/island_in_shared_memory.hpp"
#include "launch.cuh"

namespace evodoku::cuda {

/// The threads of a block, for code written against a Block.
struct CudaBlock {
    template <class Body>
    __device__ void for_each(std::uint32_t count, const Body& body) const {
        for (std::uint32_t k = threadIdx.x; k < count; k += blockDim.x) body(k);
    }
    template <class Body>
    __device__ void for_each_and_wait(std::uint32_t count, const Body& body) const {
        for_each(count, body);
        __syncthreads();
    }
    /// Without a loop, which would keep its counter in a register. Requires a thread for each.
    template <class Body>
    __device__ void for_each_individual(std::uint32_t count, const Body& body) const {
        if (threadIdx.x < count) body(threadIdx.x);
    }
    template <class Body>
    __device__ void for_each_individual_and_wait(std::uint32_t count, const Body& body) const {
        for_each_individual(count, body);
        __syncthreads();
    }
};

/// Blocks of 256 threads that a multiprocessor must hold, so that registers are few enough. 3: at most 80 per thread,
/// so that one of compute capability 9.0 holds twelve blocks of 64.
template <class Phases>
inline constexpr unsigned min_shared_memory_blocks = 3;

/// One block per island, whole generations in shared memory.
template <class Phases>
__global__ void __launch_bounds__(LaunchTuning::max_shared_memory_threads, min_shared_memory_blocks<Phases>)
    islands_in_shared_memory(const __grid_constant__ Phases phases, std::uint32_t generations) {
    extern __shared__ __align__(64) unsigned char shared_memory[];
    CudaBlock block;
    run_island_in_shared_memory(block, phases, blockIdx.x, generations, shared_memory);
}

}  // namespace evodoku::cuda
