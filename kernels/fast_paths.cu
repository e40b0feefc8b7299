// The fast paths for a generation, with less traffic to device memory: the fused child, and whole generations in shared
// memory.
#include "cuda_executor.cuh"
#include "engine/fused_child.hpp"
#include "engine/shared_memory_phases.hpp"

namespace evodoku::cuda {

void Executor::fuse_children(Pipeline& pipeline, const Pool<BoxBoard>& pool, const Config& config) const {
    const auto phase = fused_child(config, pool);
    if (!phase) return;
    std::vector<Step> parts = std::exchange(pipeline.steps, {});
    add_individuals(pipeline, *phase, pool.island_count, pool.island_size);
    pipeline.steps.back().parts = std::move(parts);
}

void Executor::use_shared_memory(Pipeline& pipeline, const Pool<BoxBoard>& pool, const Config& config) const {
    using Phases = DefaultInSharedMemory<BoxBoard>;
    const auto phases = shared_memory_phases(config, pool);
    if (!phases) return;
    const std::uint32_t islands = pool.island_count, size = pool.island_size;
    const std::size_t bytes = Phases::bytes(size);
    choose_device(device_);
    // The limit belongs to the kernel, not to this launch: another executor in the process may have islands of another
    // size.
    check(cudaFuncSetAttribute(islands_in_shared_memory<Phases>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(Phases::bytes(max_shared_memory_island))),
          "asking for shared memory");
    pipeline.in_shared_memory = [phases = *phases, islands, size, bytes](cudaStream_t stream,
                                                                         std::uint32_t generations) {
        launch_blocks(Phases::name, stream, islands, (size + 31) / 32 * 32, bytes, islands_in_shared_memory<Phases>,
                      phases, generations);
    };
}

}  // namespace evodoku::cuda
