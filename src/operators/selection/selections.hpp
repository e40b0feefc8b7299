// The operators that choose parents, and their list.
#pragma once

#include "operators/bases.hpp"
#include "operators/published/selections.hpp"
#include "operators/temperature.hpp"

namespace evodoku {

/// The rank at which a ball stops: the first rank up to which the sum of the weights is above `ball`. `base`: what the
/// sums of the wheel have in common.
EVODOKU_HD inline std::uint32_t rank_on_wheel(const Ranking& island, std::uint64_t base, std::uint64_t ball) {
    // Binary search in low .. low + count - 1, without a branch, which would be unpredictable.
    std::uint32_t low = 0;
    for (std::uint32_t count = island.size; count > 1;) {
        const std::uint32_t half = count / 2;
        const std::uint32_t is_above = island.wheel[low + half - 1] - base <= ball;
        low += half & (0u - is_above);
        count -= half;
    }
    return low;
}

/// Brindle (1981), with replacement. The island is ranked, so the best has the lowest rank: no cost is read, and the
/// index decides between equal costs. The lowest of k uniform 32-bit numbers is drawn exactly, and cheaply, from the
/// top: eight bits for each of the k, then 24 more for the lowest, or for each that ties for the lowest.
struct Tournament : SelectionOnRanks {
    static constexpr const char* name = "tournament";
    static constexpr const char* help = "the best of several drawn at random";
    std::uint32_t size = 3;
    static constexpr std::array parameters{
        count_parameter("size", &Tournament::size, 1, 64, "individuals drawn; 1 = no pressure")};

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        std::uint32_t top = 256, tied = 0;
        for (std::uint32_t k = 0; k < size; ++k) {
            const std::uint32_t drawn = draws.bits(8);
            tied = drawn < top ? 1 : tied + (drawn == top);
            top = drawn < top ? drawn : top;
        }
        std::uint32_t rest = draws.bits(24);
        while (--tied != 0) {
            const std::uint32_t drawn = draws.bits(24);
            rest = drawn < rest ? drawn : rest;
        }
        return Draws::scale(top << 24 | rest, island.size);
    }
};

/// Linear ranking (Baker, 1985): the probability of a rank falls linearly, from (1 + slope) / size for the best to (1 -
/// slope) / size for the worst.
///
///   with probability `slope` the better of two uniform ranks (a line from 2 / size to 0); else a uniform rank
struct LinearRanking : SelectionOnRanks {
    static constexpr const char* name = "linear-ranking";
    static constexpr const char* help = "probability that falls linearly with rank";
    std::uint32_t slope = share_one;
    static constexpr std::array parameters{share_parameter(
        "slope", &LinearRanking::slope, "1: the best twice as likely as the middle; 0: all equally likely")};

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint32_t first = draws.below(island.size);
        if (!draws.chance(slope)) return first;
        const std::uint32_t second = draws.below(island.size);
        return second < first ? second : first;
    }
};

/// Fitness-proportional selection (Holland, 1975) on the fitness (highest possible cost - cost), which for `row-column`
/// is 108 - duplicates; or, with `window`, on (the island's highest cost - cost + 1), which keeps its pressure where
/// all are good; or, with `inverse`, on 2^18 / cost, rounded down, as in charles. `power` 2 squares the fitness.
///
///   wheel[rank] <- sum of the weights of the ranks 0..rank     (an integer prefix sum, once per generation and island)
///   x <- a random number below the last sum;  the first rank with wheel[rank] > x
///
/// If all fitnesses are 0, all individuals are equally likely.
struct Roulette : SelectionOnRanks {
    static constexpr const char* name = "roulette";
    static constexpr const char* help = "in proportion to fitness (highest cost minus cost)";
    static constexpr OperatorNeeds needs = {.wheel = true};
    std::uint32_t window = 0;
    std::uint32_t power = 1;
    std::uint32_t inverse = 0;
    static constexpr std::array parameters{
        switch_parameter("window", &Roulette::window, "1: fitness is counted from the worst of the island"),
        count_parameter("power", &Roulette::power, 1, 2, "2: the fitness is squared"),
        switch_parameter("inverse", &Roulette::inverse, "1: fitness is 1 / cost")};

    EVODOKU_HD std::uint64_t weight(const Ranking& island, std::uint32_t rank) const {
        const std::uint64_t cost = island.cost_at(rank);
        const std::uint64_t fitness = inverse != 0  ? (std::uint64_t{1} << 18) / (cost == 0 ? 1 : cost)
                                      : window != 0 ? island.cost_at(island.size - 1) - cost + 1
                                                    : std::uint64_t{island.highest} - cost;
        return power == 2 ? fitness * fitness : fitness;
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint64_t base = island.wheel[0] - weight(island, 0);
        const std::uint64_t total = island.wheel[island.size - 1] - base;
        const std::uint64_t ball = draws.below_wide(total);
        if (total == 0) return draws.below(island.size);
        return rank_on_wheel(island, base, ball);
    }
};

/// Boltzmann selection (de la Maza and Tidor, 1993): in proportion to 2^-(pressure * cost), by an independent draw for
/// each parent.
///
/// With a schedule (Config::schedule) it is the selection of population annealing (Hukushima and Iba, 2003; Machta,
/// 2010). A population of Boltzmann's distribution at one coldness then becomes one at the next, by systematic
/// resampling: each board has its expected number of descendants, rounded down or up.
///
///   weight(rank) <- 2^-(colder * (cost - lowest cost)) in units of 2^-32
///   child i has the rank at which the sum of the weights passes (i + u) * total / size;  0 <= u < 1, one per island
struct Boltzmann : SelectionOnRanks {
    static constexpr const char* name = "boltzmann";
    static constexpr const char* help = "in proportion to 2^-(pressure x cost); with --schedule population annealing";
    static constexpr OperatorNeeds needs = {.wheel = true, .child = true, .schedule = true};
    std::uint32_t pressure = 100;
    static constexpr std::array parameters{
        count_parameter("pressure", &Boltzmann::pressure, 0, 64'000,
                        "bits of probability lost per unit of cost, in thousandths; a schedule takes its place")};

    EVODOKU_HD std::uint64_t weight(const Ranking& island, std::uint32_t rank) const {
        const std::uint32_t bits = island.anneals ? island.colder : pressure * 8192 / 125;  // x 65536 / 1000
        return boltzmann_weight(bits, island.cost_at(rank) - island.cost_at(0));
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint64_t base = island.wheel[0] - weight(island, 0);
        const std::uint64_t total = island.wheel[island.size - 1] - base;
        if (!island.anneals) return rank_on_wheel(island, base, draws.below_wide(total));
        Draws shared(island.stream, Purpose::resample);
        const std::uint64_t offset = shared.below_wide(total);
        const std::uint64_t share = total / island.size, left = total % island.size;
        const std::uint32_t child = island.child % island.size;
        return rank_on_wheel(island, base, child * share + (child * left + offset) / island.size);
    }
};

/// Muehlenbein and Schlierkamp-Voosen (1993); at least one individual.
struct Truncation : SelectionOnRanks {
    static constexpr const char* name = "truncation";
    static constexpr const char* help = "uniform among the best share of the island";
    std::uint32_t share = percent(25);
    static constexpr std::array parameters{
        share_parameter("share", &Truncation::share, "the share of the island that may breed", 1)};

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint32_t breeders = share_of(share, island.size);
        return draws.below(breeders == 0 ? 1 : breeders);
    }
};

/// Evolution strategies choose parents this way (Schwefel, 1981) and select by replacement (`plus`).
struct UniformSelection : SelectionOnRanks {
    static constexpr const char* name = "uniform";
    static constexpr const char* help = "uniform among all; the baseline without pressure";

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const { return draws.below(island.size); }
};

/// Child i has as its first parent the individual of rank i. The last share `replaced` of the children have the ranks
/// 0, 1, ... again, and so do additional children of a growing island. A second parent is drawn uniformly. The weakest
/// pressure above none, which loses no diversity by chance: for mutations with their own search (heat-bath). New here;
/// similar to "go with the winners" (Aldous and Vazirani, 1994), where walkers at a dead end take the positions of
/// others.
struct DeterministicTruncation : SelectionOnRanks {
    static constexpr const char* name = "deterministic-truncation";
    static constexpr const char* help = "every board once; the best few replace the worst";
    static constexpr OperatorNeeds needs = {.child = true};
    std::uint32_t replaced = percent(5);
    static constexpr std::array parameters{share_parameter("replaced", &DeterministicTruncation::replaced,
                                                           "the share of the island that the best replace", 0,
                                                           share_one / 2)};

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        if (island.second) return draws.below(island.size);
        const std::uint32_t stay = island.size - share_of(replaced, island.size);
        const std::uint32_t rank = island.child < stay ? island.child : island.child - stay;
        return rank < island.size ? rank : rank % island.size;  // a growing island has more children than parents
    }
};

/// Every selection. Add a new one here.
using Selections = OperatorList<OperatorKind::selection, Tournament, Truncation, UniformSelection, LinearRanking,
                                Roulette, MatingPool, Neighbours, AlwaysBest, DeterministicTruncation, ElitesOnly,
                                ByIndex, FillingPool, TournamentOfChildren, Boltzmann>;
template <>
struct OperatorsOf<OperatorKind::selection> : Selections {};

}  // namespace evodoku
