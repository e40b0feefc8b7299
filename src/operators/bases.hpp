// What the operators of a kind have in common. An operator states its name, its help and what differs:
//
//   struct Swap : MutationOn<box_boards> {
//       static constexpr const char* name = "swap";
//       static constexpr const char* help = "exchanges free cells inside a random box";
//       std::uint32_t max_swaps = 5;
//
//       static constexpr auto parameters() { return std::array{count_parameter("max-swaps", &Swap::max_swaps, ...)}; }
//
//       template <class MutableView>
//       EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const;
//   };
//
// The rate of a crossover or mutation belongs to the mix: an operator states its default only.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/choices.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

template <Representations boards>
struct OperatorOn {
    static constexpr Representations supports = boards;
    static constexpr OperatorNeeds needs = {};
};

template <Representations boards>
struct InitialisationOn : OperatorOn<boards> {
    static constexpr Genes genes = Genes::free_cells;
    static constexpr std::uint32_t blocks = 1;  ///< the minimum of blocks of random words that it draws
};

/// A cost also has `highest`.
template <Representations boards>
using CostOn = OperatorOn<boards>;

/// A selection sees ranks, not boards.
using SelectionOnRanks = OperatorOn<every_board>;

template <Representations boards, Share rate = percent(80)>
struct CrossoverOn : OperatorOn<boards> {
    static constexpr Share default_rate = rate;
    static constexpr const char* rate_help = "share of children made by crossover; the others copy one parent";
};

template <Representations boards, Share rate = percent(30)>
struct MutationOn : OperatorOn<boards> {
    static constexpr Share default_rate = rate;
    static constexpr const char* rate_help = "share of children that are mutated";
};

}  // namespace evodoku
