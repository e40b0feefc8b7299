// The steps of every generation of larger boards on the GPU, whatever their operators.
#include "cuda_executor.cuh"

namespace evodoku::cuda {

// Once per puzzle, each thread along a path of its own. Blocks of one warp reach all multiprocessors.
template <int order>
inline constexpr unsigned single_threads<PresolvePhase<LargeBoard<order>>> = 32;

// The compiler's own choice is one register too few for these phases, and they spill.
template <int order>
inline constexpr unsigned min_blocks<MergePhase<LargeBoard<order>>> = 4;
template <int order>
inline constexpr unsigned min_blocks<SettlePhase<LargeBoard<order>>> = 4;

EVODOKU_FOR_EVERY_LARGE_BOARD(EVODOKU_STEPS_ON)

}  // namespace evodoku::cuda
