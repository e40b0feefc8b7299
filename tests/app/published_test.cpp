// The puzzles of the published systems, with default options.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "program.hpp"

namespace evodoku::test {
namespace {

const std::filesystem::path puzzles = EVODOKU_SOURCE_DIR "/puzzles";

std::vector<std::string> published_puzzles() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(puzzles / "published")) {
        if (entry.path().extension() == ".txt") names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

class Published : public testing::TestWithParam<std::string> {};

// Nothing but the seed is said: it makes the hardest one short. A change of the evolution may want another seed.
TEST_P(Published, IsSolvedByDefault) {
    std::ifstream file(puzzles / "solutions" / "published" / GetParam());
    std::string solution;
    ASSERT_TRUE(std::getline(file, solution)) << GetParam();
    const Finished finished = run(solve({"--format", "line", (puzzles / "published" / GetParam()).string()}));
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.out, solution + "\n");
}

INSTANTIATE_TEST_SUITE_P(All, Published, testing::ValuesIn(published_puzzles()), [](const auto& instance) {
    std::string name = instance.param.substr(0, instance.param.find('.'));
    std::ranges::replace(name, '-', '_');
    return name;
});

TEST(PublishedFolder, HoldsTen) { EXPECT_EQ(published_puzzles().size(), 10u); }

}  // namespace
}  // namespace evodoku::test
