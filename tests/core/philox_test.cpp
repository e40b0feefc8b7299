// Philox against its published answers and against the Random123 library.
#include "core/draws.hpp"

#include <Random123/philox.h>
#include <gtest/gtest.h>

namespace evodoku {
namespace {

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
