// The initialise phase: fresh boards.
#pragma once

#include <cstdint>

#include "engine/phases/making.hpp"
#include "operators/concepts.hpp"

namespace evodoku {

/// Fresh boards: planned ones (`wanted` Plan::fresh), or replacements of duplicates (Plan::rejected).
template <class InitialisationOp, class Representation>
requires InitialisationOperator<InitialisationOp, Representation>
struct InitialisePhase {
    static constexpr const char* name = "initialise";
    static constexpr PhaseTraits traits = {.chooses = true, .max_first_blocks = InitialisationOp::blocks};
    static constexpr Purpose purpose = Purpose::initialise;
    Pool<Representation> pool;
    InitialisationOp initialise;
    std::uint32_t wanted;

    struct Body : MakingBody<Representation> {
        const InitialisePhase& phase;
        EVODOKU_HD std::uint32_t first_blocks() const { return traits.max_first_blocks; }
        EVODOKU_HD Purpose drawn_for() const { return in_try(purpose, phase.wanted == Plan::rejected); }
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == phase.wanted; }
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first) const {
            if (!acts_on(index)) return;
            Draws draws(this->stream(index), drawn_for(), first...);
            phase.initialise(Representation::view(this->back[index]), typename Body::Context{this->puzzle}, draws);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const { return {{pool, island_index}, *this}; }
};

}  // namespace evodoku
