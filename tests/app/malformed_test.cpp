// Every file of tests/data/malformed, through the real program: INDEX.md says what each must come to.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <regex>
#include <set>
#include <sstream>

#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/logic/verifier.hpp"
#include "program.hpp"

namespace evodoku::test {
namespace {

const std::filesystem::path folder = EVODOKU_SOURCE_DIR "/tests/data/malformed";

/// A row of the table in INDEX.md.
struct Entry {
    std::string file, expected, remark;
};

void PrintTo(const Entry& entry, std::ostream* out) { *out << entry.file; }

std::vector<Entry> index_entries() {
    std::ifstream index(folder / "INDEX.md");
    const std::regex row(R"(\| ([a-z0-9_]+\.[a-z]+) \| *[0-9]* \| ([A-Z ]+) \| (.*) \|)");
    std::vector<Entry> entries;
    for (std::string line; std::getline(index, line);) {
        if (std::smatch parts; std::regex_match(line, parts, row)) entries.push_back({parts[1], parts[2], parts[3]});
    }
    return entries;
}

/// The answers of a file, a line each, as answers.tsv has them.
std::string answers_of(const std::string& file) {
    std::ifstream table(folder / "answers.tsv");
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
    std::string path() const { return (folder / GetParam().file).string(); }

    void expect_solved(const Finished& finished) const {
        EXPECT_EQ(finished.code, 0) << finished.err;
        EXPECT_EQ(finished.out, answers_of(GetParam().file));
        EXPECT_NE(finished.out, "");
    }

    /// Short, safe to print, and as the remark of the table has it: the cells, and the line it names first.
    void expect_refused(const Finished& finished) const {
        EXPECT_EQ(finished.code, 3);
        EXPECT_EQ(finished.out, "");
        EXPECT_TRUE(finished.err.starts_with("evodoku: " + path() + ":")) << finished.err;
        EXPECT_FALSE(has_control_codes(finished.err)) << finished.err;
        EXPECT_TRUE(
            std::ranges::all_of(finished.err, [](char letter) { return static_cast<unsigned char>(letter) < 0x80; }));
        EXPECT_LE(lines_of(finished.err).size(), 2u) << finished.err;
        EXPECT_LT(finished.err.size(), 600u);
        const std::string& remark = GetParam().remark;
        const std::regex cell("r[1-9]c[1-9]"), line("line ([0-9]+)");
        for (std::sregex_iterator found(remark.begin(), remark.end(), cell), end; found != end; ++found) {
            EXPECT_TRUE(contains(finished.err, found->str())) << found->str() << " is not in " << finished.err;
        }
        if (std::smatch found; std::regex_search(remark, found, line)) {
            EXPECT_TRUE(contains(finished.err, ":" + found[1].str() + ": ")) << finished.err;
        }
    }

    /// A full grid that keeps the givens, judged here by the file itself.
    void expect_some_solution(const Finished& finished) const {
        EXPECT_EQ(finished.code, 0) << finished.err;
        std::ifstream file(path(), std::ios::binary);
        io::PuzzleEntry entry;
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
        const Finished finished = run(small_solve({"--format", "line", path()}));
        EXPECT_EQ(finished.code, 1) << finished.err;
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

TEST(MalformedIndex, NamesEveryFile) {
    std::set<std::string> named, present;
    for (const Entry& entry : index_entries()) named.insert(entry.file);
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name != "INDEX.md" && name != "answers.tsv") present.insert(name);
    }
    EXPECT_EQ(named, present);
}

TEST(MalformedBatch, IsSolvedButForTheBadOneIfToldSo) {
    const std::string file = (folder / "bad_middle_of_batch.txt").string();
    const Finished finished = run(solve({"--keep-going", "--generations", "20k", file}));
    EXPECT_EQ(finished.code, 3);
    const std::vector<std::string> answers = lines_of(finished.out);
    ASSERT_EQ(answers.size(), 4u);
    for (const std::string& answer : answers) EXPECT_TRUE(logic::verify(Grid{}, grid_of(answer)).valid) << answer;
    EXPECT_TRUE(contains(finished.err, file + ":3: 78 cells, not 81")) << finished.err;
}

}  // namespace
}  // namespace evodoku::test
