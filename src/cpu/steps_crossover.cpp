// Crossover on the CPU.
#include "cpu/executor.hpp"
#include "engine/steps_on/crossover.hpp"

namespace evodoku {

template void StepsOn<cpu::Executor, BoxBoard>::add_cross(const Crossover&, std::uint32_t, std::uint32_t);
template void StepsOn<cpu::Executor, CellBoard>::add_cross(const Crossover&, std::uint32_t, std::uint32_t);

}  // namespace evodoku
