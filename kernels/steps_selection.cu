// Selection on the GPU.
#include "cuda_executor.cuh"
#include "engine/operator_steps.hpp"
#include "operators/selection/selections.hpp"

namespace evodoku {
namespace cuda {

// As in steps_crossover.cu: for 7.5 this phase spills without it.
template <>
inline constexpr unsigned min_blocks<PlanPhase<Roulette, PoolOfAnyBoard>> = 4;

}  // namespace cuda

#define EVODOKU_STEPS_OF(Board) template void GenerationOn<cuda::Executor, Board>::add_plan(std::uint32_t) const;
EVODOKU_FOR_EVERY_BOARD(EVODOKU_STEPS_OF)

}  // namespace evodoku
