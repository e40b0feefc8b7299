// Selection on the GPU.
#include "cuda_executor.cuh"
#include "engine/steps_on/selection.hpp"
#include "representation/every_board.hpp"

namespace evodoku {
namespace cuda {

// As in steps_crossover.cu: for 7.5 this phase spills without it.
template <>
inline constexpr unsigned min_blocks<PlanPhase<Roulette, PoolOfAnyBoard>> = 4;

}  // namespace cuda

#define EVODOKU_SELECTION_OF(Board)                                                                            \
    template void StepsOn<cuda::Executor, Board>::add_plan(const Selection&, const MixTable&, const MixTable&, \
                                                           std::uint32_t, std::uint32_t);
EVODOKU_FOR_EVERY_BOARD(EVODOKU_SELECTION_OF)

}  // namespace evodoku
