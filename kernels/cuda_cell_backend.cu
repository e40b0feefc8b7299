// The kernels of the cell-board.
#include "cuda_cell_backend.cuh"
#include "evodoku/engine/evolution_backend.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku::cuda {

std::unique_ptr<Backend> make_cell_backend(std::unique_ptr<Executor> executor, const Config& config,
                                           std::uint32_t puzzle_slots) {
    return std::make_unique<EvolutionBackend<Executor, CellBoard>>(std::move(executor), config, puzzle_slots);
}

}  // namespace evodoku::cuda
