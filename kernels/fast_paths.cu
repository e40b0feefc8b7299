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

/// One block per island, whole generations in shared memory. Block row = turn.
template <class Phases, unsigned blocks = min_shared_memory_blocks<Phases>>
__global__ void __launch_bounds__(LaunchTuning::max_shared_memory_threads, blocks)
    islands_in_shared_memory(const __grid_constant__ Phases phases, std::uint32_t generations) {
    extern __shared__ __align__(64) unsigned char shared_memory[];
    CudaBlock block;
    if (phases.turn_of(blockIdx.x) != blockIdx.y) return;
    run_island_in_shared_memory(block, phases, blockIdx.x, generations, shared_memory);
}

/// A multiprocessor holds four blocks of the fused kernel: 256 threads with at most 64 registers each.
struct FusedTuning {
    static constexpr unsigned threads = 256, blocks = 4;
    static constexpr unsigned max_children = 4;  ///< that a thread makes one after the other
};

/// The children of all islands, a block for each part of an island: see make_children_of_block().
template <class Phases, unsigned threads = FusedTuning::threads, unsigned blocks = FusedTuning::blocks>
__global__ void __launch_bounds__(threads, blocks)
    children_of_blocks(const __grid_constant__ Phases phases, std::uint32_t islands, std::uint32_t island_size,
                       std::uint32_t per_block) {
    __shared__ MutatingChildren<FusedTuning::max_children * threads> mutating;
    CudaBlock block;
    const std::uint32_t first = blockIdx.x * per_block;
    const std::uint32_t count = min(per_block, island_size - first);
    for (std::uint32_t island_index = blockIdx.y; island_index < islands; island_index += gridDim.y) {
        make_children_of_block(block, phases, island_index, first, count, mutating);
    }
}

namespace {

/// A form of the fused kernel.
template <class Phases>
struct FusedKernel {
    void (*code)(Phases, std::uint32_t, std::uint32_t, std::uint32_t) = children_of_blocks<Phases>;
    unsigned threads = FusedTuning::threads, blocks = FusedTuning::blocks;

    template <unsigned threads, unsigned blocks>
    static FusedKernel of() {
        return {children_of_blocks<Phases, threads, blocks>, threads, blocks};
    }
    static FusedKernel chosen() {
        if constexpr (tunes) {
            for (const FusedKernel& each :
                 {of<128, 8>(), of<128, 10>(), of<256, 5>(), of<256, 6>(), of<512, 2>(), of<512, 3>()}) {
                if (tuned("EVODOKU_TUNE_FUSED", 0) == each.threads * 100 + each.blocks) return each;
            }
        }
        return {};
    }
    /// Children per thread: as many as take no more time, if the blocks that a device holds together take turns.
    unsigned children(std::uint64_t islands, std::uint32_t island_size, int multiprocessors) const {
        const std::uint64_t at_once = std::uint64_t{blocks} * static_cast<unsigned>(multiprocessors);
        const auto time = [&](unsigned each) {
            const std::uint64_t in_all = islands * ((island_size + each * threads - 1) / (each * threads));
            return (in_all + at_once - 1) / at_once * each;
        };
        const unsigned fewer = time(2) <= time(1) ? 2 : 1;
        const long wanted = tuned("EVODOKU_TUNE_CHILDREN", time(4) <= time(fewer) ? 4 : fewer);
        return static_cast<unsigned>(std::clamp<long>(wanted, 1, FusedTuning::max_children));
    }
};

}  // namespace

void Executor::fuse_children(Pipeline& pipeline, const Pool<BoxBoard>& pool, const Config& config) const {
    if (tuned("EVODOKU_TUNE_FUSE", 1) == 0) return;
    with_fused_phases(config, pool, [&]<class Phases>(const Phases& phases) {
        const auto kernel = FusedKernel<Phases>::chosen();
        load(kernel.code);
        const std::uint32_t islands = pool.island_count, size = pool.island_size;
        int multiprocessors = 0;
        check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device_), "asking for its size");
        const unsigned per_block = kernel.threads * kernel.children(islands, size, multiprocessors);
        const auto queue = [=, max_rows = max_grid_rows_](cudaStream_t stream) {
            launch(Phases::name, stream, {size, islands, max_rows, per_block, kernel.threads}, kernel.code, phases,
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
    void (*kernel)(Phases, std::uint32_t) = islands_in_shared_memory<Phases>;
    if constexpr (tunes && Phases::turns > 1) {
        const long blocks = tuned("EVODOKU_TUNE_SHARED_BLOCKS", 0);
        if (blocks == 2) kernel = islands_in_shared_memory<Phases, 2>;
        if (blocks == 4) kernel = islands_in_shared_memory<Phases, 4>;
        if (blocks == 5) kernel = islands_in_shared_memory<Phases, 5>;
        const auto share = static_cast<int>(tuned("EVODOKU_TUNE_CARVEOUT", cudaSharedmemCarveoutDefault));
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, share), "sharing a cache");
    }
    const std::uint32_t islands = phases.pool.island_count, size = phases.pool.island_size;
    return [=](cudaStream_t stream, std::uint32_t generations) {
        launch_blocks(Phases::name, stream, {islands, Phases::turns}, (size + 31) / 32 * 32, Phases::bytes(size),
                      kernel, phases, generations);
    };
}

/// Queues a launch once a puzzle has needed it. `counter`, on the device: of such puzzles. Waits for the device until
/// then, before the generations of new puzzles, not for them.
std::function<void(cudaStream_t, std::uint32_t)> if_needed(std::function<void(cudaStream_t, std::uint32_t)> queue,
                                                           const std::uint64_t* counter) {
    const auto found = std::static_pointer_cast<std::uint64_t>(make_pinned(sizeof(std::uint64_t)));
    return [=](cudaStream_t stream, std::uint32_t generations) {
        if (*found == 0) {
            check(cudaMemcpyAsync(found.get(), counter, sizeof *counter, cudaMemcpyDeviceToHost, stream),
                  "reading a counter");
            check(cudaStreamSynchronize(stream), "reading a counter");
        }
        if (*found != 0) queue(stream, generations);
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
    if (!phases || tuned("EVODOKU_TUNE_ISLANDS", 1) == 0) return;
    choose_device(device_);
    // Blocks of islands that a launch does not serve end at once.
    const auto by_tables = split_by_tables(*phases);
    if (!by_tables) return pipeline.in_shared_memory.push_back(launch_of_islands(*phases));
    pipeline.in_shared_memory = {if_needed(launch_of_islands(*phases), pool.incomplete), launch_of_islands(*by_tables)};
}

}  // namespace evodoku::cuda
