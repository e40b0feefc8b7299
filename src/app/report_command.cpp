// `evodoku report`: histories, results and benchmarks in, one page out.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <ranges>
#include <utility>

#include "bench/result.hpp"
#include "commands.hpp"
#include "commit.hpp"
#include "output.hpp"
#include "puzzle_input.hpp"
#include "report/report.hpp"
#include "settings/setting.hpp"
#include "tables.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

using experiment::Grouping;
using report::Table;

struct ReportSettings {
    std::string output = "report.html";
    std::string title = "evodoku report";
    std::string first;  ///< empty: the first of the plan
    std::uint32_t runs = 3;
    bool quiet = false;
};

SettingTable<ReportSettings> report_settings() {
    using S = ReportSettings;
    return {
        text_row<S>({"output", "", "the page, - for standard output", 'o'}, "FILE", &S::output),
        count_row<S>({"runs", "", "runs per configuration and puzzle that are shown one by one"}, &S::runs, 0, 1000),
        text_row<S>({"first", "", "configuration that others are compared with; default: the first of the plan"},
                    "NAME", &S::first),
        text_row<S>({"title", "", "title of the page"}, "TEXT", &S::title),
        flag_row<S>({"quiet", "", "print only errors on standard error", 'q'}, &S::quiet)};
}

report::Material read_material(const std::vector<std::string>& files, const ReportSettings& settings) {
    report::Reader reader(settings.runs);
    for (const std::string& file : files) {
        const InputSource source{file == "-" ? InputSource::Kind::standard_input : InputSource::Kind::file, file};
        reader.add(name_of(source), *open_once(source));
    }
    try {
        return reader.take(settings.first);
    } catch (const std::invalid_argument& error) {
        throw SettingError(fmt::format("--first: {}", error.what()));
    }
}

template <class Value>
void add_once(std::vector<Value>& list, const Value& value) {
    if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

/// Records as an experiment: configurations, puzzles and seeds in the order in which they appear.
experiment::Experiment experiment_of(const std::vector<experiment::Record>& records) {
    experiment::Experiment experiment;
    std::vector<std::string> names;
    std::vector<std::pair<std::string, std::size_t>> puzzles;
    for (const experiment::Record& record : records) {
        add_once(names, record.configuration);
        add_once(puzzles, {record.file, record.line});
        add_once(experiment.plan.seeds, record.seed);
    }
    for (const std::string& name : names) experiment.plan.configurations.push_back({name, {}, 0});
    for (const auto& [file, line] : puzzles) experiment.plan.puzzles.push_back({{}, file, line});
    return experiment;
}

constexpr std::size_t max_rows = 500;  // of the table with a row per puzzle

Table statistics_table(const experiment::Experiment& experiment, const std::vector<experiment::Record>& records,
                       Grouping grouping, const std::string& title) {
    Table table{.title = title};
    const auto is_shown = [](const TableColumn& column) { return column.on_page; };
    auto columns = table_columns().subspan(grouping == Grouping::configuration) | std::views::filter(is_shown);
    for (const TableColumn& column : columns) table.headings.push_back({column.heading, column.explanation});
    for (experiment::Row& row : summarise(experiment, records, grouping)) {
        if (row.runs == 0) continue;
        row.planned = row.runs;  // results do not say what was planned
        for (table.rows.emplace_back(); const TableColumn& column : columns)
            table.rows.back().push_back(column.cell(row));
    }
    return table;
}

void add_statistics(report::Texts& texts, const report::Material& material) {
    std::vector<experiment::Record> ended;
    std::ranges::copy_if(material.runs, std::back_inserter(ended),
                         [](const auto& run) { return run.status != "running"; });
    if (ended.empty()) return;
    const experiment::Experiment experiment = experiment_of(ended);
    for (const std::string& warning : warnings_of(experiment, ended)) texts.warnings.push_back("Warning: " + warning);
    texts.statistics.push_back(statistics_table(experiment, ended, Grouping::configuration, "All puzzles"));
    const std::size_t puzzles = experiment.plan.puzzles.size();
    if (puzzles > 1 && puzzles * experiment.plan.configurations.size() <= max_rows) {
        texts.statistics.push_back(statistics_table(experiment, ended, Grouping::puzzle, "Puzzle by puzzle"));
        texts.statistics.back().folded = true;
    }
}

}  // namespace

CommandInfo report_info() { return {.options = options_of(report_settings()), .notes = std::string(report_notes)}; }

int run_report(const std::string&, const CommandLine& line) {
    const ReportSettings settings = read_settings(report_settings(), line);
    const std::vector<std::string>& files = line.words;
    if (files.empty())
        throw SettingError("no file given: name histories, results or benchmarks; see evodoku report --help");
    std::vector<FileUse> inputs;
    for (const std::string& file : files) inputs.push_back({"an input", file});
    check_own_files({{"--output", settings.output}}, inputs);

    const report::Material material = read_material(files, settings);
    report::Texts texts{.title = settings.title, .made_by = fmt::format("evodoku {} ({})", version, commit)};
    add_statistics(texts, material);
    const std::string page = to_html(material, texts);

    for (const std::string& note : material.notes) say_unless(settings.quiet, note);
    if (settings.output == "-") {
        std::cout << page;
        flush_results();
    } else {
        WrittenFile(settings.output).replace(page);
    }
    say_unless(settings.quiet,
               fmt::format("{}: {}, {} KB", settings.output == "-" ? "standard output" : settings.output,
                           counted(files.size(), "file"), (page.size() + 999) / 1000));
    return all_solved;
}

}  // namespace evodoku::app
