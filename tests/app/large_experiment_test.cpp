// `evodoku experiment` with boards larger than 9 x 9.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

using nlohmann::json;

std::string generated(const std::string& order, const std::string& count = "2") {
    Words words = {"generate", "--order", order, "--filled", "45%", "--count", count};
    if (order == "7") words.insert(words.end(), {"--to", "numbers"});
    return run(words).out;
}

std::string plan_of(const std::string& puzzles, const std::string& head = "") {
    return head + "seeds = [1, 2]\npuzzles = [" + puzzles +
           "]\n[defaults]\ngenerations = 8\npresolve = \"givens\"\n[[configurations]]\nname = \"one\"\n"
           "mutation = \"assignment:redraws=20\"\n[[configurations]]\nname = \"islands\"\nislands = 2\n"
           "population = 4\nmutation = \"assignment:redraws=10\"\n";
}

class LargeExperiment : public testing::Test {
protected:
    static std::string text_of(const std::string& name) {
        std::ifstream file(name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    /// Results in the order of their text, without times.
    static Words results_in(const std::string& name) {
        Words lines = lines_of(std::regex_replace(text_of(name), std::regex(R"([0-9.e+-]+(,[0-9]+\]))"), "?$1"));
        for (std::string& line : lines) {
            line = std::regex_replace(line, std::regex(R"("seconds":[0-9.e+-]+)"), "\"seconds\":?");
        }
        std::sort(lines.begin(), lines.end());
        return lines;
    }
    std::string folder() const { return files.folder() + "/"; }
    Finished experiment(const Words& more = {}) const {
        Words words = {"experiment", folder() + "plan.toml", "-j", "2", "--progress", "never"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    }

    TemporaryFiles files;
};

TEST_F(LargeExperiment, OfEveryOrderHasResultsThatSolveRepeats) {
    for (const std::string order : {"2", "4", "5", "6", "7"}) {
        SCOPED_TRACE(order);
        const std::string puzzles = generated(order);
        files.write("p.txt", puzzles);
        files.write("plan.toml", plan_of("\"p.txt\"", order == "2" ? "order = 2\n" : ""));
        std::filesystem::remove(folder() + "plan.jsonl");
        const Finished finished = experiment();
        EXPECT_EQ(finished.code, 0) << finished.err;
        EXPECT_TRUE(contains(finished.out, "| all | islands | 4 |")) << finished.out;
        const Words lines = lines_of(text_of(folder() + "plan.jsonl"));
        ASSERT_EQ(lines.size(), 8u);
        for (const std::string& line : lines) {
            const json result = json::parse(line);
            EXPECT_EQ(result["puzzle"], lines_of(puzzles)[result["line"].get<std::size_t>() - 1]);
        }
        const json last = json::parse(lines.back());
        files.write("one.txt", last["puzzle"].get<std::string>() + "\n");
        Words again = {"solve",
                       "-d",
                       "cpu",
                       "--order",
                       order,
                       "--seed",
                       std::to_string(last["run_seed"].get<std::uint64_t>()),
                       "-g",
                       "8",
                       "--presolve",
                       "givens",
                       "--format",
                       "jsonl",
                       folder() + "one.txt"};
        const bool has_islands = last["configuration"] == "islands";
        if (has_islands) again.insert(again.end(), {"--islands", "2", "-p", "4"});
        again.insert(again.end(), {"--mutation", has_islands ? "assignment:redraws=10" : "assignment:redraws=20"});
        const Finished repeated = run(again);
        EXPECT_EQ(json::parse(repeated.out)["fingerprint"], last["fingerprint"]) << repeated.err;
    }
}

TEST_F(LargeExperiment, GoesOnAfterAnInterruption) {
    files.write("p.txt", generated("5"));
    files.write("plan.toml", plan_of("\"p.txt\"", "history = \"improvements\"\n"));
    EXPECT_EQ(experiment().code, 0);
    const Words whole = results_in(folder() + "plan.jsonl");
    const Words lines = lines_of(text_of(folder() + "plan.jsonl"));
    files.write("plan.jsonl", lines[0] + "\n" + lines[1] + "\n" + lines[2].substr(0, 700));
    const Finished rest = experiment();
    EXPECT_EQ(rest.code, 0);
    EXPECT_TRUE(contains(rest.err, "8 runs, 2 in ")) << rest.err;
    EXPECT_TRUE(contains(rest.err, "the last line was cut off (700 bytes)")) << rest.err;
    EXPECT_EQ(results_in(folder() + "plan.jsonl"), whole);
}

TEST_F(LargeExperiment, WritesHistoriesExportsAndScalars) {
    files.write("p.txt", generated("5"));
    files.write("plan.toml", plan_of("\"p.txt\"", "history = true\n"));
    EXPECT_EQ(experiment({"--tensorboard", folder() + "scalars"}).code, 0);
    std::size_t histories = 0, rows = 0;
    for (const auto& each : std::filesystem::recursive_directory_iterator(folder() + "plan-history")) {
        if (!each.is_regular_file()) continue;
        ++histories;
        for (const std::string& line : lines_of(text_of(each.path()))) {
            const json values = json::parse(line);
            if (values["kind"] != "generation") continue;
            ++rows;
            EXPECT_EQ(values["board"].get<std::string>().size(), 625u);
        }
    }
    EXPECT_EQ(histories, 8u);
    EXPECT_EQ(rows, 4 * 9u + 4 * 2 * 9u) << "generations 0 to 8, of one island and of two";
    EXPECT_TRUE(std::filesystem::exists(folder() + "scalars/islands"));
    for (const char* what : {"csv", "convergence", "ecdf", "targets"}) {
        const Finished exported = experiment({"--export", what});
        EXPECT_EQ(exported.code, 0);
        EXPECT_GT(lines_of(exported.out).size(), 3u) << what;
    }
    EXPECT_EQ(experiment({"--export", "iohprofiler"}).code, 0);
    const std::string info = text_of(folder() + "plan-iohprofiler/one/IOHprofiler_f1.info");
    EXPECT_TRUE(contains(info, "DIM = 625,") && contains(info, "data_f1/IOHprofiler_f1_DIM625.dat")) << info;
    EXPECT_TRUE(std::filesystem::exists(folder() + "plan-iohprofiler/one/data_f1/IOHprofiler_f1_DIM625.dat"));
}

TEST_F(LargeExperiment, RefusesWhatDoesNotFitWithItsPlace) {
    files.write("p25.txt", generated("5"));
    files.write("p16.txt", "# sixteen\n" + generated("4"));
    files.write("p9.txt", generated("3"));
    files.write("inside.txt", generated("5", "1") + generated("3", "1"));
    const std::string place = folder() + "plan.toml:2:", size = "but these boards are 25 x 25";
    const std::tuple<std::string, int, std::string> cases[] = {
        {plan_of("\"p25.txt\", \"p16.txt\""), 2,
         folder() + "p16.txt:2: a board of 16 x 16, but the plan is of 25 x 25"},
        {plan_of("\"p9.txt\", \"p25.txt\""), 2, folder() + "p25.txt:1: a board of 25 x 25, but the plan is of 9 x 9"},
        {plan_of("\"p25.txt\", \"p9.txt\""), 3, folder() + "p9.txt:1: 81 cells, not 25 in a row or 625 in all"},
        {plan_of("\"inside.txt\""), 3, folder() + "inside.txt:2: 81 cells, not 25 in a row or 625 in all"},
        {plan_of("\"p25.txt\"", "order = 4\n"), 2,
         folder() + "p25.txt:1: a board of 25 x 25, but the plan is of 16 x 16"},
        {plan_of("\"p25.txt\"") + "[[configurations]]\npreset = \"plain\"\n", 2,
         "preset is for 9 x 9, and these boards are 25 x 25"},
        {plan_of("\"p25.txt\"") + "representation = \"box-board-16\"\n", 2, "representation is box-board-16, " + size},
        {plan_of("\"p25.txt\"") + "presolve = \"single-pass\"\n", 2, "presolve is single-pass, which is for 9 x 9"},
        {plan_of("\"p25.txt\"") + "crossover = \"pmx\"\n", 2, "it is written for 9 x 9 cells"},
        {plan_of("\"p25.txt\"", "order = 8\n"), 2, "order is 8; allowed: 2..7"}};
    for (const auto& [plan, code, message] : cases) {
        files.write("plan.toml", plan);
        const Finished refused = experiment();
        EXPECT_EQ(refused.code, code) << refused.err;
        EXPECT_TRUE(contains(refused.err, message)) << refused.err << " has no " << message;
        EXPECT_FALSE(std::filesystem::exists(folder() + "plan.jsonl"));
    }
}

}  // namespace
}  // namespace evodoku::test
