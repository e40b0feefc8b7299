// Lines as JSON and as CSV.
#include "history/line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/puzzles.hpp"

namespace evodoku::history {
namespace {

Line example() {
    Line line("puzzle");
    line.put("seed", std::uint64_t{18446744073709551615u});
    line.put("puzzle", 3);
    line.put("seconds", 0.25, 3);
    line.put("stopped", true);
    line.put("file", "a \"b\", c.txt");
    return line;
}

TEST(HistoryLine, AsJson) {
    EXPECT_EQ(example().json(),
              R"({"kind":"puzzle","seed":18446744073709551615,"puzzle":3,"seconds":0.250,"stopped":true,)"
              R"("file":"a \"b\", c.txt"})");
    Line line("header");
    line.put_list("devices", {"cpu", "\x1b[2J"});
    line.put_table("configuration", {{"population", "64"}, {"seed", "a\"b"}});
    line.put("board", test::easy_solution);
    const auto json = nlohmann::json::parse(line.json());
    EXPECT_EQ(json["devices"][1], "\x1b[2J");
    EXPECT_EQ(json["configuration"]["seed"], "a\"b");
    EXPECT_EQ(json["board"].get<std::string>().size(), 81u);
}

TEST(HistoryLine, AsCsv) {
    const std::string columns = csv_columns(), row = example().csv();
    EXPECT_TRUE(columns.starts_with("kind,event,seed,puzzle,island,generation,"));
    EXPECT_TRUE(row.starts_with("puzzle,,18446744073709551615,3,,,")) << row;
    EXPECT_TRUE(row.find(R"(,"a ""b"", c.txt",)") != std::string::npos) << row;
    EXPECT_EQ(std::ranges::count(columns, ',') + 1, std::ranges::count(row, ',')) << "one comma is in the name";
}

TEST(HistoryLine, AsAComment) {
    Line line("header");
    line.put("version", "1\n2");
    EXPECT_EQ(line.comment(), "# kind = header\n# version = 1 2\n");
}

}  // namespace
}  // namespace evodoku::history
