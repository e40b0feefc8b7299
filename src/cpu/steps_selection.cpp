// Selection on the CPU.
#include "cpu/executor.hpp"
#include "engine/steps_on/selection.hpp"

namespace evodoku {

template void StepsOn<cpu::Executor, BoxBoard>::add_plan(const Selection&, const MixTable&, const MixTable&,
                                                         std::uint32_t, std::uint32_t);
template void StepsOn<cpu::Executor, CellBoard>::add_plan(const Selection&, const MixTable&, const MixTable&,
                                                          std::uint32_t, std::uint32_t);

}  // namespace evodoku
