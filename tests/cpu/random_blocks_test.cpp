// Random blocks made side by side are those of philox_block().
#include "cpu/executor.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

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
