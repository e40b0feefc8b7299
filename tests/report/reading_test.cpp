// Files by their content; runs, each once; and errors that name file and line.
#include "report/report.hpp"

#include <gtest/gtest.h>

#include "history_text.hpp"
#include "support/refusal.hpp"

namespace evodoku::report {
namespace {

std::string error_of(const std::string& text) {
    Reader reader(3);
    return test::refusal<ContentError>([&] { add(reader, "x", text); });
}

Material read(const std::vector<std::pair<std::string, std::string>>& files, std::size_t shown = 3) {
    Reader reader(shown);
    for (const auto& [name, text] : files) add(reader, name, text);
    return reader.take();
}

std::string record_line(const std::string& configuration, std::uint64_t seed, bool solved, std::uint64_t hash = 1) {
    experiment::Record record;
    record.puzzle = givens, record.file = "p.txt", record.line = 7, record.configuration = configuration;
    record.config_hash = hash, record.seed = seed, record.run_seed = seed + 100, record.solved = solved;
    record.status = solved ? "solved" : "unsolved", record.cost = solved ? 0 : 4, record.evaluations = 300 + seed;
    record.history = {{0, 100, 0, 0, 0.1, 20}, {2, 300, 0, 0, 0.3, record.cost}};
    return to_json(record) + "\n";
}

TEST(Reader, LinesEndInAnyWay) {
    std::string text = solved_run(1);
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, "\r");
    EXPECT_EQ(read({{"a.jsonl", text}}).runs.size(), 1u);
    text.resize(text.size() - 2);
    EXPECT_EQ(read({{"a.jsonl", text}}).runs[0].status, "solved");
}

TEST(Thinned, KeepsFirstAndLastAndAnEvenChoice) {
    for (const std::size_t limit : {4u, 5u, 10u}) {
        for (int count = 1; count < 100; ++count) {
            Thinned<int> thinned(limit);
            for (int k = 0; k < count; ++k) thinned.add(k);
            const std::vector<int> values = thinned.values();
            EXPECT_LE(values.size(), limit + 1);
            EXPECT_GE(values.size(), std::min<std::size_t>(static_cast<std::size_t>(count), limit / 2));
            EXPECT_EQ(values.front(), 0);
            EXPECT_EQ(values.back(), count - 1);
            EXPECT_EQ(thinned.count(), static_cast<std::size_t>(count));
            for (std::size_t k = 2; k + 1 < values.size(); ++k) {
                EXPECT_EQ(values[k] - values[k - 1], values[1] - values[0]) << limit << " " << count;
            }
        }
    }
}

TEST(Reader, SaysWhatAFileIsNot) {
    const std::string expected =
        "; expected: a history (solve --history), results of an experiment (.jsonl) or of bench --json";
    EXPECT_EQ(error_of(""), "x:1: the file is empty" + expected);
    EXPECT_EQ(error_of("53..7....\n"), "x:1: the file does not begin like one that a report is made of" + expected);
    EXPECT_EQ(error_of("{\"puzzle\":\"tea\"}\n"), "x:1: this is not a line of results" + expected);
    EXPECT_EQ(error_of(record_line("a", 1, true) + "{}\n"), "x:2: this is not a line of results" + expected);
    EXPECT_EQ(error_of(header(1) + puzzle(1) + "tea\n"),
              "x:3: this is not a line of a history: it is not JSON, from byte 2 on; repair or remove it");
    EXPECT_EQ(error_of(header(1) + "{\"kind\":\"puzzle\"}\n"),
              "x:2: this is not a line of a history: it lacks the field 'seed'; repair or remove it");
    EXPECT_EQ(error_of("{\"program\":\"bench_hard\"}"),
              "x:1: this result of bench can't be read: not the result of evodoku bench");
    EXPECT_EQ(error_of(header(1) + std::string(2 << 20, 'x') + "\n"),
              "x:2: this is not a line of a history: the line is too long for a report; repair or remove it");
}

TEST(Reader, LeavesALineOutThatWasCutOff) {
    const std::string whole = solved_run(1);
    const Material material = read({{"a.jsonl", whole.substr(0, whole.size() - 20)},
                                    {"r.jsonl", record_line("hot", 1, true) + "{\"puzzle\":\"1..."}});
    ASSERT_EQ(material.notes.size(), 3u);
    EXPECT_EQ(material.notes[0], "a.jsonl:8: the last line is cut off; it is left out");
    EXPECT_EQ(material.notes[1], "r.jsonl:2: the last line is cut off; it is left out");
    EXPECT_EQ(material.notes[2], "1 runs have no result; they are in the curves, not in the statistics");
    ASSERT_EQ(material.runs.size(), 2u);
    EXPECT_EQ(material.runs[0].status, "running");
    EXPECT_EQ(material.runs[1].status, "solved");
}

TEST(Reader, MakesARecordOfAHistory) {
    const Material material = read({{"folder/plain.jsonl", solved_run(5)}});
    ASSERT_EQ(material.runs.size(), 1u);
    const experiment::Record& record = material.runs[0];
    EXPECT_EQ(record.configuration, "plain");
    EXPECT_EQ(record.file, "p.txt");
    EXPECT_EQ(record.puzzle, givens);
    EXPECT_TRUE(record.solved);
    EXPECT_EQ(record.work(), 3u * 111);
    EXPECT_EQ(record.seed, 5u);
    const std::vector<experiment::Improvement>& history = material.runs[0].history;
    ASSERT_EQ(history.size(), 3u);
    EXPECT_EQ(history[1].generation, 1u);
    EXPECT_EQ(history[1].cost, 9u);
    EXPECT_EQ(history[1].work(), 2u * 111);
    EXPECT_NEAR(history[1].seconds, 0.2, 1e-9);
    const IslandTrace& island = material.traces[0].islands.at(1);
    ASSERT_EQ(island.marks.size(), 1u);
    EXPECT_EQ(island.marks.at("restart").values(), std::vector<std::uint32_t>{1});
}

TEST(Reader, AddsUpTheWorkOfIslandsAndInterpolatesIt) {
    // Island 1 has rows 0 and 4, island 2 all of them and the better boards.
    std::string text = header(1) + puzzle(1) + row(1, 0, 30) + row(1, 0, 20, 2);
    text += event(1, "new_best", 2, 2, 7) + row(1, 2, 7, 2) + row(1, 4, 12) + row(1, 4, 7, 2);
    const Material material = read({{"a.jsonl", text + result(1, false, 4, 7)}});
    const std::vector<experiment::Improvement>& history = material.runs[0].history;
    ASSERT_EQ(history.size(), 2u);
    EXPECT_EQ(history[0].cost, 20u);  // the better one of the two islands
    EXPECT_EQ(history[0].work(), 2u * 111);
    EXPECT_EQ(history[1].generation, 2u);
    EXPECT_EQ(history[1].work(), 2u * 333);  // island 1 half-way between 111 and 555
}

TEST(Reader, CountsSecondsFromTheBeginningOfThePuzzle) {
    // Read at 0.01 s, begun at 0.3 s: the last line came at 0.5 s, and the result says 0.2 s.
    const std::string text = header(1) + puzzle(1, 1, "p.txt", 0.01) + row(1, 3, 9) + row(1, 4, 8);
    const std::string end = result(1, false, 1, 8);
    const Material material = read({{"a.jsonl", text + end}});
    const std::vector<experiment::Improvement>& history = material.runs[0].history;
    EXPECT_NEAR(history[0].seconds, 0.1, 1e-9);
    EXPECT_NEAR(history[1].seconds, 0.2, 1e-9);
}

TEST(Reader, RowsOfAResumedRunCountOnce) {
    const std::string text = header(1) + puzzle(1) + row(1, 0, 20) + row(1, 1, 9) + row(1, 2, 8) + header(1) +
                             puzzle(1) + row(1, 2, 8) + row(1, 3, 5) + result(1, false, 3, 5);
    const Material material = read({{"a.jsonl", text}});
    EXPECT_EQ(material.runs.size(), 1u);
    EXPECT_EQ(material.traces[0].islands.at(1).rows.values().size(), 4u);
    EXPECT_EQ(material.files.size(), 1u);
}

TEST(Reader, JoinedHistoriesOfSeveralRunsAreAnError) {
    const std::string first = solved_run(1, "\"name\":\"a\",\"run_seed\":5,");
    const auto fault = [&](const std::string& later) { return error_of(first + later); };
    EXPECT_EQ(fault(solved_run(1, "\"name\":\"a\",\"run_seed\":5,", 400)),
              "x:9: the history of another run begins here (population is '400', and was '300'); give each history its "
              "own file");
    test::expect_all(fault(solved_run(1, "\"name\":\"b\",\"run_seed\":5,")),
                     {"(the configuration is 'b', and was 'a')"});
    test::expect_all(fault(solved_run(1, "\"name\":\"a\",\"run_seed\":6,")), {"(run_seed is '6', and was '5')"});
    test::expect_all(fault(solved_run(2, "\"name\":\"a\",\"run_seed\":5,")), {"(seed is '2', and was '1')"});
    std::string other_puzzle = first;
    other_puzzle.replace(other_puzzle.find(givens), givens.size(), "2" + givens.substr(1));
    EXPECT_TRUE(
        fault(other_puzzle).starts_with("x:9: the history of another run begins here (its puzzles are others)"));
    std::string resumed = first;  // elsewhere, with a later version
    for (const auto& [before, after] :
         {std::pair("[\"cpu\"]", "[\"cuda:0\"]"), std::pair("0.1.0", "0.2.0"), std::pair("12:00:00", "13:00:00"),
          std::pair("{\"pop", "{\"new\":\"1\",\"pop")}) {
        ASSERT_NE(resumed.find(before), std::string::npos);
        resumed.replace(resumed.find(before), std::string(before).size(), after);
    }
    EXPECT_EQ(fault(resumed), "(no error)");
}

TEST(Reader, OneConfigurationHasOneName) {
    const Material material =
        read({{"a.jsonl", solved_run(1)}, {"b.jsonl", failed_run(2)}, {"c/a.jsonl", solved_run(3, "", 400)}});
    ASSERT_EQ(material.runs.size(), 3u);
    EXPECT_EQ(material.runs[0].configuration, "a");
    EXPECT_EQ(material.runs[1].configuration, "a");  // the same settings
    EXPECT_EQ(material.runs[2].configuration, "a (2)");
}

TEST(Reader, ARunInResultsAndHistoriesCountsOnce) {
    const std::string results =
        record_line("hot", 1, true) + record_line("hot", 2, false) + record_line("cold", 1, false);
    for (const bool results_first : {true, false}) {
        std::vector<std::pair<std::string, std::string>> files = {
            {"r.jsonl", results}, {"h1.jsonl", solved_run(1, "\"name\":\"hot\",\"run_seed\":101,")}};
        if (!results_first) std::swap(files[0], files[1]);
        const Material material = read(files);
        EXPECT_EQ(material.runs.size(), 3u);
        EXPECT_EQ(material.traces.size(), 1u);
        EXPECT_EQ(material.traces[0].record.configuration, "hot");
        EXPECT_EQ(material.notes, std::vector<std::string>{"1 runs appear in several files; each counts once"});
    }
    const Material other = read({{"r.jsonl", record_line("hot", 1, true) + record_line("hot", 2, true, 9)}});
    EXPECT_EQ(other.runs[0].configuration, "hot");
    EXPECT_EQ(other.runs[1].configuration, "hot (2)") << "other settings";
}

TEST(Reader, SortsByNameWithNumbersAndPutsOneFirst) {
    std::string text;
    for (const char* name : {"b10", "b9", "c", "a"}) text += record_line(name, 2, true) + record_line(name, 1, true);
    const auto order_of = [&](const std::string& first) {
        Reader reader(0);
        add(reader, "r.jsonl", text);
        std::string order;
        for (const experiment::Record& each : reader.take(first).runs) {
            order += fmt::format("{}:{} ", each.configuration, each.seed);
        }
        return order;
    };
    EXPECT_EQ(order_of(""), "a:1 a:2 b9:1 b9:2 b10:1 b10:2 c:1 c:2 ");
    EXPECT_EQ(order_of("c"), "c:1 c:2 a:1 a:2 b9:1 b9:2 b10:1 b10:2 ");
    EXPECT_THROW(order_of("d"), std::invalid_argument);
}

TEST(Reader, KeepsTheRowsOfAFewRuns) {
    std::string text = header(1);
    for (int number = 1; number <= 5; ++number) text += row(1, 0, 20, 1, number) + result(1, false, 0, 20, number);
    const Material material = read({{"a.jsonl", text}}, 2);
    ASSERT_EQ(material.traces.size(), 5u);
    EXPECT_FALSE(material.traces[1].islands.at(1).rows.values().empty());
    EXPECT_TRUE(material.traces[2].islands.at(1).rows.values().empty());
}

}  // namespace
}  // namespace evodoku::report
