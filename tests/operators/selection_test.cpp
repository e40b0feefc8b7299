// Selections: ranks within bounds, and the distribution each promises.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "evodoku/operators/registry.hpp"

namespace evodoku {
namespace {

/// A deme in which rank r is individual size - 1 - r.
struct RankedDeme {
    explicit RankedDeme(std::uint32_t size) : order(size), costs(size) {
        for (std::uint32_t rank = 0; rank < size; ++rank)
            order[rank] = size - 1 - rank, costs[size - 1 - rank] = rank / 3;
    }
    Ranking ranking() const { return {static_cast<std::uint32_t>(order.size()), order.data(), ~0u, costs.data()}; }
    std::vector<std::uint32_t> order, costs;
};

template <class Operator>
std::vector<int> ranks_drawn(const Operator& op, std::uint32_t size, int draws_made) {
    const RankedDeme deme(size);
    std::vector<int> counts(size);
    for (int k = 0; k < draws_made; ++k) {
        Draws draws({21, 0, static_cast<std::uint32_t>(k), 0}, Purpose::plan);
        ++counts.at(op(deme.ranking(), draws));
    }
    return counts;
}

TEST(Selections, ChooseWithinTheDeme) {
    for_each_operator<Selection>([]<class Operator>(Operator) {
        EXPECT_TRUE(rc::check(std::string("selection ") + Operator::name, [] {
            Operator op;
            for (const auto& knob : knobs_of<Operator>())
                op.*knob.member = *rc::gen::inRange(knob.lowest, knob.highest + 1);
            const std::uint32_t size = *rc::gen::inRange(1u, 200u);
            const RankedDeme deme(size);
            Draws draws({*rc::gen::arbitrary<std::uint64_t>(), 0, 0, 0}, Purpose::plan);
            RC_ASSERT(op(deme.ranking(), draws) < size);
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

}  // namespace
}  // namespace evodoku
