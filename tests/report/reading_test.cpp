// Files by their content; runs, each once; errors that name file and line. The page: the data that its script draws,
// without network, and safe from texts that are markup.
#include "report/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "support/refusal.hpp"

namespace evodoku::report {
namespace {

// Small histories as text.

const std::string givens = std::string(80, '.') + "1";
const std::string one_board(81, '1');

/// `more`: further fields, as `"name":"hot",`.
std::string header(int seed, const std::string& more = "", int population = 300) {
    return fmt::format(
        R"({{"kind":"header","format":1,"version":"0.1.0","commit":"abc","started":"2026-01-31T12:00:00Z",)"
        R"("devices":["cpu"],"seed":{},"runs":1,{}"every":1,"diversity_every":1,)"
        R"("configuration":{{"population":"{}","generations":"9"}}}}{})",
        seed, more, population, "\n");
}

std::string puzzle(int seed, int number = 1, const std::string& file = "p.txt", double seconds = 0) {
    return fmt::format(R"({{"kind":"puzzle","seed":{},"puzzle":{},"seconds":{},"givens":"{}","file":"{}","line":7}}{})",
                       seed, number, seconds, givens, file, "\n");
}

/// Island `island` spends 100 evaluations, 10 trials and 1 redraw per generation, a tenth of a second each.
std::string row(int seed, int generation, int best, int island = 1, int puzzle = 1) {
    const int spent = generation + 1;
    return fmt::format(
        R"({{"kind":"generation","seed":{},"puzzle":{},"island":{},"generation":{},"evaluations":{},"trials":{},)"
        R"("redraws":{},"seconds":{:.1f},"size":300,"best":{},"best_so_far":{},"mean":40.5,"deviation":2.5,"q10":30,)"
        R"("q25":35,"median":40,"q75":45,"q90":50,"worst":60,"distinct":150,"entropy":1.5,"cell_entropy":"{}",)"
        R"("migrations":0,"restarts":0,"board":"{}"}}{})",
        seed, puzzle, island, generation, spent * 100, spent * 10, spent, spent / 10.0, best, best,
        std::string(81, '4'), generation % 2 == 0 ? one_board : std::string(80, '1') + "2", "\n");
}

std::string event(int seed, const char* name, int generation, int island = 1, int best = -1) {
    return fmt::format(
        R"({{"kind":"event","seed":{},"puzzle":1,"island":{},"generation":{},"evaluations":1,"event":"{}",)"
        R"("seconds":{:.1f}{}}}{})",
        seed, island, generation, name, (generation + 1) / 10.0,
        best < 0 ? "" : fmt::format(",\"best_so_far\":{}", best), "\n");
}

std::string result(int seed, bool solved, int generation, int cost, int puzzle = 1) {
    const int spent = generation + 1;
    return fmt::format(
        R"({{"kind":"result","seed":{},"puzzle":{},"status":"{}","stopped":false,"generation":{},"evaluations":{},)"
        R"("trials":{},"redraws":{},"restarts":0,"seconds":{:.1f},"work_seconds":0.1,"best_so_far":{},"board":"{}",)"
        R"("fingerprint":"00000000000000ff"}}{})",
        seed, puzzle, solved ? "solved" : "unsolved", generation, spent * 100, spent * 10, spent, spent / 10.0, cost,
        one_board, "\n");
}

void add(Reader& reader, const std::string& name, const std::string& text) {
    std::istringstream stream(text);
    reader.add(name, stream);
}

/// A run that solves in generation 2.
std::string solved_run(int seed, const std::string& more = "", int population = 300) {
    return header(seed, more, population) + puzzle(seed) + row(seed, 0, 20) + event(seed, "new_best", 1, 1, 9) +
           row(seed, 1, 9) + event(seed, "restart", 1) + row(seed, 2, 0) + result(seed, true, 2, 0);
}
/// One that ends after generation 2 with cost 4.
std::string failed_run(int seed, const std::string& more = "", int population = 300) {
    return header(seed, more, population) + puzzle(seed) + row(seed, 0, 20) + row(seed, 1, 9) + row(seed, 2, 4) +
           result(seed, false, 2, 4);
}

std::string error_of(const std::string& text) {
    Reader reader(3);
    return test::refusal<FileError>([&] { add(reader, "x", text); });
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
    record.history = {{{}, 0, 100, 0.1, 20}, {{}, 2, 300, 0.3, record.cost}};
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
            for (std::size_t k = 2; k + 1 < values.size(); ++k)
                EXPECT_EQ(values[k] - values[k - 1], values[1] - values[0]) << limit << " " << count;
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
    EXPECT_EQ(error_of("{\"program\":\"bench_other\"}"),
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
    EXPECT_EQ(material.notes[2], "runs without a result: 1; they are in the curves, not in the statistics");
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
    const std::vector<experiment::Spent>& history = material.runs[0].history;
    ASSERT_EQ(history.size(), 3u);
    EXPECT_EQ(history[1].generations, 1u);
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
    const std::vector<experiment::Spent>& history = material.runs[0].history;
    ASSERT_EQ(history.size(), 2u);
    EXPECT_EQ(history[0].cost, 20u);  // the better one of the two islands
    EXPECT_EQ(history[0].work(), 2u * 111);
    EXPECT_EQ(history[1].generations, 2u);
    EXPECT_EQ(history[1].work(), 2u * 333);  // island 1 half-way between 111 and 555
}

TEST(Reader, CountsSecondsFromTheBeginningOfThePuzzle) {
    // Read at 0.01 s, begun at 0.3 s: the last line came at 0.5 s, and the result says 0.2 s.
    const std::string text = header(1) + puzzle(1, 1, "p.txt", 0.01) + row(1, 3, 9) + row(1, 4, 8);
    const std::string end = result(1, false, 1, 8);
    const Material material = read({{"a.jsonl", text + end}});
    const std::vector<experiment::Spent>& history = material.runs[0].history;
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

TEST(Reader, CountsAPuzzleAsOftenAsItIsInTheInputButNotWhereItDidNotBegin) {
    std::string text = header(1);
    for (int number = 1; number <= 3; ++number) text += puzzle(1, number) + result(1, false, 0, 20, number);
    for (const auto& [part, other] : {std::pair("false", "true"), {"evaluations\":100", "evaluations\":0"}})
        text.replace(text.rfind(part), std::string(part).size(), other);  // of the last: it was stopped before
    const Material material = read({{"a.jsonl", text}, {"b.jsonl", text}});
    EXPECT_EQ(material.runs.size(), 2u);
    EXPECT_EQ(material.notes, (std::vector<std::string>{"puzzles that were not begun: 2; they are left out",
                                                        "runs that appear in several files: 2; each counts once"}));
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
        EXPECT_EQ(material.notes, std::vector<std::string>{"runs that appear in several files: 1; each counts once"});
    }
    const Material other = read({{"r.jsonl", record_line("hot", 1, true) + record_line("hot", 2, true, 9)}});
    EXPECT_EQ(other.runs[0].configuration, "hot");
    EXPECT_EQ(other.runs[1].configuration, "hot (2)") << "other settings";
}

TEST(Reader, SortsByPlanElseByNameWithNumbersAndPutsOneFirst) {
    std::string text;
    for (const char* name : {"b10", "b9", "c", "a"}) text += record_line(name, 2, true) + record_line(name, 1, true);
    const auto order_of = [&](const std::string& first) {
        Reader reader(0);
        add(reader, "r.jsonl", text);
        std::string order;
        for (const experiment::Record& each : reader.take(first).runs)
            order += fmt::format("{}:{} ", each.configuration, each.seed);
        return order;
    };
    EXPECT_EQ(order_of(""), "a:1 a:2 b9:1 b9:2 b10:1 b10:2 c:1 c:2 ");
    EXPECT_EQ(order_of("c"), "c:1 c:2 a:1 a:2 b9:1 b9:2 b10:1 b10:2 ");
    EXPECT_THROW(order_of("d"), std::invalid_argument);
    for (const auto& [name, place] : {std::pair("c", 1), {"a", 2}, {"b10", 3}, {"b9", 1}}) {  // b9 is new in the plan
        text += record_line(name, 3, true);
        text.insert(text.size() - 2, fmt::format(",\"configuration_place\":{},\"puzzle_place\":1", place));
    }
    EXPECT_EQ(order_of(""), "b9:1 b9:2 b9:3 c:1 c:2 c:3 a:1 a:2 a:3 b10:1 b10:2 b10:3 ");
}

TEST(Reader, KeepsTheRowsOfAFewRunsOfEachPuzzle) {
    std::string text = header(1), shown;
    for (int number = 1; number <= 30; ++number) {  // three of each puzzle
        std::string begin = puzzle(1, number, fmt::format("p{}.txt", (number - 1) / 3));
        begin.replace(begin.find(givens), 1, std::to_string(1 + (number - 1) / 3 % 9));
        text += begin + row(1, 0, 20, 1, number) + result(1, false, 0, 20, number);
    }
    for (const RunTrace& trace : read({{"a.jsonl", text}}, 2).traces)
        shown += trace.islands.at(1).rows.values().empty() ? '.' : 'x';
    EXPECT_EQ(shown, "xx.xx.xx.xx." + std::string(18, '.'));
}

using nlohmann::json;

const std::string hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&<!--{title}";

std::string json_text(const std::string& text) { return json(text).dump(); }

json data_in(const std::string& page) {
    const std::string begin = "<script type=\"application/json\" id=\"data\">";
    const std::size_t from = page.find(begin) + begin.size();
    return json::parse(page.substr(from, page.find("</script>", from) - from));
}

json data_of(const Material& material) { return data_in(to_html(material, "", "")); }

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t number = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++number;
    return number;
}

TEST(Page, HoldsItsTitleAndTheLibraryAndNeedsNoNetwork) {
    const std::string page = to_html(read({{"a.jsonl", solved_run(1)}}), "A & B", "evodoku 0.1.0");
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    for (const char* text :
         {"<title>A &amp; B</title>", "Made by evodoku 0.1.0.", "Chart.js v3.",
          "copyright 2014-2022 Chart.js Contributors", "THE SOFTWARE IS PROVIDED \"AS IS\"", "default-src 'none'"})
        EXPECT_TRUE(page.find(text) != std::string::npos) << text;
    for (const char* loads : {"<script src", "<link rel=\"stylesheet\"", "<img", "<iframe", "@import", "url(http"})
        EXPECT_EQ(page.find(loads), std::string::npos) << loads;
}

TEST(Page, HoldsTheRuns) {
    const json runs = data_of(read({{"a.jsonl", solved_run(1)}, {"b.jsonl", failed_run(2)}}))["runs"];
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0]["configuration"], "a");
    EXPECT_EQ(runs[0]["status"], "solved");
    EXPECT_EQ(runs[0]["spent"], json::parse("[333, 300, 0.3, 2, 0]"))
        << "work, evaluations, seconds, generations, cost";
    EXPECT_EQ(runs[0]["steps"], json::parse("[[111, 100, 0.1, 0, 20], [222, 200, 0.2, 1, 9], [333, 300, 0.3, 2, 0]]"));
    EXPECT_EQ(runs[1]["status"], "unsolved");
}

TEST(Page, HoldsEveryColumnOfAHistory) {
    const json history = data_of(read({{"a.jsonl", solved_run(1)}}))["histories"][0];
    EXPECT_EQ(history["configuration"], "a");
    EXPECT_EQ(history["puzzle"], "p.txt:7");
    EXPECT_EQ(history["givens"], givens);
    EXPECT_EQ(history["marks"], json::parse(R"({"restart": {"count": 1, "generations": [1]}})"));
    const std::vector<std::string> columns = history::fields_of(history::generation_line).names();
    for (const std::string& column : columns) EXPECT_EQ(history["columns"].at(column).size(), 3u) << column;
    EXPECT_EQ(history["columns"].size(), columns.size());
    EXPECT_EQ(history["columns"]["q90"], json::parse("[50, 50, 50]"));
    EXPECT_EQ(history["columns"]["best"], json::parse("[20, 9, 0]"));
    EXPECT_EQ(history["columns"]["rank"][0], nullptr);
    EXPECT_EQ(history["columns"]["cell_entropy"][1], std::string(81, '4'));
    EXPECT_EQ(history["columns"]["board"][0], one_board);
}

TEST(Page, HasTheFirstIslandsAndTheBest) {
    std::string text = header(1) + puzzle(1);
    for (int island = 1; island <= 6; ++island) text += row(1, 0, island == 5 ? 0 : 20, island);
    std::vector<int> islands;
    const json data = data_of(read({{"a.jsonl", text}}));
    for (const json& each : data["histories"]) islands.push_back(each["island"]);
    EXPECT_EQ(islands, (std::vector<int>{1, 2, 3, 5}));
}

TEST(Page, KeepsTheBestBoardOfALongRunThatIsThinned) {
    std::string text = header(1) + puzzle(1);
    for (int generation = 0; generation < 3000; ++generation) text += row(1, generation, generation == 1501 ? 4 : 27);
    const json columns = data_of(read({{"a.jsonl", text + result(1, false, 2999, 4)}}))["histories"][0]["columns"];
    const auto generations = columns["generation"].get<std::vector<int>>();
    EXPECT_TRUE(std::ranges::is_sorted(generations));
    EXPECT_LE(generations.size(), 402u);
    const auto best = static_cast<std::size_t>(std::ranges::find(generations, 1501) - generations.begin());
    ASSERT_LT(best, generations.size());
    EXPECT_EQ(columns["best"][best], 4);
    EXPECT_EQ(columns["board"][best].get<std::string>().size(), 81u);
    const auto boards = std::ranges::count_if(columns["board"], [](const json& board) { return !board.is_null(); });
    EXPECT_LE(boards, 202);
    EXPECT_GE(boards, 3) << "the first, the best and the last";
}

TEST(Page, HoldsBenchmarks) {
    bench::Result result;
    result.subjects = {{"cpu", "cpu (2 threads)", {}, {1, {1}}, {1, {1}}}, {"cuda:0", "a GPU", {}, {1, {1}}, {1, {1}}}};
    const auto add = [&](const char* device, std::uint32_t population, double seconds) {
        result.measurements.push_back(
            {device, "generations", "children", population, {1e6, {seconds, seconds, seconds}}});
    };
    // The GPU is slower at 1,000 boards and faster at 100,000; the ratio is 1 at 10,000.
    add("cpu", 1'000, 0.01), add("cpu", 100'000, 0.01), add("cuda:0", 1'000, 0.1), add("cuda:0", 100'000, 0.001);
    Material material;
    material.benchmarks.push_back({"today", result});
    const json benchmark = data_of(material)["benchmarks"][0];
    EXPECT_EQ(benchmark["name"], "today");
    EXPECT_EQ(benchmark["result"]["measurements"].size(), 4u);
    const json& crossing = benchmark["result"]["wins_from"][0];
    EXPECT_EQ(crossing["device"], "cuda:0");
    EXPECT_EQ(crossing["population"], 10'000);
}

TEST(Page, TextsAreNeverMarkup) {
    std::string placed = header(1, "\"name\":" + json_text(hostile) + ",") + puzzle(1, 1, "PLACE") + row(1, 0, 20) +
                         event(1, "migration", 0) + row(1, 1, 9) + result(1, false, 1, 9);
    placed.replace(placed.find("\"PLACE\""), 7, json_text(hostile));
    const std::string page = to_html(read({{hostile + ".jsonl", placed}}), hostile, hostile);
    EXPECT_EQ(page.find("<script>alert"), std::string::npos);
    EXPECT_EQ(page.find("<img"), std::string::npos);
    EXPECT_EQ(count(page, "<script"), 3u);
    EXPECT_EQ(count(page, "</script>"), 3u);
    EXPECT_TRUE(page.find("&lt;script&gt;alert(1)") != std::string::npos);
    const json data = data_in(page);
    EXPECT_EQ(data["runs"][0]["configuration"], hostile);
    EXPECT_EQ(data["histories"][0]["puzzle"], hostile + ":7");
}

}  // namespace
}  // namespace evodoku::report
