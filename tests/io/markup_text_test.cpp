// Text that tries to be markup.
#include "io/markup_text.hpp"

#include <gtest/gtest.h>

namespace evodoku::io {
namespace {

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
