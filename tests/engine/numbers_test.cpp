// Numbers as text, and suggestions for a wrong name.
#include <gtest/gtest.h>

#include "engine/nearest.hpp"
#include "engine/numbers.hpp"
#include "support/refusal.hpp"

namespace evodoku {
namespace {

using test::expect_all;

TEST(Numbers, CountsAreReadWithSuffixesAndExponents) {
    EXPECT_EQ(parse_count("0"), 0u);
    EXPECT_EQ(parse_count("256k"), 256'000u);
    EXPECT_EQ(parse_count("1M"), 1'000'000u);
    EXPECT_EQ(parse_count("0.25M"), 250'000u);
    EXPECT_EQ(parse_count("1e6"), 1'000'000u);
    EXPECT_EQ(parse_count("2.5e5"), 250'000u);
    EXPECT_EQ(parse_count("18446744073709551615"), ~std::uint64_t{0});
    for (const char* wrong : {"", "k", "-1", "1.5", "12x", "0x10", "1e400", "nan", "inf", " 1", "1 ", "1kk", "1e-3"}) {
        EXPECT_FALSE(parse_count(wrong)) << wrong;
    }
}

TEST(Numbers, SharesAndAmounts) {
    EXPECT_EQ(parse_share("0"), 0u);
    EXPECT_EQ(parse_share("1"), whole);
    EXPECT_EQ(parse_share("5%"), percent(5));
    EXPECT_EQ(parse_share("0.05"), percent(5));
    for (const char* wrong : {"", "%", "-0.1", "1.01", "101%", "x"}) EXPECT_FALSE(parse_share(wrong)) << wrong;
    EXPECT_EQ(parse_amount("20")->value, 20u);
    EXPECT_FALSE(parse_amount("20")->is_share);
    EXPECT_TRUE(parse_amount("5%")->is_share);
    EXPECT_TRUE(parse_amount("1.0")->is_share);
    EXPECT_FALSE(parse_amount("1")->is_share);
    EXPECT_EQ(parse_amount("2.5k")->value, 2'500u);
    EXPECT_FALSE(parse_amount("1e9"));
}

TEST(Numbers, EveryShareIsReadBackFromItsText) {
    for (Share share = 0; share <= whole; ++share) ASSERT_EQ(parse_share(share_to_text(share)), share);
    EXPECT_EQ(share_to_text(percent(30)), "0.3");
    EXPECT_EQ(amount_to_text({percent(5), true}), "0.05");
    EXPECT_EQ(amount_to_text({0, true}), "0");
    EXPECT_EQ(share_to_text(1), "0.00002");
    EXPECT_EQ(amount_to_text({whole, true}), "1.0");
    EXPECT_EQ(amount_to_text({7, false}), "7");
}

TEST(Numbers, Durations) {
    using std::chrono::milliseconds;
    EXPECT_EQ(parse_duration("30s"), milliseconds(30'000));
    EXPECT_EQ(parse_duration("200ms"), milliseconds(200));
    EXPECT_EQ(parse_duration("1.5m"), milliseconds(90'000));
    EXPECT_EQ(parse_duration("1h"), milliseconds(3'600'000));
    EXPECT_EQ(parse_duration("2"), milliseconds(2'000));
    for (const char* wrong : {"", "s", "-1s", "1d", "ten"}) EXPECT_FALSE(parse_duration(wrong)) << wrong;
}

TEST(Nearest, SuggestsWhatIsNearAndNothingElse) {
    const std::vector<std::string> names = {"uniform", "one-point", "swap"};
    expect_all(suggestion("unifrm", names), {"uniform"});
    expect_all(suggestion("one-pt", names), {"one-point"});
    EXPECT_EQ(suggestion("zzzzzz", names), "");
    EXPECT_EQ(suggestion("xml", {"md", "csv", "json"}), "") << "one letter of two is not near";
}

}  // namespace
}  // namespace evodoku
