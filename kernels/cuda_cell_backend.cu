// The kernels of the cell-board.
#include "cuda_cell_backend.cuh"
#include "evodoku/engine/batch_backend.hpp"
#include "evodoku/engine/evolution_workbench.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku::cuda {

std::unique_ptr<Backend> make_cell_backend(const std::function<std::unique_ptr<Executor>()>& make_executor,
                                           const Config& config, std::uint32_t puzzle_slots) {
    return make_batch_backend<Executor, CellBoard>(make_executor, config, puzzle_slots);
}

std::unique_ptr<Workbench> make_cell_workbench(std::unique_ptr<Executor> executor, const Config& config,
                                               const PuzzleJob& job) {
    return std::make_unique<EvolutionWorkbench<Executor, CellBoard>>(std::move(executor), config, job);
}

}  // namespace evodoku::cuda
