// Every operator, by kind: the one line to add for a new one. Everything that lists, parses, checks, tests or times
// operators iterates these lists.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "evodoku/operators/cost/duplicates.hpp"
#include "evodoku/operators/cost/entry.hpp"
#include "evodoku/operators/cost/product.hpp"
#include "evodoku/operators/cost/row_column.hpp"
#include "evodoku/operators/cost/row_column_givens.hpp"
#include "evodoku/operators/cost/units.hpp"
#include "evodoku/operators/crossover/arithmetic.hpp"
#include "evodoku/operators/crossover/band_stack.hpp"
#include "evodoku/operators/crossover/building_blocks.hpp"
#include "evodoku/operators/crossover/exchange_boxes.hpp"
#include "evodoku/operators/crossover/exchange_rows.hpp"
#include "evodoku/operators/crossover/k_boxes.hpp"
#include "evodoku/operators/crossover/k_rows.hpp"
#include "evodoku/operators/crossover/one_point_box.hpp"
#include "evodoku/operators/crossover/one_point_cell.hpp"
#include "evodoku/operators/crossover/one_point_row.hpp"
#include "evodoku/operators/crossover/pmx.hpp"
#include "evodoku/operators/crossover/two_point_box.hpp"
#include "evodoku/operators/crossover/two_point_cell.hpp"
#include "evodoku/operators/crossover/two_point_row.hpp"
#include "evodoku/operators/crossover/uniform_box.hpp"
#include "evodoku/operators/crossover/uniform_cell.hpp"
#include "evodoku/operators/crossover/uniform_row.hpp"
#include "evodoku/operators/initialisation/all_cells.hpp"
#include "evodoku/operators/initialisation/free_cells.hpp"
#include "evodoku/operators/initialisation/random_boxes.hpp"
#include "evodoku/operators/initialisation/row_candidates.hpp"
#include "evodoku/operators/mutation/fresh_box.hpp"
#include "evodoku/operators/mutation/fresh_row.hpp"
#include "evodoku/operators/mutation/guarded_swap.hpp"
#include "evodoku/operators/mutation/heat_bath.hpp"
#include "evodoku/operators/mutation/hill_climb_swap.hpp"
#include "evodoku/operators/mutation/inversion.hpp"
#include "evodoku/operators/mutation/metropolis_swap.hpp"
#include "evodoku/operators/mutation/random_reset.hpp"
#include "evodoku/operators/mutation/sudoku.hpp"
#include "evodoku/operators/mutation/swap.hpp"
#include "evodoku/operators/mutation/swap_cells.hpp"
#include "evodoku/operators/mutation/swap_each.hpp"
#include "evodoku/operators/mutation/swap_each_box.hpp"
#include "evodoku/operators/mutation/swap_row.hpp"
#include "evodoku/operators/replacement/best_of_both.hpp"
#include "evodoku/operators/replacement/generational.hpp"
#include "evodoku/operators/replacement/worst_end.hpp"
#include "evodoku/operators/selection/always_best.hpp"
#include "evodoku/operators/selection/kept.hpp"
#include "evodoku/operators/selection/linear_ranking.hpp"
#include "evodoku/operators/selection/mating_pool.hpp"
#include "evodoku/operators/selection/neighbours.hpp"
#include "evodoku/operators/selection/roulette.hpp"
#include "evodoku/operators/selection/survivors.hpp"
#include "evodoku/operators/selection/tournament.hpp"
#include "evodoku/operators/selection/truncation.hpp"
#include "evodoku/operators/selection/uniform.hpp"
#include "evodoku/operators/stagnation/grow.hpp"
#include "evodoku/operators/stagnation/restart.hpp"

namespace evodoku {

/// One operator of a kind, with its knobs set. The first of each list that suits a representation is its default.
using Initialisation = std::variant<RandomBoxes, RowCandidates, FreeCells, AllCells>;
using Cost = std::variant<RowColumn, Duplicates, RowColumnGivens, Units, Product, Entry>;
using Selection = std::variant<Tournament, Truncation, UniformSelection, LinearRanking, Roulette, MatingPool,
                               Neighbours, AlwaysBest, Survivors, Kept>;
using Crossover =
    std::variant<UniformBox, OnePointBox, TwoPointBox, KBoxes, ExchangeBoxes, BuildingBlocks, UniformRow, OnePointRow,
                 TwoPointRow, KRows, ExchangeRows, UniformCell, OnePointCell, TwoPointCell, Arithmetic, Pmx, BandStack>;
using Mutation = std::variant<Swap, MetropolisSwap, HillClimbSwap, HeatBath, GuardedSwap, SwapEachBox, FreshBox,
                              SwapRow, SwapCells, SwapEach, Inversion, SudokuMutation, RandomReset, FreshRow>;
using Replacement = std::variant<Generational, WorstEnd, BestOfBoth>;
using Stagnation = std::variant<Restart, Grow>;

/// An operator of a mix: a child gets it with probability weight / sum of the weights.
template <class Operator>
struct Weighted {
    Operator op;
    std::uint32_t weight = 1;
};
template <class Operator>
using Mix = std::vector<Weighted<Operator>>;

/// Calls visit(Operator{}) for each operator of a kind, in the order of its list.
template <class Kind, class Visit>
constexpr void for_each_operator(const Visit& visit) {
    const auto visit_all = [&]<std::size_t... k>(std::index_sequence<k...>) {
        (visit(std::variant_alternative_t<k, Kind>{}), ...);
    };
    visit_all(std::make_index_sequence<std::variant_size_v<Kind>>{});
}

/// The knobs of an operator; an operator without any need not say so.
template <class Operator>
constexpr auto knobs_of() {
    if constexpr (requires { Operator::knobs(); }) {
        return Operator::knobs();
    } else {
        return std::array<Knob<Operator>, 0>{};
    }
}

/// True for an operator that works on boards of a representation.
template <class Operator>
constexpr bool does_suit(Representations representation) {
    return (Operator::suits & representation) != 0;
}

/// The operator of a kind that a representation has by default.
template <class Kind>
constexpr Kind default_for(Representations representation) {
    Kind chosen{};
    bool found = false;
    for_each_operator<Kind>([&]<class Operator>(const Operator& op) {
        if (!found && does_suit<Operator>(representation)) chosen = op, found = true;
    });
    return chosen;
}

/// True for an operator that looks at Ranking::wheel.
template <class Operator>
constexpr bool needs_wheel() {
    if constexpr (requires { Operator::needs_wheel; }) {
        return Operator::needs_wheel;
    } else {
        return false;
    }
}

/// True for an operator that looks at Ranking::child or second.
template <class Operator>
constexpr bool needs_child() {
    if constexpr (requires { Operator::needs_child; }) {
        return Operator::needs_child;
    } else {
        return false;
    }
}

/// True for an operator that looks at Context::alleles.
template <class Operator>
constexpr bool needs_alleles() {
    if constexpr (requires { Operator::needs_alleles; }) {
        return Operator::needs_alleles;
    } else {
        return false;
    }
}

/// True for a mutation that returns an Effort.
template <class Operator>
constexpr bool counts_effort() {
    if constexpr (requires { Operator::counts_effort; }) {
        return Operator::counts_effort;
    } else {
        return false;
    }
}

}  // namespace evodoku
