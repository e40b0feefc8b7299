// Unusual puzzles: every file of tests/data/malformed, as its INDEX.md says; puzzles with many solutions and with none,
// nearly empty and full; batches; sets against their known solutions: those in puzzles/, or in the folder that is named
// (`./run test --puzzles DIR`, or EVODOKU_PUZZLES=DIR).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <regex>
#include <sstream>

#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/logic/verifier.hpp"
#include "program.hpp"

namespace evodoku::test {
namespace {

const std::filesystem::path malformed_folder = EVODOKU_SOURCE_DIR "/tests/data/malformed";

/// A row of the table in INDEX.md.
struct Entry {
    std::string file, expected;
};

void PrintTo(const Entry& entry, std::ostream* out) { *out << entry.file; }

std::vector<Entry> index_entries() {
    std::ifstream index(malformed_folder / "INDEX.md");
    const std::regex row(R"(\| ([a-z0-9_]+\.[a-z]+) \| *[0-9]* \| ([A-Z ]+) \| (.*) \|)");
    std::vector<Entry> entries;
    for (std::string line; std::getline(index, line);) {
        if (std::smatch parts; std::regex_match(line, parts, row)) entries.push_back({parts[1], parts[2]});
    }
    return entries;
}

/// The answers of a file, a line each, as answers.tsv has them.
std::string answers_of(const std::string& file) {
    std::ifstream table(malformed_folder / "answers.tsv");
    std::string answers;
    for (std::string line; std::getline(table, line);) {
        std::istringstream fields(line);
        std::string name, puzzle, answer;
        fields >> name >> puzzle >> answer;
        if (name == file) answers += answer + "\n";
    }
    return answers;
}

class Malformed : public testing::TestWithParam<Entry> {
protected:
    std::string path() const { return (malformed_folder / GetParam().file).string(); }

    void expect_solved(const Finished& finished) const {
        EXPECT_EQ(finished.code, 0) << finished.err;
        EXPECT_EQ(finished.out, answers_of(GetParam().file));
        EXPECT_NE(finished.out, "");
    }

    /// Short, and safe to print.
    void expect_refused(const Finished& finished) const {
        EXPECT_EQ(finished.code, 3);
        EXPECT_EQ(finished.out, "");
        EXPECT_TRUE(finished.err.starts_with("evodoku: " + path() + ":")) << finished.err;
        EXPECT_FALSE(has_control_codes(finished.err)) << finished.err;
        EXPECT_TRUE(
            std::ranges::all_of(finished.err, [](char letter) { return static_cast<unsigned char>(letter) < 0x80; }));
        EXPECT_LE(lines_of(finished.err).size(), 2u) << finished.err;
        EXPECT_LT(finished.err.size(), 600u);
    }

    /// A full grid that keeps the givens, verified against the file itself.
    void expect_some_solution(const Finished& finished) const {
        EXPECT_EQ(finished.code, 0) << finished.err;
        std::ifstream file(path(), std::ios::binary);
        io::ReadPuzzle entry;
        ASSERT_TRUE(io::PuzzleReader(file, path()).next(entry));
        ASSERT_EQ(finished.out.size(), 82u) << finished.out;
        const logic::Verdict verdict = logic::verify(entry.grid, grid_of(finished.out));
        EXPECT_TRUE(verdict.valid) << verdict.reason;
        EXPECT_FALSE(contains(finished.err, "only solution") || contains(finished.err, "unique")) << finished.err;
    }
};

TEST_P(Malformed, BehavesAsTheTableSays) {
    const std::string& expected = GetParam().expected;
    if (expected == "UNSOLVED") {
        const Finished finished = expect_ends(run(small_solve({"--format", "line", path()})), 1);
        EXPECT_EQ(finished.out, "-\n");
        EXPECT_FALSE(contains(run(small_solve({path()})).out, ": solved"));
        return;
    }
    // Some are hard puzzles: a budget above the default. Most puzzles do not use it.
    const Finished finished = run(solve({"--format", "line", "--generations", "20k", path()}));
    if (expected == "ACCEPT") return expect_solved(finished);
    if (expected == "ERROR") return expect_refused(finished);
    if (expected == "ANY GRID") return expect_some_solution(finished);
    if (expected == "LARGER") {  // 256 cells in a line; tests of larger boards verify what is in them
        EXPECT_EQ(finished.code, 0) << finished.err;
        EXPECT_EQ(finished.out.size(), 257u) << finished.out;
        return;
    }
    ASSERT_EQ(expected, "EITHER");
    if (finished.code == 0) return expect_solved(finished);
    expect_refused(finished);
}

INSTANTIATE_TEST_SUITE_P(Corpus, Malformed, testing::ValuesIn(index_entries()), [](const auto& instance) {
    return instance.param.file.substr(0, instance.param.file.find('.'));
});

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

/// Solves a batch, verifies every answer, and returns the answers.
Words verified(const Words& puzzles, const Words& more = {}) {
    const Words answers = lines_of(run(solve(with({"--format", "line", "-"}, more)), joined(puzzles)).out);
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
    expect_ends(run(solve({"--puzzle", wrong})), 1, {"no solution: "});
}

TEST(Batches, AnswersComeInTheOrderOfTheInputAndDependOnTheirPlaceAlone) {
    const Words all = puzzles_of("hardest_100.txt");
    const Words some(all.begin(), all.begin() + 20);
    const auto fingerprints = [](const Words& puzzles, const Words& more) {
        Words prints;
        for (const auto& json : json_lines(run(solve(with({"--format", "jsonl", "-"}, more)), joined(puzzles)).out)) {
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

/// The sets of a folder that have known solutions: FOLDER/NAME, and FOLDER/solutions/NAME with one per line.
std::vector<std::string> sets_in(const std::filesystem::path& folder, const std::filesystem::path& solutions) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(solutions)) {
        const std::string name = entry.path().filename().string();
        if (entry.is_regular_file() && std::filesystem::is_regular_file(folder / name)) names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
}

void expect_known_solutions(const std::filesystem::path& puzzles, const std::filesystem::path& solutions,
                            const Words& more = {}) {
    const Finished finished = run(solve(with({"--format", "line", puzzles.string()}, more)));
    EXPECT_EQ(finished.code, 0) << puzzles << "\n" << finished.err;
    EXPECT_EQ(finished.out, text_of_file(solutions.string())) << puzzles;
}

const std::filesystem::path samples = EVODOKU_SOURCE_DIR "/puzzles";

TEST(WholeSets, AreSolvedToTheirKnownSolutions) {
    const char* named = std::getenv("EVODOKU_PUZZLES");
    const std::filesystem::path sets = named != nullptr && *named != '\0' ? named : samples;
    const std::vector<std::string> names = sets_in(sets, sets / "solutions");
    ASSERT_FALSE(names.empty()) << sets << " holds no sets with solutions";
    for (const std::string& name : names) expect_known_solutions(sets / name, sets / "solutions" / name);
}

const std::filesystem::path published = samples / "published", published_solutions = samples / "solutions/published";

/// The puzzles of the published systems. The seeds make the hardest ones short: a change of the evolution may need
/// others.
class Published : public testing::TestWithParam<std::string> {};

TEST_P(Published, IsSolvedByDefault) {
    expect_known_solutions(published / GetParam(), published_solutions / GetParam());
}

TEST_P(Published, IsSolvedWithoutLogic) {
    expect_known_solutions(published / GetParam(), published_solutions / GetParam(),
                           {"--presolve", "none", "--seed", "22"});
}

INSTANTIATE_TEST_SUITE_P(All, Published, testing::ValuesIn(sets_in(published, published_solutions)),
                         [](const auto& instance) {
                             std::string name = instance.param.substr(0, instance.param.find('.'));
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(PublishedFolder, HoldsTen) { EXPECT_EQ(sets_in(published, published_solutions).size(), 10u); }

}  // namespace
}  // namespace evodoku::test
