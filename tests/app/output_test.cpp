// The contents of standard output and standard error, in every format.
#include <gtest/gtest.h>

#include <csignal>

#include <nlohmann/json.hpp>
#include <sstream>

#include "core/geometry.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/logic/verifier.hpp"
#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

const std::string two_puzzles = hard + "\n" + easy + "\n";

std::vector<nlohmann::json> json_lines(const std::string& text) {
    std::vector<nlohmann::json> all;
    for (const std::string& line : lines_of(text)) all.push_back(nlohmann::json::parse(line));
    return all;
}

TEST(Output, LineIsOneLineAPuzzleInInputOrder) {
    const Finished finished = run(small_solve({"--format", "line", "-"}), two_puzzles);
    EXPECT_EQ(finished.code, 1);
    EXPECT_EQ(finished.out, "-\n" + easy_answer + "\n");
}

TEST(Output, AutoIsAGridForOnePuzzleAndLinesForMore) {
    EXPECT_EQ(run(solve({"--puzzle", easy})).out, run(solve({"--puzzle", easy, "--format", "grid"})).out);
    EXPECT_EQ(run(small_solve({"-"}), two_puzzles).out, run(small_solve({"--format", "line", "-"}), two_puzzles).out);
    EXPECT_EQ(run(solve({"--puzzle", easy, "--runs", "2"})).out, easy_answer + "\n" + easy_answer + "\n");
}

TEST(Output, AGridCanBeReadBack) {
    const Finished finished = run(solve({"--puzzle", easy}));
    EXPECT_EQ(finished.code, 0);
    const std::size_t head = finished.out.find('\n');
    EXPECT_EQ(finished.out.substr(0, head), "--puzzle:1: solved by logic alone (51 cells)");
    EXPECT_FALSE(has_control_codes(finished.out));
    std::istringstream grid(finished.out.substr(head + 1));
    io::PuzzleEntry entry;
    ASSERT_TRUE(io::PuzzleReader(grid, "grid").next(entry));
    EXPECT_EQ(io::to_line(entry.grid), easy_answer);
}

TEST(Output, AnUnsolvedGridShowsTheBestBoardWithItsConflicts) {
    const Finished finished = run(small_solve({"--puzzle", hard}));
    EXPECT_EQ(finished.code, 1);
    EXPECT_TRUE(contains(finished.out, ": not solved: best cost ")) << finished.out;
    std::string cells;
    std::vector<bool> marked(81);
    for (const std::string& line : lines_of(finished.out)) {
        if (!line.starts_with("| ")) continue;
        for (const char letter : line) {
            if (letter >= '1' && letter <= '9') cells += letter;
            if (letter == '!') marked[cells.size() - 1] = true;
        }
    }
    ASSERT_EQ(cells.size(), 81u);
    const Grid board = grid_of(cells);
    EXPECT_EQ(marked, logic::conflicted_cells(board));
    EXPECT_NE(marked, std::vector<bool>(81));
    for (int cell = 0; cell < cell_count; ++cell) {
        if (hard_puzzle[cell] != 0) {
            EXPECT_EQ(board[cell], hard_puzzle[cell]);
        }
    }
}

TEST(Output, OneIsNotWrittenAsMany) {
    EXPECT_TRUE(contains(run(small_solve({"--puzzle", hard, "-g", "1"})).out, " after 1 generation ("));
    EXPECT_TRUE(contains(run(small_solve({"--puzzle", hard, "-g", "0"})).out, " after 0 generations ("));
    std::string one_blank = easy_answer;
    one_blank[40] = '.';
    EXPECT_TRUE(contains(run(solve({"--puzzle", one_blank})).out, "solved by logic alone (1 cell)\n"));
    EXPECT_TRUE(contains(run(solve({"--puzzle", easy_answer})).out, "solved: the puzzle has no blank\n"));
}

TEST(Output, TrialsHaveARateWhereThereAreSome) {
    EXPECT_FALSE(contains(run(small_solve({"--puzzle", hard, "-g", "1"})).err, "trials/s"));
    const std::string search = run(small_solve({"--puzzle", hard, "-g", "1", "--mutation", "metropolis-swap"})).err;
    EXPECT_TRUE(contains(search, " trials, ")) << search;
    EXPECT_TRUE(contains(search, " evaluations/s, ")) << search;
    EXPECT_TRUE(contains(search, " trials/s; fingerprint ")) << search;
}

TEST(Output, WhatLogicRefutesIsCalledSo) {
    std::string refuted = std::string("12345678.") + std::string(72, '.');
    refuted[17] = '9';
    const Finished grid = run(solve({"--puzzle", refuted}));
    EXPECT_EQ(grid.code, 1);
    EXPECT_TRUE(contains(grid.out, "--puzzle:1: no solution: ")) << grid.out;
    EXPECT_TRUE(contains(grid.err, "0 of 1 solved, 1 without a solution; ")) << grid.err;
    const nlohmann::json json = json_lines(run(solve({"--puzzle", refuted, "--format", "jsonl"})).out).at(0);
    EXPECT_EQ(json.at("status"), "unsatisfiable");
    EXPECT_FALSE(json.at("reason").get<std::string>().empty());
    EXPECT_TRUE(json.at("solution").is_null());
    EXPECT_TRUE(json.at("cost").is_null());
}

TEST(Output, JsonHasEveryField) {
    const Finished finished = run(small_solve({"--format", "jsonl", "-"}), two_puzzles);
    EXPECT_EQ(finished.code, 1);
    const std::vector<nlohmann::json> lines = json_lines(finished.out);
    ASSERT_EQ(lines.size(), 2u);
    for (const nlohmann::json& line : lines) {
        EXPECT_EQ(line.at("seed"), 2);
        EXPECT_EQ(line.at("device"), "cpu");
        EXPECT_EQ(line.at("population"), 300);
        EXPECT_EQ(line.at("file"), "standard input");
        EXPECT_TRUE(line.at("elapsed_seconds").is_number());
        EXPECT_GE(line.at("elapsed_seconds"), line.at("work_seconds"));
        EXPECT_TRUE(line.at("restarts").is_number_unsigned());
        EXPECT_TRUE(line.at("evaluations").is_number_unsigned());
        EXPECT_EQ(line.at("fingerprint").get<std::string>().size(), 16u);
    }
    EXPECT_EQ(lines[0].at("puzzle"), hard);
    EXPECT_EQ(lines[0].at("solved"), false);
    EXPECT_EQ(lines[0].at("status"), "unsolved");
    EXPECT_TRUE(lines[0].at("solution").is_null());
    EXPECT_GT(lines[0].at("cost"), 0);
    EXPECT_EQ(lines[0].at("generations"), 12);
    EXPECT_EQ(lines[0].at("line"), 1);
    EXPECT_EQ(lines[1].at("puzzle"), easy);
    EXPECT_EQ(lines[1].at("solved"), true);
    EXPECT_EQ(lines[1].at("status"), "solved");
    EXPECT_EQ(lines[1].at("solution"), easy_answer);
    EXPECT_EQ(lines[1].at("cost"), 0);
    EXPECT_EQ(lines[1].at("generations"), 0);
    EXPECT_EQ(lines[1].at("line"), 2);
}

TEST(Output, JsonHoldsWhateverAFileIsCalled) {
    const TemporaryFiles files;
    const std::string file = files.write("\"\x1b[31m\xff.txt", easy);
    const Finished finished = run(solve({"--format", "jsonl", file}));
    EXPECT_EQ(finished.code, 0);
    EXPECT_EQ(json_lines(finished.out).at(0).at("solved"), true);
    EXPECT_FALSE(has_control_codes(finished.out)) << finished.out;
    EXPECT_FALSE(has_control_codes(finished.err)) << finished.err;
    EXPECT_FALSE(has_control_codes(run(solve({file})).out));
}

TEST(Output, QuietSaysNothingButASeedThatNobodyKnows) {
    EXPECT_EQ(run(small_solve({"-q", "--puzzle", hard})).err, "");
    EXPECT_EQ(run(small_solve({"-q", "--runs", "3", "--puzzle", hard})).err, "");
    const Finished finished = run({"solve", "-q", "--device", "cpu", "--puzzle", easy});
    ASSERT_TRUE(finished.err.starts_with("evodoku: seed ")) << finished.err;
    EXPECT_EQ(finished.err.find_first_not_of("0123456789", 14), finished.err.size() - 1) << finished.err;
}

TEST(Output, RandomSeedsAreExactInEveryJsonReader) {
    for (int attempt = 0; attempt < 8; ++attempt) {
        const Finished finished = run({"solve", "-q", "--device", "cpu", "--puzzle", easy});
        ASSERT_TRUE(finished.err.starts_with("evodoku: seed ")) << finished.err;
        EXPECT_LE(std::stoull(finished.err.substr(14)), 1ull << 53);
    }
}

TEST(Output, PuzzlesSideBySideDivideTheTimeOfTheRun) {
    std::string input;
    for (int copy = 0; copy < 6; ++copy) input += hard + "\n";
    const Finished finished = run(small_solve({"--format", "jsonl", "-"}), input);
    double work = 0;
    for (const nlohmann::json& line : json_lines(finished.out)) work += line.at("work_seconds").get<double>();
    const std::size_t end = finished.err.find(" s, "), begin = finished.err.rfind(' ', end - 1);
    const double run_seconds = std::stod(finished.err.substr(begin));
    EXPECT_GT(work, 0);
    EXPECT_LE(work, run_seconds + 0.001);  // which is rounded to that
}

TEST(Output, VerboseIsALineForEveryGeneration) {
    const Finished finished = run(small_solve({"-v", "--puzzle", hard}));
    int generation = 0;
    for (const std::string& line : lines_of(finished.err)) {
        if (!line.starts_with("generation ")) continue;
        EXPECT_TRUE(line.starts_with("generation " + std::to_string(generation) + ": best ")) << line;
        EXPECT_TRUE(contains(line, ", mean ") && contains(line, ", restarts ")) << line;
        ++generation;
    }
    EXPECT_EQ(generation, 13) << finished.err;  // 0 to 12
    EXPECT_EQ(run(small_solve({"-v", "--puzzle", hard, "--format", "line"})).out, "-\n");
}

TEST(Output, VerboseTellsThePuzzlesOfABatchApart) {
    const Finished finished = run(small_solve({"-v", "-"}), hard + "\n" + impossible + "\n");
    for (const std::string puzzle : {"puzzle 1 ", "puzzle 2 "}) {
        EXPECT_TRUE(contains(finished.err, "\n" + puzzle + "generation 12: best ")) << finished.err;
    }
}

TEST(Output, VerboseTellsSeedsAndIslandsApart) {
    const Finished finished = run(small_solve({"-v", "--islands", "3", "--runs", "2", "--puzzle", hard}));
    for (const std::string seed : {"2", "3"}) {
        for (const std::string island : {"1", "2", "3"}) {
            const std::string line = "\nseed " + seed + " island " + island + " generation 12: best ";
            EXPECT_TRUE(contains(finished.err, line)) << line << finished.err;
        }
    }
    EXPECT_FALSE(contains(finished.err, "island 4"));
}

TEST(Output, HasNoControlCodesWithoutATerminal) {
    for (const std::string format : {"grid", "line", "jsonl"}) {
        const Finished finished = run(small_solve({"--format", format, "--puzzle", hard}));
        EXPECT_FALSE(has_control_codes(finished.out)) << finished.out;
        EXPECT_FALSE(has_control_codes(finished.err)) << finished.err;
    }
}

TEST(Output, ThatCannotBeWrittenIsAnError) {
    for (const Words& arguments : {Words{"solve", "--help"}, Words{"operators"}, Words{"--version"},
                                   solve({"--puzzle", easy}), solve({"--puzzle", easy, "--format", "jsonl"})}) {
        Call full{arguments};
        full.output_file = "/dev/full";
        const Finished on_full_disk = run(full);
        EXPECT_EQ(on_full_disk.code, 5) << arguments.front();
        EXPECT_TRUE(contains(on_full_disk.err, "evodoku: cannot write to standard output: No space left"))
            << on_full_disk.err;
        Call closed{arguments};
        closed.closed_output = true;
        const Finished on_broken_pipe = run(closed);
        // As other tools do where `| head` has seen enough: quietly, by the signal.
        EXPECT_EQ(on_broken_pipe.code, -SIGPIPE) << arguments.front();
        EXPECT_FALSE(contains(on_broken_pipe.err, "cannot write")) << on_broken_pipe.err;
    }
}

TEST(Output, MessagesThatCannotBeWrittenDoNotMatter) {
    Call call{solve({"--puzzle", easy, "--format", "line"})};
    call.error_file = "/dev/full";
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 0);
    EXPECT_EQ(finished.out, easy_answer + "\n");
}

}  // namespace
}  // namespace evodoku::test
