// Every operator that chooses parents. Add a new one to this list.
#pragma once

#include "operators/concepts.hpp"
#include "operators/selection/always_best.hpp"
#include "operators/selection/by_index.hpp"
#include "operators/selection/deterministic_truncation.hpp"
#include "operators/selection/elites_only.hpp"
#include "operators/selection/filling_pool.hpp"
#include "operators/selection/linear_ranking.hpp"
#include "operators/selection/mating_pool.hpp"
#include "operators/selection/neighbours.hpp"
#include "operators/selection/roulette.hpp"
#include "operators/selection/tournament.hpp"
#include "operators/selection/tournament_of_children.hpp"
#include "operators/selection/truncation.hpp"
#include "operators/selection/uniform.hpp"

namespace evodoku {

using Selections = OperatorList<OperatorKind::selection, Tournament, Truncation, UniformSelection, LinearRanking,
                                Roulette, MatingPool, Neighbours, AlwaysBest, DeterministicTruncation, ElitesOnly,
                                ByIndex, FillingPool, TournamentOfChildren>;

}  // namespace evodoku
