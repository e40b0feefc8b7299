// Records into rows.
#include "experiment/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "statistics/statistics.hpp"

namespace evodoku::experiment {
namespace {

std::string group_of(const std::string& file, std::size_t line, Grouping grouping) {
    return grouping == Grouping::configuration ? "all"
           : grouping == Grouping::file        ? file
                                               : file + ":" + std::to_string(line);
}

using Times = std::map<std::string, std::vector<double>>;

/// The runs of one configuration in one group.
struct Sample {
    std::vector<const Record*> records;

    template <class Get>
    std::vector<double> values(bool solved_only, const Get& get) const {
        std::vector<double> list;
        for (const Record* record : records) {
            if (record->solved || !solved_only) list.push_back(static_cast<double>(std::invoke(get, *record)));
        }
        return list;
    }

    /// Work until the solution by puzzle; infinite for a run that did not solve.
    Times times() const {
        Times by_puzzle;
        for (const Record* record : records) {
            by_puzzle[group_of(record->file, record->line, Grouping::puzzle)].push_back(
                record->solved ? static_cast<double>(record->work()) : std::numeric_limits<double>::infinity());
        }
        return by_puzzle;
    }
};

Row json_of(const std::optional<double>& value) { return value ? Row(*value) : Row(); }

void put_quartiles(Row& row, const std::string& name, const std::vector<double>& values) {
    for (const auto& [part, order] : {std::pair("_median", 0.5), {"_q1", 0.25}, {"_q3", 0.75}})
        row[name + part] = json_of(statistics::quantile(values, order));
}

void put_interval(Row& row, const std::string& name, const std::optional<statistics::Interval>& interval) {
    row[name + "_low"] = interval ? Row(interval->low) : Row();
    row[name + "_high"] = interval ? Row(interval->high) : Row();
}

void put_runs(Row& row, const Sample& sample, std::uint64_t planned) {
    const std::vector<double> costs = sample.values(false, &Record::cost);
    const std::vector<double> seconds = sample.values(false, &Record::seconds);
    const std::vector<double> work = sample.values(true, &Record::work);
    const std::uint64_t runs = sample.records.size(), solved = work.size();
    std::vector<statistics::Spent> spent;
    for (const Record* record : sample.records) spent.push_back({static_cast<double>(record->work()), record->solved});
    row["runs"] = runs;
    row["planned"] = planned;
    row["solved"] = solved;
    row["success"] = runs == 0 ? Row() : Row(static_cast<double>(solved) / static_cast<double>(runs));
    put_interval(row, "success", statistics::wilson_interval(solved, runs));
    put_quartiles(row, "generations", sample.values(true, &Record::generations));
    put_quartiles(row, "evaluations", sample.values(true, &Record::evaluations));
    put_quartiles(row, "cost", costs);
    row["cost_lowest"] = costs.empty() ? Row() : Row(*std::ranges::min_element(costs));
    put_quartiles(row, "work", work);
    put_interval(row, "work_median", statistics::median_interval(work));
    row["ert_work"] = json_of(statistics::expected_running_time(spent));
    put_interval(row, "ert_work", statistics::expected_running_time_interval(spent));
    row["seconds_median"] = json_of(statistics::quantile(seconds, 0.5));
    row["seconds"] = std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

/// Compares with the first configuration: puzzle by puzzle, then all together (see stratified_rank_sum), by work. A run
/// that did not solve is worse than any that did. a12 is the chance that a run of this configuration needs less.
void put_comparison(Row& row, const Times& first, const Times& own) {
    std::vector<statistics::Stratum> strata;
    std::uint64_t m = 0, n = 0;
    double better = 0, worse = 0;
    std::vector<double> p, a12;
    for (const auto& [puzzle, times] : own) {
        const auto of_first = first.find(puzzle);
        if (of_first == first.end()) continue;
        // The chance that the first needs more is the chance that this one needs less.
        strata.push_back({of_first->second, times});
        const statistics::RankSum test = statistics::rank_sum(of_first->second, times);
        p.push_back(test.p), a12.push_back(test.a12);
        m += of_first->second.size(), n += times.size();
    }
    p = statistics::holm(p);
    for (std::size_t k = 0; k < p.size(); ++k) {
        if (p[k] >= 0.05) continue;
        better += a12[k] > 0.5, worse += a12[k] < 0.5;
    }
    for (const char* name : {"a12", "a12_low", "a12_high", "p", "p_holm", "puzzles_better", "puzzles_worse", "p_exact"})
        row[name] = nullptr;
    if (strata.empty()) return;
    const statistics::RankSum test = statistics::stratified_rank_sum(strata);
    row["a12"] = test.a12;
    put_interval(row, "a12", statistics::a12_interval(test.a12, m, n));
    row["p"] = test.p;  // p_holm is known when all rows are: see adjust()
    row["puzzles_better"] = better, row["puzzles_worse"] = worse;
    row["p_exact"] = test.exact;
}

/// Adjusts p for all comparisons of the table.
void adjust(std::vector<Row>& rows) {
    std::vector<double> p;
    std::vector<Row*> compared;
    for (Row& row : rows) {
        if (!row["p"].is_null()) compared.push_back(&row), p.push_back(row["p"]);
    }
    p = statistics::holm(p);
    for (std::size_t k = 0; k < p.size(); ++k) (*compared[k])["p_holm"] = p[k];
}

}  // namespace

std::vector<std::string> warnings_of(const Experiment& experiment, const std::vector<Record>& records) {
    // What a configuration spent at most where it failed is its budget; one that never failed had enough.
    std::vector<std::pair<std::string, std::uint64_t>> budgets;
    for (const Configuration& each : experiment.plan.configurations) {
        std::uint64_t budget = 0;
        bool failed = false;
        for (const Record& record : records) {
            if (record.configuration != each.name || record.status != "unsolved") continue;
            failed = true, budget = std::max(budget, record.work());
        }
        if (failed) budgets.emplace_back(each.name, budget);
    }
    if (budgets.empty()) return {};
    const auto by_budget = &decltype(budgets)::value_type::second;
    const auto& [smallest, low] = *std::ranges::min_element(budgets, {}, by_budget);
    const auto& [largest, high] = *std::ranges::max_element(budgets, {}, by_budget);
    if (high <= low + low / 10) return {};
    return {fmt::format(
        "budgets differ: '{}' gave up after at most {}, '{}' after at most {} (evaluations + trials + redraws). "
        "Shares solved and A12 depend on that; give equal budgets to compare",
        smallest, low, largest, high)};
}

std::vector<Row> summarise(const Experiment& experiment, const std::vector<Record>& records, Grouping grouping) {
    std::vector<std::pair<std::string, std::uint64_t>> groups;  // with the puzzles of each
    for (const PlannedPuzzle& puzzle : experiment.puzzles) {
        const std::string group = group_of(puzzle.file, puzzle.line, grouping);
        auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& each) { return each.first == group; });
        if (found == groups.end()) found = groups.insert(groups.end(), {group, 0});
        ++found->second;
    }
    std::vector<Row> rows;
    for (const auto& [group, puzzles] : groups) {
        Times first;
        for (const Configuration& configuration : experiment.plan.configurations) {
            Sample sample;
            for (const Record& record : records) {
                if (record.configuration == configuration.name &&
                    group_of(record.file, record.line, grouping) == group) {
                    sample.records.push_back(&record);
                }
            }
            const bool is_first = &configuration == &experiment.plan.configurations.front();
            if (is_first) first = sample.times();
            Row row;
            row["puzzles"] = group, row["configuration"] = configuration.name;
            put_runs(row, sample, puzzles * experiment.plan.seeds.size());
            put_comparison(row, is_first ? Times() : first, sample.times());
            rows.push_back(std::move(row));
        }
    }
    adjust(rows);
    return rows;
}

}  // namespace evodoku::experiment
