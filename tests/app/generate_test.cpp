// `generate`: puzzles with one solution, in every form; requests that no puzzle meets.
#include <gtest/gtest.h>

#include <set>

#include "program.hpp"

namespace evodoku::test {
namespace {

TEST(Generate, MakesTheSamePuzzlesEveryTime) {
    const Words call = {"generate", "--order", "5", "--filled", "45%", "--holes", "balanced", "--seed", "7", "--count"};
    const Finished three = expect_ends(run(with(call, {"3"})), 0);
    const std::vector<std::string> lines = lines_of(three.out);
    ASSERT_EQ(lines.size(), 3u);
    for (const std::string& line : lines) EXPECT_EQ(line.size(), 625u);
    EXPECT_EQ(run(with(call, {"3"})).out, three.out);
    EXPECT_EQ(run(with(call, {"2"})).out, lines[0] + "\n" + lines[1] + "\n");
}

TEST(Generate, SamplesSolvedGridsButShufflesThoseOfLewis) {
    const Words call = {"generate", "--order", "3", "--seed", "5"};
    const std::string grids = expect_ends(run(with(call, {"--grids", "4"})), 0).out;
    EXPECT_EQ(lines_of(grids).size(), 4u);
    const Finished checked = run({"check", "--quiet"}, grids);
    EXPECT_EQ(checked.code, 0) << checked.out;
    EXPECT_EQ(run(with(call, {"--grids", "2", "--threads", "1"})).out, grids.substr(0, 2 * 82));
    const std::string sampled = run(with(call, {"--solutions"})).out,
                      at_once = run(with(call, {"--solutions", "--grid", "shuffled"})).out;
    EXPECT_EQ(sampled, grids.substr(0, 82));
    EXPECT_NE(at_once, sampled);
    EXPECT_EQ(run(with(call, {"--solutions", "--filled", "50%"})).out, at_once);
    EXPECT_EQ(run(with(call, {"--solutions", "--holes", "random", "--grid", "sampled"})).out, sampled);
    expect_refused(with(call, {"--grids", "2", "--filled", "1"}), 2,
                   "--grids prints solved grids, which have no blanks");
    expect_refused(with(call, {"--grids", "2", "--count", "2"}), 2, "--grids is the number of solved grids");
    expect_refused(with(call, {"--population", "1"}), 2, "population is 1; allowed: 2 to ");
}

TEST(Generate, HasOneSolutionUpTo9x9WithoutAnOption) {
    for (const char* order : {"2", "3"}) {
        const Words call = {"generate", "--order", order, "--seed", "5", "--count"};
        const Finished made = expect_ends(run(with(call, {"9"})), 0, {}, {"9 puzzles with one solution, seed 5\n"});
        expect_ends(run({"check", "--order", order, "-"}, made.out), 0, {}, {"9 puzzles: 9 with one solution\n"});
        EXPECT_EQ(run(with(call, {"9"})).out, made.out);
        EXPECT_TRUE(made.out.starts_with(run(with(call, {"4"})).out)) << "the fourth does not depend on their number";
        const std::vector<std::string> lines = lines_of(made.out);
        EXPECT_EQ(std::set(lines.begin(), lines.end()).size(), 9u);
    }
    const Finished lewis = expect_ends(run({"generate", "-s", "1", "--filled", "30%"}), 0);
    EXPECT_EQ(lewis.err, "");
    expect_ends(run({"check"}, lewis.out), 1, {"several solutions; 24 clues"});
    const Finished larger = expect_ends(run(split("generate --order 4 -s 1 --clues 128 --symmetry diagonal")), 0);
    expect_ends(run({"check"}, larger.out), 0, {"one solution; 128 clues"});
}

TEST(Generate, WritesWhatIsKnownOfAPuzzle) {
    const Words call = {"generate", "--order", "3",       "--clues", "26", "--symmetry", "rotational",
                        "--rating", "full",    "--count", "3",       "-s", "1",          "--to"};
    const std::string lines = run(with(call, {"line"})).out, objects = run(with(call, {"jsonl"})).out;
    EXPECT_EQ(run({"convert"}, objects).out, lines);
    for (const nlohmann::json& made : json_lines(objects)) {
        const std::string puzzle = made["puzzle"];
        const auto facts = nlohmann::json::parse(run({"check", "--format", "jsonl", puzzle}).out);
        EXPECT_EQ(facts["solution"], made["solution"]);
        EXPECT_EQ(facts["clues"], made["clues"]);
        EXPECT_EQ(facts["logic"], made["rating"]);
        EXPECT_EQ(made["clues"], 26);
        EXPECT_EQ(made["rating"], "full");
        EXPECT_EQ(made["symmetry"], "rotational");
        EXPECT_TRUE(made["minimal"].is_boolean());
        EXPECT_GT(made["positions"], 1);
        EXPECT_EQ(made["seed"], 1);
    }
    const Finished table = run(with(call, {"csv"}));
    EXPECT_TRUE(table.out.starts_with("id,puzzle,solution,clues,rating,positions,minimal,symmetry,seed\n1,"));
    EXPECT_EQ(run({"convert"}, table.out).out, lines);
    EXPECT_EQ(run({"convert"}, run(with(call, {"tsv"})).out).out, lines);
    const std::string answers = run(with(call, {"jsonl", "--solutions"})).out;
    EXPECT_EQ(json_lines(answers)[0]["puzzle"], json_lines(objects)[0]["solution"]);
}

TEST(Generate, SaysWhatItDidNotFindAndKeepsTheOthers) {
    const Words call = split("generate --order 3 --clues 21 --tries 60 --count 6 -s 1");
    const Finished some = expect_ends(run(call), 1, {},
                                      {"puzzle ",
                                       " of seed 1: not found in 60 tries: 21 clues (the "
                                       "fewest clues of a try: ",
                                       " not found\n"});
    const std::size_t found = lines_of(some.out).size();
    EXPECT_TRUE(found > 0 && found < 6) << found;
    EXPECT_EQ(lines_of(some.err).size(), 7 - found);
    expect_ends(run({"check"}, some.out), 0, {"; 21 clues; "});
    for (const nlohmann::json& made : json_lines(run(with(call, {"--to", "jsonl"})).out))
        EXPECT_FALSE(contains(some.err, "puzzle " + made["id"].dump() + " of")) << "an id is the number of the puzzle";

    const Finished none = expect_ends(run(split("generate --order 3 --clues 19 --symmetry rotational --rating singles "
                                                "--tries 30 --seed 4")),
                                      1);
    EXPECT_TRUE(contains(none.err,
                         "puzzle 1 of seed 4: not found in 30 tries: 19 clues, symmetry rotational, rating "
                         "singles (the fewest clues of a try: "))
        << none.err;
    EXPECT_EQ(none.out, "");
}

TEST(Generate, RefusesWhatNoPuzzleCanMeet) {
    const std::pair<std::string, std::string> cases[] = {
        {"--order 3 --clues 16",
         "--clues is '16'; allowed: few, min, 17..81 (with fewer clues no 9 x 9 puzzle has one "},
        {"--order 2 --clues 3", "--clues is '3'; allowed: few, min, 4..16 (with fewer clues no 4 x 4 puzzle has one "},
        {"--order 3 --clues 82", "--clues is '82'; allowed: few, min, 17..81\n"},
        {"--order 3 --clues 2x", "--clues is '2x'; allowed: few, min, 17..81\n"},
        {"--order 3 --clues 30 --symmetry quarter-turn", "no 30 cells of a 9 x 9 board have the symmetry quarter-turn"},
        {"--order 3 --clues 30 --filled 40%", "--filled and --holes make puzzles that may have several solutions"},
        {"--order 4 --rating full --holes balanced", "--filled and --holes make puzzles that may have several"},
        {"--order 9", "--order is 9; allowed: 2..7, 3 for 9 x 9"},
        {"--count 10001 --to svg", "--to svg is of 10001 puzzles, and a sheet holds 10000"},
        {"--rating hard", "--rating is 'hard'; allowed: any, singles, full, search"}};
    for (const auto& [options, message] : cases) expect_refused(split("generate " + options), 2, message);
}

}  // namespace
}  // namespace evodoku::test
