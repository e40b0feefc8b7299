// Every rule for which boards survive into the next generation, and every action on stagnation: operators that change
// only the rules. Add a new one to its list.
#pragma once

#include "operators/bases.hpp"
#include "operators/published/replacements.hpp"

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
