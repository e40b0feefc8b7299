// Parts of the CPU executor: ranking, and blocks of random numbers made in vectors.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "core/draws.hpp"
#include "cpu/executor.hpp"
#include "cpu/machine.hpp"
#include "cpu/rank.hpp"

namespace evodoku {
namespace {

void check_ranking(std::uint32_t islands, std::uint32_t size, std::uint32_t highest, cpu::Workers& workers) {
    std::vector<std::uint32_t> costs(std::size_t{islands} * size), order(costs.size(), ~0u);
    Draws draws({islands, size, highest, 0}, Purpose::plan);
    for (std::uint32_t& cost : costs) cost = draws.below(highest + 1);
    std::vector<Island> states(islands);
    for (Island& island_index : states) island_index.state = IslandState::running;
    if (islands > 2) states[1].state = IslandState::solved;
    cpu::Ranker ranker({{nullptr, costs.data()}, order.data(), states.data(), islands, size, highest});
    ranker.rank_all(workers);
    for (std::uint32_t island_index = 0; island_index < islands; ++island_index) {
        const std::uint32_t* first = costs.data() + std::size_t{island_index} * size;
        std::vector<std::uint32_t> expected(size);
        std::iota(expected.begin(), expected.end(), 0u);
        std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return first[a] < first[b]; });
        if (!states[island_index].running()) std::fill(expected.begin(), expected.end(), ~0u);  // unchanged
        const auto begin = order.begin() + std::ptrdiff_t{island_index} * size;
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), begin))
            << islands << " islands of " << size << ", costs to " << highest << ", island " << island_index;
    }
}

TEST(Rank, AgreesWithAStableSort) {
    for (const auto& workers :
         {cpu::make_serial_workers(cpu::Order::shuffled), cpu::make_tbb_workers(1), cpu::make_tbb_workers(3)}) {
        for (const std::uint32_t highest : {0u, 1u, 108u, 2'047u, 2'048u, 400'000u, 0xFFFFFFFEu}) {
            for (const std::uint32_t size : {1u, 2u, 255u, 8'192u, 8'193u, 50'000u})
                check_ranking(3, size, highest, *workers);
            check_ranking(1, 30'001, highest, *workers);
        }
    }
}

}  // namespace
}  // namespace evodoku

namespace evodoku::cpu {
namespace {

TEST(RandomBlocks, AreThoseMadeOneByOne) {
    std::mt19937_64 random(5);
    for (int repeat = 0; repeat < 50; ++repeat) {
        const StreamKey key{random(), static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random()),
                            static_cast<std::uint32_t>(random())};
        const Purpose purpose = in_try(static_cast<Purpose>(1 + repeat % 15), static_cast<std::uint32_t>(repeat % 16));
        const std::uint32_t number = static_cast<std::uint32_t>(repeat % 3);
        const std::uint32_t count = block_lanes * static_cast<std::uint32_t>(repeat % 5);
        std::vector<std::uint32_t> offsets(count);
        for (std::uint32_t& offset : offsets) offset = static_cast<std::uint32_t>(random() >> repeat % 40);
        std::vector<PhiloxBlock> blocks(count + 1, PhiloxBlock{{1, 2, 3, 4}});
        make_blocks(key, purpose, number, offsets.data(), count, blocks.data());
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t first_word = static_cast<std::uint32_t>(purpose) << 24 | number;
            const PhiloxBlock counter{{first_word, key.individual + offsets[k], key.generation, key.puzzle_index}};
            ASSERT_EQ(blocks[k], philox_block(counter, key.seed)) << repeat << ' ' << k;
        }
        EXPECT_EQ(blocks[count], (PhiloxBlock{{1, 2, 3, 4}})) << "written past the end";
    }
}

TEST(RandomBlocks, ServeADrawAsItsOwnWould) {
    const StreamKey key{77, 3, 1'000, 12};
    const std::vector<std::uint32_t> offsets(block_lanes, 9);
    std::vector<PhiloxBlock> blocks(2 * block_lanes);
    for (std::uint32_t number = 0; number < 2; ++number) {
        make_blocks(key, Purpose::cross, number, offsets.data(), block_lanes, blocks.data() + number * block_lanes);
    }
    for (const std::uint32_t count : {1u, 2u}) {
        Draws own({key.seed, key.puzzle_index, key.individual + 9, key.generation}, Purpose::cross);
        Draws served({key.seed, key.puzzle_index, key.individual + 9, key.generation}, Purpose::cross,
                     FirstBlocks{blocks.data() + 4, block_lanes, count});
        for (int draw = 0; draw < 60; ++draw) {  // far into the fourth block, and over every edge at an odd place
            const int bits = 1 + draw * 7 % 32;
            ASSERT_EQ(own.bits(bits), served.bits(bits)) << count << ' ' << draw;
        }
    }
}

}  // namespace
}  // namespace evodoku::cpu
