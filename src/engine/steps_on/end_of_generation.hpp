// The compiled step that ends a generation.
#pragma once

#include "engine/phases/end_of_generation.hpp"
#include "engine/steps_on.hpp"

namespace evodoku {

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_end_of_generation() {
    executor_.add_single(pipeline_, EndOfGenerationPhase<Board>{pool_}, pool_.island_count);
}

}  // namespace evodoku
