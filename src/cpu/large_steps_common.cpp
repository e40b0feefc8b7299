// The steps of every generation of larger boards on the CPU, whatever their operators.
#include "cpu/executor.hpp"
#include "engine/steps_on/common.hpp"
#include "representation/every_board.hpp"

namespace evodoku::cpu {

#define EVODOKU_STEPS_OF(Board)                                                   \
    std::unique_ptr<Steps<Board>> Executor::make_steps(const Pool<Board>& pool) { \
        return std::make_unique<StepsOn<Executor, Board>>(*this, pool);           \
    }
EVODOKU_FOR_EVERY_LARGE_BOARD(EVODOKU_STEPS_OF)

}  // namespace evodoku::cpu
