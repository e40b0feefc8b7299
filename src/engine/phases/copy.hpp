// The copy phase: elites, migrants, and parents that are not crossed.
#pragma once

#include <cstdint>

#include "engine/phases/making.hpp"

namespace evodoku {

template <class Representation>
struct CopyPhase {
    static constexpr const char* name = "copy";
    static constexpr PhaseTraits traits = {.chooses = true};
    Pool<Representation> pool;
    std::uint32_t try_number;

    struct Body : MakingBody<Representation> {
        const typename Representation::Stored* migrants;  ///< the population of the migrants, like `front`
        bool all;                                         ///< every copy; in a further try only those of children
        EVODOKU_HD bool acts_on(std::uint32_t index) const {
            const bool child = index >= this->layout.kept && index < this->layout.first_migrant;
            return (all || child) && this->plans[index].crossover() == Plan::copy;
        }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (!acts_on(index)) return;
            const auto* from = index < this->layout.kept              ? this->front
                               : index < this->layout.first_migrant   ? this->parents
                               : index < this->layout.first_immigrant ? migrants
                                                                      : this->front;  // of an elite
            this->back[index] = from[this->plans[index].parent_a()];
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const {
        return {{pool, island_index, try_number},
                pool.boards[pool.migrants_front(pool.islands[island_index])],
                try_number == 0};
    }
};

}  // namespace evodoku
