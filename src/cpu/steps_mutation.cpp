// Initialisation and mutation on the CPU.
#include "cpu/executor.hpp"
#include "engine/steps_on/initialisation.hpp"
#include "engine/steps_on/mutation.hpp"

namespace evodoku {

template void StepsOn<cpu::Executor, BoxBoard>::add_initialise(const Initialisation&, std::uint32_t);
template void StepsOn<cpu::Executor, CellBoard>::add_initialise(const Initialisation&, std::uint32_t);
template void StepsOn<cpu::Executor, BoxBoard>::add_mutate(const Mutation&, std::uint32_t, std::uint32_t);
template void StepsOn<cpu::Executor, CellBoard>::add_mutate(const Mutation&, std::uint32_t, std::uint32_t);

}  // namespace evodoku
