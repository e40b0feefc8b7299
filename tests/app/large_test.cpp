// `generate`, `check` and `convert` with boards larger than 9 x 9.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

TEST(Large, GenerateMakesTheSamePuzzlesEveryTime) {
    const Words call = {"generate", "--order", "5", "--filled", "45%", "--holes",
                        "balanced", "--count", "3", "--seed",   "7"};
    const Finished first = run(call);
    EXPECT_EQ(first.code, 0) << first.err;
    const std::vector<std::string> lines = lines_of(first.out);
    ASSERT_EQ(lines.size(), 3u);
    for (const std::string& line : lines) EXPECT_EQ(line.size(), 625u);
    EXPECT_EQ(run(call).out, first.out);
    Words fewer = call;
    fewer[8] = "2";
    EXPECT_EQ(run(fewer).out, lines[0] + "\n" + lines[1] + "\n");
}

TEST(Large, ConvertReadsBackWhatItWrites) {
    for (const char* order : {"2", "4", "5", "6"}) {
        const std::string lines = run({"generate", "--order", order, "--count", "2"}).out;
        for (const char* form : {"numbers", "rows", "spaces", "grid", "acs"}) {
            const Finished there = run({"convert", "--order", order, "--to", form, "-"}, lines);
            EXPECT_EQ(there.code, 0) << there.err;
            EXPECT_EQ(run({"convert", "--order", order, "-"}, there.out).out, lines) << form;
        }
    }
    const std::string numbers = run({"generate", "--order", "7", "--to", "numbers"}).out;
    const std::string grid = run({"convert", "--order", "7", "--to", "grid", "-"}, numbers).out;
    EXPECT_EQ(run({"convert", "--order", "7", "--to", "numbers", "-"}, grid).out, numbers);
    EXPECT_TRUE(contains(run({"convert", "--order", "7", "-"}, numbers).err, "which 49 x 49 boards do not have"));
}

TEST(Large, ANumberInAFrameIsNeverASymbol) {
    for (const char* seed : {"13", "14", "28"}) {  // few givens, none above 9
        const Words call = {"generate", "--order", "6", "--filled", "0.08%", "--seed", seed, "--to"};
        Words grid = call, numbers = call;
        grid.emplace_back("grid"), numbers.emplace_back("numbers");
        EXPECT_EQ(run({"convert", "--order", "6", "--to", "numbers", "-"}, run(grid).out).out, run(numbers).out);
    }
}

TEST(Large, APipeIsReadFromItsBeginning) {
    const std::string puzzles = run({"generate", "--order", "3", "--count", "3"}).out;
    EXPECT_EQ(run({"convert", "/dev/stdin"}, puzzles).out, puzzles);
    EXPECT_TRUE(contains(run({"check", "/dev/stdin"}, puzzles).err, "3 puzzles: ")) << "nothing was read before";
}

TEST(Large, SixteenCellsInALineMayBeFourByFour) {
    const TemporaryFiles files;
    const std::string name = files.write("small.txt", run({"generate", "--order", "2", "--count", "16"}).out);
    EXPECT_EQ(run({"convert", name}).code, 3);
    EXPECT_EQ(run({"convert", "--order", "2", name}).code, 0);
    EXPECT_EQ(run({"generate", "--order", "3", "--to", "acs"}).code, 2);
}

TEST(Large, EveryBadLineIsNamedOrCounted) {
    std::string cut;
    for (const std::string& line : lines_of(run({"generate", "--order", "4", "--count", "30"}).out)) {
        cut += line.substr(1) + "\n";
    }
    const Finished finished = run({"convert", "--order", "4", "-"}, cut);
    EXPECT_EQ(finished.code, 3);
    EXPECT_EQ(lines_of(finished.err).size(), 21u) << finished.err;
    EXPECT_TRUE(contains(finished.err, "... and 10 more")) << finished.err;

    const std::string rows = run({"generate", "--order", "4", "--count", "1", "--to", "rows"}).out;
    const Finished short_row = run({"convert", "--order", "4", "-"}, rows.substr(1));
    EXPECT_TRUE(contains(short_row.err, "(lines 1-16 are left out)")) << short_row.err;
}

TEST(Large, CheckCountsSolutionsUpToALimit) {
    const std::string solution = run({"generate", "--order", "4", "--solutions"}).out;
    const Finished full = run({"check", "--order", "4", "-"}, solution);
    EXPECT_EQ(full.code, 0) << full.err;
    EXPECT_EQ(full.out, "standard input:1: one solution; 256 clues; logic solves it\n");

    const Finished blank = run({"check", "--order", "4", "-"}, std::string(256, '.'));
    EXPECT_EQ(blank.code, 1);
    EXPECT_TRUE(contains(blank.out, ":1: several solutions; 0 clues; logic fills 0 cells")) << blank.out;

    const std::string hard = run({"generate", "--order", "7", "--filled", "45%", "--to", "numbers"}).out;
    const Finished undecided = run({"check", "--order", "7", "-"}, hard);
    EXPECT_EQ(undecided.code, 1);
    EXPECT_TRUE(contains(undecided.out, "number of solutions undecided after 2000 positions")) << undecided.out;
    EXPECT_TRUE(contains(undecided.err, "1 puzzle: 0 with one solution, 1 undecided"));

    std::string twice = solution;
    twice[1] = twice[0];
    const Finished conflict = run({"check", "--order", "4", "--format", "jsonl", "-"}, twice);
    EXPECT_EQ(conflict.code, 3);
    const nlohmann::json object = nlohmann::json::parse(conflict.out);
    EXPECT_EQ(object["status"], "conflict");
    EXPECT_EQ(object["order"], 4);
    EXPECT_TRUE(contains(object["reason"], "appears twice in row 1: r1c1 and r1c2"));
}

TEST(Large, FilesShowTheirOrder) {
    const TemporaryFiles files;
    const std::string file =
        files.write("a.txt", run({"generate", "--order", "4", "--filled", "70%", "--to", "acs"}).out);
    const Finished checked = run({"check", file});
    EXPECT_TRUE(contains(checked.out, "179 clues")) << checked.out << checked.err;
    EXPECT_EQ(run({"convert", file}).out.size(), 257u);
}

TEST(Large, SolveRefusesThem) {
    const TemporaryFiles files;
    for (const char* form : {"line", "grid", "acs"}) {
        const std::string file = files.write(form, run({"generate", "--order", "5", "--to", form}).out);
        const Finished refused = run(solve({file}));
        EXPECT_EQ(refused.code, 3);
        EXPECT_TRUE(contains(refused.err, "these boards are 25 x 25; solve takes 9 x 9 only")) << refused.err;
    }
}

}  // namespace
}  // namespace evodoku::test
