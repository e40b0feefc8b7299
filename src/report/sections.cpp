// The sections that show all runs together: convergence, and what solutions cost.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "experiment/trajectory.hpp"
#include "report/document.hpp"
#include "report/section_parts.hpp"
#include "statistics/distribution.hpp"

namespace evodoku::report {
namespace {

using experiment::Measure;
using experiment::Record;

struct MeasureWords {
    Measure measure;
    const char* id;
    const char* axis;
};
constexpr MeasureWords all_measures[] = {{Measure::work, "work", "work: evaluations + trials + redraws"},
                                         {Measure::evaluations, "evaluations", "evaluations"},
                                         {Measure::seconds, "seconds", "seconds"},
                                         {Measure::generations, "generations", "generations"}};

Figure convergence_figure(const experiment::Experiment& experiment, const std::vector<Record>& runs,
                          const MeasureWords& words) {
    Figure figure{.id = fmt::format("convergence-{}", words.id), .title = "Best cost so far", .x = {words.axis}};
    figure.x.log = words.measure != Measure::generations;
    figure.y = {"cost of the best board", false, 0.0};
    int color = 0;
    for (const experiment::Convergence& each : experiment::convergence(experiment, runs, words.measure, 40)) {
        const std::string &name = each.configuration, legend = name + ", middle 50 % and 80 %";
        Band outer{name + ", 10 to 90 %", legend, color, {}, {}, {}, true, true};
        Band inner{name + ", 25 to 75 %", legend, color, {}, {}, {}, true, false};
        std::size_t max_runs = 0;
        Curve median{"", color, {}, {}, true};
        for (const experiment::ConvergencePoint& point : each.points) {
            for (Band* band : {&outer, &inner}) band->x.push_back(point.at);
            outer.low.push_back(point.q10), outer.high.push_back(point.q90);
            inner.low.push_back(point.q25), inner.high.push_back(point.q75);
            median.x.push_back(point.at), median.y.push_back(point.median);
            max_runs = std::max(max_runs, point.runs);
        }
        median.name =
            max_runs == 1 ? each.configuration : fmt::format("{}, median of {} runs", each.configuration, max_runs);
        if (max_runs > 1) {
            figure.bands.push_back(std::move(outer));
            figure.bands.push_back(std::move(inner));
        }
        figure.curves.push_back(std::move(median));
        ++color;
    }
    return figure;
}

/// A log axis has no place for 0: a puzzle that logic filled.
double at_least_positive(double value, Measure measure) {
    return std::max(value, measure == Measure::seconds ? 1e-6 : 1.0);
}

Figure distribution_figure(const experiment::Experiment& experiment, const std::vector<Record>& records,
                           const MeasureWords& words) {
    Figure figure{.id = fmt::format("ecdf-{}", words.id), .title = "Share of runs that solved"};
    figure.x = {fmt::format("{} until the solution", words.axis), true};
    figure.y = {"share of all runs", false, 0.0, 1.0};
    double last = 0, first = INFINITY;
    for (const Record& record : records) {
        const double end = at_least_positive(spent(record, words.measure), words.measure);
        first = std::min(first, end), last = std::max(last, end);
    }
    first = std::min(first, last / 10);
    int color = 0;
    for (const experiment::Configuration& configuration : experiment.plan.configurations) {
        std::vector<double> solved;
        std::size_t runs = 0;
        for (const Record& record : records) {
            if (record.configuration != configuration.name) continue;
            ++runs;
            if (!record.solved) continue;
            solved.push_back(at_least_positive(spent(record, words.measure), words.measure));
        }
        Curve curve{fmt::format("{}: {} of {} runs solved, {} not", configuration.name, solved.size(), runs,
                                runs - solved.size()),
                    color++,
                    {},
                    {},
                    true};
        for (const statistics::ShareAt& step : statistics::distribution(solved, runs)) {
            if (curve.x.empty()) curve.x.push_back(step.cost), curve.y.push_back(0);
            curve.x.push_back(step.cost), curve.y.push_back(step.share);
        }
        if (curve.x.empty()) curve.x.push_back(first), curve.y.push_back(0), curve.wide = true;  // it lies on the axis
        // To the end of the longest run: runs that did not solve had until then.
        const double share = curve.y.empty() ? 0 : curve.y.back();
        curve.x.push_back(last), curve.y.push_back(share);
        figure.curves.push_back(std::move(curve));
    }
    if (std::ranges::none_of(records, &Record::solved)) figure.note = "No run solved its puzzle";
    return figure;
}

Section convergence_section(const std::vector<Record>& runs) {
    Section section{.id = "convergence", .title = "Convergence", .choose = "x axis"};
    section.text =
        "The cost of the best board so far. Lines are medians over the runs of a configuration, bands the middle 50 % "
        "and 80 % of the runs. 0 is a solution. A run that has ended keeps its last cost.";
    const experiment::Experiment experiment = experiment_of(runs);
    for (const MeasureWords& words : all_measures) {
        section.choices.push_back({words.id, {convergence_figure(experiment, runs, words)}});
    }
    return section;
}

Section distribution_section(const std::vector<Record>& records) {
    Section section{.id = "solutions", .title = "Time to solution", .choose = "x axis"};
    section.text =
        "The share of runs that had solved their puzzle, by what they had spent (ECDF). A run without a solution "
        "counts: "
        "such a curve ends below 1.";
    const experiment::Experiment experiment = experiment_of(records);
    for (const MeasureWords& words : all_measures) {
        if (words.measure == Measure::generations) continue;
        section.choices.push_back({words.id, {distribution_figure(experiment, records, words)}});
    }
    return section;
}

}  // namespace

std::vector<Section> sections_of(const Material& material) {
    std::vector<Section> sections;
    if (!material.trajectories.empty()) sections.push_back(convergence_section(material.trajectories));
    if (Section runs = runs_section(material); !runs.choices.empty()) sections.push_back(std::move(runs));
    if (!material.records.empty()) sections.push_back(distribution_section(material.records));
    if (Section speed = throughput_section(material); !speed.choices.empty()) sections.push_back(std::move(speed));
    return sections;
}

}  // namespace evodoku::report
