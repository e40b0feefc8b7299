// The steps of every generation of 9 x 9 boards on the GPU, whatever its operators.
#include "cuda_executor.cuh"

namespace evodoku::cuda {

// Once per puzzle: threads with much to do, each along a path of its own. Blocks of one warp reach all multiprocessors.
template <class Board>
inline constexpr unsigned single_threads<PresolvePhase<Board>> = 32;
template <class Step, class Board>
inline constexpr unsigned single_threads<AllelesPhase<Step, Board>> = 32;

EVODOKU_FOR_EVERY_BOARD_OF_9X9(EVODOKU_STEPS_ON)

}  // namespace evodoku::cuda
