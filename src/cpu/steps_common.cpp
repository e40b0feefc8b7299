// The steps of every generation of 9 x 9 boards on the CPU, whatever its operators.
#include "cpu/executor.hpp"
#include "engine/steps_on/common.hpp"

namespace evodoku::cpu {

std::unique_ptr<Steps<BoxBoard>> Executor::make_steps(const Pool<BoxBoard>& pool) {
    return std::make_unique<StepsOn<Executor, BoxBoard>>(*this, pool);
}
std::unique_ptr<Steps<CellBoard>> Executor::make_steps(const Pool<CellBoard>& pool) {
    return std::make_unique<StepsOn<Executor, CellBoard>>(*this, pool);
}

}  // namespace evodoku::cpu
