// Configuration files that are made to crash the parser.
#include <gtest/gtest.h>

#include <string>

#include "settings/config_file.hpp"

namespace evodoku {
namespace {

std::string repeated(const std::string& part, int times) {
    std::string text;
    for (int k = 0; k < times; ++k) text += part;
    return text;
}

std::string error_of(const std::string& text) {
    try {
        toml_tree::parse(text, "a.toml", "a settings file", "see docs");
    } catch (const ConfigFileError& error) {
        return error.what();
    }
    return "none";
}

TEST(LongKeys, AreRefusedBeforeTheyExhaustTheStack) {
    const std::string expected = ": a key has more than 8 parts; write the name of the setting alone";
    for (const std::string part : {"a.", "\"a\".", "'['.", "a . ", "\"\\\"\"."}) {
        const std::string key = repeated(part, 200'000);
        EXPECT_EQ(error_of(key + "a = 1\n"), "a.toml:1" + expected) << part;
        EXPECT_EQ(error_of("x = 1\n[" + key + "a]\n"), "a.toml:2" + expected) << part;
        EXPECT_EQ(error_of("x = '''\n.\n'''\ny = [\n{ " + key + "a = 1 }]\n"), "a.toml:5" + expected) << part;
        EXPECT_EQ(error_of("x = \"\"\"a\"\"\"\"\n" + key + "a = 1\n"), "a.toml:2" + expected) << part;
    }
}

TEST(LongKeys, DotsElsewhereAreNot) {
    for (const std::string& text :
         {"a.b.c.d.e.f.g.h = 1\n" + std::string(), "a = \"" + repeated(".", 1000) + "\"\n",
          "a = [" + repeated("1.5, ", 1000) + "]\n", "# " + repeated("a.", 1000) + "\na = 1\n",
          "a = '''\n" + repeated("a.", 1000) + "\n'''\n", "a = \"\"\"" + repeated("\\\".", 1000) + "\"\"\"\n"}) {
        EXPECT_EQ(error_of(text), "none") << text.substr(0, 60);
    }
}

TEST(Letters, OutsideQuotationMarksAreRefused) {
    for (const std::string text :
         {"a\u045e = 1\n", "\u00f6 = 1\n", "a = \u4e00\n", "a = \"\"\"x\\\n\u045e\"\"\"\u045e\n"}) {
        EXPECT_TRUE(error_of(text).starts_with("a.toml:")) << text << error_of(text);
    }
    EXPECT_EQ(error_of("a = \"\"\"x\\\n\u045e\"\"\"  # \u045e\n"), "none");
}

TEST(TableHeaders, ThatAreNoKeysAreRefused) {
    for (const std::string header : {"[[=", "[=", "[[,]]", "[[[a]]]", "[[.a]]"}) {
        EXPECT_TRUE(error_of(header + "\n").starts_with("a.toml:1:")) << header << ": " << error_of(header + "\n");
    }
}

}  // namespace
}  // namespace evodoku
