// Every rule for which boards survive into the next generation, and every action on stagnation: operators that change
// only the rules. Add a new one to its list.
#pragma once

#include "operators/bases.hpp"
#include "operators/rules.hpp"

namespace evodoku {

/// The children replace all individuals except the elites (Holland, 1975; elites: De Jong, 1975).
struct Generational : OperatorOn<every_board> {
    static constexpr const char* name = "generational";
    static constexpr const char* help = "children replace all but the elites";
};

/// The children, including immigrants and migrants, replace the worst share of the island. The others stay, or as many
/// as the elites if that is more. The replacement of mantere-koljonen; a small share is close to a steady state
/// (Whitley, 1989).
struct ReplaceWorst : OperatorOn<every_board> {
    static constexpr const char* name = "replace-worst";
    static constexpr const char* help = "children replace the worst share of the island";
    std::uint32_t replaced = percent(50);
    static constexpr std::array parameters{
        share_parameter("replaced", &ReplaceWorst::replaced, "the share of the island that is replaced", 1)};

    void change(Rules& rules) const { rules.made = replaced; }
};

/// mu + lambda (Schwefel, 1981); `offspring` is lambda / mu, 0.5 in restart-roulette. `--elite` has no effect. With
/// `ties` 1 an island may drift while no better board appears. At equal cost and origin the lower rank comes first.
///
///   rank the children;  individual r of the next population <- element r of the two sorted lists merged
struct Plus : OperatorOn<every_board> {
    static constexpr const char* name = "plus";
    static constexpr const char* help = "(mu + lambda): the best of parents and children together";
    std::uint32_t offspring = share_one;
    std::uint32_t ties = 1;
    static constexpr std::array parameters{
        share_parameter("offspring", &Plus::offspring, "children made per generation, as a share of the island", 1),
        switch_parameter("ties", &Plus::ties, "at equal cost, 0: parents first; 1: children first")};

    void change(Rules& rules) const { rules.made = offspring, rules.merges = true, rules.children_first = ties != 0; }
};

/// As many children as the island has individuals; then the `--elite` best parents compete with them. At equal cost:
///
///   ties=parents    an elite comes before children of its cost: it stays, and selection prefers it
///   ties=children   it comes after them: it stays, and the island may drift among boards of equal cost
///   ties=beaten     elite i stays only if it is strictly better than the child that then has rank i (Pyevolve);
///                   at most max_beaten elites compete
///
///   rank the children;  r-th of the next population <- r-th of elites and children merged
struct Elitist : OperatorOn<every_board> {
    static constexpr const char* name = "elitist";
    static constexpr const char* help = "children fill the island; the elites then compete, with a rule for ties";
    static constexpr std::uint32_t parents_first = 0, children_first = 1, only_beaten = 2;
    std::uint32_t ties = children_first;
    static constexpr std::array parameters{
        name_parameter("ties", &Elitist::ties, "parents|children|beaten",
                       "of equal cost first; beaten: an elite stays only if it is strictly better")};

    void change(Rules& rules) const {
        rules.merges = rules.elites_only = true;
        rules.children_first = ties != parents_first, rules.must_beat = ties == only_beaten;
    }
};

/// Mantere and Koljonen (2007): a best board that leads nowhere is overtaken in the end. The board itself and the
/// answer of the run do not change; only its rank does. No cost rises above the highest that the cost operator has.
struct Ageing : OperatorOn<every_board> {
    static constexpr const char* name = "ageing";
    static constexpr const char* help = "generational; an elite costs one more in each generation in which it stays";
    void change(Rules& rules) const { rules.ages = true; }
};

/// An immigrant is a copy of an elite with probability (w - e) / w. The elite is drawn uniformly; e is its cost, w that
/// of the worst board of the island. Without elites every immigrant is fresh. Wang et al. (IEEE Transactions on Games
/// 16(1), 2024) replace the worst board of each generation so.
struct EliteLearning : OperatorOn<every_board> {
    static constexpr const char* name = "elite-learning";
    static constexpr const char* help = "generational; an immigrant is a copy of an elite, or a fresh board";
    void change(Rules& rules) const { rules.learns = true; }
};

using Replacements =
    OperatorList<OperatorKind::replacement, Generational, ReplaceWorst, Plus, Elitist, Ageing, EliteLearning>;

/// A stalled island starts again with random boards only; its champion is kept separately. After `limit` restarts the
/// island gives up instead. restart-roulette has `since` 1, `limit` 5 and --restart-after 300.
struct Restart : OperatorOn<every_board> {
    static constexpr const char* name = "restart";
    static constexpr const char* help = "a stalled island starts again with a fresh population";
    std::uint32_t limit = 0;
    std::uint32_t since = 0;
    static constexpr std::array parameters{
        count_parameter("limit", &Restart::limit, 0, 1'000'000,
                        "highest number of restarts per island; 0 = any number"),
        switch_parameter("since", &Restart::since,
                         "--restart-after counts generations since 0: the last better board; 1: the start or restart")};

    void change(Rules& rules) const { rules.limit = limit, rules.since_restart = since != 0; }
};

/// A stalled island grows and draws new shares, as row-candidates does (see Growth):
///
///   size      <- size + a random number of 0..max-growth, up to its part of --largest, which is allocated at the start
///   elites    <- the share `elite`, from now on
///   crossed   <- a random share of min-crossed..max-crossed: the probability that a child is crossed. It replaces the
///                `rate` of the operator (with --variation either the other children are mutated)
///
/// and then has --restart-after generations again, or with `every` grows in each further generation until the one after
/// a better board: row-candidates compares the best boards of three earlier generations. It crosses 0.95 - m of its
/// pool and mutates m, which is drawn from 0.25..0.30: of the children 0.684..0.737 are crossed.
struct Grow : OperatorOn<every_board> {
    static constexpr const char* name = "grow";
    static constexpr const char* help = "a stalled island grows and draws a new share of crossed children";
    std::uint32_t max_growth = 500;
    std::uint32_t elite = percent(10);
    std::uint32_t min_crossed = 44826;
    std::uint32_t max_crossed = 48300;
    std::uint32_t every = 0;
    static constexpr std::array parameters{
        count_parameter("max-growth", &Grow::max_growth, 0, 1u << 24, "boards that an island grows by: 0 to this many"),
        share_parameter("elite", &Grow::elite, "elites of an island that has stalled once"),
        share_parameter("min-crossed", &Grow::min_crossed, "minimum share of children crossed from then on"),
        share_parameter("max-crossed", &Grow::max_crossed, "maximum share of these"),
        switch_parameter("every", &Grow::every, "1: in every stalled generation, and no immigrants from then on")};

    void change(Rules& rules) const {
        rules.grows = true, rules.grows_each_generation = every != 0;
        rules.max_growth = max_growth, rules.grown_elite = elite;
        rules.min_crossed = min_crossed, rules.max_crossed = max_crossed;
    }
};

/// The temperature begins again (see Cooling). Reheats are counted as restarts. An island has stalled after
/// --restart-after generations in a row whose best cost was not below that of the generation before. While it is warm,
/// its cost goes up and down, so this happens when it is frozen.
struct Reheat : OperatorOn<box_board> {
    static constexpr const char* name = "reheat";
    static constexpr const char* help = "the annealed mutation of a stalled island begins hot again";
    std::uint32_t fresh = 0;
    static constexpr std::array parameters{
        switch_parameter("fresh", &Reheat::fresh, "1: with random boards; 0: the island keeps its boards")};

    void change(Rules& rules) const { rules.reheats = true, rules.fresh = fresh != 0; }
};

using Stagnations = OperatorList<OperatorKind::stagnation, Restart, Grow, Reheat>;

}  // namespace evodoku
