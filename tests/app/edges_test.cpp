// The default configuration at the edges: puzzles with many solutions and with none, nearly empty and full, extreme
// parameters, batches with something wrong in them.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "evodoku/io/grid_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/logic/verifier.hpp"
#include "program.hpp"

namespace evodoku::test {
namespace {

/// The last column of a table of puzzles.
Words puzzles_of(const std::string& name) {
    std::ifstream file(EVODOKU_SOURCE_DIR "/puzzles/" + name);
    Words puzzles;
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with('#') && !line.empty()) puzzles.push_back(line.substr(line.rfind('\t') + 1));
    }
    return puzzles;
}

std::string joined(const Words& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

/// Solves a batch, holds every answer against the verifier, and returns the answers.
Words verified(const Words& puzzles, const Words& more = {}) {
    Words arguments = solve({"--format", "line"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.emplace_back("-");
    const Words answers = lines_of(run(arguments, joined(puzzles)).out);
    EXPECT_EQ(answers.size(), puzzles.size());
    for (std::size_t k = 0; k < answers.size(); ++k) {
        if (answers[k] == "-") continue;
        const auto verdict =
            logic::verify(io::parse_puzzle(puzzles[k], "puzzle"), io::parse_puzzle(answers[k], "answer"));
        EXPECT_TRUE(verdict.valid) << puzzles[k] << " " << answers[k] << ": " << verdict.reason;
    }
    return answers;
}

std::size_t unsolved(const Words& answers) { return static_cast<std::size_t>(std::ranges::count(answers, "-")); }

const std::string empty(81, '.');

TEST(Edges, PuzzlesWithSeveralSolutionsGetOneOfThem) {
    const Words puzzles = puzzles_of("multi_solution.tsv");
    ASSERT_GT(puzzles.size(), 30u);
    EXPECT_EQ(unsolved(verified(puzzles)), 0u);
}

TEST(Edges, PuzzlesWithoutASolutionAreNeverSolvedAndHoldNobodyUp) {
    Words puzzles = puzzles_of("no_solution.tsv");
    ASSERT_FALSE(puzzles.empty());
    const std::size_t hopeless = puzzles.size();
    puzzles.push_back(hard);
    const Words answers = verified(puzzles, {"-g", "20"});
    EXPECT_EQ(unsolved(answers), hopeless);
    EXPECT_NE(answers.back(), "-");
}

TEST(Edges, GridsFromEmptyToFull) {
    std::string one = empty, all_but_one_box = easy_answer;
    one[40] = '5';
    for (int row = 3; row < 6; ++row) {
        for (int column = 3; column < 6; ++column) all_but_one_box[static_cast<std::size_t>(9 * row + column)] = '.';
    }
    for (const std::string level : {"none", "givens", "single-pass", "singles", "full"}) {
        const Words answers = verified({empty, one, easy_answer, all_but_one_box}, {"--presolve", level});
        EXPECT_EQ(unsolved(answers), 0u) << level;
        EXPECT_EQ(answers[2], easy_answer);
        EXPECT_EQ(answers[3], easy_answer);
    }
}

TEST(Edges, HotAndGreedyAndAlone) {
    const Words puzzles = {easy, hard};
    for (const std::string parameters : {"shift=0", "shift=7", "redraws=1", "pick=uniform", "rate=0.5"}) {
        verified(puzzles, {"--presolve", "givens", "-g", "300", "--mutation", "heat-bath:" + parameters});
    }
    EXPECT_EQ(unsolved(verified(puzzles, {"--population", "1"})), 0u);
    EXPECT_EQ(unsolved(verified(puzzles, {"--population", "1000"})), 0u);
}

TEST(Edges, WhatLogicDidIsReported) {
    const Finished finished = run(solve({"--puzzle", hard, "--format", "jsonl"}));
    const auto line = nlohmann::json::parse(finished.out);
    EXPECT_GT(line.at("filled").get<int>() + line.at("struck").get<int>(), 0);
    const Finished by_logic = run(solve({"--puzzle", easy}));
    EXPECT_TRUE(contains(by_logic.out, "solved by logic alone (")) << by_logic.out;
    std::string wrong = easy;
    wrong[2] = '2';  // no conflict with a given, but none of the puzzle's solution
    const Finished contradicted = run(solve({"--puzzle", wrong}));
    EXPECT_EQ(contradicted.code, 1);
    EXPECT_TRUE(contains(contradicted.out, "no solution: ")) << contradicted.out;
}

TEST(Batches, OneBadLineIsNamedAndTheOthersAreSolvedIfAsked) {
    Words lines(50, easy);
    lines[20][4] = 'A';
    const Finished stopped = run(solve({"-"}), joined(lines));
    EXPECT_EQ(stopped.code, 3);
    EXPECT_TRUE(contains(stopped.err, "standard input:21: r1c5: 'A' is not a digit")) << stopped.err;
    EXPECT_TRUE(stopped.out.empty());
    const Finished finished = run(solve({"--keep-going", "-"}), joined(lines));
    EXPECT_EQ(finished.code, 3);
    EXPECT_EQ(lines_of(finished.out), Words(49, easy_answer));
}

TEST(Batches, AnswersComeInTheOrderOfTheInputAndDependOnTheirPlaceAlone) {
    const Words all = puzzles_of("hardest_100.txt");
    const Words some(all.begin(), all.begin() + 20);
    const auto fingerprints = [](const Words& puzzles, const Words& more) {
        Words arguments = solve({"--format", "jsonl"});
        arguments.insert(arguments.end(), more.begin(), more.end());
        arguments.emplace_back("-");
        Words prints;
        for (const std::string& line : lines_of(run(arguments, joined(puzzles)).out)) {
            const auto json = nlohmann::json::parse(line);
            EXPECT_EQ(json.at("puzzle"), puzzles[prints.size()]);
            prints.push_back(json.at("fingerprint"));
        }
        return prints;
    };
    const Words together = fingerprints(some, {});
    EXPECT_EQ(fingerprints(some, {"-j", "1"}), together);
    Words others(some.size(), easy);  // the same puzzle in the same place, among others
    others[13] = some[13];
    EXPECT_EQ(fingerprints(others, {})[13], together[13]);
}

}  // namespace
}  // namespace evodoku::test
