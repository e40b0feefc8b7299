// Crossover on the CPU.
#include "cpu/executor.hpp"
#include "engine/steps_on/crossover.hpp"
#include "representation/every_board.hpp"

namespace evodoku {

#define EVODOKU_CROSSOVER_OF(Board) \
    template void StepsOn<cpu::Executor, Board>::add_cross(const Crossover&, std::uint32_t, std::uint32_t);
EVODOKU_FOR_EVERY_BOARD(EVODOKU_CROSSOVER_OF)

}  // namespace evodoku
