// Initialisation and mutation on the GPU. A warp mutates a larger board.
#include "cuda_executor.cuh"
#include "engine/steps_on/initialisation.hpp"
#include "engine/steps_on/mutation.hpp"
#include "representation/every_board.hpp"

namespace evodoku::cuda {

// As in steps_crossover.cu: without these the phases spill for 12.0.
template <>
inline constexpr unsigned min_blocks<InitialisePhase<RandomBoxes, BoxBoard>> = 4;
template <>
inline constexpr unsigned min_blocks<InitialisePhase<RandomRows, CellBoard>> = 4;
template <>
inline constexpr unsigned min_blocks<MutatePhase<RowSearch, CellBoard>> = 2;
template <>
inline constexpr unsigned min_blocks<MutatePhase<HeatBath, BoxBoard>> = 2;
template <>
inline constexpr unsigned min_blocks<MutatePhase<AnnealedHeatBath, BoxBoard>> = 2;

}  // namespace evodoku::cuda

namespace evodoku {

#define EVODOKU_MUTATION_OF(Board)                                                                      \
    template void StepsOn<cuda::Executor, Board>::add_initialise(const Initialisation&, std::uint32_t); \
    template void StepsOn<cuda::Executor, Board>::add_mutate(const Mutation&, std::uint32_t, std::uint32_t);
EVODOKU_FOR_EVERY_BOARD(EVODOKU_MUTATION_OF)

}  // namespace evodoku
