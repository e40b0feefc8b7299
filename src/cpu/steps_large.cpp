// All steps of larger boards on the CPU.
#include "cpu/executor.hpp"
#include "engine/steps_on/common.hpp"
#include "engine/steps_on/cost.hpp"
#include "engine/steps_on/crossover.hpp"
#include "engine/steps_on/initialisation.hpp"
#include "engine/steps_on/mutation.hpp"
#include "engine/steps_on/selection.hpp"

namespace evodoku::cpu {
namespace {

template <int order>
std::unique_ptr<Steps<LargeBoard<order>>> steps(Executor& executor, const Pool<LargeBoard<order>>& pool) {
    return std::make_unique<StepsOn<Executor, LargeBoard<order>>>(executor, pool);
}

}  // namespace

std::unique_ptr<Steps<LargeBoard<2>>> Executor::make_steps(const Pool<LargeBoard<2>>& pool) {
    return steps(*this, pool);
}
std::unique_ptr<Steps<LargeBoard<4>>> Executor::make_steps(const Pool<LargeBoard<4>>& pool) {
    return steps(*this, pool);
}
std::unique_ptr<Steps<LargeBoard<5>>> Executor::make_steps(const Pool<LargeBoard<5>>& pool) {
    return steps(*this, pool);
}
std::unique_ptr<Steps<LargeBoard<6>>> Executor::make_steps(const Pool<LargeBoard<6>>& pool) {
    return steps(*this, pool);
}
std::unique_ptr<Steps<LargeBoard<7>>> Executor::make_steps(const Pool<LargeBoard<7>>& pool) {
    return steps(*this, pool);
}

}  // namespace evodoku::cpu
