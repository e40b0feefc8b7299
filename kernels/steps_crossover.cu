// Crossover on the GPU.
#include "cuda_executor.cuh"
#include "engine/steps_on/crossover.hpp"
#include "representation/every_board.hpp"

namespace evodoku::cuda {

// For compute capability 12.0 the compiler chooses a number of blocks that leaves these three a few registers short,
// and they spill. With four (64 registers) they do not spill; for all other phases its choice is better.
template <>
inline constexpr unsigned min_blocks<CrossPhase<KSegment<Boxes>, BoxBoard>> = 4;
template <>
inline constexpr unsigned min_blocks<CrossPhase<Exchange<Boxes>, BoxBoard>> = 4;
template <>
inline constexpr unsigned min_blocks<CrossPhase<KSegment<Rows>, CellBoard>> = 4;
// For 8.0 likewise.
template <>
inline constexpr unsigned min_blocks<CrossPhase<PmxRow, CellBoard>> = 4;

}  // namespace evodoku::cuda

namespace evodoku {

#define EVODOKU_CROSSOVER_OF(Board) \
    template void StepsOn<cuda::Executor, Board>::add_cross(const Crossover&, std::uint32_t, std::uint32_t);
EVODOKU_FOR_EVERY_BOARD(EVODOKU_CROSSOVER_OF)

}  // namespace evodoku
