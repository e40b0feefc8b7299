// Initialisation and mutation on the GPU. A warp mutates a larger board.
#include "cuda_executor.cuh"
#include "engine/operator_steps.hpp"
#include "engine/phases/mutate.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/all.hpp"

namespace evodoku {
namespace cuda {

// For compute capability 12.0 the compiler leaves these phases too few registers, and they spill.
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

}  // namespace cuda

#define EVODOKU_STEPS_OF(Board)                                                             \
    template void GenerationOn<cuda::Executor, Board>::add_initialise(std::uint32_t) const; \
    template void GenerationOn<cuda::Executor, Board>::add_mutate(std::uint32_t, std::uint32_t) const;
EVODOKU_FOR_EVERY_BOARD(EVODOKU_STEPS_OF)

}  // namespace evodoku
