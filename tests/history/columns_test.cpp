// The table of columns: its values, both forms of a line, and the schema.
#include "history/columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "support/puzzles.hpp"

namespace evodoku::history {
namespace {

using nlohmann::json;

constexpr Kind kinds[] = {puzzle_line, generation_line, event_line, result_line};

/// Every number differs from the others.
PopulationProgress population() {
    PopulationProgress of;
    of.cost_so_far = 11, of.cost = 12, of.q10 = 13, of.q25 = 14, of.median = 15, of.q75 = 16, of.q90 = 17;
    of.worst = 18, of.mean = 15.25, of.deviation = 2.5, of.effort.trials = 21, of.effort.redraws = 22, of.distinct = 23;
    of.entropy.assign(81, 1.5);
    of.best_so_far = test::easy_solution, of.best = test::easy_puzzle;
    return of;
}

Source source(const IslandProgress& island, const PopulationProgress& population) {
    Source of{.seed = 18446744073709551615u, .puzzle_index = 2, .seconds = 0.25};
    of.island = &island, of.population = &population, of.migrations = 31;
    return of;
}

constexpr IslandProgress island{.island_index = 7,
                                .puzzle_index = 2,
                                .island_of_puzzle = 4,
                                .generation = 40,
                                .restarts = 41,
                                .size = 42,
                                .evaluations = 43,
                                .rank = 3};
const std::string solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const std::string puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

TEST(Columns, HoldTheValuesOfARow) {
    const PopulationProgress of = population();
    Source row = source(island, of);
    const std::string begin = R"({"kind":"generation","seed":18446744073709551615,"puzzle":3,"island":5,)";
    const std::string end =
        R"("generation":40,"evaluations":43,"trials":21,"redraws":22,"seconds":0.250000,"size":42,"best":12,)"
        R"("best_so_far":11,"mean":15.2500,"deviation":2.5000,"q10":13,"q25":14,"median":15,"q75":16,"q90":17,)"
        R"("worst":18,"distinct":23,"entropy":1.5000,"cell_entropy":")" +
        std::string(81, '4') + R"(","migrations":31,"restarts":41,"board":")" + puzzle + "\"}";
    EXPECT_EQ(Line(generation_line, row).json(), begin + end);
    row.several_ranks = true;
    EXPECT_EQ(Line(generation_line, row).json(), begin + R"("rank":3,)" + end);
    PopulationProgress costs = of;
    costs.entropy.clear();
    EXPECT_FALSE(Line(generation_line, source(island, costs)).has("distinct")) << "no board was read";
}

TEST(Columns, HoldTheValuesOfOtherLines) {
    const PopulationProgress of = population();
    Source event = source(island, of);
    event.event = "new_best";
    const std::string begin =
        R"({"kind":"event","seed":18446744073709551615,"puzzle":3,"island":5,"generation":40,"evaluations":43,"event":)";
    EXPECT_EQ(Line(event_line, event).json(),
              begin + R"("new_best","seconds":0.250000,"best_so_far":11,"board":")" + solution + "\"}");
    event.event = "restart", event.population = nullptr;
    EXPECT_EQ(Line(event_line, event).json(), begin + R"("restart","seconds":0.250000})");
    Source start{.seed = 1};
    start.givens = &test::easy_puzzle, start.file = "a \"b\", c.txt", start.line = 12;
    EXPECT_EQ(Line(puzzle_line, start).json(), R"({"kind":"puzzle","seed":1,"puzzle":1,"seconds":0.000000,"givens":")" +
                                                   puzzle + R"(","file":"a \"b\", c.txt","line":12})");
    EXPECT_TRUE(Line(puzzle_line, start).csv().starts_with("puzzle,,1,1,,,,,,0.000000,"));
    EXPECT_TRUE(Line(puzzle_line, start).csv().find(R"(,"a ""b"", c.txt",12,)") != std::string::npos);
    Outcome outcome;
    outcome.status = Status::solved, outcome.board = test::easy_solution, outcome.cost = 51, outcome.generations = 52;
    outcome.evaluations = 53, outcome.effort.trials = 54, outcome.effort.redraws = 55, outcome.restarts = 56;
    outcome.seconds = 1.5, outcome.work_seconds = 0.5, outcome.fingerprint = 255;
    Source result{.seed = 1, .puzzle_index = 2};
    result.outcome = &outcome;
    EXPECT_EQ(Line(result_line, result).json(),
              R"({"kind":"result","seed":1,"puzzle":3,"status":"solved","stopped":false,"generation":52,)"
              R"("evaluations":53,"trials":54,"redraws":55,"restarts":56,"seconds":1.500000,"work_seconds":0.500000,)"
              R"("best_so_far":51,"board":")" +
                  solution + R"(","fingerprint":"00000000000000ff"})");
}

TEST(Columns, HaveAPlaceEachInCsv) {
    EXPECT_TRUE(csv_columns().starts_with("kind,event,seed,puzzle,island,generation,evaluations,trials,redraws,"));
    std::map<int, std::string_view> names;
    for (const Column& column : columns()) {
        EXPECT_EQ(names.emplace(column.place, column.name).first->second, column.name) << column.place;
        EXPECT_EQ(place_of(column.name), static_cast<std::size_t>(column.place));
    }
    EXPECT_EQ(names.begin()->first, 1) << "0 is the kind";
    EXPECT_EQ(names.rbegin()->first, static_cast<int>(names.size()));
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv_columns(), ',')), names.size());
    EXPECT_THROW(place_of("tea"), std::logic_error);
}

TEST(Columns, AreThoseOfTheSchema) {
    const json schema = json::parse(std::ifstream(EVODOKU_SOURCE_DIR "/docs/history.schema.json"))["$defs"];
    for (const Kind kind : kinds) {
        const json& line = schema.at(kind == puzzle_line ? "puzzle_line" : std::string(name_of(kind)));
        std::set<std::string> properties = {"kind"}, required = {"kind"};
        for (const Column& column : columns()) {
            if ((column.kinds & kind) == 0) continue;
            properties.emplace(column.name);
            if (!column.optional) required.emplace(column.name);
        }
        std::set<std::string> found;
        for (const auto& [name, type] : line["properties"].items()) found.insert(name);
        EXPECT_EQ(found, properties);
        EXPECT_EQ(line["required"].get<std::set<std::string>>(), required) << name_of(kind);
        EXPECT_EQ(line["additionalProperties"], false);
    }
}

}  // namespace
}  // namespace evodoku::history
