// The steps of every generation of 9 x 9 boards on the GPU, whatever its operators; the end of a generation of any
// board.
#include "cuda_executor.cuh"
#include "engine/steps_on/common.hpp"
#include "engine/steps_on/end_of_generation.hpp"
#include "representation/every_board.hpp"

namespace evodoku::cuda {

// Once per puzzle: threads with much to do, each along a path of its own. Blocks of one warp reach all multiprocessors.
template <class Board>
inline constexpr unsigned single_threads<PresolvePhase<Board>> = 32;
template <class Board>
inline constexpr unsigned single_threads<CountAllelesPhase<Board>> = 32;
template <class Board>
inline constexpr unsigned single_threads<PreparePhase<Board>> = 32;

std::unique_ptr<Steps<BoxBoard>> Executor::make_steps(const Pool<BoxBoard>& pool) {
    return std::make_unique<StepsOn<Executor, BoxBoard>>(*this, pool);
}
std::unique_ptr<Steps<CellBoard>> Executor::make_steps(const Pool<CellBoard>& pool) {
    return std::make_unique<StepsOn<Executor, CellBoard>>(*this, pool);
}

}  // namespace evodoku::cuda

namespace evodoku {

#define EVODOKU_END_OF_GENERATION_OF(Board) template void StepsOn<cuda::Executor, Board>::add_end_of_generation();
EVODOKU_FOR_EVERY_BOARD(EVODOKU_END_OF_GENERATION_OF)

}  // namespace evodoku
