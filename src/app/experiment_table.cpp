// The table of an experiment: as cells for people, and with every digit for programs.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "experiment.hpp"
#include "history/columns.hpp"
#include "io/json_text.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

using experiment::Row;
using statistics::Interval;
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

/// Escapes characters that would end a cell of Markdown.
std::string escaped(const std::string& text) {
    std::string cell;
    for (const char letter : text) cell += letter == '|' ? std::string("\\|") : std::string(1, letter);
    return cell;
}

std::string markdown(const std::vector<Row>& rows) {
    std::string text, line;
    for (const auto& [heading, explanation] : table_headings()) {
        text += fmt::format("| {} ", heading);
        line += "|---";
    }
    text += "|\n" + line + "|\n";
    for (const Row& row : rows) {
        for (const std::string& cell : table_cells(row)) text += fmt::format("| {} ", escaped(cell));
        text += "|\n";
    }
    return text;
}

/// Name and value of every column. Unknown values are null, and so is an interval's end without a bound.
io::JsonObject columns_of(const Row& row) {
    io::JsonObject columns;
    const auto put_part = [&](const std::string& name, const auto& of, auto part) {
        columns.put(name, of ? std::optional<double>((*of).*part) : std::nullopt);
    };
    const auto put_quartiles = [&](const std::string& name, const std::optional<Quartiles>& values) {
        put_part(name + "_median", values, &Quartiles::median);
        put_part(name + "_q1", values, &Quartiles::first);
        put_part(name + "_q3", values, &Quartiles::third);
    };
    const auto put_interval = [&](const std::string& name, const std::optional<Interval>& interval) {
        put_part(name + "_low", interval, &Interval::low);
        put_part(name + "_high", interval, &Interval::high);
    };
    const std::optional<statistics::RankSum>& test = row.against_first;
    const auto share = static_cast<double>(row.solved) / static_cast<double>(row.runs);  // null without a run
    columns.put("puzzles", row.puzzles);
    columns.put("configuration", row.configuration);
    columns.put("runs", row.runs);
    columns.put("planned", row.planned);
    columns.put("solved", row.solved);
    columns.put("success", share);
    put_interval("success", row.success);
    put_quartiles("generations", row.generations);
    put_quartiles("evaluations", row.evaluations);
    put_quartiles("cost", row.cost);
    columns.put("cost_lowest", row.lowest_cost ? std::optional<double>(*row.lowest_cost) : std::nullopt);
    put_quartiles("work", row.work);
    put_interval("work_median", row.median_work);
    columns.put("ert_work", row.expected_work);
    put_interval("ert_work", row.expected_work_interval);
    columns.put("seconds_median", row.median_seconds);
    columns.put("seconds", row.seconds);
    put_part("a12", test, &statistics::RankSum::a12);
    put_interval("a12", row.a12_interval);
    put_part("p", test, &statistics::RankSum::p);
    columns.put("p_holm", row.p_holm);
    columns.put("puzzles_better", test ? std::optional(static_cast<double>(row.better)) : std::nullopt);
    columns.put("puzzles_worse", test ? std::optional(static_cast<double>(row.worse)) : std::nullopt);
    columns.put("p_exact", test ? std::optional(test->exact) : std::nullopt);
    return columns;
}

std::string csv(const std::vector<Row>& rows) {
    std::string text;
    const auto add_line = [&](const std::vector<std::string>& fields) {
        text += fmt::format("{}\n", fmt::join(fields, ","));
    };
    for (const Row& row : rows) {
        std::vector<std::string> names, values;
        const io::JsonObject columns = columns_of(row);
        for (const auto& [name, value] : columns.fields()) {
            names.push_back(name);
            const bool is_text = name == "puzzles" || name == "configuration";
            values.push_back(is_text           ? history::csv_field(name == "puzzles" ? row.puzzles : row.configuration)
                             : value == "null" ? ""
                                               : value);
        }
        if (text.empty()) add_line(names);
        add_line(values);
    }
    return text;
}

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

std::string table_text(const std::vector<Row>& rows, TableFormat format) {
    if (format == TableFormat::csv) return csv(rows);
    if (format == TableFormat::markdown) return markdown(rows);
    std::string list;
    for (const Row& row : rows) list += (list.empty() ? "\n  " : ",\n  ") + columns_of(row).on_lines("  ");
    return list.empty() ? "[]\n" : "[" + list + "\n]\n";
}

}  // namespace evodoku::app
