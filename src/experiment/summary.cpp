// Records into rows.
#include "experiment/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace evodoku::experiment {
namespace {

std::string group_of(const std::string& file, std::size_t line, Grouping grouping) {
    switch (grouping) {
        case Grouping::file:
            return file;
        case Grouping::puzzle:
            return file + ":" + std::to_string(line);
        case Grouping::configuration:
            break;
    }
    return "all";
}

/// The runs of one configuration in one group.
struct Sample {
    std::vector<const Record*> records;

    template <class Get>
    std::vector<double> values(bool solved_only, const Get& get) const {
        std::vector<double> list;
        for (const Record* record : records) {
            if (record->solved || !solved_only) list.push_back(static_cast<double>(get(*record)));
        }
        return list;
    }

    /// Work until the solution by puzzle; infinite for a run that did not solve.
    std::map<std::string, std::vector<double>> times() const {
        std::map<std::string, std::vector<double>> by_puzzle;
        for (const Record* record : records) {
            by_puzzle[group_of(record->file, record->line, Grouping::puzzle)].push_back(
                record->solved ? static_cast<double>(record->work()) : std::numeric_limits<double>::infinity());
        }
        return by_puzzle;
    }
};

void fill(Row& row, const Sample& sample) {
    const auto evaluations = [](const Record& record) { return record.evaluations; };
    const auto generations = [](const Record& record) { return record.generations; };
    const std::vector<double> seconds = sample.values(false, [](const Record& record) { return record.seconds; });
    row.runs = sample.records.size();
    row.solved = sample.values(true, generations).size();
    row.success = statistics::wilson_interval(row.solved, row.runs);
    row.generations = statistics::quartiles(sample.values(true, generations));
    row.evaluations = statistics::quartiles(sample.values(true, evaluations));
    const auto work = [](const Record& record) { return record.work(); };
    const std::vector<double> costs = sample.values(false, [](const Record& record) { return record.cost; });
    row.cost = statistics::quartiles(costs);
    if (!costs.empty()) {
        row.lowest_cost = static_cast<std::uint32_t>(*std::min_element(costs.begin(), costs.end()));
    }
    row.work = statistics::quartiles(sample.values(true, work));
    row.median_work = statistics::median_interval(sample.values(true, work));
    row.expected_work = statistics::expected_running_time(sample.values(false, work), row.solved);
    std::vector<statistics::Spent> spent;
    for (const Record* record : sample.records) {
        spent.push_back({static_cast<double>(record->work()), record->solved});
    }
    row.expected_work_interval = statistics::expected_running_time_interval(spent);
    row.median_seconds = statistics::quantile(seconds, 0.5);
    row.seconds = std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

using Times = std::map<std::string, std::vector<double>>;

/// Puzzle by puzzle, then all together.
void compare(Row& row, const Times& first, const Times& own) {
    std::vector<statistics::Stratum> strata;
    std::uint64_t m = 0, n = 0;
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
    if (strata.empty()) return;
    row.against_first = statistics::stratified_rank_sum(strata);
    row.a12_interval = statistics::a12_interval(row.against_first->a12, m, n);
    p = statistics::holm(p);
    for (std::size_t k = 0; k < p.size(); ++k) {
        if (p[k] >= 0.05) continue;
        row.better += a12[k] > 0.5, row.worse += a12[k] < 0.5;
    }
}

void adjust(std::vector<Row>& rows) {
    std::vector<Row*> compared;
    std::vector<double> p;
    for (Row& row : rows) {
        if (row.against_first) compared.push_back(&row), p.push_back(row.against_first->p);
    }
    p = statistics::holm(p);
    for (std::size_t k = 0; k < p.size(); ++k) compared[k]->p_holm = p[k];
}

}  // namespace

std::vector<std::string> warnings_of(const Experiment& experiment, const std::vector<Record>& records) {
    // What a configuration spent at most where it failed is its budget; one that never failed had enough.
    std::map<std::string, std::uint64_t> budgets;
    for (const Record& record : records) {
        if (record.status == "unsolved") {
            budgets[record.configuration] = std::max(budgets[record.configuration], record.work());
        }
    }
    std::vector<std::string> warnings;
    const Configuration* smallest = nullptr;
    const Configuration* largest = nullptr;
    for (const Configuration& each : experiment.plan.configurations) {
        if (!budgets.contains(each.name)) continue;
        if (smallest == nullptr || budgets[each.name] < budgets[smallest->name]) smallest = &each;
        if (largest == nullptr || budgets[each.name] > budgets[largest->name]) largest = &each;
    }
    if (smallest == nullptr) return warnings;
    const std::uint64_t low = budgets[smallest->name], high = budgets[largest->name];
    if (high > low + low / 10) {
        warnings.push_back(fmt::format(
            "budgets differ: '{}' gave up after at most {}, '{}' after at most {} (evaluations + trials + redraws). "
            "Shares solved and A12 depend on that; give equal budgets to compare",
            smallest->name, low, largest->name, high));
    }
    return warnings;
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
            Row row;
            row.puzzles = group;
            row.configuration = configuration.name;
            row.planned = puzzles * experiment.plan.seeds.size();
            fill(row, sample);
            if (&configuration == &experiment.plan.configurations.front()) {
                first = sample.times();
            } else {
                compare(row, first, sample.times());
            }
            rows.push_back(std::move(row));
        }
    }
    adjust(rows);
    return rows;
}

}  // namespace evodoku::experiment
