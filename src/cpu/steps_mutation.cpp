// Initialisation and mutation on the CPU.
#include "cpu/executor.hpp"
#include "engine/steps_on/initialisation.hpp"
#include "engine/steps_on/mutation.hpp"
#include "representation/every_board.hpp"

namespace evodoku {

#define EVODOKU_MUTATION_OF(Board)                                                                     \
    template void StepsOn<cpu::Executor, Board>::add_initialise(const Initialisation&, std::uint32_t); \
    template void StepsOn<cpu::Executor, Board>::add_mutate(const Mutation&, std::uint32_t, std::uint32_t);
EVODOKU_FOR_EVERY_BOARD(EVODOKU_MUTATION_OF)

}  // namespace evodoku
