// The one algorithm on the CPU executor.
#include "cpu/cpu_backend.hpp"

#include "cpu/executor.hpp"
#include "evodoku/engine/evolution_backend.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku::cpu {

std::unique_ptr<Backend> make_backend(std::unique_ptr<Workers> workers, const Config& config,
                                      std::uint32_t puzzle_slots) {
    validate(config);
    return std::make_unique<EvolutionBackend<Executor, BoxBoard>>(std::make_unique<Executor>(std::move(workers)),
                                                                  config, puzzle_slots);
}

}  // namespace evodoku::cpu
