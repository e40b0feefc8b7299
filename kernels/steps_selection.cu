// Selection on the GPU.
#include "cuda_executor.cuh"
#include "engine/steps_on/selection.hpp"
#include "representation/every_board.hpp"

namespace evodoku {

#define EVODOKU_SELECTION_OF(Board)                                                                            \
    template void StepsOn<cuda::Executor, Board>::add_plan(const Selection&, const MixTable&, const MixTable&, \
                                                           std::uint32_t, std::uint32_t);
EVODOKU_FOR_EVERY_BOARD(EVODOKU_SELECTION_OF)

}  // namespace evodoku
