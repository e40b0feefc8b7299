// What `evodoku check`, `convert`, `generate`, `report` and the table of `evodoku experiment` find, without their
// output.
#include <fmt/format.h>

#include "bindings.hpp"
#include "commit.hpp"
#include "counting/generating.hpp"
#include "described.hpp"
#include "engine/text.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "experiment/experiment.hpp"
#include "files/written_file.hpp"
#include "io/characters.hpp"
#include "logic/logic.hpp"
#include "report/report.hpp"
#include "settings/puzzle_settings.hpp"
#include "version.hpp"

namespace evodoku::python {
namespace {

/// A file's name or the text itself, which of the two it is, and the name in messages.
using Source = std::tuple<std::string, bool, std::string>;

/// Calls on_puzzle() or on_error() for everything in the sources, in order; both may be slow. `order`: 0 = as the first
/// source shows, and then that one.
void visit(const std::vector<Source>& sources, int& order, const io::ReadOptions& options, const auto& on_puzzle,
           const auto& on_error) {
    Signals signals;
    for (const Source& source : sources) {
        const std::unique_ptr<std::istream> stream = open_source(std::get<0>(source), std::get<1>(source));
        const nb::gil_scoped_release unlocked;
        io::PuzzleReader reader(*stream, std::get<2>(source), order, options);
        if (&source == sources.data()) order = reader.order().order;
        const auto next = [&](io::ReadPuzzle& job) { return !signals.raised() && reader.next(job); };
        io::visit(next, on_puzzle, on_error);
    }
    signals.rethrow();
}

std::vector<CheckedPuzzle> check(const std::vector<Source>& sources, int order) {
    std::vector<CheckedPuzzle> all;
    const auto on_puzzle = [&](const io::ReadPuzzle& job) { all.emplace_back(job).use_logic(); };
    visit(sources, order, {.keeps_fields = true}, on_puzzle, [&](const auto& error) { all.emplace_back(error); });
    return all;
}

std::string convert(const std::vector<Source>& sources, int order, const std::string& to, const std::string& blank) {
    const char separator = to == "csv" ? ',' : to == "tsv" ? '\t' : '\0';
    std::optional<io::PuzzleWriter> writer;
    KeptColumns columns;
    std::string text;
    const auto write = [&](const io::ReadPuzzle& job) {
        std::vector<std::string> fields = columns.fields_of(job);
        if (!writer) {
            writer = writer_for(to, blank, order);
            text = columns.names().empty() ? writer->begin() : io::csv_row(columns.names(), separator);
        }
        if (!fields.empty()) fields[columns.puzzle()] = writer->cells(job.grid);
        text += fields.empty() ? writer->puzzle(job.grid) : io::csv_row(fields, separator);
    };
    visit(sources, order, {.keeps_fields = separator != '\0'}, write, [](const io::ParseError& error) { throw error; });
    return text + (writer ? writer->end() : "");
}

std::vector<logic::GeneratedPuzzle> generate(const Texts& options) {
    GenerateSettings settings;
    assign(settings, generate_settings(), assignments_of(options));
    if (!settings.seed) settings.seed = random_seed();
    Signals signals;
    const auto next = make_puzzles(
        settings, [&] { return signals.raised(); }, warn);
    return signals.during([&] {
        std::vector<logic::GeneratedPuzzle> all;
        while (auto made = next()) {
            if (!made->found) throw SettingError(settings.not_found(static_cast<std::uint32_t>(all.size()), *made));
            all.push_back(std::move(*made->found));
        }
        return all;
    });
}

report::Material read_material(const std::vector<std::string>& files, const std::string& first, std::size_t runs) {
    report::Reader reader(runs);
    for (const std::string& file : files) {
        std::ifstream stream = open_file(file);
        const nb::gil_scoped_release unlocked;
        reader.add(file, stream);
    }
    return without_lock([&] { return reader.take(first); });
}

std::pair<std::string, std::vector<std::string>> make_report(const std::vector<std::string>& files,
                                                             const std::string& title, const std::string& first,
                                                             std::size_t runs, const std::string& output) {
    const report::Material material = read_material(files, first, runs);
    const nb::gil_scoped_release unlocked;
    const std::string made_by = std::string("evodoku ") + app::version + " (" + app::commit + ")";
    const std::string page = to_html(material, title, made_by);
    if (!output.empty()) WrittenFile(output).replace(page);
    return {page, material.notes};
}

std::tuple<std::vector<std::string>, std::vector<std::string>, std::vector<std::vector<std::string>>> summary(
    const std::vector<std::string>& files, const std::string& first, const std::string& by, bool pairs) {
    using namespace experiment;
    const auto grouping = static_cast<Grouping>(read_word("--by", by, {"configuration", "file", "puzzle"}));
    std::vector<Record> records = read_material(files, first, 0).runs;
    std::erase_if(records, [](const Record& run) { return run.status == "running"; });
    std::vector<std::string> rows, headings;
    std::vector<std::vector<std::string>> cells;
    std::vector<Row> all = summarise(plan_of(records), records, grouping, {.first = first, .pairs = pairs});
    const std::vector<TableColumn> columns = table_columns(all);
    for (const TableColumn& column : columns) headings.emplace_back(column.heading);
    for (Row& row : all) {
        if (row.runs == 0) continue;
        row.planned = row.runs;  // results do not say what was planned
        rows.push_back(io::json_of(row));
        cells.emplace_back();
        for (const TableColumn& column : columns) cells.back().push_back(column.cell(row));
    }
    return {rows, headings, cells};
}

std::string reason_of(const CheckedPuzzle& of) {
    const std::string reason = of.reason();
    return reason.empty() ? of.answer_fault.value_or("") : reason;
}

}  // namespace

void bind_commands(nb::module_& module) {
    using C = CheckedPuzzle;
    bind_fields(nb::class_<C>(module, "CheckedPuzzle", "What `check` finds of one puzzle."))
        .def_ro("file", &C::file, "The name of its source.")
        .def_ro("line", &C::line, "The line where it begins, from 1.")
        .def_prop_ro(
            "puzzle", [](const C& of) { return for_python(of.puzzle); }, nb::rv_policy::automatic,
            "uint8[N, N], 0 = blank; None if it is malformed.")
        .def_prop_ro(
            "status", [](const C& of) { return logic::status_names[of.found.status]; },
            nb::sig("def status(self) -> typing.Literal['unique', 'none', 'several', 'undecided', 'conflict', "
                    "'malformed']"),
            "How many solutions it has, or why it can't have one.")
        .def_prop_ro(
            "is_proper", [](const C& of) { return of.found.status == logic::unique; },
            "True if it has exactly one solution.")
        .def_prop_ro("reason", &reason_of,
                     "Why it has no solution or can't be read, or its answer is wrong; empty for others.")
        .def("__repr__", [](const C& of) {
            const std::string reason = reason_of(of);
            return fmt::format("<CheckedPuzzle: {}:{}, {}{}{}>", of.file, of.line, logic::status_names[of.found.status],
                               reason.empty() ? "" : ", ", reason);
        });
    bind_fields(nb::class_<logic::GeneratedPuzzle>(module, "GeneratedPuzzle", "A puzzle that `generate` made."))
        .def("__str__", [](const logic::GeneratedPuzzle& of) { return io::to_boxed(of.puzzle); })
        .def("__repr__",
             [](const logic::GeneratedPuzzle& of) {
                 return fmt::format("<GeneratedPuzzle: {0} x {0}, {1} clues>", of.puzzle.size(),
                                    logic::clues_of(of.puzzle));
             })
        .def_prop_ro(
            "puzzle", [](const logic::GeneratedPuzzle& of) { return array_of(of.puzzle); }, nb::rv_policy::automatic,
            "uint8[N, N], 0 = blank.")
        .def_prop_ro(
            "solution", [](const logic::GeneratedPuzzle& of) { return array_of(of.solution); },
            nb::rv_policy::automatic,
            "uint8[N, N]: the solution it was made from; there may be others if `rating` is None.");
    module.def("check", &check, nb::arg("sources"), nb::arg("order"), "As `evodoku check`; order: 0 = as they show.");
    module.def("convert", &convert, nb::arg("sources"), nb::arg("order"), nb::arg("to"), nb::arg("blank"),
               "As `evodoku convert`; raises ValueError for the first bad puzzle.");
    module.def("generate", &generate, nb::arg("options"), "As `evodoku generate`.");
    module.def("report", &make_report, nb::arg("files"), nb::arg("title"), nb::arg("first"), nb::arg("runs"),
               nb::arg("output"), "The page of `evodoku report`, and notes on what was left out.");
    module.def("summary", &summary, nb::arg("files"), nb::arg("first"), nb::arg("by"), nb::arg("pairs"),
               "The table of `evodoku experiment`: rows for programs as JSON; headings and rounded cells for people.");
}

}  // namespace evodoku::python
