// The tables of a report: the statistics of `evodoku experiment`, and the figures of `evodoku bench`.
#include <fmt/format.h>

#include <algorithm>

#include "bench.hpp"
#include "bench/ratios.hpp"
#include "experiment.hpp"
#include "output.hpp"
#include "report_files.hpp"

namespace evodoku::app {
namespace {

using experiment::Grouping;
using report::Table;

constexpr std::size_t max_rows = 500;  // of the table with a row per puzzle

Table statistics_table(const experiment::Experiment& experiment, const std::vector<experiment::Record>& records,
                       Grouping grouping, const std::string& title) {
    Table table{.title = title};
    for (const auto& [text, explanation] : table_headings()) table.headings.push_back({text, explanation});
    for (experiment::Row& row : summarise(experiment, records, grouping)) {
        if (row.runs == 0) continue;
        row.planned = row.runs;  // results do not say what was planned
        table.rows.push_back(table_cells(row));
    }
    return table;
}

report::Section statistics_section(const report::Material& material) {
    report::Section section{.id = "statistics", .title = "Statistics"};
    section.text =
        "Work is evaluations + trials + redraws. A configuration is compared with the first one, puzzle by puzzle. "
        "docs/experiments.md explains every column; each heading has a short explanation, too.";
    const experiment::Experiment experiment = report::experiment_of(material.records);
    for (const std::string& warning : warnings_of(experiment, material.records)) {
        section.notes.push_back("Warning: " + warning);
    }
    section.tables.push_back(statistics_table(experiment, material.records, Grouping::configuration, "All puzzles"));
    const std::size_t puzzles = experiment.puzzles.size();
    if (puzzles > 1 && puzzles * experiment.plan.configurations.size() <= max_rows) {
        section.tables.push_back(statistics_table(experiment, material.records, Grouping::puzzle, "Puzzle by puzzle"));
        section.tables.back().folded = true;
    }
    return section;
}

Table crossing_table(const report::Benchmark& benchmark) {
    Table table{.title = fmt::format("Devices compared: {}", benchmark.name)};
    table.headings = {{"device", ""},
                      {"beside", ""},
                      {"measurement", ""},
                      {"smallest population", "ratio of the rates there; ~: a spread over 25 %"},
                      {"largest population", "ratio of the rates there; ~: a spread over 25 %"},
                      {"faster from", "population from which the device is faster than the other one"}};
    const auto ratio_text = [](const bench::Ratio& ratio) {
        return fmt::format("{} at {}", marked(fmt::format("{:.2f}", ratio.ratio), ratio.unsteady), ratio.population);
    };
    for (const bench::Headline& line : bench::headlines(benchmark.result)) {
        const bool everywhere = line.wins_from != 0 && line.wins_from <= line.smallest.population;
        table.rows.push_back({line.largest.fast, line.largest.slow, line.largest.what, ratio_text(line.smallest),
                              ratio_text(line.largest),
                              line.wins_from == 0 ? "not at the largest"
                              : everywhere        ? "every population"
                                                  : marked(std::to_string(line.wins_from), line.wins_unsteadily)});
    }
    return table;
}

Table rate_table(const report::Benchmark& benchmark) {
    Table table{.title = fmt::format("Rates: {}", benchmark.name)};
    table.headings = {{"measurement", ""}, {"device", ""},
                      {"population", ""},  {"unit", ""},
                      {"per second", ""},  {"spread", "distance of the quartiles, as a share of the median"}};
    for (const bench::Measurement& one : benchmark.result.measurements) {
        table.rows.push_back({one.what, one.subject, std::to_string(one.population), one.unit,
                              rounded(one.timing.rate()), percent_text(one.timing.spread())});
    }
    table.folded = true;
    return table;
}

}  // namespace

void add_tables(report::Document& document, const report::Material& material) {
    std::vector<report::Section>& sections = document.sections;
    const auto find = [&] { return std::ranges::find(sections, "throughput", &report::Section::id); };
    if (!material.records.empty()) sections.insert(find(), statistics_section(material));
    if (material.benchmarks.empty()) return;
    if (find() == sections.end()) sections.push_back({.id = "throughput", .title = "Throughput"});
    for (const report::Benchmark& benchmark : material.benchmarks) {
        if (Table table = crossing_table(benchmark); !table.rows.empty()) find()->tables.push_back(std::move(table));
        find()->tables.push_back(rate_table(benchmark));
    }
}

}  // namespace evodoku::app
