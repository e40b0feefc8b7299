// The steps of every generation of 9 x 9 boards on the CPU, whatever its operators; the end of a generation of any
// board.
#include "cpu/executor.hpp"
#include "engine/steps_on/common.hpp"
#include "engine/steps_on/end_of_generation.hpp"
#include "representation/every_board.hpp"

namespace evodoku::cpu {

std::unique_ptr<Steps<BoxBoard>> Executor::make_steps(const Pool<BoxBoard>& pool) {
    return std::make_unique<StepsOn<Executor, BoxBoard>>(*this, pool);
}
std::unique_ptr<Steps<CellBoard>> Executor::make_steps(const Pool<CellBoard>& pool) {
    return std::make_unique<StepsOn<Executor, CellBoard>>(*this, pool);
}

}  // namespace evodoku::cpu

namespace evodoku {

#define EVODOKU_END_OF_GENERATION_OF(Board) template void StepsOn<cpu::Executor, Board>::add_end_of_generation();
EVODOKU_FOR_EVERY_BOARD(EVODOKU_END_OF_GENERATION_OF)

}  // namespace evodoku
