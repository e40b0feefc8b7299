// Text that other programs read: JSON written field by field, and text that tries to be markup.
#include "io/json.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "io/characters.hpp"

namespace evodoku::io {
namespace {

TEST(JsonText, QuotesAndReplacesWhatJsonMayNotHold) {
    EXPECT_EQ(json_quoted("a\"b\\c\n\t\x1b"), "\"a\\\"b\\\\c\\n\\t\\u001b\"");
    EXPECT_EQ(json_quoted("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"), "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"");
    const std::string bad = "\xef\xbf\xbd";
    EXPECT_EQ(json_quoted("\xff"), "\"" + bad + "\"");
    EXPECT_EQ(json_quoted("\xc3"), "\"" + bad + "\"");                      // cut off
    EXPECT_EQ(json_quoted("\xc0\xaf"), "\"" + bad + bad + "\"");            // overlong
    EXPECT_EQ(json_quoted("\xed\xa0\x80"), "\"" + bad + bad + bad + "\"");  // a surrogate
}

TEST(JsonText, NumbersReadBackToThemselves) {
    for (const double number : {0.0, 1.0, -2.5, 1e-9, 1e300, 0.1, 1.0 / 3}) {
        const std::string text = json_number(number);
        EXPECT_EQ(std::stod(text), number);
        EXPECT_NE(text.find_first_of(".e"), std::string::npos) << text;
    }
    EXPECT_EQ(json_number(std::numeric_limits<double>::quiet_NaN()), "null");
}

TEST(JsonText, ObjectsKeepTheOrderOfTheirFields) {
    JsonObject object;
    object.put("z", "text");
    object.put("a", true);
    object.put("count", std::uint64_t{18446744073709551615u});
    object.put("share", 0.5);
    object.put("none", std::optional<double>());
    object.put("some", std::optional<std::string>("x"));
    EXPECT_EQ(object.on_one_line(),
              R"({"z":"text","a":true,"count":18446744073709551615,"share":0.5,"none":null,"some":"x"})");
    JsonObject two;
    two.put("a", 1);
    two.put("b", 2);
    EXPECT_EQ(two.on_lines("  "), "{\n    \"a\": 1,\n    \"b\": 2\n  }");
    EXPECT_EQ(JsonObject().on_one_line(), "{}");
}

TEST(MarkupText, HasNoMarkup) {
    EXPECT_EQ(markup_text("a<b>&'\""), "a&lt;b&gt;&amp;&#39;&quot;");
    EXPECT_EQ(markup_text("</script><script>alert(1)</script>"),
              "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    EXPECT_EQ(markup_text("12 \xc2\xb5s"), "12 \xc2\xb5s");
}

TEST(MarkupText, IsUtf8WithoutControlCharacters) {
    EXPECT_EQ(markup_text(std::string("a\0b\x1b[0m\n\x7f", 9)), "a b [0m  ");
    EXPECT_EQ(markup_text("a\xff\xc3("), "a\xef\xbf\xbd\xef\xbf\xbd(");
    EXPECT_EQ(markup_text("\xed\xa0\x80"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");  // a surrogate
}

}  // namespace
}  // namespace evodoku::io
