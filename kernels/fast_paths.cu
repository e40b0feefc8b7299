// The fast paths for a generation, with less traffic to device memory: the fused child, and whole generations in shared
// memory.
#include "cuda_executor.cuh"
#include "engine/fast_paths.hpp"
#include "engine/needs.hpp"

namespace evodoku::cuda {

/// The threads of a block, for code written against a Block.
struct CudaBlock {
    __device__ void for_each(std::uint32_t count, const auto& body) const {
        for (std::uint32_t k = threadIdx.x; k < count; k += blockDim.x) body(k);
    }
    __device__ void for_each_and_wait(std::uint32_t count, const auto& body) const {
        for_each(count, body);
        __syncthreads();
    }
    /// Without a loop, which would keep its counter in a register. Requires a thread for each.
    __device__ void for_each_individual(std::uint32_t count, const auto& body) const {
        if (threadIdx.x < count) body(threadIdx.x);
    }
    __device__ void for_each_individual_and_wait(std::uint32_t count, const auto& body) const {
        for_each_individual(count, body);
        __syncthreads();
    }
};

/// Blocks of 256 threads that a multiprocessor must hold, so that registers are few enough. 3: at most 80 per thread,
/// so that one of compute capability 9.0 holds twelve blocks of 64.
template <class Phases>
inline constexpr unsigned min_shared_memory_blocks = 3;

/// At most 128 registers per thread: the kernel without tables needs more than the 80 that the other has.
template <>
inline constexpr unsigned min_shared_memory_blocks<SharedMemoryPhases<HeatBath>> = 2;

/// One block per island, whole generations in shared memory.
template <class Phases>
__global__ void __launch_bounds__(LaunchTuning::max_shared_memory_threads, min_shared_memory_blocks<Phases>)
    islands_in_shared_memory(const __grid_constant__ Phases phases, std::uint32_t generations) {
    extern __shared__ __align__(64) unsigned char shared_memory[];
    CudaBlock block;
    run_island_in_shared_memory(block, phases, blockIdx.x, generations, shared_memory);
}

/// A multiprocessor holds four blocks of the fused kernel: 256 threads with at most 64 registers each.
struct FusedTuning {
    static constexpr unsigned blocks = 4, max_children = 4;  ///< that a thread makes one after the other
};

/// At most 80 registers: both parents and their boxes are held at once.
template <class Phases>
inline constexpr unsigned fused_blocks = FusedTuning::blocks;
template <>
inline constexpr unsigned fused_blocks<FusedGuidedPhases> = 3;

/// The children of all islands, a block for each part of an island: see make_children_of_block().
template <class Phases>
__global__ void __launch_bounds__(LaunchTuning::threads, fused_blocks<Phases>)
    children_of_blocks(const __grid_constant__ Phases phases, std::uint32_t islands, std::uint32_t island_size,
                       std::uint32_t per_block) {
    __shared__ MutatingChildren<FusedTuning::max_children * LaunchTuning::threads> mutating;
    CudaBlock block;
    const std::uint32_t first = blockIdx.x * per_block;
    const std::uint32_t count = min(per_block, island_size - first);
    for (std::uint32_t island_index = blockIdx.y; island_index < islands; island_index += gridDim.y) {
        make_children_of_block(block, phases, island_index, first, count, mutating);
    }
}

/// Children per block: as many per thread as take no more time, if `at_once` blocks, which a device holds, take turns.
std::uint32_t children_per_block(std::uint64_t islands, std::uint32_t island_size, std::uint64_t at_once) {
    const auto time = [&](unsigned children) {
        const std::uint32_t per_block = children * LaunchTuning::threads;
        const std::uint64_t blocks = islands * ((island_size + per_block - 1) / per_block);
        return (blocks + at_once - 1) / at_once * children;
    };
    const unsigned fewer = time(2) <= time(1) ? 2 : 1;
    return LaunchTuning::threads * (time(FusedTuning::max_children) <= time(fewer) ? FusedTuning::max_children : fewer);
}

void Executor::fuse_children(Pipeline& pipeline, const Pool<BoxBoard>& pool, const Config& config) const {
    with_fused_phases(config, pool, [&]<class Phases>(const Phases& phases) {
        load(children_of_blocks<Phases>);
        const std::uint32_t islands = pool.island_count, size = pool.island_size;
        int multiprocessors = 0;
        check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device_), "asking for its size");
        const std::uint64_t at_once = std::uint64_t{fused_blocks<Phases>} * static_cast<unsigned>(multiprocessors);
        const std::uint32_t per_block = children_per_block(islands, size, at_once);
        const auto queue = [=, max_rows = max_grid_rows_](cudaStream_t stream) {
            launch(Phases::name, stream, {size, islands, max_rows, per_block}, children_of_blocks<Phases>, phases,
                   islands, size, per_block);
        };
        std::vector<Step> parts = std::exchange(pipeline.steps, {});
        pipeline.steps.push_back({Phases::name, queue, std::move(parts)});
    });
}

namespace {

/// The launch of an island per block.
template <class Phases>
std::function<void(cudaStream_t, std::uint32_t)> launch_of_islands(const Phases& phases) {
    static_assert(Phases::bytes(max_shared_memory_island) <= 48 * 1024, "more needs an opt-in");
    const std::uint32_t islands = phases.pool.island_count, size = phases.pool.island_size;
    return [=](cudaStream_t stream, std::uint32_t generations) {
        launch_blocks(Phases::name, stream, islands, (size + 31) / 32 * 32, Phases::bytes(size),
                      islands_in_shared_memory<Phases>, phases, generations);
    };
}

}  // namespace

/// A device takes as much stack for each thread that can be resident as the kernel with the largest stack needs. That
/// is the heat bath for boxes that are not listed, 5,104 bytes as compiled for sm_90; others need 824 at most
/// (docs/notes/kernel-counts.md), the logic before the search.
std::uint64_t Executor::stack_bytes(const Config& config) const {
    constexpr std::uint64_t bytes_for_logic = 1024;
    const bool draws_boxes = Needs(config).alleles;
    const std::uint64_t bytes =
        draws_boxes ? load(islands_in_shared_memory<SharedMemoryPhases<HeatBath>>).localSizeBytes : 0;
    int multiprocessors = 0, threads = 0;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device_), "asking for its size");
    check(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device_), "asking for its size");
    return std::max(bytes, bytes_for_logic) * static_cast<std::uint64_t>(multiprocessors) *
           static_cast<std::uint64_t>(threads);
}

void Executor::use_shared_memory(Pipeline& pipeline, const Pool<BoxBoard>& pool, const Config& config) const {
    auto phases = shared_memory_phases(config, pool);
    if (!phases) return;
    choose_device(device_);
    // Blocks of islands that a launch does not serve end at once.
    if (const auto by_tables = split_by_tables(*phases))
        pipeline.in_shared_memory.push_back(launch_of_islands(*by_tables));
    pipeline.in_shared_memory.push_back(launch_of_islands(*phases));
}

}  // namespace evodoku::cuda
