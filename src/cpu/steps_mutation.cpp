// Initialisation and mutation on the CPU.
#include "cpu/executor.hpp"
#include "engine/operator_steps.hpp"
#include "engine/phases/mutate.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/all.hpp"

namespace evodoku {

#define EVODOKU_STEPS_OF(Board)                                                            \
    template void GenerationOn<cpu::Executor, Board>::add_initialise(std::uint32_t) const; \
    template void GenerationOn<cpu::Executor, Board>::add_mutate(std::uint32_t, std::uint32_t) const;
EVODOKU_FOR_EVERY_BOARD(EVODOKU_STEPS_OF)

}  // namespace evodoku
