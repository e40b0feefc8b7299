// The one algorithm on the CPU executor, taken to pieces for benchmarks.
#include "cpu/cpu_workbench.hpp"

#include <algorithm>

#include "cpu/ceilings.hpp"
#include "cpu/executor.hpp"
#include "evodoku/engine/evolution_workbench.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku::cpu {

std::unique_ptr<Workbench> make_workbench(std::unique_ptr<Workers> workers, const Config& config,
                                          const PuzzleJob& job) {
    validate(config);
    return std::make_unique<EvolutionWorkbench<Executor, BoxBoard>>(std::make_unique<Executor>(std::move(workers)),
                                                                    config, job);
}

std::unique_ptr<Ceilings> make_ceilings(std::unique_ptr<Workers> workers) {
    const std::uint64_t bytes = std::min<std::uint64_t>(std::uint64_t{256} << 20, available_memory_bytes() / 8);
    return std::make_unique<CpuCeilings>(std::move(workers), bytes);
}

}  // namespace evodoku::cpu
