// No byte of words, files, plans or results controls a terminal.
#include <gtest/gtest.h>

#include <algorithm>

#include "program.hpp"

namespace evodoku::test {
namespace {

/// A colour by ESC [, by the C1 byte CSI, by CSI in UTF-8; DEL; bytes that are not UTF-8.
const std::string codes =
    "\x1b[31m\x9b"
    "31m\xc2\x9b"
    "31m\x7f\xff\xc3";
/// As many of these codes as TOML can hold.
const std::string toml_codes = R"(\u001b[31m\u009b31m\u007f)";

bool is_printable(const std::string& text) {
    return std::ranges::all_of(text, [](char letter) { return letter == '\n' || (' ' <= letter && letter <= '~'); });
}

/// It fails, and says why without such bytes.
void expect_printable(const Call& call, const std::string& part) {
    const Finished finished = run(call);
    std::string words;
    for (const std::string& word : call.arguments) words += " " + word;
    EXPECT_GT(finished.code, 0) << words;
    EXPECT_TRUE(is_printable(finished.err) && is_printable(finished.out)) << words << "\n"
                                                                          << finished.err << finished.out;
    EXPECT_TRUE(contains(finished.err, part)) << words << "\n" << finished.err;
}

TEST(EscapeCodes, InWordsAreNotEchoed) {
    for (const Words& words : {
             Words{codes},
             Words{"solve", "--" + codes},
             Words{"solve", "--population", codes, easy},
             Words{"solve", "--selection", codes, easy},
             Words{"solve", "--mutation", "swap:" + codes + "=1", easy},
             Words{"solve", "--preset", codes, easy},
             Words{"solve", "--config", codes, easy},
             Words{"solve", "--device", codes, easy},
             Words{"solve", "--progress", codes, easy},
             Words{"solve", "--timeout", codes, easy},
             Words{"solve", "--puzzle", codes},
             Words{"solve", "--resume", codes},
             Words{"solve", "--checkpoint", codes + "/x", easy},
             Words{"solve", "--history", codes, easy},
             Words{"solve", "--history", codes + "/x.csv", easy},
             Words{"solve", "--output", codes + "/x", easy},
             Words{"solve", codes},
             Words{"check", codes},
             Words{"convert", codes},
             Words{"convert", "--to", codes},
             Words{"experiment", codes},
             Words{"bench", "--only", codes},
             Words{"bench", "--axis", codes},
             Words{"bench", "--json", codes + "/x"},
             Words{"compare", codes, codes},
             Words{"help", codes},
             Words{"operators", codes},
             Words{"presets", "show", codes},
         }) {
        expect_printable({.arguments = words}, words[1 % words.size()] == "--puzzle" ? "0x1B" : "\\x1b[31m");
    }
    expect_printable({.arguments = {"solve", easy}, .environment = {"EVODOKU_POPULATION=" + codes}},
                     "\\x9b31m\\xc2\\x9b31m");
}

TEST(EscapeCodes, InFilesAreNotEchoed) {
    const TemporaryFiles files;
    const std::string puzzles = files.write(codes + ".txt", codes + "\n" + easy.substr(0, 60) + codes + "\n");
    for (const char* const command : {"solve", "convert"}) expect_printable({{command, puzzles}}, "?[31m\\x9b31m");
    expect_printable({{"check", puzzles}}, "1 malformed");
    const auto config = [&](const std::string& text) {
        return Words{"solve", "--config", files.write("c", text), easy};
    };
    expect_printable({config("\"" + toml_codes + "\" = 1\n")}, "\\x1b[31m");
    expect_printable({config("population = \"" + toml_codes + "\"\n")}, "\\x1b[31m");
    expect_printable({config("# " + codes + "\n")}, "c:1:");
    expect_printable({config(codes + " = 1\n")}, "c:1:");
    expect_printable({{"solve", "--resume", files.write("r", codes)}}, "is not a checkpoint");
    expect_printable({{"compare", files.write("a.json", "{\"" + codes), files.write("b.json", codes)}}, "not JSON");
}

TEST(EscapeCodes, InPlansAndResultsAreNotEchoed) {
    const TemporaryFiles files;
    files.write("p.txt", easy + "\n");
    const auto plan = [&](const std::string& name, const std::string& file, const std::string& output) {
        return Call{
            {"experiment", files.write("plan.toml", "seeds = [1]\noutput = \"" + output + "\"\npuzzles = [\"" + file +
                                                        "\"]\n[[configurations]]\nname = \"" + name +
                                                        "\"\npreset = \"plain\"\ngenerations = 1\npopulation = 20\n")}};
    };
    for (const Call& call :
         {plan(toml_codes, "p.txt", "r"), plan("a", toml_codes, "r"), plan("a", "p.txt", toml_codes)}) {
        expect_printable(call, "has a control character: byte 0x1B");
    }
    expect_printable(plan("\\u009b31m", "p.txt", "r"), "name has a control character: U+009B");
    files.write("results.jsonl", codes + "\n");
    expect_printable(plan("a", "p.txt", "results.jsonl"), "results.jsonl:1: this line is not a result");
}

TEST(EscapeCodes, InResultsAreWrittenOut) {
    const TemporaryFiles files;
    const std::string file = files.write(codes + ".txt", easy + "\n");
    for (const Words& words : {solve({file}), solve({"--format", "jsonl", file}), Words{"check", file},
                               Words{"check", "--format", "jsonl", file}}) {
        const Finished finished = expect_ends(run(words), 0);
        EXPECT_TRUE(is_printable(finished.err)) << finished.err;
        std::string out = finished.out;
        for (std::size_t at; (at = out.find("\xef\xbf\xbd")) != out.npos;)
            out.erase(at, 3);  // JSON cannot hold the byte
        EXPECT_TRUE(is_printable(out)) << finished.out;
    }
}

}  // namespace
}  // namespace evodoku::test
