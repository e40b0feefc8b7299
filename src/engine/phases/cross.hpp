// The cross phase: children of two parents.
#pragma once

#include <cstdint>

#include "engine/phases/making.hpp"
#include "operators/concepts.hpp"

namespace evodoku {

template <class CrossoverOp, class Representation>
requires CrossoverOperator<CrossoverOp, Representation>
struct CrossPhase {
    static constexpr const char* name = "cross";
    static constexpr PhaseTraits traits = {.chooses = true, .max_first_blocks = 1};
    static constexpr Purpose purpose = Purpose::cross;
    Pool<Representation> pool;
    CrossoverOp cross;
    std::uint32_t entry;  ///< the operator's position in the mix, from 1
    std::uint32_t try_number;

    struct Body : MakingBody<Representation> {
        const CrossPhase& phase;
        EVODOKU_HD std::uint32_t first_blocks() const { return this->pool.pairs ? 0 : traits.max_first_blocks; }
        EVODOKU_HD Purpose drawn_for() const { return in_try(purpose, phase.try_number); }
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == phase.entry; }
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first) const {
            const Plan plan = this->plans[index];
            if (plan.crossover() != phase.entry) return;
            Draws draws(this->pool.pair_stream(this->island, this->layout, index), drawn_for(), first...);
            const auto& a = fetched<Representation::in_registers>(this->parents[plan.parent_a()]);
            const auto& b = fetched<Representation::in_registers>(this->parents[plan.parent_b()]);
            const typename Body::Context context{this->puzzle, nullptr, this->layout.is_second(index)};
            phase.cross(Representation::view(a), Representation::view(b), Representation::view(this->back[index]),
                        context, draws);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const { return {{pool, island_index, try_number}, *this}; }
};

}  // namespace evodoku
