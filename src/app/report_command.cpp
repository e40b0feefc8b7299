// `evodoku report`: histories, results and benchmarks in, one page out.
#include <fmt/format.h>

#include <iostream>

#include "commands.hpp"
#include "commit.hpp"
#include "puzzle_input.hpp"
#include "report/report.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

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
