// The steps of every generation on the GPU, whatever its operators.
#include "cuda_executor.cuh"
#include "engine/steps_on/common.hpp"

namespace evodoku::cuda {

std::unique_ptr<Steps<BoxBoard>> Executor::make_steps(const Pool<BoxBoard>& pool) {
    return std::make_unique<StepsOn<Executor, BoxBoard>>(*this, pool);
}
std::unique_ptr<Steps<CellBoard>> Executor::make_steps(const Pool<CellBoard>& pool) {
    return std::make_unique<StepsOn<Executor, CellBoard>>(*this, pool);
}

}  // namespace evodoku::cuda
