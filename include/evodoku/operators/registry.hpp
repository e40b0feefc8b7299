// Every operator, by kind: the one line to add for a new one. Everything that lists, parses, checks, tests or times
// operators iterates these lists.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "evodoku/operators/cost/row_column.hpp"
#include "evodoku/operators/cost/units.hpp"
#include "evodoku/operators/crossover/band_stack.hpp"
#include "evodoku/operators/crossover/one_point_box.hpp"
#include "evodoku/operators/crossover/uniform_box.hpp"
#include "evodoku/operators/initialisation/random_boxes.hpp"
#include "evodoku/operators/mutation/heat_bath.hpp"
#include "evodoku/operators/mutation/hill_climb_swap.hpp"
#include "evodoku/operators/mutation/metropolis_swap.hpp"
#include "evodoku/operators/mutation/swap.hpp"
#include "evodoku/operators/selection/survivors.hpp"
#include "evodoku/operators/selection/tournament.hpp"
#include "evodoku/operators/selection/truncation.hpp"
#include "evodoku/operators/selection/uniform.hpp"

namespace evodoku {

/// One operator of a kind, with its knobs set. The first of each list is the default.
using Initialisation = std::variant<RandomBoxes>;
using Cost = std::variant<RowColumn, Units>;
using Selection = std::variant<Tournament, Truncation, UniformSelection, Survivors>;
using Crossover = std::variant<UniformBox, OnePointBox, BandStack>;
using Mutation = std::variant<Swap, MetropolisSwap, HillClimbSwap, HeatBath>;

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
