// The numbers behind figures, computed by hand.
#include "report/document.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "evodoku/io/grid_text.hpp"
#include "history_text.hpp"
#include "report/svg.hpp"

namespace evodoku::report {
namespace {

Material three_runs() {
    Reader reader(3);
    add(reader, "a.jsonl", solved_run(1));
    add(reader, "b.jsonl", failed_run(2));
    add(reader, "c.jsonl", failed_run(3));
    return reader.take();
}

const Section& section(const std::vector<Section>& all, const std::string& id) {
    const auto found = std::ranges::find(all, id, &Section::id);
    if (found == all.end()) throw std::logic_error("no section " + id);
    return *found;
}

TEST(Conflicts, AreCountedPerCell) {
    std::string board(81, '.');
    board[0] = board[8] = board[72] = board[10] = '5';  // row 1, column 1 and box 1 of the first cell
    board[40] = '5';
    const auto conflicts_in = [](const std::string& line) { return conflicts_of(*io::grid_of_line(line)); };
    const std::string conflicts = conflicts_in(board);
    EXPECT_EQ(conflicts[0], '3');
    EXPECT_EQ(conflicts[8], '1');
    EXPECT_EQ(conflicts[72], '1');
    EXPECT_EQ(conflicts[10], '1');
    EXPECT_EQ(conflicts[40], '0');
    EXPECT_EQ(std::count(conflicts.begin(), conflicts.end(), '0'), 77);
    EXPECT_EQ(conflicts_in(one_board), std::string(81, '9')) << "20 others";
    EXPECT_EQ(conflicts_in("1.1..1...1......"), "2010020001000000") << "4 x 4: row, column and box";
    EXPECT_EQ(conflicts_in("534678912672195348198342567859761423426853791713924856961537284287419635345286179"),
              std::string(81, '0'));
}

TEST(Document, HasTheSectionsThatTheMaterialAllows) {
    std::vector<std::string> ids;
    for (const Section& each : sections_of(three_runs())) ids.push_back(each.id);
    EXPECT_EQ(ids, (std::vector<std::string>{"convergence", "runs", "solutions"}));
    EXPECT_TRUE(sections_of(Material()).empty());
}

TEST(Document, ConvergesWithBandsOverSeeds) {
    const std::vector<Section> sections = sections_of(three_runs());
    const Section& convergence = section(sections, "convergence");
    ASSERT_EQ(convergence.choices.size(), 4u);
    const Figure& figure = convergence.choices[3].figures[0];
    EXPECT_EQ(figure.id, "convergence-generations");
    ASSERT_EQ(figure.curves.size(), 1u);
    const Curve& median = figure.curves[0];
    EXPECT_EQ(median.name, "a, median of 3 runs");
    EXPECT_EQ(median.x, (std::vector<double>{0, 1, 2}));
    EXPECT_EQ(median.y, (std::vector<double>{20, 9, 4}));
    ASSERT_EQ(figure.bands.size(), 2u);
    EXPECT_EQ(figure.bands[1].low, (std::vector<double>{20, 9, 2}));  // quartiles of 0, 4, 4
    EXPECT_EQ(figure.bands[1].high, (std::vector<double>{20, 9, 4}));
    const Figure& work = convergence.choices[0].figures[0];
    EXPECT_TRUE(work.x.log);
    EXPECT_EQ(work.curves[0].x.back(), 333);
    EXPECT_EQ(work.curves[0].y.back(), 4);
}

TEST(Document, CountsRunsWithoutASolution) {
    const std::vector<Section> sections = sections_of(three_runs());
    const Section& solutions = section(sections, "solutions");
    ASSERT_EQ(solutions.choices.size(), 3u);
    for (const Choice& choice : solutions.choices) {
        const Figure& figure = choice.figures[0];
        EXPECT_TRUE(figure.x.log);
        ASSERT_EQ(figure.curves.size(), 1u);
        EXPECT_EQ(figure.curves[0].name, "a: 1 of 3 runs solved, 2 not");
        EXPECT_DOUBLE_EQ(figure.curves[0].y.back(), 1.0 / 3);
    }
    EXPECT_EQ(solutions.choices[0].figures[0].curves[0].x, (std::vector<double>{333, 333, 333}));
    EXPECT_EQ(solutions.choices[1].figures[0].curves[0].x.front(), 300);
    EXPECT_NEAR(solutions.choices[2].figures[0].curves[0].x.front(), 0.3, 1e-9);
}

TEST(Document, APuzzleThatLogicFilledIsOnTheLogAxis) {
    Reader reader(3);
    std::string text = result(1, true, 0, 0);
    for (const char* field : {"\"evaluations\":100", "\"trials\":10", "\"redraws\":1", "\"seconds\":0.1"}) {
        const std::string name(field, std::string_view(field).find(':') + 1);
        text.replace(text.find(field), std::string_view(field).size(), name + "0");
    }
    add(reader, "a.jsonl", header(1) + puzzle(1) + text);
    const std::vector<Section> sections = sections_of(reader.take());
    for (const Choice& choice : section(sections, "solutions").choices) {
        const Curve& curve = choice.figures[0].curves[0];
        EXPECT_GT(curve.x.front(), 0);
        EXPECT_EQ(curve.y.back(), 1);
    }
}

TEST(Document, ShowsARunWithMarksAndBoards) {
    const std::vector<Section> sections = sections_of(three_runs());
    const Section& runs = section(sections, "runs");
    ASSERT_EQ(runs.choices.size(), 3u);
    const Choice& first = runs.choices[0];
    EXPECT_EQ(first.label, "a, seed 1, p.txt:7");
    ASSERT_EQ(first.figures.size(), 2u);
    const Figure& population = first.figures[0];
    EXPECT_EQ(population.bands[0].high, (std::vector<double>{50, 50, 50}));
    ASSERT_EQ(population.points.size(), 1u);
    EXPECT_EQ(population.points[0].name, "restarts");
    EXPECT_EQ(population.points[0].x, std::vector<double>{1});
    const Figure& diversity = first.figures[1];
    EXPECT_DOUBLE_EQ(diversity.curves[0].y[0], 0.5);  // 150 of 300 boards
    EXPECT_NEAR(diversity.curves[1].y[0], 1.5 / 3.1699, 1e-3);
    ASSERT_TRUE(first.board);
    EXPECT_EQ(first.board->givens, givens);
    ASSERT_EQ(first.board->frames.size(), 3u);
    EXPECT_EQ(first.board->frames[1].conflicts.substr(77), "9990");  // its last digit is a 2
    EXPECT_EQ(first.board->frames[1].entropy, std::string(81, '4'));
}

TEST(Document, KeepsTheBestBoardOfALongRunThatIsThinned) {
    std::string text = header(1) + puzzle(1);
    for (int generation = 0; generation < 3000; ++generation) text += row(1, generation, generation == 1501 ? 4 : 27);
    Reader reader(3);
    add(reader, "a.jsonl", text + result(1, false, 2999, 4));
    const std::vector<Section> sections = sections_of(reader.take());
    const BoardSeries& boards = *section(sections, "runs").choices.at(0).board;
    const auto best = std::ranges::find(boards.frames, 1501u, &Frame::generation);
    ASSERT_NE(best, boards.frames.end());
    EXPECT_EQ(best->cost, 4u);
    EXPECT_EQ(best->entropy.size(), 81u);
    EXPECT_TRUE(std::ranges::is_sorted(boards.frames, {}, &Frame::generation));
    EXPECT_NE(to_svg(boards).find(">generation 1501, cost 4: best</text>"), std::string::npos);
}

TEST(Document, SaysThatNoRunSolved) {
    Reader reader(3);
    add(reader, "b.jsonl", failed_run(2));
    const std::vector<Section> sections = sections_of(reader.take());
    for (const Choice& choice : section(sections, "solutions").choices) {
        const Figure& figure = choice.figures[0];
        EXPECT_EQ(figure.note, "No run solved its puzzle");
        EXPECT_NE(description_of(figure).find(" No run solved its puzzle. b: 0 of 1 runs solved, 1 not: from 0 at "),
                  std::string::npos)
            << description_of(figure);
        const std::string svg = to_svg(figure);
        EXPECT_NE(svg.find(">No run solved its puzzle</text>"), std::string::npos);
        EXPECT_NE(svg.find("stroke-width=\"5\""), std::string::npos) << "the axis does not hide the curve";
    }
    const std::vector<Section> three = sections_of(three_runs());
    EXPECT_EQ(section(three, "solutions").choices[0].figures[0].note, "");
}

TEST(Document, ShowsALargerBoard) {
    std::string text = failed_run(1);
    for (const char symbol : {'.', '1', '4'}) {  // givens, boards, entropy
        const std::string cells(80, symbol);
        for (std::size_t at = 0; (at = text.find(cells, at)) != std::string::npos; at += 255) {
            text.replace(at, 80, std::string(255, symbol));
        }
    }
    Reader reader(3);
    add(reader, "a.jsonl", text);
    const std::vector<Section> sections = sections_of(reader.take());
    const Choice& run = section(sections, "runs").choices.at(0);
    EXPECT_EQ(run.figures.at(1).curves.at(1).name, "entropy per cell / log2 16");
    EXPECT_DOUBLE_EQ(run.figures[1].curves[1].y.at(0), 1.5 / 4);
    ASSERT_TRUE(run.board);
    EXPECT_EQ(run.board->order, 4);
    EXPECT_EQ(run.board->givens, std::string(255, '.') + "1");
    EXPECT_EQ(run.board->frames.at(1).conflicts.substr(252), "9990");
    EXPECT_NE(to_svg(*run.board).find(">1</text>"), std::string::npos);
}

TEST(Document, NamesIslands) {
    Reader reader(3);
    std::string text = header(1) + puzzle(1);
    for (int island = 1; island <= 6; ++island) text += row(1, 0, 20, island);
    add(reader, "a.jsonl", text);
    const std::vector<Section> sections = sections_of(reader.take());
    const Section& runs = section(sections, "runs");
    ASSERT_EQ(runs.choices.size(), 4u) << "the first four";
    EXPECT_EQ(runs.choices[1].label, "a, seed 1, p.txt:7, island 2 of 6");
}

TEST(Document, DescribesAFigureInWords) {
    Figure figure;
    figure.title = "Best cost", figure.x.label = "work", figure.y.label = "cost";
    figure.curves = {{"plain", 0, {100, 2000}, {40, 0}}};
    EXPECT_EQ(description_of(figure), "Best cost. cost by work. plain: from 40 at 100 to 0 at 2000.");
}

}  // namespace
}  // namespace evodoku::report
