// Histories as tables of text.
#include "experiment/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>

#include "experiment/file_name.hpp"
#include "statistics/quantile.hpp"

namespace evodoku::experiment {
namespace {

constexpr std::array<std::uint32_t, 7> targets = {0, 1, 2, 4, 8, 16, 32};

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string field = "\"";
    for (const char letter : text) field += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return field + '"';
}

/// The runs of each configuration that have a history, in the order of the plan.
std::vector<std::pair<std::string, std::vector<const Record*>>> by_configuration(const Experiment& experiment,
                                                                                 const std::vector<Record>& records) {
    std::vector<std::pair<std::string, std::vector<const Record*>>> groups;
    for (const Configuration& configuration : experiment.plan.configurations) {
        std::vector<const Record*> runs;
        for (const Record& record : records) {
            if (record.configuration == configuration.name && !record.history.empty()) runs.push_back(&record);
        }
        if (!runs.empty()) groups.emplace_back(configuration.name, std::move(runs));
    }
    return groups;
}

/// Work at which a run first was at a cost or below it; none where it never was.
std::optional<std::uint64_t> reached(const Record& run, std::uint32_t cost) {
    for (const Improvement& each : run.history) {
        if (each.cost <= cost) return each.work();
    }
    return std::nullopt;
}

/// The best cost after so much; none before the first board is scored.
std::optional<std::uint32_t> cost_after(const Record& run, Measure measure, double at) {
    std::optional<std::uint32_t> cost;
    for (const Improvement& each : run.history) {
        if (spent(each, measure) > at) break;
        cost = each.cost;
    }
    return cost;
}

/// From the first score of any run to the end of all. Only seconds are not whole numbers.
std::vector<double> grid_of(const std::vector<const Record*>& runs, Measure measure, int per_decade) {
    double first = std::numeric_limits<double>::infinity(), last = 0;
    for (const Record* run : runs) {
        first = std::min(first, spent(run->history.front(), measure));
        last = std::max({last, spent(*run, measure), spent(run->history.back(), measure)});
    }
    if (measure == Measure::seconds) first = std::max(first, 1e-4);
    std::vector<double> grid;
    if (measure == Measure::generations) {
        const double step = std::max(1.0, std::ceil(last / 400));
        for (double point = first; point < last; point += step) grid.push_back(point);
    } else {
        for (int k = -9 * per_decade; k <= 19 * per_decade; ++k) {
            double point = std::pow(10.0, static_cast<double>(k) / per_decade);
            if (measure != Measure::seconds) point = std::round(point);
            if (point < first || (!grid.empty() && point == grid.back())) continue;
            if (point >= last) break;
            grid.push_back(point);
        }
    }
    grid.push_back(last);
    return grid;
}

/// For a value in an .info file, which has single quotation marks around it. IOHanalyzer splits such a line at every
/// comma, quoted or not.
std::string quoted(const std::string& text) {
    std::string value = text;
    std::replace(value.begin(), value.end(), '\'', ' ');
    std::replace(value.begin(), value.end(), ',', ';');
    return "'" + value + "'";
}

}  // namespace

std::string history_csv(const std::vector<Record>& records) {
    std::string text =
        "puzzle,file,line,configuration,seed,generation,evaluations,trials,redraws,work,seconds,best_cost\n";
    for (const Record& record : records) {
        for (const Improvement& each : record.history) {
            text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", record.puzzle, csv_field(record.file),
                                record.line, csv_field(record.configuration), record.seed, each.generation,
                                each.evaluations, each.trials, each.redraws, each.work(), each.seconds, each.cost);
        }
    }
    return text;
}

double spent(const Improvement& at, Measure measure) {
    switch (measure) {
        case Measure::evaluations:
            return static_cast<double>(at.evaluations);
        case Measure::generations:
            return at.generation;
        case Measure::seconds:
            return at.seconds;
        case Measure::work:
            break;
    }
    return static_cast<double>(at.work());
}

double spent(const Record& run, Measure measure) {
    return spent({run.generations, run.evaluations, run.trials, run.redraws, run.seconds, run.cost}, measure);
}

std::vector<Convergence> convergence(const Experiment& experiment, const std::vector<Record>& records, Measure measure,
                                     int per_decade) {
    std::vector<Convergence> all;
    for (const auto& [name, runs] : by_configuration(experiment, records)) {
        all.push_back({name, {}});
        for (const double point : grid_of(runs, measure, per_decade)) {
            std::vector<double> costs;
            for (const Record* run : runs) {
                if (const auto cost = cost_after(*run, measure, point)) costs.push_back(*cost);
            }
            if (costs.empty()) continue;
            std::ranges::sort(costs);
            const auto at = [&](double order) { return *statistics::quantile(costs, order); };
            all.back().points.push_back({point, costs.size(), at(0.1), at(0.25), at(0.5), at(0.75), at(0.9)});
        }
    }
    return all;
}

std::string convergence_csv(const Experiment& experiment, const std::vector<Record>& records) {
    std::string text = "configuration,work,runs,q10,q25,median,q75,q90\n";
    for (const Convergence& each : convergence(experiment, records, Measure::work, 10)) {
        for (const ConvergencePoint& point : each.points) {
            text += fmt::format("{},{:.0f},{},{:.10g},{:.10g},{:.10g},{:.10g},{:.10g}\n", csv_field(each.configuration),
                                point.at, point.runs, point.q10, point.q25, point.median, point.q75, point.q90);
        }
    }
    return text;
}

std::string ecdf_csv(const Experiment& experiment, const std::vector<Record>& records) {
    std::string text = "configuration,work,pairs,reached\n";
    for (const auto& [name, runs] : by_configuration(experiment, records)) {
        for (const double work : grid_of(runs, Measure::work, 10)) {
            std::size_t hits = 0;
            for (const Record* run : runs) {
                for (const std::uint32_t target : targets) {
                    const auto when = reached(*run, target);
                    hits += when && static_cast<double>(*when) <= work;
                }
            }
            const std::size_t pairs = runs.size() * targets.size();
            text += fmt::format("{},{:.0f},{},{}\n", csv_field(name), work, pairs,
                                static_cast<double>(hits) / static_cast<double>(pairs));
        }
    }
    return text;
}

std::string targets_csv(const Experiment& experiment, const std::vector<Record>& records) {
    std::string text = "configuration,target,runs,reached,ert_work\n";
    for (const auto& [name, runs] : by_configuration(experiment, records)) {
        for (const std::uint32_t target : targets) {
            std::vector<double> spent;
            std::uint64_t hits = 0;
            for (const Record* run : runs) {
                const auto when = reached(*run, target);
                hits += when.has_value();
                spent.push_back(static_cast<double>(when.value_or(run->work())));
            }
            const auto time = statistics::expected_running_time(spent, hits);
            text += fmt::format("{},{},{},{},{}\n", csv_field(name), target, runs.size(), hits,
                                time ? fmt::format("{}", *time) : "");
        }
    }
    return text;
}

std::vector<std::pair<std::string, std::string>> iohprofiler_files(const Experiment& experiment,
                                                                   const std::vector<Record>& records) {
    std::vector<std::pair<std::string, std::string>> files;
    for (const auto& [name, runs] : by_configuration(experiment, records)) {
        for (std::size_t k = 0; k < experiment.puzzles.size(); ++k) {
            const PlannedPuzzle& puzzle = experiment.puzzles[k];
            const std::string puzzle_name = fmt::format("{}:{}", puzzle.file, puzzle.line);
            const std::size_t cells = puzzle.grid.cells().size();
            const std::string data_path = fmt::format("data_f{0}/IOHprofiler_f{0}_DIM{1}.dat", k + 1, cells);
            std::string data, ends;
            for (const Record* run : runs) {
                if (run->file != puzzle.file || run->line != puzzle.line) continue;
                data += "\"function evaluation\" \"best-so-far f(x)\"\n";
                for (const Improvement& each : run->history)
                    data += fmt::format("{} {:.5f}\n", each.work(), double(each.cost));
                // A block ends with the last evaluation of its run.
                if (run->history.back().work() < run->work()) {
                    data += fmt::format("{} {:.5f}\n", run->work(), double(run->cost));
                }
                ends += fmt::format(", 1:{}|{:.5f}", run->work(), double(run->cost));
            }
            if (data.empty()) continue;
            const std::string folder = file_name(name) + "/";
            files.emplace_back(
                fmt::format("{}IOHprofiler_f{}.info", folder, k + 1),
                fmt::format("suite = 'evodoku', funcId = {}, funcName = {}, DIM = {}, maximization = 'F', algId = {}\n"
                            "%\n{}{}\n",
                            k + 1, quoted(puzzle_name), cells, quoted(name), data_path, ends));
            files.emplace_back(folder + data_path, data);
        }
    }
    return files;
}

}  // namespace evodoku::experiment
