// The steps of every generation of larger boards on the GPU, whatever their operators.
#include "cuda_executor.cuh"

namespace evodoku::cuda {

// Once per puzzle: see steps_common.cu.
template <int order>
inline constexpr unsigned single_threads<PresolvePhase<LargeBoard<order>>> = 32;

// The compiler's own choice leaves it a register short, and it spills: see steps_crossover.cu.
template <int order>
inline constexpr unsigned min_blocks<MergePhase<LargeBoard<order>>> = 4;

EVODOKU_FOR_EVERY_LARGE_BOARD(EVODOKU_STEPS_ON)

}  // namespace evodoku::cuda
