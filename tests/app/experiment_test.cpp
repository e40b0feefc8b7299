// `evodoku experiment`: plans in, results and a table out; interrupted, continued and refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

const std::string plan_text =
    "seeds = { first = 1, count = 3 }\n"
    "puzzles = [\"p.txt\"]\n"
    "[defaults]\n"
    "presolve = \"none\"\n"
    "generations = 20\n"
    "[[configurations]]\n"
    "name = \"hot\"\n"
    "population = 200\n"
    "mutation = \"heat-bath\"\n"
    "[[configurations]]\n"
    "preset = \"plain\"\n"
    "population = 300\n";

class Experiment : public testing::Test {
protected:
    Experiment() { files.write("p.txt", easy + "\n" + hard + "\n"); }

    Words command(const Words& more = {}) const {
        Words words = {"experiment", plan};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    static std::string text_of(const std::string& name) {
        std::ifstream file(name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    /// The lines of a file of results in the order of their text, without times.
    static Words results_of(const std::string& name) {
        const std::string timeless =
            std::regex_replace(text_of(name), std::regex(R"("seconds":[0-9.e+-]+)"), "\"seconds\":?");
        Words lines = lines_of(timeless);
        std::sort(lines.begin(), lines.end());
        return lines;
    }
    void expect_refused(const Words& arguments, int code, const std::string& message) const {
        const Finished finished = run(arguments);
        EXPECT_EQ(finished.code, code) << finished.err;
        EXPECT_EQ(finished.out, "");
        EXPECT_EQ(lines_of(finished.err).size(), 1u) << finished.err;
        EXPECT_TRUE(contains(finished.err, message)) << finished.err << " has no " << message;
    }

    TemporaryFiles files;
    const std::string plan = files.write("plan.toml", plan_text);
    const std::string results = files.folder() + "/plan.jsonl";
};

TEST_F(Experiment, WritesALineARunAndATable) {
    const Finished finished = run(command());
    EXPECT_EQ(finished.code, 0) << finished.err;
    const Words lines = lines_of(text_of(results));
    ASSERT_EQ(lines.size(), 12u);
    for (const std::string& line : lines) {
        const nlohmann::json json = nlohmann::json::parse(line);
        for (const std::string key : {"puzzle", "file", "line", "configuration", "config_hash", "seed", "solved",
                                      "cost", "generations", "evaluations", "seconds", "fingerprint"}) {
            EXPECT_TRUE(json.contains(key)) << key;
        }
        EXPECT_EQ(json.at("file"), "p.txt");
        EXPECT_EQ(json.at("puzzle"), json.at("line") == 1 ? easy : hard);
    }
    const Words table = lines_of(finished.out);
    ASSERT_EQ(table.size(), 4u) << finished.out;
    EXPECT_TRUE(table[0].starts_with("| puzzles | configuration | runs | solved | % [95 %] |")) << table[0];
    EXPECT_TRUE(table[2].starts_with("| all | hot | 6 | ")) << table[2];
    EXPECT_TRUE(table[3].starts_with("| all | plain | 6 | ")) << table[3];
}

TEST_F(Experiment, ARunIsThatOfSolveWithTheSameSettings) {
    run(command({"-q"}));
    for (const std::string& line : lines_of(text_of(results))) {
        const nlohmann::json json = nlohmann::json::parse(line);
        if (json.at("configuration") != "plain") continue;
        const Finished solved =
            run({"solve", "--device", "cpu", "--preset", "plain", "-p", "300", "-g", "20", "--presolve", "none",
                 "--seed", std::to_string(json.at("run_seed").get<std::uint64_t>()), "--puzzle",
                 json.at("puzzle").get<std::string>(), "--format", "jsonl"});
        EXPECT_EQ(nlohmann::json::parse(solved.out).at("fingerprint"), json.at("fingerprint")) << line;
    }
}

TEST_F(Experiment, ResultsDoNotDependOnThreads) {
    const std::string one = files.folder() + "/one.jsonl", three = files.folder() + "/three.jsonl";
    EXPECT_EQ(run(command({"-j", "1", "-o", one})).code, 0);
    EXPECT_EQ(run(command({"--threads", "3", "--output", three})).code, 0);
    EXPECT_EQ(results_of(one), results_of(three));
    EXPECT_FALSE(std::filesystem::exists(results));
}

TEST_F(Experiment, GoesOnWhereItWasCutOff) {
    const Finished whole = run(command());
    const Words expected = results_of(results);
    const std::string all = text_of(results);
    // Cut off at the end of a line, inside the last one, and before the first ends.
    for (const std::size_t length : {all.find('\n') + 1, all.size() - 7, std::size_t{40}, std::size_t{0}}) {
        std::ofstream(results, std::ios::binary | std::ios::trunc) << all.substr(0, length);
        const Finished finished = run(command());
        EXPECT_EQ(finished.code, 0);
        EXPECT_EQ(results_of(results), expected) << length;
        EXPECT_TRUE(text_of(results).starts_with(all.substr(0, all.substr(0, length).rfind('\n') + 1)));
        const bool torn = length != 0 && all[length - 1] != '\n';
        EXPECT_EQ(contains(finished.err, "the last line was cut off ("), torn) << finished.err;
    }
    std::ofstream(results, std::ios::binary | std::ios::trunc) << all;
    const Finished again = run(command());
    EXPECT_EQ(again.out, whole.out) << "the same results, times and all";
    EXPECT_EQ(text_of(results), all);
    EXPECT_TRUE(contains(again.err, "12 runs, 12 in " + results + " already\n")) << again.err;
}

TEST_F(Experiment, InterruptedKeepsWhatItHasAndGoesOn) {
    files.write("plan.toml",
                "seeds = [1, 2]\npuzzles = [\"q.txt\"]\n[defaults]\npopulation = 300\n"
                "[[configurations]]\npreset = \"plain\"\nname = \"a\"\ngenerations = 30\n"
                "[[configurations]]\npreset = \"plain\"\nname = \"endless\"\ngenerations = 1000000000\n");
    files.write("q.txt", impossible);
    for (const int signal : {SIGINT, SIGTERM}) {
        Call call{command({"-j", "1"})};
        call.signal_after = " at once\n";
        call.signal = signal;
        const Finished finished = run(call);
        EXPECT_EQ(finished.code, 128 + signal) << finished.err;
        EXPECT_TRUE(contains(finished.err, " left. Repeat the command to continue.")) << finished.err;
        EXPECT_TRUE(contains(finished.out, "| all | endless | 0 of 2 | 0 | - |")) << finished.out;
        for (const std::string& line : lines_of(text_of(results))) {
            EXPECT_TRUE(contains(line, "\"configuration\":\"a\"")) << "a run that was stopped is no result: " << line;
        }
    }
}

TEST_F(Experiment, TablesInEveryFormatAndGrouping) {
    run(command());
    const Finished json = run(command({"--format", "json", "--by", "puzzle"}));
    const nlohmann::json rows = nlohmann::json::parse(json.out);
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(rows[0].at("puzzles"), "p.txt:1");
    EXPECT_EQ(rows[3].at("puzzles"), "p.txt:2");
    EXPECT_EQ(rows[3].at("configuration"), "plain");
    EXPECT_EQ(rows[3].at("runs"), 3);
    EXPECT_TRUE(rows[0].at("a12").is_null());
    EXPECT_TRUE(rows[1].at("a12").is_number());
    EXPECT_TRUE(rows[1].at("p").is_number());
    const Words csv = lines_of(run(command({"--format", "csv", "--by", "file"})).out);
    ASSERT_EQ(csv.size(), 3u);
    EXPECT_TRUE(csv[0].starts_with("puzzles,configuration,runs,planned,solved,success,success_low,success_high,"));
    EXPECT_TRUE(csv[1].starts_with("p.txt,hot,6,6,"));
    const auto commas = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
    for (const std::string& line : csv) EXPECT_EQ(commas(line), commas(csv[0])) << line;
}

TEST_F(Experiment, ChoosesLinesOfAFile) {
    files.write("plan.toml",
                std::regex_replace(plan_text, std::regex("\\[\"p.txt\"\\]"), "[{ file = \"p.txt\", lines = [2] }]"));
    EXPECT_EQ(run(command()).code, 0);
    const Words lines = lines_of(text_of(results));
    EXPECT_EQ(lines.size(), 6u);
    for (const std::string& line : lines) EXPECT_TRUE(contains(line, hard)) << line;
    files.write("plan.toml",
                std::regex_replace(plan_text, std::regex("\\[\"p.txt\"\\]"), "[{ file = \"p.txt\", lines = [1, 3] }]"));
    expect_refused(command(), 2, "plan.toml:2:12: no puzzle in p.txt begins on line 3");
    files.write("plan.toml", std::regex_replace(plan_text, std::regex("\\[\"p.txt\"\\]"), "[\"p.txt\", \"p.txt\"]"));
    expect_refused(command(), 2, "plan.toml:2:21: p.txt:1 appears twice");
}

TEST_F(Experiment, RefusesWhatCannotBeBeforeAnythingRuns) {
    const auto refused = [&](const std::string& text, int code, const std::string& message) {
        files.write("plan.toml", text);
        expect_refused(command(), code, message);
        EXPECT_FALSE(std::filesystem::exists(results)) << text;
    };
    const std::string tail = "[[configurations]]\npreset = \"plain\"\n";
    refused("A page of text\n", 2, "plan.toml:1:3: not a plan, which is TOML: ");
    refused("A page of text\n", 2, "; evodoku help experiment shows one");
    refused("seeds = [1]\n" + tail, 2, "plan.toml: the plan has no puzzles");
    refused("seeds = [1]\npuzzles = [\"p.txt\"]\n", 2, "plan.toml: the plan has no configurations");
    refused(plan_text + "elite = 1.5\n", 2, "plan.toml:13:9: elite: '1.5' is neither a count");
    refused(plan_text + "elit = 5\n", 2, "plan.toml:13:1: unknown key 'elit' (did you mean 'elite'?)");
    refused("seeds = [1]\npuzzles = [\"none.txt\"]\n" + tail, 5, "plan.toml:2:12: cannot open ");
    refused("seeds = [1]\npuzzles = [\"none.txt\"]\n" + tail, 5, "none.txt: No such file");
    files.write("bad.txt", "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n");
    refused("seeds = [1]\npuzzles = [\"p.txt\", \"bad.txt\"]\n" + tail, 3, "bad.txt:1: givens conflict");
    files.write("empty.txt", "");
    refused("seeds = [1]\npuzzles = [\"empty.txt\"]\n" + tail, 3, "empty.txt");
    refused("seeds = [1]\npuzzles = [\"p.txt\"]\n[[configurations]]\npreset = \"plane\"\n", 2,
            "plan.toml:4:10: preset: unknown preset 'plane' (did you mean 'plain'?)");
    refused("seeds = [1]\npuzzles = [\"p.txt\"]\n" + tail + "population = 100\nislands = 7\n", 2,
            "configuration 'plain': population is 100, which 7 islands do not share evenly");
}

TEST_F(Experiment, RefusesAPopulationThatDoesNotFit) {
    if (*EVODOKU_SANITIZE != '\0') GTEST_SKIP() << "sanitizers take address space for themselves";
    files.write("plan.toml", plan_text + "[[configurations]]\nname = \"huge\"\npopulation = \"16M\"\n");
    Call call{command()};
    call.memory = 1u << 30;
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 2);
    EXPECT_TRUE(contains(finished.err, "plan.toml: configuration 'huge': cpu (1 thread): the population needs "))
        << finished.err;
    EXPECT_FALSE(std::filesystem::exists(results));
}

TEST_F(Experiment, RefusesWhatDoesNotFitAsOftenAsRunsAreMadeAtOnce) {
    if (*EVODOKU_SANITIZE != '\0') GTEST_SKIP() << "sanitizers take address space for themselves";
    files.write("plan.toml", plan_text +
                                 "generations = 1\n[[configurations]]\nname = \"large\"\npopulation = \"2M\"\n"
                                 "generations = 0\npresolve = \"none\"\n");
    Call call{command({"-j", "4"})};
    call.memory = 1u << 30;
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 2);
    EXPECT_TRUE(contains(finished.err, "plan.toml: configuration 'large': memory is too small for 4 runs at once"))
        << finished.err;
    EXPECT_TRUE(contains(finished.err, " fits")) << finished.err;
    EXPECT_FALSE(std::filesystem::exists(results));
    call.arguments = command({"-j", "1"});
    EXPECT_EQ(run(call).code, 0) << run(call).err;
    call.arguments = command({"-j", "4"});
    const Finished table = run(call);
    EXPECT_EQ(table.code, 0) << "nothing is left to be made: " << table.err;
    EXPECT_TRUE(contains(table.out, "| all | large | 6 | ")) << table.out;
}

TEST_F(Experiment, RefusesAFileOfAnotherPlan) {
    run(command());
    const std::string before = text_of(results);
    files.write("plan.toml", std::regex_replace(plan_text, std::regex("population = 300"), "population = 301"));
    expect_refused(command(), 2, "this result does not belong to the plan " + plan + ": its configuration 'plain' has");
    files.write("plan.toml", std::regex_replace(plan_text, std::regex("count = 3"), "count = 2"));
    expect_refused(command(), 2, "its puzzle or its seed is not in the plan; name another file with --output");
    EXPECT_EQ(text_of(results), before);
    const std::string notes = files.write("notes.txt", "no results");
    expect_refused(command({"-o", notes}), 2, "notes.txt:1: this line is not a result of an experiment");
    EXPECT_EQ(text_of(notes), "no results");
    expect_refused(command({"-o", files.folder()}), 5, "cannot open " + files.folder());
}

TEST_F(Experiment, MoreSeedsAddToWhatIsThere) {
    run(command());
    const Words before = results_of(results);
    files.write("plan.toml", std::regex_replace(plan_text, std::regex("count = 3"), "count = 4"));
    EXPECT_EQ(run(command()).code, 0);
    const Words after = results_of(results);
    EXPECT_EQ(after.size(), 16u);
    EXPECT_TRUE(std::includes(after.begin(), after.end(), before.begin(), before.end()));
}

TEST_F(Experiment, OptionsAreCorrected) {
    expect_refused({"experiment"}, 2, "no plan given");
    expect_refused(command({"--outptu", "x"}), 2, "unknown option '--outptu' (did you mean '--output'?)");
    expect_refused(command({"--format", "html"}), 2, "--format is 'html'; allowed: md, csv, json");
    expect_refused(command({"--format", "xml"}), 2, "--format is 'xml'; allowed: md, csv, json\n");
    expect_refused(command({"--by", "puzzel"}), 2, "--by is 'puzzel'; allowed: configuration, file, puzzle (did you");
    expect_refused(command({"other.toml"}), 2, "one plan at a time");
    expect_refused({"experiment", "/no/such.toml"}, 5, "cannot open /no/such.toml");
    const Finished help = run({"experiment", "--help"});
    EXPECT_EQ(help.code, 0);
    for (const std::string& line : lines_of(help.out)) EXPECT_LE(line.size(), 116u) << line;
}

}  // namespace
}  // namespace evodoku::test
