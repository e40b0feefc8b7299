// Crossover and cost on the CPU.
#include "cpu/executor.hpp"
#include "engine/operator_steps.hpp"
#include "operators/cost/costs.hpp"
#include "operators/crossover/all.hpp"

namespace evodoku {

template <>
struct OperatorsOf<OperatorKind::cost> : Costs {};
template <>
struct OperatorsOf<OperatorKind::crossover> : Crossovers {};

#define EVODOKU_STEPS_OF(Board)                                                       \
    template void GenerationOn<cpu::Executor, Board>::add_cross(std::uint32_t) const; \
    template void GenerationOn<cpu::Executor, Board>::add_score() const;              \
    template void GenerationOn<cpu::Executor, Board>::add_score_rejected() const;     \
    template void GenerationOn<cpu::Executor, Board>::add_keep_better() const;
EVODOKU_FOR_EVERY_BOARD(EVODOKU_STEPS_OF)

}  // namespace evodoku
