// The page: the data that its script draws, without network, and safe from texts that are markup.
#include "report/report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "history_text.hpp"

namespace evodoku::report {
namespace {

using nlohmann::json;

const std::string hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&<!--{title}";

std::string json_text(const std::string& text) { return json(text).dump(); }

Material material_of(const std::vector<std::pair<std::string, std::string>>& files) {
    Reader reader(3);
    for (const auto& [name, text] : files) add(reader, name, text);
    return reader.take();
}

json data_in(const std::string& page) {
    const std::string begin = "<script type=\"application/json\" id=\"data\">";
    const std::size_t from = page.find(begin) + begin.size();
    return json::parse(page.substr(from, page.find("</script>", from) - from));
}

json data_of(const Material& material) { return data_in(to_html(material, {})); }

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t number = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++number;
    return number;
}

TEST(Page, HasTheSectionsThatTheMaterialAllows) {
    const Material material = material_of({{"a.jsonl", solved_run(1)}});
    EXPECT_EQ(sections_of(material), (std::vector<std::string>{"convergence", "runs", "solutions", "statistics"}));
    const std::string page = to_html(material, {.title = "A & B", .made_by = "evodoku 0.1.0"});
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_TRUE(page.find("<title>A &amp; B</title>") != std::string::npos);
    EXPECT_TRUE(page.find("Made by evodoku 0.1.0.") != std::string::npos);
    for (const std::string section : {"convergence", "runs", "solutions", "statistics", "throughput", "files"}) {
        const std::size_t wanted = section != "throughput";
        EXPECT_EQ(count(page, "<section id=\"" + section + "\""), wanted) << section;
        EXPECT_EQ(count(page, "<a href=\"#" + section + "\""), wanted) << section;
    }
    EXPECT_TRUE(sections_of(Material()).empty());
    EXPECT_EQ(sections_of(material_of({{"a.jsonl", header(1) + puzzle(1) + row(1, 0, 20)}})),
              (std::vector<std::string>{"convergence", "runs"}))
        << "no result";
}

TEST(Page, HoldsTheLibraryAndNeedsNoNetwork) {
    const std::string page = to_html(material_of({{"a.jsonl", solved_run(1)}}), {});
    for (const char* text : {"Chart.js v3.", "copyright 2014-2022 Chart.js Contributors",
                             "THE SOFTWARE IS PROVIDED \"AS IS\"", "default-src 'none'"}) {
        EXPECT_TRUE(page.find(text) != std::string::npos) << text;
    }
    for (const char* loads : {"<script src", "<link rel=\"stylesheet\"", "<img", "<iframe", "@import", "url(http"}) {
        EXPECT_EQ(page.find(loads), std::string::npos) << loads;
    }
}

TEST(Page, HoldsTheRuns) {
    const json runs = data_of(material_of({{"a.jsonl", solved_run(1)}, {"b.jsonl", failed_run(2)}}))["runs"];
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0]["configuration"], "a");
    EXPECT_EQ(runs[0]["status"], "solved");
    EXPECT_EQ(runs[0]["spent"], json::parse("[333, 300, 0.3, 2, 0]"))
        << "work, evaluations, seconds, generations, cost";
    EXPECT_EQ(runs[0]["steps"], json::parse("[[111, 100, 0.1, 0, 20], [222, 200, 0.2, 1, 9], [333, 300, 0.3, 2, 0]]"));
    EXPECT_EQ(runs[1]["status"], "unsolved");
}

TEST(Page, HoldsEveryColumnOfAHistory) {
    const json history = data_of(material_of({{"a.jsonl", solved_run(1)}}))["histories"][0];
    EXPECT_EQ(history["label"], "a, seed 1, p.txt:7");
    EXPECT_EQ(history["givens"], givens);
    EXPECT_EQ(history["marks"], json::parse(R"({"restart": {"count": 1, "generations": [1]}})"));
    std::size_t columns = 0;
    for (const history::Column& column : history::columns()) {
        if ((column.kinds & history::generation_line) == 0) continue;
        ++columns;
        EXPECT_EQ(history["columns"].at(std::string(column.name)).size(), 3u) << column.name;
    }
    EXPECT_EQ(history["columns"].size(), columns);
    EXPECT_EQ(history["columns"]["q90"], json::parse("[50, 50, 50]"));
    EXPECT_EQ(history["columns"]["best"], json::parse("[20, 9, 0]"));
    EXPECT_EQ(history["columns"]["rank"][0], nullptr);
    EXPECT_EQ(history["columns"]["cell_entropy"][1], std::string(81, '4'));
    EXPECT_EQ(history["columns"]["board"][0], one_board);
}

TEST(Page, NamesTheFirstIslands) {
    std::string text = header(1) + puzzle(1);
    for (int island = 1; island <= 6; ++island) text += row(1, 0, 20, island);
    const json histories = data_of(material_of({{"a.jsonl", text}}))["histories"];
    ASSERT_EQ(histories.size(), 4u);
    EXPECT_EQ(histories[1]["label"], "a, seed 1, p.txt:7, island 2 of 6");
}

TEST(Page, KeepsTheBestBoardOfALongRunThatIsThinned) {
    std::string text = header(1) + puzzle(1);
    for (int generation = 0; generation < 3000; ++generation) text += row(1, generation, generation == 1501 ? 4 : 27);
    const json columns =
        data_of(material_of({{"a.jsonl", text + result(1, false, 2999, 4)}}))["histories"][0]["columns"];
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
    EXPECT_EQ(sections_of(material), std::vector<std::string>{"throughput"});
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
    const std::string page =
        to_html(material_of({{hostile + ".jsonl", placed}}),
                {hostile, hostile, {hostile}, {{hostile, {{hostile, hostile}}, {{hostile}}, true}}, {}});
    EXPECT_EQ(page.find("<script>alert"), std::string::npos);
    EXPECT_EQ(page.find("<img"), std::string::npos);
    EXPECT_EQ(count(page, "<script"), 3u);
    EXPECT_EQ(count(page, "</script>"), 3u);
    EXPECT_TRUE(page.find("&lt;script&gt;alert(1)") != std::string::npos);
    const json data = data_in(page);
    EXPECT_EQ(data["runs"][0]["configuration"], hostile);
    EXPECT_TRUE(data["histories"][0]["label"].get<std::string>().find(hostile) != std::string::npos);
}

}  // namespace
}  // namespace evodoku::report
