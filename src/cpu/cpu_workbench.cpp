// The one algorithm on the CPU executor, taken to pieces for benchmarks.
#include "cpu/cpu_workbench.hpp"

#include <algorithm>

#include "cpu/ceilings.hpp"
#include "cpu/executor.hpp"
#include "evodoku/engine/evolution_workbench.hpp"
#include "evodoku/representation/box_board.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku::cpu {

std::unique_ptr<Workbench> make_workbench(std::unique_ptr<Workers> workers, const Config& config,
                                          const PuzzleJob& job) {
    validate(config);
    auto executor = std::make_unique<Executor>(std::move(workers));
    if (config.representation == suits_cell_board) {
        return std::make_unique<EvolutionWorkbench<Executor, CellBoard>>(std::move(executor), config, job);
    }
    return std::make_unique<EvolutionWorkbench<Executor, BoxBoard>>(std::move(executor), config, job);
}

std::unique_ptr<Ceilings> make_ceilings(std::unique_ptr<Workers> workers) {
    const std::uint64_t bytes = std::min<std::uint64_t>(std::uint64_t{256} << 20, available_memory_bytes() / 8);
    return std::make_unique<CpuCeilings>(std::move(workers), bytes);
}

}  // namespace evodoku::cpu
