// Replacement `elitist`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/parameter.hpp"
#include "operators/replacement/replacement_rule.hpp"

namespace evodoku {

/// As many children as the island has individuals; then the `--elite` best parents compete with them. A tie rule
/// decides between boards of equal cost:
///
///   ties=parents    an elite comes before children of its cost: it stays, and selection prefers it
///   ties=children   it comes after them: it stays, and the island may drift among boards of equal cost
///   ties=beaten     elite i stays only if it is strictly better than the child that then has rank i (Pyevolve)
///
///   rank the children;  r-th of the next population <- r-th of elites and children merged
///
/// `generational` makes fewer children instead, and its elites always come first in ties. With `beaten` at most 64
/// elites compete.
struct Elitist {
    static constexpr const char* name = "elitist";
    static constexpr const char* help = "children fill the island; the elites then compete, with a rule for ties";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};
    static constexpr std::uint32_t parents_first = 0, children_first = 1, only_beaten = 2;
    std::uint32_t ties = children_first;

    static constexpr auto parameters() {
        using Self = Elitist;
        return std::array{Parameter<Self>{"ties", &Self::ties, ParameterKind::name, parents_first, only_beaten,
                                          "of equal cost first; beaten: an elite stays only if it is strictly better",
                                          "parents|children|beaten"}};
    }

    ReplacementRule rule() const {
        return {.made = whole,
                .merges = true,
                .children_first = ties != parents_first,
                .elites_only = true,
                .must_beat = ties == only_beaten};
    }
};

}  // namespace evodoku
