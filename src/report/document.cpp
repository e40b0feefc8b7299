// Small parts of a document: descriptions, conflicts, the experiment behind records.
#include "report/document.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace evodoku::report {
namespace {

template <class Value>
void add_once(std::vector<Value>& list, const Value& value) {
    if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

}  // namespace

std::string description_of(const Figure& figure) {
    std::string text = fmt::format("{}. {} by {}.", figure.title, figure.y.label, figure.x.label);
    if (!figure.run.empty()) text += fmt::format(" Run: {}.", figure.run);
    if (!figure.note.empty()) text += fmt::format(" {}.", figure.note);
    for (const Curve& curve : figure.curves) {
        if (curve.x.empty()) continue;
        text += fmt::format(" {}: from {:.4g} at {:.4g} to {:.4g} at {:.4g}.", curve.name, curve.y.front(),
                            curve.x.front(), curve.y.back(), curve.x.back());
    }
    for (const Points& points : figure.points) text += fmt::format(" {}: {}.", points.name, points.x.size());
    return text;
}

std::string conflicts_of(const Grid& board) {
    const int size = board.size(), order = board.order();
    std::string conflicts;
    for (int cell = 0; cell < board.cell_count(); ++cell) {
        const int row = cell / size, column = cell % size;
        int equal = 0;
        for (int k = 0; k < size; ++k) {
            const int in_row = row * size + k, in_column = k * size + column;
            const int box_row = row / order * order + k / order, box_column = column / order * order + k % order;
            const int in_box = box_row * size + box_column;
            equal += k != column && board[in_row] == board[cell];
            equal += k != row && board[in_column] == board[cell];
            equal += box_row != row && box_column != column && board[in_box] == board[cell];
        }
        conflicts += static_cast<char>('0' + (board[cell] == 0 ? 0 : std::min(equal, 9)));
    }
    return conflicts;
}

experiment::Experiment experiment_of(const std::vector<experiment::Record>& records) {
    experiment::Experiment experiment;
    std::vector<std::string> names;
    std::vector<std::pair<std::string, std::size_t>> puzzles;
    for (const experiment::Record& record : records) {
        add_once(names, record.configuration);
        add_once(puzzles, {record.file, record.line});
        add_once(experiment.plan.seeds, record.seed);
    }
    for (const std::string& name : names) experiment.plan.configurations.push_back({name, {}, 0});
    for (const auto& [file, line] : puzzles) experiment.puzzles.push_back({{}, file, line});
    return experiment;
}

}  // namespace evodoku::report
