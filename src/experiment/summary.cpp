// Records into rows.
#include "evodoku/experiment/summary.hpp"

#include <algorithm>
#include <limits>
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

    /// Evaluations; infinitely many for a run that did not solve.
    std::vector<double> efforts() const {
        return values(false, [](const Record& record) {
            return record.solved ? static_cast<double>(record.evaluations) : std::numeric_limits<double>::infinity();
        });
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
    row.expected_evaluations = statistics::expected_running_time(sample.values(false, evaluations), row.solved);
    row.median_seconds = statistics::quantile(seconds, 0.5);
    row.seconds = std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

}  // namespace

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
        std::vector<double> first;
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
                first = sample.efforts();
            } else if (!first.empty() && row.runs != 0) {
                // The chance that the first needs more is the chance that this one needs fewer.
                row.against_first = statistics::rank_sum(first, sample.efforts());
            }
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

}  // namespace evodoku::experiment
