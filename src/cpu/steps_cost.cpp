// Cost on the CPU.
#include "cpu/executor.hpp"
#include "engine/steps_on/cost.hpp"

namespace evodoku {

template void StepsOn<cpu::Executor, BoxBoard>::add_score(const Cost&);
template void StepsOn<cpu::Executor, CellBoard>::add_score(const Cost&);
template void StepsOn<cpu::Executor, BoxBoard>::add_score_rejected(const Cost&);
template void StepsOn<cpu::Executor, CellBoard>::add_score_rejected(const Cost&);
template void StepsOn<cpu::Executor, BoxBoard>::add_keep_better(const Cost&);
template void StepsOn<cpu::Executor, CellBoard>::add_keep_better(const Cost&);

}  // namespace evodoku
