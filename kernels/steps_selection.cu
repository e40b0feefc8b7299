// Selection on the GPU.
#include "cuda_executor.cuh"
#include "engine/steps_on/selection.hpp"

namespace evodoku {
namespace cuda {

// As in steps_crossover.cu: for 7.5 this phase spills without it.
template <>
inline constexpr unsigned min_blocks<PlanPhase<Roulette, PoolOfAnyBoard>> = 4;

}  // namespace cuda

template void StepsOn<cuda::Executor, BoxBoard>::add_plan(const Selection&, const MixTable&, const MixTable&,
                                                          std::uint32_t, std::uint32_t);
template void StepsOn<cuda::Executor, CellBoard>::add_plan(const Selection&, const MixTable&, const MixTable&,
                                                           std::uint32_t, std::uint32_t);

}  // namespace evodoku
