// Records into rows.
#include "experiment/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "engine/text.hpp"
#include "statistics/statistics.hpp"

namespace evodoku::experiment {
namespace {

std::string group_of(const std::string& file, std::size_t line, Grouping grouping) {
    return grouping == Grouping::configuration ? "all"
           : grouping == Grouping::file        ? file
                                               : file + ":" + std::to_string(line);
}

/// The runs of one configuration in one group.
using Sample = std::vector<const Record*>;
using SamplesByPuzzle = std::map<std::string, Sample>;

template <class Get>
std::vector<double> values(const Sample& sample, bool solved_only, const Get& get) {
    std::vector<double> list;
    for (const Record* record : sample) {
        if (record->solved || !solved_only) list.push_back(static_cast<double>(std::invoke(get, *record)));
    }
    return list;
}

/// Work until the solution; infinite for a run that did not solve.
double time_of(const Record& run) {
    return run.solved ? static_cast<double>(run.work()) : std::numeric_limits<double>::infinity();
}

std::optional<Quartiles> quartiles_of(const std::vector<double>& values) {
    if (values.empty()) return std::nullopt;
    return Quartiles{*statistics::quantile(values, 0.5), *statistics::quantile(values, 0.25),
                     *statistics::quantile(values, 0.75)};
}

void add_runs(Row& row, const Sample& sample) {
    const std::vector<double> costs = values(sample, false, &Record::cost);
    const std::vector<double> seconds = values(sample, false, &Record::seconds);
    const std::vector<double> work = values(sample, true, &Record::work);
    std::vector<statistics::Spent> spent;
    for (const Record* record : sample) spent.push_back({static_cast<double>(record->work()), record->solved});
    std::ranges::sort(spent, {}, &statistics::Spent::amount);  // resamples do not depend on the order of the file
    row.runs = sample.size(), row.solved = work.size();
    if (row.runs != 0) row.success = static_cast<double>(row.solved) / static_cast<double>(row.runs);
    row.success_range = statistics::wilson_interval(row.solved, row.runs);
    row.generations = quartiles_of(values(sample, true, &Record::generations));
    row.evaluations = quartiles_of(values(sample, true, &Record::evaluations));
    row.cost = quartiles_of(costs);
    if (!costs.empty()) row.cost_lowest = *std::ranges::min_element(costs);
    row.work = quartiles_of(work);
    row.work_median_range = statistics::median_interval(work);
    row.ert_work = statistics::expected_running_time(spent);
    row.ert_work_range = statistics::expected_running_time_interval(spent);
    row.seconds_median = statistics::quantile(seconds, 0.5);
    row.seconds = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    const std::vector<double> processor = values(sample, false, &Record::processor_seconds);
    if (std::ranges::find(processor, 0.0) == processor.end())
        row.processor_seconds = std::accumulate(processor.begin(), processor.end(), 0.0);
}

/// Compares with the first configuration: puzzle by puzzle, then all together (see stratified_rank_sum), by work. A run
/// that did not solve is worse than any that did. a12 is the chance that a run of this configuration needs less. On a
/// puzzle that neither configuration solved, costs are compared, if one operator counted them.
void add_comparison(Row& row, const SamplesByPuzzle& first, const SamplesByPuzzle& own) {
    std::vector<statistics::Stratum> strata;
    std::uint64_t m = 0, n = 0;
    double better = 0, worse = 0;
    std::vector<double> p, a12;
    std::size_t by_costs = 0;
    for (const auto& [puzzle, runs] : own) {
        const auto of_first = first.find(puzzle);
        if (of_first == first.end()) continue;
        const bool by_cost =
            std::ranges::none_of(of_first->second, &Record::solved) && std::ranges::none_of(runs, &Record::solved);
        row.compared_by = "not comparable";  // unless some puzzle is
        if (by_cost && of_first->second[0]->cost_operator() != runs[0]->cost_operator()) continue;
        // The chance that the first needs more is the chance that this one needs less.
        const auto measured = [&](const Sample& of) {
            return by_cost ? values(of, false, &Record::cost) : values(of, false, time_of);
        };
        strata.push_back({measured(of_first->second), measured(runs)});
        const statistics::RankSum test = statistics::rank_sum(strata.back().x, strata.back().y);
        p.push_back(test.p), a12.push_back(test.a12);
        m += of_first->second.size(), n += runs.size();
        by_costs += by_cost;
    }
    p = statistics::holm(p);
    for (std::size_t k = 0; k < p.size(); ++k) {
        if (p[k] >= 0.05) continue;
        better += a12[k] > 0.5, worse += a12[k] < 0.5;
    }
    if (strata.empty()) return;
    row.compared_by = by_costs == 0 ? "work" : by_costs == strata.size() ? "cost" : "work or cost";
    const statistics::RankSum test = statistics::stratified_rank_sum(strata);
    row.a12 = test.a12;
    row.a12_range = statistics::a12_interval(test.a12, m, n);
    row.p = test.p;  // p_holm is known when all rows are: see adjust()
    row.puzzles_better = better, row.puzzles_worse = worse;
    row.p_exact = test.exact;
}

/// Adjusts p for all comparisons of the table.
void adjust(std::vector<Row>& rows) {
    std::vector<double> p;
    std::vector<Row*> compared;
    for (Row& row : rows) {
        if (row.p) compared.push_back(&row), p.push_back(*row.p);
    }
    p = statistics::holm(p);
    for (std::size_t k = 0; k < p.size(); ++k) compared[k]->p_holm = p[k];
}

std::string rounded_or_endless(double number) { return std::isinf(number) ? "-" : rounded(number); }

std::string three_places(double number) { return fmt::format("{:.3f}", number); }

/// "value [low, high]".
std::string with_range(const std::optional<double>& value, const std::optional<statistics::Interval>& range,
                       std::string (*text)(double) = rounded_or_endless) {
    return value ? fmt::format("{} [{}, {}]", text(*value), text(range->low), text(range->high)) : "-";
}

std::string with_quartiles(const std::optional<Quartiles>& of) {
    return of ? with_range(of->median, statistics::Interval{of->q1, of->q3}) : "-";
}

std::string runs_text(const Row& row) {
    return row.runs == row.planned ? std::to_string(row.runs) : fmt::format("{} of {}", row.runs, row.planned);
}

/// Median [quartiles], lowest; nothing of what was always solved.
std::string costs_text(const Row& row) {
    if (!row.cost) return "-";
    if (row.solved == row.runs) return "0";
    return fmt::format("{}, {}", with_quartiles(row.cost), *row.cost_lowest);
}

std::string p_text(const Row& row) {
    if (!row.p_holm) return "";
    return *row.p_holm < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", *row.p_holm);
}

template <class Value>
void add_once(std::vector<Value>& list, const Value& value) {
    if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

}  // namespace

std::span<const TableColumn> table_columns() {
    using enum Shown;
    static const TableColumn columns[] = {
        {"puzzles", "", [](const Row& row) { return row.puzzles; }, on_terminal},
        {"configuration", "", [](const Row& row) { return row.configuration; }, on_terminal},
        {"runs", "runs made", runs_text, on_terminal},
        {"solved", "runs that solved", [](const Row& row) { return std::to_string(row.solved); }, on_terminal},
        {"% [95 %]", "share solved, with its Wilson interval",
         [](const Row& row) {
             const auto percentage = [](double share) { return fmt::format("{:.1f}", 100 * share); };
             return with_range(row.success, row.success_range, percentage);
         },
         on_terminal},
        {"best cost", "cost of the best board of all runs: median [quartiles], lowest; 0 where all solved", costs_text},
        {"generations", "of the runs that solved: median [quartiles]",
         [](const Row& row) { return with_quartiles(row.generations); }},
        {"evaluations", "of the runs that solved: median [quartiles]",
         [](const Row& row) { return with_quartiles(row.evaluations); }, in_files},
        {"work", "evaluations + trials + redraws of the runs that solved: median [quartiles]",
         [](const Row& row) { return with_quartiles(row.work); }},
        {"ERT [95 %]", "expected work to a solution: the work of all runs per success, with its interval",
         [](const Row& row) { return with_range(row.ert_work, row.ert_work_range); }, on_terminal},
        {"s per run", "median of all runs",
         [](const Row& row) { return row.seconds_median ? three_places(*row.seconds_median) : "-"; }},
        {"s", "all runs together, and their processor time where it is known",
         [](const Row& row) {
             return three_places(row.seconds) +
                    (row.processor_seconds ? fmt::format(" ({} CPU)", three_places(*row.processor_seconds)) : "");
         },
         in_files},
        {"A12 [95 %]",
         "probability of less work than the first configuration on the same puzzles; 0.5: no difference. By cost: of a "
         "lower cost, on puzzles that neither solved",
         [](const Row& row) {
             if (!row.a12) return row.compared_by;
             const std::string text = with_range(row.a12, row.a12_range, three_places);
             return row.compared_by == "work" ? text : fmt::format("{} by {}", text, row.compared_by);
         },
         on_terminal},
        {"p (Holm)", "rank-sum test against the first configuration, adjusted for all comparisons of the table", p_text,
         on_terminal},
        {"better, worse", "puzzles on which it is significantly better, worse than the first configuration",
         [](const Row& row) {
             return row.puzzles_better ? fmt::format("{}, {}", *row.puzzles_better, *row.puzzles_worse) : "";
         },
         on_terminal}};
    return columns;
}

std::vector<std::string> warnings_of(const std::vector<Record>& records) {
    // What a configuration spent at most where it failed is its budget; one that never failed had enough.
    std::map<std::string, std::uint64_t> budgets;
    for (const Record& record : records) {
        if (record.status != "unsolved") continue;
        std::uint64_t& budget = budgets[record.configuration];
        budget = std::max(budget, record.work());
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

Experiment experiment_of(const std::vector<Record>& records) {
    Experiment experiment;
    std::vector<std::string> names;
    std::vector<std::pair<std::string, std::size_t>> puzzles;
    for (const Record& record : records) {
        add_once(names, record.configuration);
        add_once(puzzles, {record.file, record.line});
        add_once(experiment.plan.seeds, record.seed);
    }
    for (const std::string& name : names) experiment.plan.configurations.push_back({name, {}, 0});
    for (const auto& [file, line] : puzzles) experiment.plan.puzzles.push_back({{}, file, line});
    return experiment;
}

std::vector<Row> summarise(const Experiment& experiment, const std::vector<Record>& records, Grouping grouping) {
    std::vector<std::pair<std::string, std::uint64_t>> groups;  // with the puzzles of each
    for (const PlannedPuzzle& puzzle : experiment.plan.puzzles) {
        const std::string group = group_of(puzzle.file, puzzle.line, grouping);
        auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& each) { return each.first == group; });
        if (found == groups.end()) found = groups.insert(groups.end(), {group, 0});
        ++found->second;
    }
    std::vector<Row> rows;
    for (const auto& [group, puzzles] : groups) {
        SamplesByPuzzle first;
        for (const Configuration& configuration : experiment.plan.configurations) {
            Sample sample;
            SamplesByPuzzle by_puzzle;
            for (const Record& record : records) {
                if (record.configuration != configuration.name || group_of(record.file, record.line, grouping) != group)
                    continue;
                sample.push_back(&record);
                by_puzzle[group_of(record.file, record.line, Grouping::puzzle)].push_back(&record);
            }
            Row row;
            row.puzzles = group, row.configuration = configuration.name;
            row.planned = puzzles * experiment.plan.seeds.size();
            add_runs(row, sample);
            add_comparison(row, first, by_puzzle);
            if (&configuration == &experiment.plan.configurations.front()) first = by_puzzle;
            rows.push_back(std::move(row));
        }
    }
    adjust(rows);
    return rows;
}

}  // namespace evodoku::experiment
