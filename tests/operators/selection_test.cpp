// Selections: ranks within bounds, and the distribution each promises.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "operators/selection/all.hpp"

namespace evodoku {
namespace {

/// An island in which rank r is individual size - 1 - r.
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

/// What the engine makes for operators that want it; the number added to all is arbitrary.
template <class Operator>
std::vector<std::uint64_t> wheel_for(const Operator& op, const Ranking& ranking) {
    std::vector<std::uint64_t> wheel(ranking.size);
    std::uint64_t sum = 1'000'003;
    if constexpr (Operator::needs.wheel) {
        for (std::uint32_t rank = 0; rank < ranking.size; ++rank) wheel[rank] = sum += op.weight(ranking, rank);
    }
    return wheel;
}

template <class Operator>
std::vector<int> ranks_drawn(const Operator& op, std::uint32_t size, int draws_made) {
    const RankedIsland island(size);
    Ranking ranking = island.ranking();
    const auto wheel = wheel_for(op, ranking);
    ranking.wheel = wheel.data();
    std::vector<int> counts(size);
    for (int k = 0; k < draws_made; ++k) {
        const auto number = static_cast<std::uint32_t>(k);
        Draws draws({21, 0, number, 0}, Purpose::plan);
        ranking.child = number;
        ranking.stream = {21, 0, 0, number / 100};  // a mating pool for a hundred of them
        ++counts.at(op(ranking, draws));
    }
    return counts;
}

TEST(TournamentOfChildren, HasChildrenAlone) {
    constexpr std::uint32_t size = 40, kept = 10, children = size - kept;
    constexpr int draws_made = 60'000;
    const RankedIsland island(size);  // those that stayed have the highest ranks: all would lose, and none may be drawn
    Ranking ranking = island.ranking();
    ranking.kept = kept;
    std::vector<int> counts(size);
    for (int k = 0; k < draws_made; ++k) {
        Draws draws({5, 0, static_cast<std::uint32_t>(k), 1}, Purpose::plan);
        ++counts.at(TournamentOfChildren{}(ranking, draws));
    }
    double chi_square = 0;
    for (std::uint32_t rank = 0; rank < children; ++rank) {
        const double expected = draws_made * (2.0 * (children - rank) - 1) / (children * children);
        chi_square += (counts[rank] - expected) * (counts[rank] - expected) / expected;
    }
    EXPECT_LT(chi_square, 58) << "of 29 degrees of freedom: 0.1 %";
    for (std::uint32_t rank = children; rank < size; ++rank) EXPECT_EQ(counts[rank], 0);
}

TEST(Selections, ChooseWithinTheIsland) {
    for_each_operator<Selections>([]<class Operator>(Operator) {
        EXPECT_TRUE(rc::check(std::string("selection ") + Operator::name, [] {
            Operator op;
            for (const auto& parameter : Operator::parameters())
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

TEST(Tournament, IsWonByEachRankAsOftenAsTheoryHasIt) {
    // P(rank r or better) = 1 - (1 - (r + 1) / n)^k
    constexpr std::uint32_t size = 20;
    constexpr int draws_made = 200'000;
    for (const std::uint32_t contenders : {1u, 2u, 3u, 7u, 64u}) {
        const std::vector<int> counts = ranks_drawn(Tournament{.size = contenders}, size, draws_made);
        double statistic = 0;
        int classes = 0;
        for (std::uint32_t rank = 0; rank < size; ++rank) {
            const double above = std::pow(1 - double(rank) / size, contenders);
            const double below = std::pow(1 - double(rank + 1) / size, contenders);
            const double expected = draws_made * (above - below);
            if (expected < 5) continue;
            statistic += (counts[rank] - expected) * (counts[rank] - expected) / expected;
            ++classes;
        }
        // Far above the 0.1 % point for up to 19 degrees of freedom (43.8) would mean a wrong distribution.
        EXPECT_LT(statistic, 43.8) << contenders << " contenders, " << classes << " classes";
    }
}

TEST(Tournament, OfOneIsUniform) {
    const std::vector<int> counts = ranks_drawn(Tournament{.size = 1}, 10, 50'000);
    for (const int count : counts) EXPECT_NEAR(count, 5'000, 350);
}

TEST(Truncation, ChoosesAmongItsShareAndAllOfIt) {
    const std::vector<int> counts = ranks_drawn(Truncation{.share = percent(25)}, 40, 10'000);
    for (std::uint32_t rank = 0; rank < 40; ++rank) {
        if (rank < 10) {
            EXPECT_NEAR(counts[rank], 1'000, 160) << rank;
        } else {
            EXPECT_EQ(counts[rank], 0) << rank;
        }
    }
    EXPECT_EQ(ranks_drawn(Truncation{.share = 1}, 40, 100)[0], 100) << "at least one may breed";
}

TEST(UniformSelection, ChoosesEveryRankAlike) {
    for (const int count : ranks_drawn(UniformSelection{}, 10, 50'000)) EXPECT_NEAR(count, 5'000, 350);
}

/// Pearson's statistic of what was drawn against what each rank is promised, as a share.
template <class Promise>
double statistic(const std::vector<int>& counts, const Promise& promised) {
    const int draws_made = std::accumulate(counts.begin(), counts.end(), 0);
    double sum = 0;
    for (std::uint32_t rank = 0; rank < counts.size(); ++rank) {
        const double expected = draws_made * promised(rank);
        sum += (counts[rank] - expected) * (counts[rank] - expected) / expected;
    }
    return sum;
}

TEST(LinearRanking, FallsLinearly) {
    constexpr std::uint32_t size = 20;
    for (const double slope : {1.0, 0.5, 0.0}) {
        const LinearRanking op{.slope = static_cast<Share>(slope * whole)};
        EXPECT_LT(statistic(ranks_drawn(op, size, 200'000),
                            [&](std::uint32_t rank) { return (1 + slope * (size - 1 - 2.0 * rank) / size) / size; }),
                  43.8)
            << slope;
    }
}

TEST(Roulette, ChoosesInProportionToFitness) {
    constexpr std::uint32_t size = 20;
    const auto promised = [&](const auto& fitness) {
        return [=](std::uint32_t rank) {
            double sum = 0;
            for (std::uint32_t each = 0; each < size; ++each) sum += fitness(each / 3);
            return fitness(rank / 3) / sum;
        };
    };
    EXPECT_LT(statistic(ranks_drawn(Roulette{}, size, 200'000), promised([](auto cost) { return 108.0 - cost; })),
              43.8);
    EXPECT_LT(
        statistic(ranks_drawn(Roulette{.window = 1}, size, 200'000), promised([](auto cost) { return 7.0 - cost; })),
        43.8);
    EXPECT_LT(statistic(ranks_drawn(Roulette{.window = 1, .power = 2}, size, 200'000),
                        promised([](auto cost) { return (7.0 - cost) * (7.0 - cost); })),
              43.8);
}

TEST(Roulette, TreatsAnIslandWithoutFitnessAlike) {
    RankedIsland island(10);
    for (std::uint32_t& cost : island.costs) cost = 108;
    Ranking ranking = island.ranking();
    const auto wheel = wheel_for(Roulette{}, ranking);
    ranking.wheel = wheel.data();
    std::vector<int> counts(10);
    for (std::uint32_t k = 0; k < 50'000; ++k) {
        Draws draws({21, 0, k, 0}, Purpose::plan);
        ++counts.at(Roulette{}(ranking, draws));
    }
    for (const int count : counts) EXPECT_NEAR(count, 5'000, 350);
}

TEST(MatingPool, IsFilledByBinaryTournamentsAndUsedUniformly) {
    constexpr std::uint32_t size = 20;
    const auto counts = ranks_drawn(MatingPool{.size = whole}, size, 200'000);
    for (std::uint32_t rank = 0; rank < size; ++rank) {  // entries recur, so the spread is wider than Pearson's
        EXPECT_NEAR(counts[rank], 200'000 * (2.0 * (size - rank) - 1) / (size * size), 900) << rank;
    }
    // A pool of one: all of a generation's children have one parent.
    const RankedIsland island(size);
    std::set<std::uint32_t> parents, of_other_generations;
    for (std::uint32_t k = 0; k < 100; ++k) {
        Ranking ranking = island.ranking();
        Draws draws({21, 0, k, 0}, Purpose::plan);
        Draws again({21, 0, k, 0}, Purpose::plan);
        parents.insert(MatingPool{.size = 1}(ranking, draws));
        ranking.stream.generation = k;
        of_other_generations.insert(MatingPool{.size = 1}(ranking, again));
    }
    EXPECT_EQ(parents.size(), 1u);
    EXPECT_GT(of_other_generations.size(), 8u);
}

TEST(ElitesOnly, ChoosesAmongThoseThatStayAndAnyoneWhereNoneDoes) {
    const RankedIsland island(20);
    for (const std::uint32_t kept : {0u, 1u, 5u, 20u}) {
        Ranking ranking = island.ranking();
        ranking.kept = kept;
        const std::uint32_t among = kept == 0 ? 20 : kept;
        std::vector<int> counts(20);
        for (std::uint32_t k = 0; k < 1'000 * among; ++k) {
            Draws draws({21, 0, k, 0}, Purpose::plan);
            ++counts.at(ElitesOnly{}(ranking, draws));
        }
        for (std::uint32_t rank = 0; rank < 20; ++rank) EXPECT_NEAR(counts[rank], rank < among ? 1'000 : 0, 160);
    }
}

TEST(Neighbours, AreRanksSideBySide) {
    const RankedIsland island(7);
    Ranking ranking = island.ranking();
    Draws draws({21, 0, 0, 0}, Purpose::plan);
    std::vector<std::uint32_t> parents;
    for (ranking.child = 0; ranking.child < 5; ++ranking.child) {
        ranking.second = false;
        parents.push_back(Neighbours{}(ranking, draws));
        ranking.second = true;
        parents.push_back(Neighbours{}(ranking, draws));
    }
    EXPECT_EQ(parents, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 0, 1, 2}));
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
