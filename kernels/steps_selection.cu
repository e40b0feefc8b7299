// Selection on the GPU.
#include "cuda_executor.cuh"
#include "engine/operator_steps.hpp"
#include "operators/selection/selections.hpp"

namespace evodoku {
namespace cuda {

// For compute capability 7.5 or 12.0 the compiler leaves these phases too few registers, and they spill.
template <>
inline constexpr unsigned min_blocks<PlanPhase<Roulette, PoolOfAnyBoard>> = 4;
template <>
inline constexpr unsigned min_blocks<PlanPhase<AlwaysBest, PoolOfAnyBoard>> = 4;

}  // namespace cuda

#define EVODOKU_STEPS_OF(Board) template void GenerationOn<cuda::Executor, Board>::add_plan(std::uint32_t) const;
EVODOKU_FOR_EVERY_BOARD(EVODOKU_STEPS_OF)

}  // namespace evodoku
