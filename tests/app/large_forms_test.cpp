// The forms of larger boards, between the commands that write and read them.
#include <gtest/gtest.h>

#include <string_view>
#include <utility>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

using namespace std::string_view_literals;

Words solve_with_seed(const Words& more) {
    Words words = {"solve", "--device", "cpu", "--seed", "3", "--progress", "never"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(LargeForms, ConvertReadsBackWhatItWrites) {
    const TemporaryFiles files;
    for (const char* order : {"2", "4", "5", "6", "7"}) {
        const bool has_symbols = std::string_view(order) != "7";
        const std::string lines = run({"generate", "--order", order, "--count", "2", "--to", "numbers"}).out;
        for (const char* form : {"line", "numbers", "rows", "spaces", "cells", "grid", "unicode", "csv", "tsv", "json",
                                 "jsonl", "list", "acs"}) {
            if (!has_symbols && (form == "line"sv || form == "rows"sv || form == "spaces"sv)) continue;
            const Finished there = run({"convert", "--order", order, "--to", form, "-"}, lines);
            EXPECT_EQ(there.code, 0) << there.err;
            EXPECT_EQ(run({"convert", "--order", order, "--to", "numbers", "-"}, there.out).out, lines) << form;
            EXPECT_EQ(run({"generate", "--order", order, "--count", "2", "--to", form}).out, there.out) << form;
            if (order == "2"sv) continue;
            const std::string name = files.write("boards.txt", there.out);  // a file shows its order
            EXPECT_EQ(run({"convert", "--to", "numbers", name}).out, lines) << form;
        }
    }
    const std::string numbers = run({"generate", "--order", "7", "--to", "numbers"}).out;
    EXPECT_EQ(run({"generate", "--order", "7"}).err.find("--to"), std::string::npos) << "its own form is one that it has";
    for (const auto& [form, reason] : {std::pair{"line", ": 49 digits have no symbols; allowed: numbers, cells, "},
                                       {"sdk", ": the format is of a program for 9 x 9; allowed: "},
                                       {"jsno", ": no such format; allowed: numbers, cells, "}}) {
        const Finished refused = run({"convert", "--order", "7", "--to", form, "-"}, numbers);
        EXPECT_EQ(refused.code, 2);
        EXPECT_TRUE(contains(refused.err, "which 49 x 49 boards do not have" + std::string(reason))) << refused.err;
    }
    EXPECT_EQ(run({"convert", "--order", "4", "--to", "json", "-"}, "").out, "[]\n");
}

TEST(LargeForms, EveryCommandReadsJsonLinesAndTables) {
    const TemporaryFiles files;
    for (const char* form : {"jsonl", "csv", "unicode"}) {
        const std::string name = files.write(
            "boards.txt", run({"generate", "--order", "4", "--filled", "70%", "--count", "2", "--to", form}).out);
        EXPECT_TRUE(contains(run({"check", name}).err, "2 puzzles: ")) << form;
        const Finished solved = run(solve_with_seed({"--format", "jsonl", name}));
        EXPECT_EQ(solved.code, 0) << solved.err;
        // What solve writes is read, too: the puzzles, not the solutions.
        const std::string answers = files.write("answers.jsonl", solved.out);
        EXPECT_EQ(run({"convert", answers}).out, run({"convert", name}).out);
        const std::string checked = files.write("checked.jsonl", run({"check", "--format", "jsonl", name}).out);
        EXPECT_EQ(run({"convert", checked}).out, run({"convert", name}).out);
    }
    const std::string one = run({"generate", "--order", "4", "--filled", "60%"}).out;
    const std::string drawn = run(solve_with_seed({"--order", "4", "--format", "grid", "-"}), one).out;
    const std::string line = run(solve_with_seed({"--order", "4", "--format", "line", "-"}), one).out;
    EXPECT_EQ(run({"convert", "--order", "4", "-"}, drawn).out, line) << "the outcome above a grid is passed over";
}

TEST(LargeForms, ADamagedFirstRowIsNamed) {
    const TemporaryFiles files;
    std::string rows = run({"generate", "--order", "5", "--to", "rows"}).out;
    rows[3] = '?';
    const std::string name = files.write("boards.txt", rows);
    for (const char* command : {"convert", "check", "solve"}) {
        const Finished refused = run({command, name});
        EXPECT_EQ(refused.code, 3) << refused.err;
        EXPECT_TRUE(contains(refused.out + refused.err, name + ":1: r1c4: '?' is not one of ABCDEFGHIJKLMNOPQRSTUVWXY"))
            << command << refused.out << refused.err;
    }
    std::string line = run({"generate", "--order", "5"}).out;
    line[3] = '?';
    const Finished alone = run({"convert", files.write("line.txt", line)});
    EXPECT_TRUE(contains(alone.err, "line.txt:1: r1c4: '?' is not one of ABCDEFGHIJKLMNOPQRSTUVWXY")) << alone.err;
    const std::string blank = run({"generate", "--order", "5", "--filled", "0%", "--to", "spaces"}).out;
    const Finished piped = run({"convert", "-"}, blank);
    EXPECT_TRUE(
        contains(piped.err, "standard input:1: 25 cells in a row: only 9x9 puzzles are supported without --order"))
        << "a pipe does not show its order: " << piped.err;
}

}  // namespace
}  // namespace evodoku::test
