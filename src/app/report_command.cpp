// `evodoku report`: histories, results and benchmarks in, one page out.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <utility>

#include "commands.hpp"
#include "commit.hpp"
#include "input_source.hpp"
#include "output.hpp"
#include "report/page.hpp"
#include "report/reading.hpp"
#include "report_files.hpp"
#include "settings/setting_rows.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

struct ReportSettings {
    std::string output;  ///< empty: not given
    std::string svg, png;
    std::string title = "evodoku report";
    std::string first;  ///< empty: the first by name
    std::uint32_t runs = 3;
    bool quiet = false;
};

const SettingTable<ReportSettings>& report_settings() {
    using S = ReportSettings;
    static const SettingTable<S> table = {
        text_row<S>(
            {"output", "", "the page, - for standard output; report.html if none of -o, --svg and --png is given", 'o'},
            "FILE", &S::output),
        text_row<S>({"svg", "", "write every figure as SVG into a folder"}, "FOLDER", &S::svg),
        text_row<S>({"png", "", "write every figure as PNG into a folder; needs rsvg-convert"}, "FOLDER", &S::png),
        count_row<S>({"runs", "", "runs per configuration that are shown one by one"}, &S::runs, 0, 1000),
        text_row<S>({"first", "", "configuration that others are compared with; default: the first by name"}, "NAME",
                    &S::first),
        text_row<S>({"title", "", "title of the page"}, "TEXT", &S::title),
        flag_row<S>({"quiet", "", "print only errors on standard error", 'q'}, &S::quiet)};
    return table;
}

void check_folders(const ReportSettings& settings) {
    for (const auto& [option, folder] : {std::pair("--svg", settings.svg), std::pair("--png", settings.png)}) {
        if (folder == "-")
            throw UsageError(fmt::format("{}: several figures need a folder, not standard output", option));
    }
}

/// - is standard output. Throws InputOutputError.
void write_page(const std::string& file, const std::string& page) {
    if (file != "-") return WrittenFile(file).replace(page);
    std::cout << page;
    flush_results();
}

report::Material read_material(const std::vector<std::string>& files, const ReportSettings& settings) {
    report::Reader reader(settings.runs);
    for (const std::string& file : files) {
        const auto kind = file == "-" ? InputSource::Kind::standard_input : InputSource::Kind::file;
        const auto stream = open_once({kind, file});
        try {
            reader.add(file == "-" ? "standard input" : file, *stream);
        } catch (const report::ContentError& error) {
            if (stream->bad()) throw InputOutputError(failure_of(*stream, file));
            throw InputOutputError(error.what());
        }
    }
    try {
        return reader.take(settings.first);
    } catch (const std::invalid_argument& error) {
        throw UsageError(fmt::format("--first: {}", error.what()));
    }
}

}  // namespace

CommandInfo report_info() {
    CommandInfo info;
    info.options = options_of(report_settings());
    info.notes =
        R"(FILE is a history (solve --history), results of an experiment, or a result of bench --json; also compressed
with gzip or zstd. Its content says which. Any number of files makes one page, which needs no network.

Exit codes: 0 written; 2 usage; 5 a file that can't be read or written, or one of another kind

Examples:
  evodoku report run.jsonl -o run.html
  evodoku report results.jsonl results-history/*/*.jsonl bench.json
  evodoku report results.jsonl --svg figures
)";
    return info;
}

int run_report(const std::string&, const CommandLine& line) {
    ReportSettings settings;
    assign(settings, report_settings(), line);
    const std::vector<std::string> files = line.words();
    if (files.empty())
        throw UsageError("no file given: name histories, results or benchmarks; see evodoku report --help");
    if (settings.output.empty() && settings.svg.empty() && settings.png.empty()) settings.output = "report.html";
    check_folders(settings);

    std::vector<FileUse> inputs;
    for (const std::string& file : files) inputs.push_back({"an input", file});
    check_own_files({{"--output", settings.output}}, inputs);

    const report::Material material = read_material(files, settings);
    report::Document document;
    document.title = settings.title;
    document.made_by = fmt::format("evodoku {} ({})", version, commit);
    document.sections = report::sections_of(material);
    document.files = material.files, document.notes = material.notes;
    add_tables(document, material);

    const auto tell = [&](const std::string& text) {
        if (!settings.quiet) say(text);
    };
    for (const std::string& note : material.notes) tell(note);
    if (!settings.output.empty()) {
        const std::string page = to_html(document);
        write_page(settings.output, page);
        tell(fmt::format("{}: {} from {}, {} KB", settings.output == "-" ? "standard output" : settings.output,
                         counted(document.sections.size(), "section"), counted(files.size(), "file"),
                         (page.size() + 999) / 1000));
    }
    if (!settings.svg.empty()) {
        tell(fmt::format("{}: {}", settings.svg, counted(write_svgs(settings.svg, document), "figure")));
    }
    if (!settings.png.empty()) {
        tell(fmt::format("{}: {}", settings.png, counted(write_pngs(settings.png, document), "figure")));
    }
    return all_solved;
}

}  // namespace evodoku::app
