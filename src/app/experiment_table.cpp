// The table of an experiment: as cells for people, and with every digit for programs.
#include <fmt/format.h>

#include <cmath>

#include "experiment.hpp"
#include "history/columns.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

using experiment::Row;

std::string rounded_or_endless(double number) { return std::isinf(number) ? "-" : rounded(number); }

std::string three_places(double number) { return fmt::format("{:.3f}", number); }

/// "value [low, high]" by the endings of the columns' names; `none` without a value.
std::string with_range(const Row& row, const std::string& name, const char* value, const char* low, const char* high,
                       std::string (*text)(double) = rounded_or_endless, const char* none = "-") {
    if (row[name + value].is_null()) return none;
    return fmt::format("{} [{}, {}]", text(row[name + value]), text(row[name + low]), text(row[name + high]));
}

std::string with_quartiles(const Row& row, const std::string& name) {
    return with_range(row, name, "_median", "_q1", "_q3");
}

/// A text, or a whole number.
std::string text_of(const Row& row, const char* name) {
    return row[name].is_string() ? row[name].get<std::string>() : fmt::format("{}", row[name].get<double>());
}

std::string runs_text(const Row& row) {
    const std::string runs = text_of(row, "runs"), planned = text_of(row, "planned");
    return runs == planned ? runs : fmt::format("{} of {}", runs, planned);
}

/// Median [quartiles], lowest; nothing of what was always solved.
std::string costs_text(const Row& row) {
    if (row["cost_median"].is_null()) return "-";
    if (row["solved"] == row["runs"]) return "0";
    return fmt::format("{}, {}", with_quartiles(row, "cost"), text_of(row, "cost_lowest"));
}

std::string p_text(const Row& row) {
    if (row["p_holm"].is_null()) return "";
    return row["p_holm"] < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", row["p_holm"].get<double>());
}

/// Escapes characters that would end a cell of Markdown.
std::string escaped(const std::string& text) {
    std::string cell;
    for (const char letter : text) cell += letter == '|' ? std::string("\\|") : std::string(1, letter);
    return cell;
}

std::string markdown(const std::vector<Row>& rows) {
    std::string text, line;
    for (const TableColumn& column : table_columns()) {
        text += fmt::format("| {} ", column.heading);
        line += "|---";
    }
    text += "|\n" + line + "|\n";
    for (const Row& row : rows) {
        for (const TableColumn& column : table_columns()) text += fmt::format("| {} ", escaped(column.cell(row)));
        text += "|\n";
    }
    return text;
}

std::string csv(const std::vector<Row>& rows) {
    std::string text;
    for (const Row& row : rows) {
        std::vector<std::string> names, values;
        for (const auto& [name, value] : row.items()) {
            names.push_back(name);
            values.push_back(value.is_string() ? history::csv_field(value) : value.dump());
            if (values.back() == "null") values.back().clear();  // an interval's end without a bound, too
        }
        if (text.empty()) text = fmt::format("{}\n", fmt::join(names, ","));
        text += fmt::format("{}\n", fmt::join(values, ","));
    }
    return text;
}

}  // namespace

std::span<const TableColumn> table_columns() {
    static const TableColumn columns[] = {
        {"puzzles", "", [](const Row& row) { return text_of(row, "puzzles"); }},
        {"configuration", "", [](const Row& row) { return text_of(row, "configuration"); }},
        {"runs", "runs made", runs_text},
        {"solved", "runs that solved", [](const Row& row) { return text_of(row, "solved"); }},
        {"% [95 %]", "share solved, with its Wilson interval",
         [](const Row& row) {
             const auto percentage = [](double share) { return fmt::format("{:.1f}", 100 * share); };
             return with_range(row, "success", "", "_low", "_high", percentage);
         }},
        {"best cost", "cost of the best board of all runs: median [quartiles], lowest; 0 where all solved", costs_text},
        {"generations", "of the runs that solved: median [quartiles]",
         [](const Row& row) { return with_quartiles(row, "generations"); }},
        {"evaluations", "of the runs that solved: median [quartiles]",
         [](const Row& row) { return with_quartiles(row, "evaluations"); }},
        {"work", "evaluations + trials + redraws of the runs that solved: median [quartiles]",
         [](const Row& row) { return with_quartiles(row, "work"); }},
        {"ERT [95 %]", "expected work to a solution: the work of all runs per success, with its interval",
         [](const Row& row) { return with_range(row, "ert_work", "", "_low", "_high"); }},
        {"s per run", "median of all runs",
         [](const Row& row) { return row["seconds_median"].is_null() ? "-" : three_places(row["seconds_median"]); }},
        {"s", "all runs together", [](const Row& row) { return three_places(row["seconds"]); }},
        {"A12 [95 %]", "probability of less work than the first configuration on the same puzzles; 0.5: no difference",
         [](const Row& row) { return with_range(row, "a12", "", "_low", "_high", three_places, ""); }},
        {"p (Holm)", "rank-sum test against the first configuration, adjusted for all comparisons of the table",
         p_text},
        {"better, worse", "puzzles on which it is significantly better, worse than the first configuration",
         [](const Row& row) {
             if (row["puzzles_better"].is_null()) return std::string();
             return fmt::format("{}, {}", text_of(row, "puzzles_better"), text_of(row, "puzzles_worse"));
         }}};
    return columns;
}

std::string table_text(const std::vector<Row>& rows, TableFormat format) {
    if (format == TableFormat::csv) return csv(rows);
    if (format == TableFormat::markdown) return markdown(rows);
    return Row(rows).dump(2) + "\n";
}

}  // namespace evodoku::app
