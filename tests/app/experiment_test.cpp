// `evodoku experiment`: plans in, results and a table out; interrupted, continued and refused; boards of every order.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <regex>

#include "program.hpp"

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

std::string boards_of_order(const std::string& order, const std::string& count = "2") {
    return run({"generate", "--order", order, "-s", "1", "--filled", "45%", "--count", count, "--to",
                order == "7" ? "numbers" : "line"})
        .out;
}

/// A plan of larger boards: one island, and two.
std::string larger_plan(const std::string& puzzles, const std::string& head = "") {
    return head + "seeds = [1, 2]\npuzzles = [" + puzzles +
           "]\n[defaults]\ngenerations = 8\npresolve = \"givens\"\n[[configurations]]\nname = \"one\"\n"
           "mutation = \"assignment:redraws=20\"\n[[configurations]]\nname = \"islands\"\nislands = 2\n"
           "population = 4\nmutation = \"assignment:redraws=10\"\n";
}

class Experiment : public testing::Test {
protected:
    Experiment() { files.write("p.txt", easy + "\n" + hard + "\n"); }

    Words command(const Words& more = {}) const { return with({"experiment", plan}, more); }
    /// The lines of a file of results in the order of their text, without times.
    static Words results_of(const std::string& name) {
        Words lines = lines_of(std::regex_replace(without_times(text_of_file(name)),
                                                  std::regex(R"([0-9.e+-]+(,[0-9]+\]))"), "?$1"));  // of a history
        std::ranges::sort(lines);
        return lines;
    }
    /// Files of histories. Each ends with the result, after generations of boards of the puzzle's size.
    std::size_t histories() const {
        std::size_t count = 0;
        if (!std::filesystem::exists(files.at("plan-history"))) return 0;
        for (const auto& each : std::filesystem::recursive_directory_iterator(files.at("plan-history"))) {
            if (!each.is_regular_file()) continue;
            ++count;
            const std::vector<nlohmann::json> lines = json_lines(text_of_file(each.path()));
            const nlohmann::json& row = lines[lines.size() - 2];
            EXPECT_GE(row["board"].get<std::string>().size(), lines[1]["givens"].get<std::string>().size());
            EXPECT_EQ(lines.back()["kind"], "result");
        }
        return count;
    }
    /// The plan with one text replaced.
    void change_plan(const std::string& from, const std::string& to) const {
        std::string text = plan_text;
        files.write("plan.toml", text.replace(text.find(from), from.size(), to));
    }

    TemporaryFiles files;
    const std::string plan = files.write("plan.toml", plan_text);
    const std::string results = files.at("plan.jsonl");
};

TEST_F(Experiment, WritesALineARunAndATable) {
    const Finished finished = expect_ends(run(command()), 0);
    const std::vector<nlohmann::json> lines = json_lines(text_of_file(results));
    ASSERT_EQ(lines.size(), 12u);
    for (const nlohmann::json& json : lines) {
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
    for (const nlohmann::json& json : json_lines(text_of_file(results))) {
        if (json.at("configuration") != "plain") continue;
        const Finished solved = run(with(split("solve --device cpu --preset plain -p 300 -g 20 --presolve none --seed"),
                                         {std::to_string(json.at("run_seed").get<std::uint64_t>()), "--puzzle",
                                          json.at("puzzle").get<std::string>(), "--format", "jsonl"}));
        EXPECT_EQ(nlohmann::json::parse(solved.out).at("fingerprint"), json.at("fingerprint")) << json;
    }
}

TEST_F(Experiment, ResultsDoNotDependOnThreads) {
    const std::string one = files.at("one.jsonl"), three = files.at("three.jsonl");
    EXPECT_EQ(run(command({"-j", "1", "-o", one})).code, 0);
    EXPECT_EQ(run(command({"--threads", "3", "--output", three})).code, 0);
    EXPECT_EQ(results_of(one), results_of(three));
    EXPECT_FALSE(std::filesystem::exists(results));
}

TEST_F(Experiment, GoesOnWhereItWasCutOff) {
    const Finished whole = run(command());
    const Words expected = results_of(results);
    const std::string all = text_of_file(results);
    // Cut off at the end of a line, inside the last one, and before the first ends.
    for (const std::size_t length : {all.find('\n') + 1, all.size() - 7, std::size_t{40}, std::size_t{0}}) {
        std::ofstream(results, std::ios::binary | std::ios::trunc) << all.substr(0, length);
        const Finished finished = expect_ends(run(command()), 0);
        EXPECT_EQ(results_of(results), expected) << length;
        EXPECT_TRUE(text_of_file(results).starts_with(all.substr(0, all.substr(0, length).rfind('\n') + 1)));
        const bool torn = length != 0 && all[length - 1] != '\n';
        EXPECT_EQ(contains(finished.err, "the last line was cut off ("), torn) << finished.err;
    }
    std::ofstream(results, std::ios::binary | std::ios::trunc) << all;
    const Finished again = run(command());
    EXPECT_EQ(again.out, whole.out) << "the same results, times and all";
    EXPECT_EQ(text_of_file(results), all);
    EXPECT_TRUE(contains(again.err, "12 runs, 12 in " + results + " already\n")) << again.err;
    files.write("plan.toml", "history = \"improvements\"\n" + text_of_file(files.at("plan.toml")));
    expect_ends(run(command()), 0, {},
                {" of them have no history and stay as they are; -o NEW.jsonl makes all runs anew"});
}

TEST_F(Experiment, InterruptedKeepsWhatItHasAndGoesOn) {
    files.write("plan.toml",
                "seeds = [1, 2]\npuzzles = [\"q.txt\"]\n[defaults]\npopulation = 300\n"
                "[[configurations]]\npreset = \"plain\"\nname = \"a\"\ngenerations = 30\n"
                "[[configurations]]\npreset = \"plain\"\nname = \"endless\"\ngenerations = 1000000000\n");
    files.write("q.txt", impossible);
    for (const int signal : {SIGINT, SIGTERM}) {
        expect_ends(run({.arguments = command({"-j", "1"}), .signal_after = " at once\n", .signal = signal}),
                    128 + signal, {"| all | endless | 0 of 2 | 0 | - |"}, {" left. Repeat the command to continue."});
        for (const std::string& line : lines_of(text_of_file(results))) {
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

TEST_F(Experiment, ATerminalShowsEightAlignedColumns) {
    const std::string shown = run_on_terminal({.arguments = command({"-q"})}).out;
    const std::string text = run(command({"-q", "--format", "text"})).out;
    EXPECT_EQ(std::regex_replace(shown, std::regex("\r"), ""), text);
    const Words lines = lines_of(text);
    ASSERT_EQ(lines.size(), 4u) << text;
    EXPECT_TRUE(std::regex_match(lines[0], std::regex("configuration +runs +solved +% \\[95 %\\] +work per solution "
                                                      "\\[95 %\\] +A12 \\[95 %\\] +p \\(Holm\\) +better, worse")))
        << lines[0];
    EXPECT_TRUE(lines[1].starts_with("hot               6       ")) << lines[1];
    EXPECT_EQ(lines[2].size(), lines[0].size());
    EXPECT_EQ(lines[3], "All 17 columns: --format md, or a pipe.");
    const std::string by_puzzle = run(command({"-q", "--format", "text", "--by", "puzzle"})).out;
    EXPECT_TRUE(by_puzzle.starts_with("puzzles  configuration  runs  solved  ")) << by_puzzle;
    EXPECT_FALSE(contains(by_puzzle, "better, worse")) << "eight columns at most";
}

TEST_F(Experiment, ChoosesLinesOfAFile) {
    change_plan("[\"p.txt\"]", "[{ file = \"p.txt\", lines = [2] }]");
    EXPECT_EQ(run(command()).code, 0);
    const Words lines = lines_of(text_of_file(results));
    EXPECT_EQ(lines.size(), 6u);
    for (const std::string& line : lines) EXPECT_TRUE(contains(line, hard)) << line;
}

TEST_F(Experiment, RefusesWhatCannotBeBeforeAnythingRuns) {
    const std::string tail = "[[configurations]]\npreset = \"plain\"\n", size = "but these boards are 25 x 25";
    files.write("bad.txt", "5" + easy.substr(0, 1) + easy.substr(2) + "\n");
    files.write("empty.txt", "");
    files.write("p25.txt", boards_of_order("5"));
    files.write("p16.txt", "# sixteen\n" + boards_of_order("4"));
    files.write("inside.txt", boards_of_order("5", "1") + easy + "\n");
    const std::tuple<std::string, int, std::string> cases[] = {
        {"A page of text\n", 2, "; evodoku help experiment shows one"},
        {plan_text + "elite = 1.5\n", 2, "plan.toml:13:9: elite: '1.5' is neither a count"},
        {plan_text + "elit = 5\n", 2, "plan.toml:13:1: unknown key 'elit' (did you mean 'elite'?)"},
        {"seeds = [1]\npuzzles = [\"none.txt\"]\n" + tail, 5, "plan.toml:2:12: cannot open "},
        {"seeds = [1]\npuzzles = [\"p.txt\", \"bad.txt\"]\n" + tail, 3, "bad.txt:1: givens conflict"},
        {"seeds = [1]\npuzzles = [\"empty.txt\"]\n" + tail, 3, "empty.txt"},
        {"seeds = [1]\npuzzles = [{ file = \"p.txt\", lines = [1, 3] }]\n" + tail, 2,
         "plan.toml:2:12: no puzzle in p.txt begins on line 3"},
        {"seeds = [1]\npuzzles = [\"p.txt\", \"p.txt\"]\n" + tail, 2, "plan.toml:2:21: p.txt:1 appears twice"},
        {"seeds = [1]\npuzzles = [\"p.txt\"]\n[[configurations]]\npreset = \"plane\"\n", 2,
         "plan.toml:4:10: preset: unknown preset 'plane' (did you mean 'plain'?)"},
        {"seeds = [1]\npuzzles = [\"p.txt\"]\n" + tail + "population = 100\nislands = 7\n", 2,
         "configuration 'plain': population is 100, which 7 islands do not share evenly"},
        {larger_plan("\"p25.txt\", \"p16.txt\""), 2, "p16.txt:2: a board of 16 x 16, but the plan is of 25 x 25"},
        {larger_plan("\"p.txt\", \"p25.txt\""), 2, "p25.txt:1: a board of 25 x 25, but the plan is of 9 x 9"},
        {larger_plan("\"p25.txt\", \"p.txt\""), 3, "p.txt:1: 81 cells, not 25 in a row or 625 in all"},
        {larger_plan("\"inside.txt\""), 3, "inside.txt:2: 81 cells, not 25 in a row or 625 in all"},
        {larger_plan("\"p25.txt\"", "order = 4\n"), 2, "p25.txt:1: a board of 25 x 25, but the plan is of 16 x 16"},
        {larger_plan("\"p25.txt\"") + "[[configurations]]\npreset = \"plain\"\n", 2,
         "preset is for 9 x 9, and these boards are 25 x 25"},
        {larger_plan("\"p25.txt\"") + "representation = \"box-board-16\"\n", 2,
         "representation is box-board-16, " + size},
        {larger_plan("\"p25.txt\"") + "presolve = \"single-pass\"\n", 2, "presolve is single-pass, which is for 9 x 9"},
        {larger_plan("\"p25.txt\"") + "crossover = \"pmx\"\n", 2, "it is written for 9 x 9 cells"},
        {larger_plan("\"p25.txt\"", "order = 8\n"), 2, "order is 8; allowed: 2..7"}};
    for (const auto& [text, code, message] : cases) {
        files.write("plan.toml", text);
        const Finished refused = run(command());
        EXPECT_EQ(refused.code, code) << text << refused.err;
        EXPECT_EQ(refused.out, "") << text;
        EXPECT_TRUE(contains(refused.err, message)) << refused.err << " has no " << message;
        EXPECT_FALSE(std::filesystem::exists(results)) << text;
    }
    expect_refused({"experiment", "/no/such.toml"}, 5, "cannot open /no/such.toml");
    expect_refused({"experiment", plan, "--format", "html"}, 2,
                   "--format is 'html'; allowed: auto, text, md, csv, json\n");
}

#if !EVODOKU_SANITIZED  // sanitizers reserve more address space than any limit
TEST_F(Experiment, RefusesWhatDoesNotFitAsOftenAsRunsAreMadeAtOnce) {
    const auto limited = [&](const Words& more) { return Call{.arguments = command(more), .memory = 1u << 30}; };
    files.write("plan.toml", plan_text + "[[configurations]]\nname = \"huge\"\npopulation = \"16M\"\n");
    expect_refused(limited({"-q"}), 2, "plan.toml: configuration 'huge': cpu (1 thread): the population needs ");
    files.write("plan.toml", plan_text +
                                 "generations = 1\n[[configurations]]\nname = \"large\"\npopulation = \"2M\"\n"
                                 "generations = 0\npresolve = \"none\"\n");
    expect_ends(run(limited({"-j", "4"})), 2, {},
                {"plan.toml: configuration 'large': memory is too small for 4 runs at once", " fits"});
    EXPECT_FALSE(std::filesystem::exists(results));
    EXPECT_EQ(run(limited({"-j", "1"})).code, 0);
    const Finished table = run(limited({"-j", "4"}));
    EXPECT_EQ(table.code, 0) << "nothing is left to be made: " << table.err;
    EXPECT_TRUE(contains(table.out, "| all | large | 6 | ")) << table.out;
}
#endif

TEST_F(Experiment, RefusesAFileOfAnotherPlan) {
    run(command());
    const std::string before = text_of_file(results);
    change_plan("population = 300", "population = 301");
    expect_refused(command(), 2, "this result does not belong to the plan " + plan + ": its configuration 'plain' has");
    change_plan("count = 3", "count = 2");
    expect_refused(command(), 2, "its puzzle or its seed is not in the plan; name another file with --output");
    EXPECT_EQ(text_of_file(results), before);
    const std::string notes = files.write("notes.txt", "no results");
    expect_refused(command({"-o", notes}), 2, "notes.txt:1: this line is not a result of an experiment");
    EXPECT_EQ(text_of_file(notes), "no results");
    expect_refused(command({"-o", files.folder()}), 5, "cannot open " + files.folder());
}

TEST_F(Experiment, MoreSeedsAddToWhatIsThere) {
    run(command());
    const Words before = results_of(results);
    change_plan("count = 3", "count = 4");
    EXPECT_EQ(run(command()).code, 0);
    const Words after = results_of(results);
    EXPECT_EQ(after.size(), 16u);
    EXPECT_TRUE(std::includes(after.begin(), after.end(), before.begin(), before.end()));
}

TEST_F(Experiment, OfEveryOrderHasResultsThatSolveRepeats) {
    for (const std::string order : {"2", "4", "5", "6", "7"}) {
        SCOPED_TRACE(order);
        const std::string puzzles = boards_of_order(order);
        files.write("p.txt", puzzles);
        files.write("plan.toml", larger_plan("\"p.txt\"", order == "2" ? "order = 2\n" : "history = true\n"));
        std::filesystem::remove(results);
        std::filesystem::remove_all(files.at("plan-history"));
        expect_ends(run(command({"-q"})), 0, {"| all | islands | 4 |"});
        const std::vector<nlohmann::json> lines = json_lines(text_of_file(results));
        ASSERT_EQ(lines.size(), 8u);
        EXPECT_EQ(histories(), order == "2" ? 0u : 8u);
        for (const nlohmann::json& result : lines) {
            EXPECT_EQ(result["puzzle"], lines_of(puzzles)[result["line"].get<std::size_t>() - 1]);
        }
        const nlohmann::json& last = lines.back();
        const std::string one = files.write("one.txt", last["puzzle"].get<std::string>() + "\n");
        const std::string seed = std::to_string(last["run_seed"].get<std::uint64_t>());
        const Words again = {"solve", "-d", "cpu",        "--order", order,      "--seed", seed,
                             "-g",    "8",  "--presolve", "givens",  "--format", "jsonl",  one};
        const Finished repeated = run(with(again, last["configuration"] == "islands"
                                                      ? split("--islands 2 -p 4 --mutation assignment:redraws=10")
                                                      : Words{"--mutation", "assignment:redraws=20"}));
        EXPECT_EQ(fingerprints_of(repeated), Words{last["fingerprint"]}) << repeated.err;
    }
}

TEST_F(Experiment, ReadsBoardsOfAnySizeFromAPipeOnce) {
    const std::string boards = boards_of_order("5");
    files.write("plan.toml", larger_plan("\"/dev/stdin\""));
    expect_ends(run(command({"-q"}), boards), 0,
                {"| all | one | " + std::to_string(2 * lines_of(boards).size()) + " |"});
}

TEST_F(Experiment, OfLargerBoardsGoesOnAfterAnInterruption) {
    files.write("p.txt", boards_of_order("5"));
    files.write("plan.toml", larger_plan("\"p.txt\"", "history = \"improvements\"\n"));
    EXPECT_EQ(run(command()).code, 0);
    const Words whole = results_of(results), lines = lines_of(text_of_file(results));
    files.write("plan.jsonl", lines[0] + "\n" + lines[1] + "\n" + lines[2].substr(0, 700));
    expect_ends(run(command()), 0, {}, {"8 runs, 2 in ", "the last line was cut off (700 bytes)"});
    EXPECT_EQ(results_of(results), whole);
}

}  // namespace
}  // namespace evodoku::test
