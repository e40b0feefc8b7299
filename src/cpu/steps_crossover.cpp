// Crossover and cost on the CPU.
#include "cpu/executor.hpp"
#include "engine/operator_steps.hpp"
#include "operators/cost/costs.hpp"
#include "operators/crossover/all.hpp"

namespace evodoku {

#define EVODOKU_STEPS_OF(Board)                                                                      \
    template void GenerationOn<cpu::Executor, Board>::add_cross(std::uint32_t, std::uint32_t) const; \
    template void GenerationOn<cpu::Executor, Board>::add_score(Scored) const;
EVODOKU_FOR_EVERY_BOARD(EVODOKU_STEPS_OF)

}  // namespace evodoku
