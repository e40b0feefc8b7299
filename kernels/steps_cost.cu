// Cost on the GPU.
#include "cuda_executor.cuh"
#include "engine/steps_on/cost.hpp"

namespace evodoku {

template void StepsOn<cuda::Executor, BoxBoard>::add_score(const Cost&);
template void StepsOn<cuda::Executor, CellBoard>::add_score(const Cost&);
template void StepsOn<cuda::Executor, BoxBoard>::add_score_rejected(const Cost&);
template void StepsOn<cuda::Executor, CellBoard>::add_score_rejected(const Cost&);
template void StepsOn<cuda::Executor, BoxBoard>::add_keep_better(const Cost&);
template void StepsOn<cuda::Executor, CellBoard>::add_keep_better(const Cost&);

}  // namespace evodoku
