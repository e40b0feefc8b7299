// Sets of puzzles against their known solutions: the samples in puzzles/, and whole sets where a folder of them is
// named
// (`./run test --puzzles DIR`, or EVODOKU_PUZZLES=DIR). Hard ones among them need the heat bath.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "program.hpp"

namespace evodoku::test {
namespace {

using std::filesystem::path;

std::string contents(const path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

/// Sets of a folder: FOLDER/NAME with one solution a line in FOLDER/solutions/NAME.
std::vector<std::string> sets_in(const path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "solutions")) {
        const std::string name = entry.path().filename().string();
        if (entry.is_regular_file() && std::filesystem::is_regular_file(folder / name)) names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
}

void expect_solved(const path& folder, const std::string& name) {
    const Finished finished = run(solve({"--format", "line", (folder / name).string()}));
    EXPECT_EQ(finished.code, 0) << name << "\n" << finished.err;
    EXPECT_EQ(finished.out, contents(folder / "solutions" / name)) << name;
}

class SampleSet : public testing::TestWithParam<std::string> {};

TEST_P(SampleSet, IsSolvedToItsKnownSolutions) { expect_solved(EVODOKU_SOURCE_DIR "/puzzles", GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, SampleSet, testing::ValuesIn(sets_in(EVODOKU_SOURCE_DIR "/puzzles")),
                         [](const auto& instance) {
                             std::string name = instance.param.substr(0, instance.param.find('.'));
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(WholeSets, AreSolvedToTheirKnownSolutions) {
    const char* folder = std::getenv("EVODOKU_PUZZLES");
    if (folder == nullptr || *folder == '\0') GTEST_SKIP() << "no whole sets: ./run test --puzzles DIR";
    const std::vector<std::string> names = sets_in(folder);
    ASSERT_FALSE(names.empty()) << folder << " holds no sets with solutions";
    for (const std::string& name : names) expect_solved(folder, name);
}

}  // namespace
}  // namespace evodoku::test
