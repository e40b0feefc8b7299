// `evodoku solve --history`, and full histories of experiments: files, headers, messages; and no effect on results.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "program.hpp"

namespace evodoku::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<json> lines_in(const std::string& name) { return json_lines(text_of_file(name)); }

std::size_t count(const std::vector<json>& lines, const std::string& kind) {
    return static_cast<std::size_t>(
        std::ranges::count_if(lines, [&](const json& line) { return line["kind"] == kind; }));
}

TEST(History, HasAHeaderARowPerGenerationAndAResult) {
    const TemporaryFiles files;
    const std::string name = files.at("h.jsonl");
    const Finished finished =
        expect_ends(run(small_solve({"--puzzle", hard, "--format", "jsonl", "--history", name})), 1);
    const std::vector<json> lines = lines_in(name);
    const json& header = lines.front();
    EXPECT_EQ(header["kind"], "header");
    EXPECT_EQ(header["seed"], 2);
    EXPECT_EQ(header["runs"], 1);
    EXPECT_EQ("evodoku " + header["version"].get<std::string>() + "\n", run({"--version"}).out);
    EXPECT_EQ(header["configuration"]["population"], "300");
    EXPECT_EQ(header["configuration"]["presolve"], "singles");
    EXPECT_TRUE(header["devices"][0].get<std::string>().starts_with("cpu ("));
    EXPECT_EQ(lines[1]["kind"], "puzzle");
    EXPECT_EQ(lines[1]["givens"], hard);
    EXPECT_EQ(count(lines, "generation"), 13u);  // 0 to 12
    const json& result = lines.back();
    EXPECT_EQ(result["kind"], "result");
    EXPECT_EQ(result["status"], "unsolved");
    EXPECT_EQ(fingerprints_of(finished), Words{result["fingerprint"]});
}

TEST(History, DoesNotChangeTheResults) {
    const TemporaryFiles files;
    for (const Words& words : {small_solve({"--puzzle", hard}), small_solve({"--puzzle", hard, "--islands", "3"}),
                               small_cell_solve({"--puzzle", hard}), solve({"--puzzle", hard, "-g", "50"}),
                               small_solve({"--puzzle", hard, "--restart-after", "2", "--runs", "2"})}) {
        const Words plain = with(words, {"--format", "jsonl"});
        const Finished without = run(plain), recorded = run(with(plain, {"--history", files.at("h.csv")}));
        EXPECT_EQ(recorded.code, without.code);
        EXPECT_EQ(fingerprints_of(recorded), fingerprints_of(without)) << recorded.err;
        EXPECT_FALSE(fingerprints_of(recorded).empty());
    }
}

TEST(History, TellsSeedsPuzzlesAndIslandsApart) {
    const TemporaryFiles files;
    const std::string name = files.at("h.jsonl");
    run(Call{.arguments = small_solve({"-", "--islands", "2", "--runs", "2", "--history", name}),
             .input = hard + "\n" + impossible + "\n"});
    std::set<std::string> seen;
    for (const json& line : lines_in(name)) {
        if (line["kind"] == "generation") {
            seen.insert(line["seed"].dump() + " " + line["puzzle"].dump() + " " + line["island"].dump());
        }
    }
    EXPECT_EQ(seen, (std::set<std::string>{"2 1 1", "2 1 2", "2 2 1", "2 2 2", "3 1 1", "3 1 2", "3 2 1", "3 2 2"}));
    EXPECT_EQ(count(lines_in(name), "result"), 4u);
}

TEST(History, FewerRowsOnRequest) {
    const TemporaryFiles files;
    const std::string name = files.at("h.jsonl");
    run(small_solve({"--puzzle", hard, "--history", name, "--history-every", "5"}));
    std::vector<int> generations;
    for (const json& line : lines_in(name)) {
        if (line["kind"] != "generation") continue;
        generations.push_back(line["generation"]);
        EXPECT_TRUE(line.contains("distinct")) << line;
    }
    EXPECT_EQ(generations, (std::vector<int>{0, 5, 10, 12}));
}

TEST(History, BadCallsAreRefusedBeforeTheSearch) {
    const std::tuple<Words, int, std::string> cases[] = {
        {{"--history", "h.txt"}, 2, "--history is 'h.txt'; the name of the file must end in .jsonl or .csv"},
        {{"--history-every", "3"}, 2, "--history-every needs --history FILE"},
        {{"-q", "--history", "/nowhere/h.csv"}, 5, "--history: cannot open /nowhere/h.csv: No such file or directory"}};
    for (const auto& [options, code, message] : cases) {
        expect_refused(small_solve(with({"--puzzle", hard}, options)), code, message);
    }
}

TEST(History, AFullDiskDoesNotLoseTheRun) {
    const TemporaryFiles files;
    const std::string name = files.at("h.jsonl");
    const Words words = small_solve({"--puzzle", hard, "--format", "jsonl", "-g", "300"});
    const Finished finished =
        expect_ends(run({.arguments = with(words, {"--history", name}), .file_size = 8192}), 5, {},
                    {"--history: cannot write to " + name + ": File too large; the history ends here"});
    EXPECT_EQ(fingerprints_of(finished), fingerprints_of(run(words)));
}

TEST(History, AFullDiskStopsAnExperimentThatGoesOnLater) {
    const TemporaryFiles files;
    files.write("p.txt", hard + "\n");
    const std::string plan =
        files.write("plan.toml",
                    "history = true\nseeds = [3, 4]\npuzzles = ['p.txt']\n[defaults]\ngenerations = 300\n"
                    "[[configurations]]\npreset = 'plain'\npopulation = 300\n");
    expect_ends(run({.arguments = {"experiment", plan, "-j", "1"}, .file_size = 8192}), 5, {},
                {": File too large; the experiment stops with 2 runs left: make room, then repeat "
                 "the command\n"});
    expect_ends(run({"experiment", plan, "-j", "1"}), 0);
    EXPECT_EQ(lines_of(text_of_file(files.at("plan.jsonl"))).size(), 2u);
}

TEST(History, OfAnExperimentIsAFilePerRun) {
    const TemporaryFiles files;
    files.write("p.txt", easy + "\n" + hard + "\n");
    const std::string plan = files.write(
        "plan.toml",
        "history = true\nseeds = [3, 4]\npuzzles = ['p.txt']\n[defaults]\npresolve = 'none'\ngenerations = 15\n"
        "[[configurations]]\nname = 'plain one'\npreset = 'plain'\npopulation = 300\n");
    expect_ends(run({"experiment", plan, "-j", "2"}), 0);
    std::map<std::string, json> results;  // by puzzle and seed
    for (const json& record : lines_in(files.at("plan.jsonl"))) {
        results[record["line"].dump() + " " + record["seed"].dump()] = record;
    }
    ASSERT_EQ(results.size(), 4u);
    std::size_t found = 0;
    for (const auto& entry : fs::recursive_directory_iterator(files.at("plan-history"))) {
        if (!entry.is_regular_file()) continue;
        ++found;
        EXPECT_TRUE(entry.path().filename().string().starts_with("p.txt-")) << entry.path();
        EXPECT_EQ(entry.path().parent_path().filename(), "plain_one");
        const std::vector<json> lines = lines_in(entry.path().string());
        const json& record = results.at(lines[1]["line"].dump() + " " + lines[1]["seed"].dump());
        EXPECT_EQ(lines[0]["name"], "plain one");
        EXPECT_EQ(lines[0]["run_seed"], record["run_seed"]);
        EXPECT_EQ(lines.back()["fingerprint"], record["fingerprint"]);
        EXPECT_EQ(lines.back()["evaluations"], record["evaluations"]);
        EXPECT_GE(count(lines, "generation"), 1u);
    }
    EXPECT_EQ(found, 4u);
    expect_ends(run({"experiment", files.write("b.toml", "history = \"most\"\n" + text_of_file(plan).substr(15))}), 2,
                {}, {"b.toml:1:11: history is neither true nor false nor \"improvements\""});
}

TEST(History, ResultsOfAnotherKindOfHistoryAreContinued) {
    const TemporaryFiles files;
    files.write("p.txt", hard + "\n");
    const auto make = [&](const std::string& history, const std::string& seeds) {
        const std::string plan = files.write("plan.toml", "history = " + history + "\nseeds = " + seeds +
                                                              "\npuzzles = ['p.txt']\n[[configurations]]\n" +
                                                              "preset = 'plain'\npopulation = 300\ngenerations = 5\n");
        const Finished finished = expect_ends(run({"experiment", plan, "-j", "1"}), 0);
        return finished.err;
    };
    const fs::path folder = files.at("plan-history");
    make("'improvements'", "[3]");
    EXPECT_FALSE(fs::exists(folder));
    EXPECT_TRUE(contains(make("true", "[3, 4]"), "2 runs, 1 in "));
    std::size_t found = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) found += entry.is_regular_file();
    EXPECT_EQ(found, 1u);
    for (const json& record : lines_in(files.at("plan.jsonl"))) EXPECT_FALSE(record["history"].empty());
}

TEST(History, OfSeveralRanksHasTheColumnsOfOne) {
    const TemporaryFiles files;
    const auto rows_on = [&](const std::string& device) {
        const std::string name = files.at("h.jsonl");
        run(solve({"--puzzle",  hard,       "-p",    "200",    "-g", "20",         "--islands", "2",  "--migrate-every",
                   "5",         "--preset", "plain", "--seed", "2",  "--presolve", "none",      "-d", device,
                   "--history", name}));
        std::map<std::string, json> rows;  // by island and generation
        for (json& line : lines_in(name)) {
            if (line["kind"] != "generation") continue;
            line.erase("seconds"), line.erase("rank");
            rows[line["island"].dump() + " " + line["generation"].dump()] = line;
        }
        return rows;
    };
    const auto one = rows_on("cpu");
    EXPECT_EQ(one.size(), 2 * 21u);
    EXPECT_EQ(rows_on("cpu,cpu"), one);
}

}  // namespace
}  // namespace evodoku::test
