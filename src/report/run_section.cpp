// One run at a time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evodoku/io/grid_text.hpp"
#include "report/section_parts.hpp"

namespace evodoku::report {
namespace {

using history::GenerationLine;

constexpr std::size_t max_frames = 200;
constexpr std::size_t max_islands = 4;  // of a run

/// "plain, seed 7, hard.txt:3".
std::string label_of(const RunTrace& run, std::uint32_t island) {
    std::string label = fmt::format("{}, seed {}", run.configuration, run.seed);
    if (!run.file.empty()) label += fmt::format(", {}:{}", run.file, run.line);
    if (run.islands.size() > 1) label += fmt::format(", island {} of {}", island, run.islands.size());
    return label;
}

/// Restarts and migrations along the bottom.
void add_marks(Figure& figure, const IslandTrace& island) {
    struct Kind {
        history::Event event;
        const char *name, *text;
        Shape shape;
        int color;
    };
    for (const Kind& kind : {Kind{history::Event::restart, "restarts", "restart", Shape::triangle, 4},
                             Kind{history::Event::migration, "migrations", "migration", Shape::diamond, 2}}) {
        Points points{kind.name, kind.color, kind.shape};
        for (const Mark& mark : island.marks.values()) {
            if (mark.event != kind.event) continue;
            points.x.push_back(mark.generation), points.y.push_back(0);
            points.texts.push_back(fmt::format("{} after generation {}", kind.text, mark.generation));
        }
        if (points.x.empty()) continue;
        const std::size_t all = island.marks_of.at(kind.event);
        if (all > points.x.size()) points.name = fmt::format("{} of {} {}", points.x.size(), all, kind.name);
        figure.points.push_back(std::move(points));
    }
}

Figure population_figure(const std::vector<GenerationLine>& rows, const IslandTrace& island) {
    Figure figure{.title = "Costs in the population", .x = {"generation"}};
    figure.y = {"cost", false, 0.0};
    const std::string legend = "middle 50 % and 80 % of the boards";
    Band outer{"10 to 90 % of the boards", legend, 0, {}, {}, {}, false, true};
    Band inner{"25 to 75 % of the boards", legend, 0};
    Curve best{"best so far", 1, {}, {}, true}, now{"best of the generation", 3}, median{"median", 0},
        mean{"mean", 0, {}, {}, false, true};
    for (const GenerationLine& row : rows) {
        const double x = row.generation;
        for (Band* band : {&outer, &inner}) band->x.push_back(x);
        for (Curve* curve : {&best, &now, &median, &mean}) curve->x.push_back(x);
        outer.low.push_back(row.q10), outer.high.push_back(row.q90);
        inner.low.push_back(row.q25), inner.high.push_back(row.q75);
        best.y.push_back(row.best_so_far), now.y.push_back(row.best);
        median.y.push_back(row.median), mean.y.push_back(row.mean);
    }
    figure.bands = {outer, inner};
    figure.curves = {median, mean, now, best};
    add_marks(figure, island);
    return figure;
}

Figure diversity_figure(const std::vector<GenerationLine>& rows, const IslandTrace& island) {
    Figure figure{.title = "Diversity", .x = {"generation"}};
    figure.y = {"share of the highest possible value", false, 0.0, 1.0};
    Curve distinct{"distinct boards / boards", 0}, entropy{"", 3, {}, {}, false, true};
    for (const GenerationLine& row : rows) {
        if (!row.diversity) continue;
        const double size = std::sqrt(static_cast<double>(row.diversity->cell_entropy.size()));
        entropy.name = fmt::format("entropy per cell / log2 {:.0f}", size);
        distinct.x.push_back(row.generation), entropy.x.push_back(row.generation);
        distinct.y.push_back(static_cast<double>(row.diversity->distinct) / static_cast<double>(row.size));
        entropy.y.push_back(row.diversity->entropy / std::log2(size));
    }
    figure.curves = {distinct, entropy};
    add_marks(figure, island);
    return figure;
}

/// One frame per generation whose best board is another one, thinned evenly, and the best of all. Requires rows; those
/// of another size than the first are left out.
BoardSeries boards_of(const std::vector<GenerationLine>& rows, const GenerationLine& best, const std::string& givens) {
    const auto order_of_text = [](const std::string& text) {
        const std::optional<Grid> grid = io::grid_of_line(text);
        return grid ? grid->order() : 0;
    };
    const int order = order_of_text(rows.front().board);
    Thinned<Frame> frames(order > 5 ? max_frames / 2 : max_frames);  // their boards have 1,296 cells or more
    std::string before, entropy;
    for (const GenerationLine& row : rows) {
        const std::optional<Grid> board = io::grid_of_line(row.board);
        if (!board || board->order() != order) continue;
        if (row.diversity) entropy = row.diversity->cell_entropy;
        if (row.board == before && &row != &rows.back()) continue;
        before = row.board;
        frames.add({row.generation, row.best, row.board, conflicts_of(*board), entropy});
    }
    std::vector<Frame> shown = frames.values();
    const auto place = std::ranges::lower_bound(shown, best.generation, {}, &Frame::generation);
    const std::optional<Grid> board = io::grid_of_line(best.board);
    if (board && board->order() == order && (place == shown.end() || place->generation != best.generation)) {
        entropy = best.diversity ? best.diversity->cell_entropy : place == shown.begin() ? "" : place[-1].entropy;
        shown.insert(place, {best.generation, best.best, best.board, conflicts_of(*board), entropy});
    }
    const bool fits = order_of_text(givens) == order;
    return {"", "", order, fits ? givens : io::to_line(Grid(order)), std::move(shown)};
}

}  // namespace

Section runs_section(const Material& material) {
    Section section{.id = "runs", .title = "One run", .choose = "run"};
    section.text =
        "The population of one run, generation by generation. Marks at the bottom are restarts and migrations. The "
        "board "
        "is the best of a generation; its colours show per cell how many other cells of its row, column and box have "
        "the "
        "same digit.";
    std::size_t number = 0;
    for (const RunTrace& run : material.runs) {
        if (!run.shown) continue;
        std::size_t islands = 0;
        for (const auto& [index, island] : run.islands) {
            const std::vector<GenerationLine> rows = island.rows.values();
            if (rows.empty() || ++islands > max_islands) continue;
            Choice choice{
                label_of(run, index), {population_figure(rows, island)}, boards_of(rows, *island.best, run.givens)};
            choice.figures[0].id = fmt::format("run-{}-population", ++number);
            Figure diversity = diversity_figure(rows, island);
            diversity.id = fmt::format("run-{}-diversity", number);
            if (!diversity.curves[0].x.empty()) choice.figures.push_back(std::move(diversity));
            choice.board->id = fmt::format("run-{}-board", number);
            for (Figure& figure : choice.figures) figure.run = choice.label;
            choice.board->run = choice.label;
            section.choices.push_back(std::move(choice));
        }
    }
    return section;
}

}  // namespace evodoku::report
