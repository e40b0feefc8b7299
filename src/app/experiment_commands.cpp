// `evodoku experiment`: a plan in, a file of results and a table out. `evodoku report`: a page of histories, results
// and benchmarks.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <ranges>

#include "commands.hpp"
#include "commit.hpp"
#include "experiment/experiment.hpp"
#include "puzzle_input.hpp"
#include "ranks/over_ranks.hpp"
#include "report/report.hpp"
#include "runs.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

using namespace evodoku::experiment;

/// The most useful columns, at most eight.
std::string terminal_table(const std::vector<Row>& rows) {
    std::vector<std::vector<std::string>> table(1 + rows.size());  // the headings, then the cells of each row
    const std::vector<TableColumn> columns = table_columns(rows, Shown::on_terminal);
    for (const TableColumn& column : columns | std::views::take(8)) {
        table[0].emplace_back(column.heading);
        for (std::size_t k = 0; k < rows.size(); ++k) table[k + 1].push_back(column.cell(rows[k]));
    }
    return aligned(table) + fmt::format("All {} columns: --format md, or a pipe.\n", table_columns(rows).size());
}

struct ExperimentSettings : Comparison {
    std::string output;  ///< replaces the plan's own; empty: not given
    std::string device = "cpu", operators;
    unsigned threads = 0;                                     ///< runs at once; 0 = number of processors
    std::string (*table)(const std::vector<Row>&) = nullptr;  ///< null: as suits standard output
    InputPart part;                                           ///< of the pairs of a seed and a puzzle
    Grouping grouping = Grouping::configuration;
    bool any_version = false;  ///< continues results of another version
    When progress = When::automatic;
    bool quiet = false;
};

SettingTable<ExperimentSettings> experiment_settings() {
    using S = ExperimentSettings;
    return {
        text_row<S>({"output", "", "file of results, one line per run (default: that of the plan, or PLAN.jsonl)", 'o'},
                    "FILE", &S::output),
        choice_row<S>(
            {"format", "", "the table; auto = text on a terminal, else md (Markdown)"}, "FORMAT", &S::table,
            {{"auto", nullptr}, {"text", terminal_table}, {"md", to_markdown}, {"csv", to_csv}, {"json", to_json}}),
        field_row<S>({"part", "", "only every N-th pair of seed and puzzle, from the I-th on; cat joins the results"},
                     "I/N", &S::part, read_part, part_text),
        flag_row<S>({"any-version", "", "continue results that another version of the program made"}, &S::any_version),
        choice_row<S>(
            {"by", "", "one row per configuration, or per configuration on each file or puzzle"}, "ROWS", &S::grouping,
            {{"configuration", Grouping::configuration}, {"file", Grouping::file}, {"puzzle", Grouping::puzzle}}),
        text_row<S>({"first", "", "configuration to compare the others with (default: the first of the plan)"}, "NAME",
                    &S::first),
        flag_row<S>({"pairs", "", "compare every two configurations, one row per pair"}, &S::pairs),
        text_row<S>({"device", "", "cpu, cuda, cuda:N or auto", 'd'}, "DEVICE", &S::device, {"cpu", "cuda", "auto"}),
        count_row<S>({"threads", "", "runs at once on the CPU, one thread each; 0 = all processors", 'j'}, &S::threads,
                     0, 1024),
        operators_row<S>("", &S::operators),
        progress_row<S>(&S::progress),
        flag_row<S>({"quiet", "", "print only errors on standard error", 'q'}, &S::quiet)};
}

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

}  // namespace

std::vector<Option> experiment_options() { return options_of(experiment_settings()); }

int run_experiment(const std::string&, const CommandLine& line) {
    ExperimentSettings settings = read_settings(experiment_settings(), line, {}, Environment::read);
    const auto tell = [&](const std::string& text) { say_unless(settings.quiet, text); };
    std::ranges::for_each(misspelt_variables({"device", "threads"}), tell);
    const std::vector<std::string>& files = line.words;
    if (files.empty()) throw SettingError("no plan given: name a file; see evodoku experiment --help");
    if (files.size() > 1) throw SettingError("experiment: one plan at a time; run the command once for each");
    BadPuzzles bad;
    const auto open = [](const std::string& path) { return open_once({InputSource::Kind::file, path}); };
    const auto on_error = [&](const io::ParseError& error) { bad.add(error); };
    const experiment::Plan plan = read_plan(read_text_file(files[0]), files[0], open, on_error);
    if (const int code = bad.sum_up(); code != all_solved) return code;
    if (names_of(plan, settings.first).size() < 2 && settings.pairs)  // refused before the runs, as a wrong name is
        throw SettingError("--pairs: the plan has one configuration, so there are no pairs; leave it out");
    const std::size_t pairs = plan.seeds.size() * plan.puzzles.size();
    require_some(settings.part, pairs, fmt::format("the plan has only {} of seed and puzzle", counted(pairs, "pair")));
    Chosen chosen = choose_for(settings.device, line.label_of("device"), settings.threads, plan.order);
    if (chosen.crew)
        throw SettingError(line.label_of("device") + " " + settings.device + " names several devices, and an " +
                           "experiment in one process uses one; start a rank for each with mpirun, or name one");
    std::ranges::for_each(chosen.others, tell);
    Machine machine{.should_stop = [] { return interrupt_signal() != 0; }, .provenance = {version, commit, {}}};
    if (Ranks* const ranks = chosen.ranks; ranks != nullptr)
        machine.runs_elsewhere = ranks->size() - 1, machine.make_elsewhere = backends_elsewhere(*ranks);
    Campaign campaign(plan, settings.output.empty() ? plan.results() : settings.output, machine, settings.any_version,
                      settings.part);
    campaign.prepare(chosen.devices.front(), settings.threads, tell);
    watch_for_interrupt(settings.quiet);
    for (const auto& [kind, text] : campaign.notes()) tell((kind == Note::warning ? "warning: " : "") + text);
    RunCounts counts{.earlier = campaign.records().size(), .at_once = campaign.at_once()};
    counts.all = counts.earlier + campaign.left();
    Tally tally(settings.quiet ? When::never : settings.progress,
                [&, begin = Clock::now()] { return tally_lines(counts, seconds_since(begin)); });
    campaign.make([&](const Record& record) { tally.update([&] { ++counts.made, counts.solved += record.solved; }); });
    tally.end();
    if (campaign.left() != 0)
        tell(fmt::format("stopped; {} left. Repeat the command to continue.", counted(campaign.left(), "run")));
    for (const std::string& warning : warnings_of(campaign.records())) tell("warning: " + warning);
    if (settings.table == nullptr) settings.table = isatty(STDOUT_FILENO) ? terminal_table : to_markdown;
    write_result(settings.table(summarise(plan, campaign.records(), settings.grouping, settings)));
    return interrupt_signal() != 0 ? interrupted + interrupt_signal() : static_cast<int>(all_solved);
}

std::vector<Option> report_options() { return options_of(report_settings()); }

int run_report(const std::string&, const CommandLine& line) {
    const ReportSettings settings = read_settings(report_settings(), line);
    const std::vector<std::string>& files = line.words;
    if (files.empty())
        throw SettingError("no file given: name histories, results or benchmarks; see evodoku report --help");
    std::vector<FileUse> inputs;
    for (const std::string& file : files) inputs.push_back({"an input", file});
    check_own_files({{"--output", settings.output}}, inputs);

    report::Reader reader(settings.runs);
    for (const std::string& file : files) {
        const InputSource source{file == "-" ? InputSource::Kind::standard_input : InputSource::Kind::file, file};
        reader.add(name_of(source), *open_once(source));
    }
    const report::Material material = reader.take(settings.first);
    const std::string made_by = fmt::format("evodoku {} ({})", version, commit);
    const std::string page = to_html(material, settings.title, made_by);

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
