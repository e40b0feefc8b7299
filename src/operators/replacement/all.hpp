// Every rule for which boards survive into the next generation. Add a new one to the list at the end.
#pragma once

#include "operators/bases.hpp"
#include "operators/concepts.hpp"
#include "operators/rules.hpp"

namespace evodoku {

/// The children replace all individuals except the elites (Holland, 1975; elites: De Jong, 1975).
struct Generational : OperatorOn<every_board> {
    static constexpr const char* name = "generational";
    static constexpr const char* help = "children replace all but the elites";
};

/// Replacement from the worst end: the children, including immigrants and migrants, replace the worst share `replaced`
/// of the island. The others stay, or as many as the elites if that is more. This is the replacement of
/// mantere-koljonen; a small share is close to a steady state (Whitley, 1989).
struct ReplaceWorst : OperatorOn<every_board> {
    static constexpr const char* name = "replace-worst";
    static constexpr const char* help = "children replace the worst share of the island";
    std::uint32_t replaced = percent(50);

    static constexpr auto parameters() {
        return std::array{
            share_parameter("replaced", &ReplaceWorst::replaced, "the share of the island that is replaced", 1)};
    }

    void change(Rules& rules) const { rules.made = replaced; }
};

/// The best of parents and children together, as many as the island has individuals (mu + lambda; Schwefel, 1981);
/// `offspring` is lambda / mu. Parents need no elite: `--elite` has no effect. At equal cost the parents come first
/// with `ties` 0, the children with 1, which lets an island drift while no better board appears. Then the lower rank
/// comes first.
///
///   rank the children;  individual r of the next population <- element r of the two sorted lists merged
///
/// restart-roulette has `offspring` 0.5.
struct Plus : OperatorOn<every_board> {
    static constexpr const char* name = "plus";
    static constexpr const char* help = "(mu + lambda): the best of parents and children together";
    std::uint32_t offspring = whole;
    std::uint32_t ties = 1;

    static constexpr auto parameters() {
        return std::array{
            share_parameter("offspring", &Plus::offspring, "children made per generation, as a share of the island", 1),
            switch_parameter("ties", &Plus::ties, "at equal cost, 0: parents first; 1: children first")};
    }

    void change(Rules& rules) const { rules.made = offspring, rules.merges = true, rules.children_first = ties != 0; }
};

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
struct Elitist : OperatorOn<every_board> {
    static constexpr const char* name = "elitist";
    static constexpr const char* help = "children fill the island; the elites then compete, with a rule for ties";
    static constexpr std::uint32_t parents_first = 0, children_first = 1, only_beaten = 2;
    std::uint32_t ties = children_first;

    static constexpr auto parameters() {
        return std::array{name_parameter("ties", &Elitist::ties, "parents|children|beaten",
                                         "of equal cost first; beaten: an elite stays only if it is strictly better")};
    }

    void change(Rules& rules) const {
        rules.merges = rules.elites_only = true;
        rules.children_first = ties != parents_first, rules.must_beat = ties == only_beaten;
    }
};

/// As `generational`, but an elite ages: its cost rises by one in each generation in which it stays (Mantere and
/// Koljonen, 2007). So a best board that leads nowhere is overtaken in the end. The board itself and the answer of the
/// run do not change; only its rank does. No cost rises above the highest that the cost operator has.
struct Ageing : OperatorOn<every_board> {
    static constexpr const char* name = "ageing";
    static constexpr const char* help = "generational; an elite costs one more in each generation in which it stays";
    void change(Rules& rules) const { rules.ages = true; }
};

/// As `generational`, but an immigrant learns from the elites: with probability (w - e) / w it is a copy of an elite,
/// else a fresh board. The elite is drawn uniformly; e is its cost, w that of the worst board of the island. So the
/// worse the island is, the more is learned. Without elites every immigrant is fresh.
///
/// Wang et al. (IEEE Transactions on Games 16(1), 2024) replace the worst board of each generation so.
struct EliteLearning : OperatorOn<every_board> {
    static constexpr const char* name = "elite-learning";
    static constexpr const char* help = "generational; an immigrant is a copy of an elite, or a fresh board";
    void change(Rules& rules) const { rules.learns = true; }
};

using Replacements =
    OperatorList<OperatorKind::replacement, Generational, ReplaceWorst, Plus, Elitist, Ageing, EliteLearning>;

}  // namespace evodoku
