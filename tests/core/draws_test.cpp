// The random streams, and Philox against its published known answers and the Random123 library.
#include <gtest/gtest.h>

#include <Random123/philox.h>
#include <set>
#include <vector>

#include "core/draws.hpp"

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

TEST(Draws, AheadIsTheStreamAfterDrawsOfTwoWords) {
    for (const int bits_before : {0, 1, 10, 32, 64, 96, 100, 127, 128, 150}) {
        Draws draws({5, 6, 7, 8}, Purpose::mutate);
        for (int left = bits_before; left > 0; left -= 32) draws.bits(left < 32 ? left : 32);
        Draws one_by_one = draws;
        for (std::uint32_t count = 0; count < 10; ++count) {
            Draws ahead = draws.ahead(64 * count), expected = one_by_one;
            for (int k = 0; k < 3; ++k) {
                EXPECT_EQ(ahead.two_words(), expected.two_words()) << count << " after " << bits_before << " bits";
            }
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
