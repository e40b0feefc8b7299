// The random streams, and Philox against its published known answers and the Random123 library.
#include <gtest/gtest.h>

#include <Random123/philox.h>
#include <random>
#include <set>
#include <vector>

#include "core/draws_in_advance.hpp"

namespace evodoku {
namespace {

TEST(Draws, WordsAreThePhiloxBlocksOfTheirCounter) {
    Draws draws({0x123456789ABCDEFu, 7, 8, 9}, Purpose::cross);
    for (std::uint32_t block = 0; block < 3; ++block) {
        const PhiloxBlock expected = philox_block({{3u << 24 | block, 8, 9, 7}}, 0x123456789ABCDEFu);
        for (const std::uint32_t word : expected.word) EXPECT_EQ(draws.bits(32), word);
    }
}

TEST(Draws, BitsAreTakenFromTheLowEndAcrossWords) {
    Draws whole_words({1, 0, 0, 0}, Purpose::plan);
    const std::uint64_t first = whole_words.bits(32);
    const std::uint64_t pair = std::uint64_t{whole_words.bits(32)} << 32 | first;
    Draws pieces({1, 0, 0, 0}, Purpose::plan);
    int shift = 0;
    for (const int bits : {8, 8, 8, 24, 16}) {
        EXPECT_EQ(pieces.bits(bits), pair >> shift & ((1u << bits) - 1)) << "bits " << bits << " at " << shift;
        shift += bits;
    }
}

TEST(Draws, InAdvanceAreTheSameAndTheStreamGoesOn) {
    for (const int bits_before : {0, 5, 32, 100, 128, 160}) {
        Draws draws({5, 6, 7, 8}, Purpose::mutate);
        for (int left = bits_before; left > 0; left -= 32) draws.bits(left < 32 ? left : 32);
        Draws expected = draws;
        for (const int count : {0, 1, 127, 128, 129, 2'048, 9'000}) {
            draw_in_advance(draws, [&](auto& own) {
                for (int k = 0; k < count; ++k) EXPECT_EQ(own.bits(1 + k % 32), expected.bits(1 + k % 32)) << k;
            });
            EXPECT_EQ(draws.bits(32), expected.bits(32)) << count << " after " << bits_before << " bits";
        }
    }
}

TEST(Blocks, AreThoseMadeOneByOne) {
    std::mt19937_64 random(5);
    for (int repeat = 0; repeat < 50; ++repeat) {
        PhiloxBlock counter;
        for (std::uint32_t& word : counter.word) word = static_cast<std::uint32_t>(random());
        const std::uint64_t key = random();
        const std::uint32_t count = block_lanes * static_cast<std::uint32_t>(repeat % 5);
        std::vector<std::uint32_t> offsets(count);
        for (std::uint32_t& offset : offsets) offset = static_cast<std::uint32_t>(random() >> repeat % 40);
        std::vector<PhiloxBlock> blocks(count + 1, PhiloxBlock{{1, 2, 3, 4}});
        repeat % 2 == 0 ? make_blocks<0>(counter, key, offsets.data(), count, blocks.data())
                        : make_blocks<1>(counter, key, offsets.data(), count, blocks.data());
        for (std::uint32_t k = 0; k < count; ++k) {
            PhiloxBlock own = counter;
            own.word[repeat % 2] += offsets[k];
            ASSERT_EQ(blocks[k], philox_block(own, key)) << repeat << ' ' << k;
        }
        EXPECT_EQ(blocks[count], (PhiloxBlock{{1, 2, 3, 4}})) << "written past the end";
    }
}

TEST(Blocks, ServeADrawAsItsOwnWould) {
    const StreamKey key{77, 3, 1'000, 12};
    const std::vector<std::uint32_t> offsets(block_lanes, 9);
    std::vector<PhiloxBlock> blocks(2 * block_lanes);
    for (std::uint32_t number = 0; number < 2; ++number) {
        const PhiloxBlock counter{{Draws::block_number(Purpose::cross, number), 1'000, 12, 3}};
        make_blocks<1>(counter, key.seed, offsets.data(), block_lanes, blocks.data() + number * block_lanes);
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

TEST(Draws, AheadIsTheStreamAfterDrawsOfTwoWords) {
    for (const int bits_before : {0, 1, 10, 32, 64, 96, 100, 127, 128, 150}) {
        Draws draws({5, 6, 7, 8}, Purpose::mutate);
        for (int left = bits_before; left > 0; left -= 32) draws.bits(left < 32 ? left : 32);
        Draws one_by_one = draws;
        for (std::uint32_t count = 0; count < 10; ++count) {
            Draws ahead = draws.ahead(64 * count), expected = one_by_one;
            for (int k = 0; k < 3; ++k)
                EXPECT_EQ(ahead.two_words(), expected.two_words()) << count << " after " << bits_before << " bits";
            EXPECT_EQ(ahead.bits(5), expected.bits(5));
            one_by_one.two_words();
        }
    }
}

TEST(Draws, StreamsDifferInEveryPartOfTheirKey) {
    std::set<std::uint32_t> words;
    const StreamKey base{1, 2, 3, 4};
    std::vector<StreamKey> keys = {base, base, base, base, base};
    keys[1].seed = 2, keys[2].puzzle_index = 3, keys[3].individual = 4, keys[4].generation = 5;
    for (const StreamKey& key : keys) words.insert(Draws(key, Purpose::plan).bits(32));
    words.insert(Draws(base, Purpose::mutate).bits(32));
    EXPECT_EQ(words.size(), 6u);
}

/// Pearson's statistic of counts against a uniform expectation.
double chi_square(const std::vector<int>& counts, double expected) {
    double sum = 0;
    for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
    return sum;
}

TEST(Draws, NumbersBelowAreUniform) {
    constexpr int draws_made = 90'000;
    Draws draws({11, 0, 0, 0}, Purpose::plan);
    std::vector<int> wide(9), small(9);
    for (int k = 0; k < draws_made; ++k) {
        ++wide.at(draws.below(9));
        ++small.at(draws.below_small(9));
    }
    // 8 degrees of freedom: 26.1 is the 0.1 % point. Seeds are fixed, so this can't fail by luck.
    EXPECT_LT(chi_square(wide, draws_made / 9.0), 26.1);
    EXPECT_LT(chi_square(small, draws_made / 9.0), 26.1);
}

TEST(Draws, ChanceMeetsItsShare) {
    Draws draws({12, 0, 0, 0}, Purpose::plan);
    int hits = 0;
    for (int k = 0; k < 100'000; ++k) hits += draws.chance(19661);  // 30 %
    EXPECT_NEAR(hits, 30'000, 600);
    for (int k = 0; k < 1000; ++k) {
        ASSERT_FALSE(draws.chance(0));
        ASSERT_TRUE(draws.chance(share_one));
    }
}

TEST(Draws, ScaleKeepsOrderAndBounds) {
    EXPECT_EQ(Draws::scale(0, 10), 0u);
    EXPECT_EQ(Draws::scale(~0u, 10), 9u);
    EXPECT_EQ(Draws::scale(~0u, 1u << 24), (1u << 24) - 1);
    EXPECT_EQ(share_of(share_one, 77), 77u);
    EXPECT_EQ(share_of(share_one / 2, 77), 38u);
}

TEST(Philox, KnownAnswersAtRunTime) {
    volatile std::uint32_t zero = 0;  // not known to the compiler
    const std::uint32_t z = zero;
    EXPECT_EQ(philox_block({{z, z, z, z}}, z), (PhiloxBlock{{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}}));
    EXPECT_EQ(philox_block({{~z, ~z, ~z, ~z}}, ~std::uint64_t{z}),
              (PhiloxBlock{{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}}));
}

TEST(Philox, AgreesWithRandom123) {
    PhiloxBlock counter{{1, 2, 3, 4}};
    std::uint64_t key = 5;
    for (int k = 0; k < 10'000; ++k) {
        const philox4x32_ctr_t theirs =
            philox4x32_R(10, {{counter.word[0], counter.word[1], counter.word[2], counter.word[3]}},
                         {{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)}});
        const PhiloxBlock ours = philox_block(counter, key);
        for (int word = 0; word < 4; ++word) ASSERT_EQ(ours.word[word], theirs.v[word]) << "block " << k;
        counter = ours;  // the next counter and key are themselves random
        key = std::uint64_t{ours.word[3]} << 32 | ours.word[0];
    }
}

}  // namespace
}  // namespace evodoku
