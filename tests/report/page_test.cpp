// Pages and pictures: complete, without network, and safe from texts that are markup.
#include "report/page.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "history_text.hpp"
#include "report/svg.hpp"

namespace evodoku::report {
namespace {

using nlohmann::json;

const std::string hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&<!--";

std::string json_text(const std::string& text) { return json(text).dump(); }

Document document_of(const Material& material) {
    Document document;
    document.title = "A & B", document.made_by = "evodoku 0.1.0";
    document.sections = sections_of(material);
    document.files = material.files, document.notes = material.notes;
    return document;
}

Document hostile_document() {
    Reader reader(3);
    const std::string text = header(1, "\"name\":" + json_text(hostile) + ",") + puzzle(1, 1, "PLACE") + row(1, 0, 20) +
                             event(1, "migration", 0) + row(1, 1, 9) + result(1, false, 1, 9);
    std::string placed = text;
    placed.replace(placed.find("\"PLACE\""), 7, json_text(hostile));
    add(reader, hostile + ".jsonl", placed);
    Document document = document_of(reader.take());
    document.title = hostile;
    document.sections[0].tables.push_back({hostile, {{hostile, hostile}}, {{hostile}}, true});
    document.sections[0].notes.push_back(hostile);
    return document;
}

json data_in(const std::string& page) {
    const std::string begin = "<script type=\"application/json\" id=\"data\">";
    const std::size_t from = page.find(begin) + begin.size();
    return json::parse(page.substr(from, page.find("</script>", from) - from));
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t number = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++number;
    return number;
}

TEST(Page, HoldsTheDataAndTheLibrary) {
    Reader reader(3);
    add(reader, "a.jsonl", solved_run(1));
    const std::string page = to_html(document_of(reader.take()));
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_NE(page.find("<title>A &amp; B</title>"), std::string::npos);
    EXPECT_NE(page.find("Chart.js v3."), std::string::npos);
    EXPECT_NE(page.find("copyright 2014-2022 Chart.js Contributors"), std::string::npos);
    EXPECT_NE(page.find("THE SOFTWARE IS PROVIDED \"AS IS\""), std::string::npos);
    for (const char* mark :
         {"@title@", "@style@", "@body@", "@data@", "@library@", "@script@", "@links@", "@licence@"}) {
        EXPECT_EQ(page.find(mark), std::string::npos) << mark;
    }
    const json data = data_in(page);
    ASSERT_EQ(data["sections"].size(), 3u);
    EXPECT_EQ(data["sections"][1]["choices"][0]["board"]["frames"][0]["generation"], 0);
    EXPECT_EQ(data["sections"][0]["choices"][3]["figures"][0]["curves"][0]["y"], json({20, 9, 0}));
}

TEST(Page, NeedsNoNetwork) {
    Reader reader(3);
    add(reader, "a.jsonl", solved_run(1));
    const std::string page = to_html(document_of(reader.take()));
    EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
    for (const char* loads : {"<script src", "<link rel=\"stylesheet\"", "<img", "<iframe", "@import", "url(http"}) {
        EXPECT_EQ(page.find(loads), std::string::npos) << loads;
    }
}

TEST(Page, TextsAreNeverMarkup) {
    const Document document = hostile_document();
    const std::string page = to_html(document);
    EXPECT_EQ(page.find("<script>alert"), std::string::npos);
    EXPECT_EQ(page.find("<img"), std::string::npos);
    EXPECT_EQ(count(page, "<script"), 3u);
    EXPECT_EQ(count(page, "</script>"), 3u);
    EXPECT_NE(page.find("&lt;script&gt;alert(1)"), std::string::npos);
    const json data = data_in(page);
    EXPECT_EQ(data["sections"][0]["choices"][0]["figures"][0]["curves"][0]["name"], hostile);
    EXPECT_TRUE(data["sections"][1]["choices"][0]["label"].get<std::string>().find(hostile) != std::string::npos);
}

TEST(Svg, IsXmlWithEveryCurve) {
    for (const Section& section : hostile_document().sections) {
        for (const Choice& choice : section.choices) {
            for (const Figure& figure : choice.figures) {
                const std::string svg = to_svg(figure);
                pugi::xml_document xml;
                const pugi::xml_parse_result parsed = xml.load_string(svg.c_str());
                ASSERT_TRUE(parsed) << figure.id << ": " << parsed.description();
                EXPECT_EQ(svg.find("<script"), std::string::npos);
                EXPECT_EQ(svg.find("nan"), std::string::npos) << figure.id;
                EXPECT_EQ(svg.find("inf"), std::string::npos) << figure.id;
                EXPECT_NE(svg.find(figure.x.label), std::string::npos);
                EXPECT_GE(count(svg, "stroke-width=\""), 2 * figure.curves.size()) << "drawn, and in the legend";
                for (const Points& points : figure.points) EXPECT_GE(count(svg, "<title>"), points.x.size());
            }
        }
    }
}

TEST(Svg, HasTicksOnALogAxisAndStepsOnTheCurve) {
    Figure figure;
    figure.title = "t", figure.x = {"x", true}, figure.y = {"y", false, 0.0};
    figure.curves = {{"c", 0, {10, 1000}, {4, 0}, true}};
    const std::string svg = to_svg(figure);
    for (const char* tick : {">10<", ">20<", ">50<", ">100<", ">1 k<"})
        EXPECT_NE(svg.find(tick), std::string::npos) << tick;
    EXPECT_NE(svg.find("d=\"M72.0,40.0H700.0L700.0,360.0\""), std::string::npos) << svg;
}

TEST(Svg, DrawsAFigureWithoutRange) {
    Figure figure;
    figure.x.log = true;
    EXPECT_EQ(to_svg(figure).find("nan"), std::string::npos);
    figure.curves = {{"one point", 0, {5}, {3}}};
    EXPECT_EQ(to_svg(figure).find("nan"), std::string::npos);
}

TEST(Svg, DrawsBoards) {
    const Document document = hostile_document();
    const std::string svg = to_svg(*document.sections[1].choices[0].board);
    pugi::xml_document xml;
    EXPECT_TRUE(xml.load_string(svg.c_str()));
    EXPECT_EQ(count(svg, "<rect"), 1 + 2 * 81u);
    EXPECT_EQ(count(svg, ">generation "), 2u);
    EXPECT_NE(svg.find("#e2603c"), std::string::npos) << "conflicts have a colour";
    EXPECT_NE(svg.find(">4+</text>"), std::string::npos) << "and a legend";
}

TEST(Svg, TheLastBoardIsTheBestOfTheRun) {
    BoardSeries boards{"", "plain, seed 7", 3, std::string(81, '.'), {}};
    for (std::uint32_t k = 0; k < 9; ++k) {  // a restart after generation 5
        boards.frames.push_back({k, k < 6 ? 20 - 3 * k : 30 - k, std::string(81, '1'), std::string(81, '0'), ""});
    }
    const std::string svg = to_svg(boards);
    EXPECT_EQ(count(svg, ">generation "), 4u);
    EXPECT_NE(svg.find(">generation 0, cost 20<"), std::string::npos);
    EXPECT_NE(svg.find(">generation 5, cost 5: best<"), std::string::npos);
    EXPECT_EQ(svg.find(">generation 8"), std::string::npos);
    EXPECT_NE(svg.find("best one in the history: generation 5, cost 5.</desc>"), std::string::npos);
    EXPECT_NE(svg.find("<title>The best board of a generation: plain, seed 7</title>"), std::string::npos);
}

TEST(Svg, NamesItsRun) {
    Figure figure;
    figure.title = "Costs", figure.run = "plain, seed 7, a<b.txt:3";
    const std::string svg = to_svg(figure);
    EXPECT_NE(svg.find("<title>Costs: plain, seed 7, a&lt;b.txt:3</title>"), std::string::npos) << svg;
    EXPECT_NE(svg.find(">plain, seed 7, a&lt;b.txt:3</text>"), std::string::npos) << svg;
    EXPECT_NE(svg.find(" Run: plain, seed 7, a&lt;b.txt:3.</desc>"), std::string::npos) << svg;
    EXPECT_EQ(lines_of_run("plain, seed 7, folder/hard.txt:3", 20),
              (std::vector<std::string>{"plain, seed 7", "folder/hard.txt:3"}));
    EXPECT_EQ(lines_of_run("", 20), std::vector<std::string>{});
    EXPECT_EQ(lines_of_run("plain, a/long/path/ä-folder/hard.txt:3", 20),
              (std::vector<std::string>{"plain", "…-folder/hard.txt:3"}));
}

}  // namespace
}  // namespace evodoku::report
