// A report as plain data: sections with figures, boards and tables. page.cpp writes it as HTML, svg.cpp one figure as
// SVG.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evodoku/core/grid.hpp"
#include "experiment/experiment.hpp"
#include "report/material.hpp"

namespace evodoku::report {

struct Axis {
    std::string label = {};
    bool log = false;
    std::optional<double> low = {}, high = {};  ///< else as the data are
};

/// `color`: number of a palette; both renderers have the same.
struct Curve {
    std::string name = {};
    int color = 0;
    std::vector<double> x = {}, y = {};
    bool steps = false;  ///< a value holds until the next one
    bool dashed = false;
    bool wide = false;  ///< seen beside an axis that it lies on
};

/// The area between two curves. Bands with one `legend` are shown and hidden together.
struct Band {
    std::string name = {}, legend = {};
    int color = 0;
    std::vector<double> x = {}, low = {}, high = {};
    bool steps = false;
    bool faint = false;  ///< the outer of two bands
};

enum class Shape { triangle, diamond, circle };

/// Single points with a text each.
struct Points {
    std::string name = {};
    int color = 0;
    Shape shape = Shape::circle;
    std::vector<double> x = {}, y = {};
    std::vector<std::string> texts = {};
};

struct Figure {
    std::string id = {};  ///< unique in a document; the name of its file
    std::string title = {};
    std::string run = {};   ///< the only one that it shows, if there is one: see label_of() in run_section.cpp
    std::string note = {};  ///< shown in the plot: why it is empty
    Axis x = {}, y = {};
    std::vector<Band> bands = {};
    std::vector<Curve> curves = {};
    std::vector<Points> points = {};
};

/// A sentence about every curve, for those who do not see the figure.
std::string description_of(const Figure& figure);

/// A board at one generation, as a line of puzzles. Conflicts: per cell a digit, see conflicts_of(); entropy: per cell
/// tenths, as in a history, or empty.
struct Frame {
    std::uint32_t generation = 0, cost = 0;
    std::string board = {}, conflicts = {}, entropy = {};
};
/// All of one size.
struct BoardSeries {
    std::string id = {};   ///< as that of a figure
    std::string run = {};  ///< likewise
    int order = 3;
    std::string givens = {};
    std::vector<Frame> frames = {};  ///< with the best board of the run: the last of those with the lowest cost
};

/// What a list of choices above a section shows, one at a time.
struct Choice {
    std::string label = {};
    std::vector<Figure> figures = {};
    std::optional<BoardSeries> board = {};
};

struct Heading {
    std::string text = {}, explanation = {};
};
struct Table {
    std::string title = {};
    std::vector<Heading> headings = {};
    std::vector<std::vector<std::string>> rows = {};
    bool folded = false;  ///< shown on request
};

struct Section {
    std::string id = {}, title = {}, text = {};
    std::string choose = {};  ///< what one chooses: "x axis", "run"
    std::vector<Choice> choices = {};
    std::vector<Table> tables = {};
    std::vector<std::string> notes = {};  ///< below the text, a paragraph each
};

struct Document {
    std::string title = {};
    std::string made_by = {};  ///< the program, its version and commit
    std::vector<Section> sections = {};
    std::vector<FileFacts> files = {};
    std::vector<std::string> notes = {};
};

/// For each cell how many other cells of its row, its column and its box have its digit: 0 to 9, more than 9 are 9; a
/// blank has 0.
std::string conflicts_of(const Grid& board);

/// The sections with figures that the material allows. Tables are the caller's.
std::vector<Section> sections_of(const Material& material);

/// Records as an experiment: configurations, puzzles and seeds in the order in which they appear.
experiment::Experiment experiment_of(const std::vector<experiment::Record>& records);

}  // namespace evodoku::report
