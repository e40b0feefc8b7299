// Selections: ranks within bounds, and the distribution each promises.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "operators/selection/selections.hpp"

namespace evodoku {
namespace {

/// An island in which rank r is individual size - 1 - r, and three ranks after each other have one cost.
struct RankedIsland {
    explicit RankedIsland(std::uint32_t size) : order(size), costs(size) {
        for (std::uint32_t rank = 0; rank < size; ++rank)
            order[rank] = size - 1 - rank, costs[size - 1 - rank] = rank / 3;
    }
    Ranking ranking() const {
        Ranking ranking{static_cast<std::uint32_t>(order.size()), order.data(), costs.data()};
        ranking.highest = 108;
        return ranking;
    }
    std::vector<std::uint32_t> order, costs;
};

/// What the engine makes for operators that need it; the number added to all is arbitrary.
template <class Operator>
std::vector<std::uint64_t> wheel_for(const Operator& op, const Ranking& ranking) {
    std::vector<std::uint64_t> wheel(ranking.size);
    std::uint64_t sum = 1'000'003;
    if constexpr (Operator::needs.wheel)
        for (std::uint32_t rank = 0; rank < ranking.size; ++rank) wheel[rank] = sum += op.weight(ranking, rank);
    return wheel;
}

/// How often each rank is drawn.
template <class Operator>
std::vector<int> ranks_drawn(const Operator& op, Ranking ranking, int draws_made) {
    const auto wheel = wheel_for(op, ranking);
    ranking.wheel = wheel.data();
    std::vector<int> counts(ranking.size);
    for (int k = 0; k < draws_made; ++k) {
        const auto number = static_cast<std::uint32_t>(k);
        Draws draws({21, 0, number, 0}, Purpose::plan);
        ranking.child = number;
        ranking.stream = {21, 0, 0, number / 100};  // a mating pool for a hundred of them
        ++counts.at(op(ranking, draws));
    }
    return counts;
}

/// Pearson's test of 200,000 draws in an island of 20 against a weight for each rank. Ranks without weight never come.
template <class Operator, class Weight>
void expect_distribution(const Operator& op, const Ranking& ranking, const Weight& weight) {
    constexpr int draws_made = 200'000;
    const std::vector<int> counts = ranks_drawn(op, ranking, draws_made);
    double sum = 0, statistic = 0;
    for (std::uint32_t rank = 0; rank < ranking.size; ++rank) sum += weight(rank);
    for (std::uint32_t rank = 0; rank < ranking.size; ++rank) {
        const double expected = draws_made * weight(rank) / sum;
        EXPECT_TRUE(expected != 0 || counts[rank] == 0) << op.name << " rank " << rank;
        if (expected < 5) continue;
        statistic += (counts[rank] - expected) * (counts[rank] - expected) / expected;
    }
    EXPECT_LT(statistic, 43.8) << op.name << ": the 0.1 % point for 19 degrees of freedom";
}

TEST(Selections, ChooseWithinTheIsland) {
    Selections::for_each([]<class Operator>(Operator) {
        EXPECT_TRUE(rc::check(std::string("selection ") + Operator::name, [] {
            Operator op;
            for (const auto& parameter : parameters_of<Operator>())
                op.*parameter.member = *rc::gen::inRange(parameter.min, parameter.max + 1);
            const std::uint32_t size = *rc::gen::inRange(1u, 200u);
            const RankedIsland island(size);
            Draws draws({*rc::gen::arbitrary<std::uint64_t>(), 0, 0, 0}, Purpose::plan);
            Ranking ranking = island.ranking();
            const auto wheel = wheel_for(op, ranking);
            ranking.wheel = wheel.data();
            ranking.child = *rc::gen::inRange(0u, 3 * size);  // a growing island has more children than parents
            ranking.kept = *rc::gen::inRange(0u, size + 1);
            ranking.second = *rc::gen::arbitrary<bool>();
            ranking.highest = ranking.cost_at(size - 1) + *rc::gen::inRange(0u, 2u);
            RC_ASSERT(op(ranking, draws) < size);
        }));
    });
}

TEST(Selections, HaveTheirDistributions) {
    constexpr std::uint32_t size = 20;
    const RankedIsland island(size);
    Ranking ranking = island.ranking();
    const auto even = [](std::uint32_t) { return 1.0; };
    const auto among = [](std::uint32_t count) { return [=](std::uint32_t rank) { return double(rank < count); }; };

    expect_distribution(UniformSelection{}, ranking, even);
    expect_distribution(Truncation{.share = percent(25)}, ranking, among(5));
    expect_distribution(Truncation{.share = 1}, ranking, among(1));  // at least one may breed
    for (const std::uint32_t contenders : {1u, 2u, 3u, 7u, 64u})
        expect_distribution(Tournament{.size = contenders}, ranking, [=](std::uint32_t rank) {
            return std::pow(1 - double(rank) / size, contenders) - std::pow(1 - double(rank + 1) / size, contenders);
        });
    for (const double slope : {1.0, 0.5, 0.0})
        expect_distribution(LinearRanking{.slope = static_cast<Share>(slope * share_one)}, ranking,
                            [=](std::uint32_t rank) { return 1 + slope * (size - 1 - 2.0 * rank) / size; });
    const auto by_cost = [&](const Roulette& op, const auto& fitness) {
        expect_distribution(op, ranking, [&](std::uint32_t rank) { return fitness(rank / 3); });
    };
    by_cost({}, [](std::uint32_t cost) { return 108.0 - cost; });
    by_cost({.window = 1}, [](std::uint32_t cost) { return 7.0 - cost; });
    by_cost({.window = 1, .power = 2}, [](std::uint32_t cost) { return (7.0 - cost) * (7.0 - cost); });
    expect_distribution(Boltzmann{.pressure = 1'000}, ranking,
                        [](std::uint32_t rank) { return std::exp2(-double(rank / 3)); });
    by_cost({.inverse = 1}, [](std::uint32_t cost) { return 1.0 / (cost == 0 ? 1 : cost); });
    for (const std::uint32_t kept : {0u, 1u, 5u, size}) {
        ranking.kept = kept;
        expect_distribution(ElitesOnly{}, ranking, among(kept == 0 ? size : kept));
    }
    // Boards that stayed have the highest ranks here: none of them may be drawn.
    ranking.kept = 6;
    expect_distribution(TournamentOfChildren{}, ranking,
                        [](std::uint32_t rank) { return rank < 14 ? 2.0 * (14 - rank) - 1 : 0; });
    RankedIsland without_fitness(size);
    for (std::uint32_t& cost : without_fitness.costs) cost = 108;
    expect_distribution(Roulette{}, without_fitness.ranking(), even);
}

TEST(MatingPool, IsFilledByBinaryTournamentsAndUsedUniformly) {
    constexpr std::uint32_t size = 20;
    const RankedIsland island(size);
    const auto counts = ranks_drawn(MatingPool{.size = share_one}, island.ranking(), 200'000);
    for (std::uint32_t rank = 0; rank < size; ++rank)  // entries recur, so the spread is wider than Pearson's
        EXPECT_NEAR(counts[rank], 200'000 * (2.0 * (size - rank) - 1) / (size * size), 900) << rank;
    // A pool of one: all of a generation's children have one parent.
    std::set<std::uint32_t> parents, of_other_generations;
    for (std::uint32_t k = 0; k < 100; ++k) {
        Ranking ranking = island.ranking();
        Draws draws({21, 0, k, 0}, Purpose::plan), again = draws;
        parents.insert(MatingPool{.size = 1}(ranking, draws));
        ranking.stream.generation = k;
        of_other_generations.insert(MatingPool{.size = 1}(ranking, again));
    }
    EXPECT_EQ(parents.size(), 1u);
    EXPECT_GT(of_other_generations.size(), 8u);
}

TEST(Selections, ThatFollowTheNumberOfTheChild) {
    const RankedIsland island(7);
    Ranking ranking = island.ranking();
    Draws draws({21, 0, 0, 0}, Purpose::plan);
    std::vector<std::uint32_t> neighbours, truncated;
    for (ranking.child = 0; ranking.child < 7; ++ranking.child) {
        for (const bool second : {false, true}) {
            ranking.second = second;
            neighbours.push_back(Neighbours{}(ranking, draws));
        }
        ranking.second = false;
        truncated.push_back(DeterministicTruncation{.replaced = percent(30)}(ranking, draws));
        EXPECT_LT(ByIndex{}(ranking, draws), std::max(1u, ranking.child));
    }
    EXPECT_EQ(neighbours, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(truncated, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 0, 1})) << "the best two replace the worst";
}

TEST(AlwaysBest, ChoosesAmongThoseThatTieForTheBestAndAllOfThem) {
    for (const std::uint32_t size : {1u, 2u, 3u, 5u, 40u, 41u}) {
        for (std::uint32_t tied = 1; tied <= size; ++tied) {
            RankedIsland island(size);
            for (std::uint32_t rank = 0; rank < size; ++rank) island.costs[size - 1 - rank] = rank < tied ? 5 : 6;
            std::set<std::uint32_t> chosen;
            for (std::uint32_t k = 0; k < 40 * tied; ++k) {
                Draws draws({21, 0, k, 0}, Purpose::plan);
                chosen.insert(AlwaysBest{}(island.ranking(), draws));
            }
            EXPECT_EQ(chosen.size(), tied);
            EXPECT_EQ(*chosen.rbegin(), tied - 1);
        }
    }
}

}  // namespace
}  // namespace evodoku
