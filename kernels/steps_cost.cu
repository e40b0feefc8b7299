// Cost on the GPU.
#include "cuda_executor.cuh"
#include "engine/steps_on/cost.hpp"
#include "representation/every_board.hpp"

namespace evodoku {

#define EVODOKU_COST_OF(Board)                                                     \
    template void StepsOn<cuda::Executor, Board>::add_score(const Cost&);          \
    template void StepsOn<cuda::Executor, Board>::add_score_rejected(const Cost&); \
    template void StepsOn<cuda::Executor, Board>::add_keep_better(const Cost&);
EVODOKU_FOR_EVERY_BOARD(EVODOKU_COST_OF)

}  // namespace evodoku
