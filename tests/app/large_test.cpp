// `generate`, `check` and `convert` with boards larger than 9 x 9.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

Words solve_larger(const Words& more) {
    Words words = {"solve", "--device", "cpu", "--seed", "3", "--progress", "never"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

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
    EXPECT_EQ(full.out, "standard input:1: one solution; 256 clues; no blank is left\n");

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

TEST(Large, SolveRecognisesThem) {
    const TemporaryFiles files;
    for (const char* form : {"line", "grid", "acs"}) {
        const std::string file =
            files.write(form, run({"generate", "--order", "4", "--filled", "40%", "--to", form}).out);
        const Finished solved = run(solve_larger({"--format", "line", file}));
        EXPECT_EQ(solved.code, 0) << solved.err;
        EXPECT_TRUE(contains(run({"check", "--order", "4", "-"}, solved.out).out, "one solution; 256 clues"));
        EXPECT_TRUE(contains(solved.err, "--order 4 ")) << "the replay: " << solved.err;
    }
}

TEST(Large, SolutionsComeInOrderAndKeepTheirGivens) {
    for (const char* order : {"2", "4", "5"}) {
        const std::string puzzles = run({"generate", "--order", order, "--filled", "45%", "--count", "5"}).out;
        const Finished solved = run(solve_larger({"--order", order, "-"}), puzzles);
        EXPECT_EQ(solved.code, 0) << solved.err;
        const std::vector<std::string> asked = lines_of(puzzles), answers = lines_of(solved.out);
        ASSERT_EQ(answers.size(), 5u);
        for (std::size_t k = 0; k < 5; ++k) {
            ASSERT_EQ(answers[k].size(), asked[k].size());
            for (std::size_t cell = 0; cell < asked[k].size(); ++cell) {
                EXPECT_TRUE(asked[k][cell] == '.' || answers[k][cell] == asked[k][cell]) << cell;
            }
        }
        EXPECT_TRUE(contains(run({"check", "--order", order, "-"}, solved.out).err, "5 with one solution"));
        for (const char* threads : {"1", "3"}) {
            EXPECT_EQ(run(solve_larger({"--order", order, "--threads", threads, "-"}), puzzles).out, solved.out);
        }
    }
}

TEST(Large, SolveWritesJson) {
    const std::string puzzle = run({"generate", "--order", "4", "--filled", "40%"}).out;
    const Finished solved = run(solve_larger({"--order", "4", "--format", "jsonl", "--runs", "2", "-"}), puzzle);
    const std::vector<std::string> lines = lines_of(solved.out);
    ASSERT_EQ(lines.size(), 2u) << solved.err;
    const nlohmann::json first = nlohmann::json::parse(lines[0]), second = nlohmann::json::parse(lines[1]);
    EXPECT_EQ(first["order"], 4);
    EXPECT_EQ(first["puzzle"], puzzle.substr(0, 256));
    EXPECT_EQ(first["solution"].get<std::string>().size(), 256u);
    EXPECT_EQ(second["seed"], 4);
}

TEST(Large, SolveReportsABoxWithoutAnArrangement) {
    const Finished none = run(solve_larger({"--order", "2", "--presolve", "givens", "--puzzle", "..34....3...4..."}));
    EXPECT_EQ(none.code, 1);
    EXPECT_TRUE(contains(none.out, "no solution: the digits that box 1 misses do not fit into its blank cells"))
        << none.out << none.err;
}

TEST(Large, ACheckpointGoesOn) {
    const TemporaryFiles files;
    const std::string puzzles =
        files.write("p.txt", run({"generate", "--order", "5", "--filled", "45%", "--count", "3"}).out);
    const std::string expected = run(solve_larger({puzzles})).out, checkpoint = files.folder() + "/run.ckpt";
    run(solve_larger({"--timeout", "1ms", "--checkpoint", checkpoint, puzzles}));
    const Finished resumed = run({"solve", "--resume", checkpoint, "--timeout", "10m", "--progress", "never"});
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_TRUE(expected.ends_with(resumed.out)) << "the rest of the answers";
}

/// "--history FILE" with islands, seeds and puzzles of an order.
Words recorded_larger(const std::string& puzzles, const std::string& file) {
    return {"solve",
            "-d",
            "cpu",
            "--seed",
            "1",
            "--runs",
            "2",
            "--islands",
            "2",
            "-p",
            "4",
            "-g",
            "20",
            "--presolve",
            "givens",
            "--mutation",
            "assignment:redraws=20",
            "--history",
            file,
            puzzles};
}

TEST(Large, AHistoryTellsSeedsPuzzlesAndIslandsApartAndChangesNothing) {
    const TemporaryFiles files;
    const std::string name = files.folder() + "/h.jsonl", scalars = files.folder() + "/scalars";
    const std::string puzzles =
        files.write("p.txt", run({"generate", "--order", "5", "--filled", "45%", "--count", "2"}).out);
    Words call = recorded_larger(puzzles, name);
    call.insert(call.end(), {"--tensorboard", scalars, "--format", "jsonl"});
    const Finished recorded = run(call);
    std::ifstream history(name);
    std::set<std::string> seen;
    Words results;
    std::size_t rows = 0;
    for (std::string text; std::getline(history, text);) {
        const nlohmann::json line = nlohmann::json::parse(text);
        if (line["kind"] == "result") results.push_back(line["fingerprint"]);
        if (line["kind"] != "generation") continue;
        ++rows;
        EXPECT_EQ(line["board"].get<std::string>().size(), 625u);
        EXPECT_EQ(line["cell_entropy"].get<std::string>().size(), 625u);
        seen.insert(line["seed"].dump() + " " + line["puzzle"].dump() + " " + line["island"].dump());
        const std::string folder = "/seed" + line["seed"].dump() + "/puzzle" + line["puzzle"].dump();
        EXPECT_TRUE(std::filesystem::exists(scalars + folder + "/island" + line["island"].dump()));
    }
    EXPECT_EQ(seen, (std::set<std::string>{"1 1 1", "1 1 2", "1 2 1", "1 2 2", "2 1 1", "2 1 2", "2 2 1", "2 2 2"}));
    EXPECT_EQ(rows, 8u * 21) << "generations 0 to 20";
    Words expected;
    for (const std::string& line : lines_of(recorded.out)) {
        expected.push_back(nlohmann::json::parse(line)["fingerprint"]);
    }
    EXPECT_EQ(results, expected);
    Words plain = recorded_larger(puzzles, name);
    std::erase(plain, name), std::erase(plain, "--history");
    plain.insert(plain.end(), {"--format", "jsonl"});
    Words without;
    for (const std::string& line : lines_of(run(plain).out)) {
        without.push_back(nlohmann::json::parse(line)["fingerprint"]);
    }
    EXPECT_EQ(without, expected);
}

TEST(Large, VerboseTellsSeedsPuzzlesAndIslandsApart) {
    const TemporaryFiles files;
    const std::string puzzles =
        files.write("p.txt", run({"generate", "--order", "5", "--filled", "45%", "--count", "2"}).out);
    Words call = recorded_larger(puzzles, files.folder() + "/h.csv");
    call.emplace_back("-v");
    const Finished told = run(call);
    for (const char* line : {"seed 1 puzzle 1 island 1 generation 0: best ", "seed 1 puzzle 1 island 2 generation 20: ",
                             "seed 2 puzzle 2 island 1 generation 20: ", "seed 2 puzzle 2 island 2 generation 0: "}) {
        EXPECT_TRUE(contains(told.err, line)) << line << told.err;
    }
}

TEST(Large, SolveRefusesWhatIsFor9x9) {
    const std::string puzzle(256, '.');
    const std::pair<Words, const char*> cases[] = {
        {{"--preset", "plain"}, "--preset is for 9 x 9, and these boards are 16 x 16"},
        {{"--presolve", "single-pass"}, "--presolve is single-pass, which is for 9 x 9"},
        {{"--representation", "box-board-25"}, "--representation is box-board-25, but these boards are 16 x 16"},
        {{"--mutation", "heat-bath"},
         "does not support the representation box-board-16: it is written for 9 x 9 cells"},
        {{"--crossover", "pmx"}, "it is written for 9 x 9 cells"}};
    for (const auto& [words, message] : cases) {
        Words call = solve_larger({"--order", "4", "-"});
        call.insert(call.end(), words.begin(), words.end());
        const Finished refused = run(call, puzzle);
        EXPECT_EQ(refused.code, 2);
        EXPECT_TRUE(contains(refused.err, message)) << refused.err;
    }
    const Finished other = run(solve_larger({"--representation", "box-board-25", "--puzzle", std::string(81, '.')}));
    EXPECT_TRUE(contains(other.err, "these boards are 9 x 9")) << other.err;
}

}  // namespace
}  // namespace evodoku::test
