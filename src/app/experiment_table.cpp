// A row of statistics as cells for people.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "experiment.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

using experiment::Row;
using statistics::Quartiles;

std::string spread(const std::optional<Quartiles>& values) {
    if (!values) return "-";
    return fmt::format("{} [{}, {}]", rounded(values->median), rounded(values->first), rounded(values->third));
}

/// Median [quartiles], lowest; nothing of what was always solved.
std::string costs_text(const Row& row) {
    if (!row.cost || row.solved == row.runs) return row.cost ? "0" : "-";
    return fmt::format("{}, {}", spread(row.cost), *row.lowest_cost);
}

std::string expected_text(const Row& row) {
    if (!row.expected_work) return "-";
    const double high = row.expected_work_interval->high;
    return fmt::format("{} [{}, {}]", rounded(*row.expected_work), rounded(row.expected_work_interval->low),
                       std::isinf(high) ? "-" : rounded(high));
}

std::string percentage(double share) { return fmt::format("{:.1f}", 100 * share); }

std::string p_text(double p) { return p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", p); }

}  // namespace

const std::vector<std::pair<std::string, std::string>>& table_headings() {
    static const std::vector<std::pair<std::string, std::string>> headings = {
        {"puzzles", ""},
        {"configuration", ""},
        {"runs", "runs made"},
        {"solved", "runs that solved"},
        {"% [95 %]", "share solved, with its Wilson interval"},
        {"best cost", "cost of the best board of all runs: median [quartiles], lowest; 0 where all solved"},
        {"generations", "of the runs that solved: median [quartiles]"},
        {"evaluations", "of the runs that solved: median [quartiles]"},
        {"work", "evaluations + trials + redraws of the runs that solved: median [quartiles]"},
        {"ERT [95 %]", "expected work to a solution: the work of all runs per success, with its interval"},
        {"s per run", "median of all runs"},
        {"s", "all runs together"},
        {"A12 [95 %]", "probability of less work than the first configuration on the same puzzles; 0.5: no difference"},
        {"p (Holm)", "rank-sum test against the first configuration, adjusted for all comparisons of the table"},
        {"better, worse", "puzzles on which it is significantly better, worse than the first configuration"}};
    return headings;
}

std::vector<std::string> table_cells(const Row& row) {
    const std::string runs =
        row.runs == row.planned ? std::to_string(row.runs) : fmt::format("{} of {}", row.runs, row.planned);
    const std::string share =
        row.runs == 0
            ? "-"
            : fmt::format("{} [{}, {}]", percentage(static_cast<double>(row.solved) / static_cast<double>(row.runs)),
                          percentage(row.success.low), percentage(row.success.high));
    return {row.puzzles,
            row.configuration,
            runs,
            std::to_string(row.solved),
            share,
            costs_text(row),
            spread(row.generations),
            spread(row.evaluations),
            spread(row.work),
            expected_text(row),
            row.median_seconds ? fmt::format("{:.3f}", *row.median_seconds) : "-",
            fmt::format("{:.3f}", row.seconds),
            row.against_first ? fmt::format("{:.3f} [{:.3f}, {:.3f}]", row.against_first->a12, row.a12_interval->low,
                                            row.a12_interval->high)
                              : "",
            row.against_first ? p_text(*row.p_holm) : "",
            row.against_first ? fmt::format("{}, {}", row.better, row.worse) : ""};
}

}  // namespace evodoku::app
