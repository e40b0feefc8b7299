// Crossover and cost on the GPU.
#include "cuda_executor.cuh"
#include "engine/operator_steps.hpp"
#include "operators/cost/costs.hpp"
#include "operators/crossover/all.hpp"

namespace evodoku {
namespace cuda {

// For compute capability 12.0 the compiler chooses a number of blocks that leaves these three a few registers short,
// and they spill. With four (64 registers) they do not spill; for all other phases its choice is better.
template <>
inline constexpr unsigned min_blocks<CrossPhase<KSegment<Boxes>, BoxBoard>> = 4;
template <>
inline constexpr unsigned min_blocks<CrossPhase<Exchange<Boxes>, BoxBoard>> = 4;
template <>
inline constexpr unsigned min_blocks<CrossPhase<KSegment<Rows>, CellBoard>> = 4;
// For compute capability 8.0 the compiler leaves this phase too few registers, and it spills.
template <>
inline constexpr unsigned min_blocks<CrossPhase<PmxRow, CellBoard>> = 4;
// For 9.0 it is one register short.
template <int order>
inline constexpr unsigned min_blocks<CrossPhase<UniformCrossover<Boxes>, LargeBoard<order>>> = 4;

}  // namespace cuda

#define EVODOKU_STEPS_OF(Board)                                                                       \
    template void GenerationOn<cuda::Executor, Board>::add_cross(std::uint32_t, std::uint32_t) const; \
    template void GenerationOn<cuda::Executor, Board>::add_score(Scored) const;
EVODOKU_FOR_EVERY_BOARD(EVODOKU_STEPS_OF)

}  // namespace evodoku
