// The one algorithm on the CPU executor.
#include "cpu/cpu_backend.hpp"

#include "cpu/executor.hpp"
#include "evodoku/engine/evolution_backend.hpp"
#include "evodoku/representation/box_board.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku::cpu {

std::unique_ptr<Backend> make_backend(std::unique_ptr<Workers> workers, const Config& config,
                                      std::uint32_t puzzle_slots) {
    validate(config);
    auto executor = std::make_unique<Executor>(std::move(workers));
    if (config.representation == suits_cell_board) {
        return std::make_unique<EvolutionBackend<Executor, CellBoard>>(std::move(executor), config, puzzle_slots);
    }
    return std::make_unique<EvolutionBackend<Executor, BoxBoard>>(std::move(executor), config, puzzle_slots);
}

}  // namespace evodoku::cpu
