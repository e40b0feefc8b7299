// The neighbours on the ladder of temperatures of larger boards.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "engine/phases/mutate.hpp"
#include "representation/large_board.hpp"

namespace evodoku {
namespace {

using Board = LargeBoard<2>;

/// Two islands of `size` boards, the second of them under test.
struct LadderCase {
    std::uint32_t size;
    std::vector<Board::Stored> boards;
    std::vector<std::uint32_t> costs;
    std::vector<Island> islands = std::vector<Island>(2);
    Pool<Board> pool = {};

    LadderCase(const std::vector<std::uint32_t>& temperatures, std::uint32_t generation)
        : size(static_cast<std::uint32_t>(temperatures.size())), boards(2 * size), costs(2 * size, 1) {
        for (std::uint32_t k = 0; k < size; ++k) {
            Board::view(boards[size + k]).set_temperature(temperatures[k]);
            costs[size + k] = 10 + k;
        }
        for (Island& island : islands) {
            island.fresh = false, island.size = island.extent = size, island.next_generation = generation;
            island.growth.next_size = size;
        }
        islands[1].island_of_puzzle = 1;
        pool.boards.set(boards.data(), 0), pool.costs.set(costs.data(), 0);
        pool.islands = islands.data(), pool.island_count = 2, pool.island_size = pool.first_size = size;
        pool.highest_cost = 100;
    }
    Ladder of(std::uint32_t index) const { return ladder_of(pool, 1, index, size + index); }
};

TEST(Ladder, NeighboursSeeEachOther) {
    std::mt19937 random(1);
    for (std::uint32_t round = 0; round < 200; ++round) {
        std::vector<std::uint32_t> temperatures(1 + random() % 9);
        for (std::uint32_t& temperature : temperatures)
            temperature = static_cast<std::uint32_t>(random() % 6);  // ties, and 0: none
        std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
        for (const std::uint32_t generation : {8u, 9u}) {
            const LadderCase at(temperatures, generation);
            for (std::uint32_t index = 0; index < at.size; ++index) {
                const Ladder own = at.of(index);
                EXPECT_EQ(own.index, index);
                EXPECT_EQ(own.size, at.size);
                if (!own.has_neighbour) continue;
                const std::uint32_t other = own.other_cost - 10;
                const Ladder its = at.of(other);
                EXPECT_TRUE(its.has_neighbour);
                EXPECT_NE(its.is_colder, own.is_colder);
                EXPECT_EQ(its.other_cost, own.cost);
                EXPECT_EQ(own.cost, 10 + index);
                EXPECT_EQ(own.other_temperature, temperatures[other]);
                EXPECT_EQ(its.stream.individual, own.stream.individual) << "one stream for both";
                EXPECT_EQ(own.stream.individual, at.size + (own.is_colder ? index : other)) << "of the colder";
                EXPECT_EQ(own.stream.generation, generation);
                const auto [colder, hotter] = own.is_colder ? std::pair(index, other) : std::pair(other, index);
                EXPECT_LT(std::pair(temperatures[colder], colder), std::pair(temperatures[hotter], hotter));
                pairs.insert({colder, hotter});
            }
        }
        const auto with = std::ranges::count_if(temperatures, [](std::uint32_t each) { return each != 0; });
        EXPECT_EQ(static_cast<long>(pairs.size()), with < 2 ? 0 : with - 1) << "each pair in one of two generations";
    }
}

TEST(Ladder, ALargePopulationHasALadderPerSixteenBoards) {
    std::mt19937 random(1);
    std::vector<std::uint32_t> temperatures(40);
    for (std::uint32_t& temperature : temperatures) temperature = static_cast<std::uint32_t>(800 + random() % 100);
    for (const std::uint32_t generation : {8u, 9u}) {
        const LadderCase at(temperatures, generation);
        std::uint32_t neighbours = 0;
        for (std::uint32_t index = 0; index < at.size; ++index) {
            const Ladder own = at.of(index);
            EXPECT_EQ(own.index, index % 16);
            EXPECT_EQ(own.size, index < 32 ? 16 : 8);
            if (!own.has_neighbour) continue;
            ++neighbours;
            EXPECT_EQ((own.other_cost - 10) / 16, index / 16) << "of the same ladder";
        }
        EXPECT_EQ(neighbours, generation == 8 ? 40 : 34) << "the ends of three ladders have none in every second";
    }
}

TEST(Ladder, AFreshIslandAndChildrenInWavesHaveNoNeighbours) {
    LadderCase at({800, 900}, 8);
    EXPECT_TRUE(at.of(0).has_neighbour);
    at.pool.rules.waves = 1;
    EXPECT_FALSE(at.of(0).has_neighbour);
    at.pool.rules.waves = 0, at.islands[1].fresh = true;
    EXPECT_FALSE(at.of(0).has_neighbour);
}

}  // namespace
}  // namespace evodoku
