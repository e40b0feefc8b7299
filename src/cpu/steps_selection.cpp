// Selection on the CPU.
#include "cpu/executor.hpp"
#include "engine/operator_steps.hpp"
#include "operators/selection/selections.hpp"

namespace evodoku {

#define EVODOKU_STEPS_OF(Board) template void GenerationOn<cpu::Executor, Board>::add_plan(std::uint32_t) const;
EVODOKU_FOR_EVERY_BOARD(EVODOKU_STEPS_OF)

}  // namespace evodoku
