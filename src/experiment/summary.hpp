// The summary of an experiment's records: one row per configuration, or per configuration and puzzle; and its table as
// text, for programs, for documents and for a terminal.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiment/experiment.hpp"
#include "statistics/statistics.hpp"

namespace evodoku::experiment {

/// How runs are grouped into rows.
enum class Grouping { configuration, file, puzzle };

/// Which configurations are compared.
struct Comparison {
    std::string first;   ///< with which the others are; empty: the first of the plan
    bool pairs = false;  ///< every two: a row is of a pair, and not of a configuration
};

/// With its interval, or a median with its quartiles.
struct Ranged {
    std::optional<double> value = {};
    std::optional<statistics::Interval> range = {};
};

/// What a table for programs shows of a group of runs; docs/how-to/experiments.md explains the columns. A value is
/// missing without a run, without a success, and for the first configuration, with which the others are compared.
struct Row {
    std::string puzzles, configuration;
    std::string against;  ///< the configuration that it is compared with; empty: none
    std::uint64_t runs = 0, planned = 0, solved = 0;
    Ranged success, generations, evaluations, cost;
    std::optional<double> cost_lowest;
    Ranged work;
    std::optional<statistics::Interval> work_median_range;
    Ranged ert_work;
    std::optional<double> seconds_median;
    double seconds = 0;
    std::optional<double> processor_seconds;  ///< together, where it is known of each run
    Ranged odds_ratio;                        ///< of success
    std::optional<double> success_p, success_p_holm;
    /// What a12 and p order runs by: "work", "cost", "work then cost"; "not comparable" where it would be different
    /// costs.
    std::string compared_by;
    std::uint64_t puzzles_compared = 0, puzzles_not_comparable = 0;  ///< by a12 and p
    Ranged a12;
    std::optional<double> p, p_holm, puzzles_better, puzzles_worse;
    std::optional<bool> p_exact;
    std::vector<double> puzzle_p, puzzle_p_holm, puzzle_a12;  ///< of each of several puzzles; not in tables
};

/// Every column, in its order.
void describe(auto& fields, const Row& row) {
    const auto range = [&](const std::string& name, const std::optional<statistics::Interval>& interval,
                           const char* low = "_low", const char* high = "_high") {
        fields(name + low, interval ? std::optional(interval->low) : std::nullopt);
        fields(name + high, interval ? std::optional(interval->high) : std::nullopt);
    };
    const auto ranged = [&](const std::string& name, const Ranged& of) {
        fields(name, of.value), range(name, of.range);
    };
    const auto quartiles = [&](const std::string& name, const Ranged& of) {
        fields(name + "_median", of.value), range(name, of.range, "_q1", "_q3");
    };
    fields("puzzles", row.puzzles);
    fields("configuration", row.configuration);
    fields("runs", row.runs);
    fields("planned", row.planned);
    fields("solved", row.solved);
    ranged("success", row.success);
    quartiles("generations", row.generations);
    quartiles("evaluations", row.evaluations);
    quartiles("cost", row.cost);
    fields("cost_lowest", row.cost_lowest);
    quartiles("work", row.work);
    range("work_median", row.work_median_range);
    ranged("ert_work", row.ert_work);
    fields("seconds_median", row.seconds_median);
    fields("seconds", row.seconds);
    fields("processor_seconds", row.processor_seconds);
    fields.or_null("against", row.against, !row.against.empty());
    ranged("odds_ratio", row.odds_ratio);
    fields("success_p", row.success_p);
    fields("success_p_holm", row.success_p_holm);
    fields.or_null("compared_by", row.compared_by, !row.compared_by.empty());
    fields.or_null("puzzles_compared", row.puzzles_compared, !row.compared_by.empty());
    fields.or_null("puzzles_not_comparable", row.puzzles_not_comparable, !row.compared_by.empty());
    ranged("a12", row.a12);
    fields("p", row.p);
    fields("p_holm", row.p_holm);
    fields("puzzles_better", row.puzzles_better);
    fields("puzzles_worse", row.puzzles_worse);
    fields("p_exact", row.p_exact);
}

/// Where a column of the table for people is shown: all are in files, and the widest are not on the page of a report.
enum class Shown { in_files, on_page, on_terminal };

struct TableColumn {
    enum class Of { both, runs, pairs };              ///< rows of configurations, or of pairs of them
    const char *heading, *explanation;                ///< the explanation may be empty
    std::string (*cell)(const experiment::Row& row);  ///< rounded
    Shown shown = Shown::on_page;
    Of of = Of::both;
};
/// Those for rows of configurations, or for rows of pairs, and for such a place; outside of files without the puzzles
/// where they are all.
std::vector<TableColumn> table_columns(std::span<const Row> rows, Shown place = Shown::in_files);

/// Why some rows can't be compared as they stand: budgets that differ. A sentence each.
std::vector<std::string> warnings_of(const std::vector<Record>& records);

/// Records as an experiment: configurations, puzzles and seeds in the order in which they appear.
Plan plan_of(const std::vector<Record>& records);

/// The names of configurations in the order of the plan, but `first` before all. Throws SettingError if it is none.
std::vector<std::string> names_of(const Plan& plan, const std::string& first);

/// Rows group by group, in the order of the plan. Throws SettingError if comparison.first is no configuration.
std::vector<Row> summarise(const Plan& plan, const std::vector<Record>& records, Grouping grouping,
                           const Comparison& comparison = {});

/// Every digit, as JSON has them. Empty for what is missing, also for the end of an interval without a bound.
std::string to_csv(const std::vector<Row>& rows);
std::string to_json(const std::vector<Row>& rows);

/// All columns for people, with rounded values.
std::string to_markdown(const std::vector<Row>& rows);

}  // namespace evodoku::experiment
