// Selection on the GPU.
#include "cuda_executor.cuh"
#include "engine/steps_on/selection.hpp"

namespace evodoku {

template void StepsOn<cuda::Executor, BoxBoard>::add_plan(const Selection&, const MixTable&, const MixTable&,
                                                          std::uint32_t, std::uint32_t);
template void StepsOn<cuda::Executor, CellBoard>::add_plan(const Selection&, const MixTable&, const MixTable&,
                                                           std::uint32_t, std::uint32_t);

}  // namespace evodoku
