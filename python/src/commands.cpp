// What `evodoku check`, `convert`, `generate`, `report` and the table of `evodoku experiment` find, without their
// output.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "bindings.hpp"
#include "commit.hpp"
#include "counting/generating.hpp"
#include "engine/text.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "experiment/summary.hpp"
#include "files/written_file.hpp"
#include "logic/logic.hpp"
#include "report/report.hpp"
#include "run_settings.hpp"
#include "settings/puzzle_settings.hpp"
#include "settings/search_settings.hpp"
#include "version.hpp"

namespace evodoku::python {
namespace {

/// A file's name or the text itself, which of the two it is, and the name in messages.
using Source = std::tuple<std::string, bool, std::string>;

std::unique_ptr<std::istream> open(const Source& source) {
    const auto& [text, is_file, name] = source;
    if (is_file) return std::make_unique<std::ifstream>(open_file(text));
    return std::make_unique<std::istringstream>(text);
}

/// Calls on_puzzle() or on_error() for everything in the sources, in order; both may be slow. begin(): for each source,
/// with its reader and the order. `order`: 0 = as the first source shows. Returns the order.
int visit(const std::vector<Source>& sources, int order, const auto& begin, const auto& on_puzzle,
          const auto& on_error) {
    Signals signals;
    for (const Source& source : sources) {
        const std::unique_ptr<std::istream> stream = open(source);
        const nb::gil_scoped_release unlocked;
        io::PuzzleReader reader(*stream, std::get<2>(source), order);
        if (&source == sources.data()) order = reader.order().order;
        begin(reader, order);
        for (io::Job job;;) {
            if (signals.raised()) break;
            try {
                if (!reader.next(job)) break;
                on_puzzle(job);
            } catch (const io::ParseError& error) {
                on_error(error);
            }
        }
    }
    signals.rethrow();
    return order;
}

/// A line of `evodoku check`.
struct CheckedPuzzle {
    std::string file;
    std::size_t line = 0;
    std::optional<Grid> puzzle = {};
    logic::Solvability found = {};
    std::optional<logic::Findings> by_logic = {};
    std::string fault = {};  ///< of a puzzle that can't be read
    std::optional<std::string> fault_of_answer = {};

    std::string reason() const {
        if (!fault.empty()) return fault;
        const bool is_wrong = by_logic && by_logic->logic.contradiction;
        if (is_wrong) return logic::describe_contradiction(by_logic->logic);
        return found.conflict.empty() ? fault_of_answer.value_or("") : found.conflict;
    }
};

std::vector<CheckedPuzzle> check(const std::vector<Source>& sources, int order) {
    std::vector<CheckedPuzzle> all;
    visit(
        sources, order, [](io::PuzzleReader& reader, int) { reader.keep_fields(); },
        [&](const io::Job& job) {
            CheckedPuzzle& checked = all.emplace_back(std::string(job.source), job.line, job.grid);
            checked.found = logic::solvability_of(job.grid);
            if (checked.found.status == logic::conflict) return;
            checked.by_logic = logic::find_by_logic(job.grid);
            checked.fault_of_answer = fault_of_answer(job);
        },
        [&](const io::ParseError& error) {
            CheckedPuzzle& checked = all.emplace_back(error.source(), error.line());
            checked.found.status = logic::malformed;
            checked.fault = (error.cell().empty() ? "" : error.cell() + ": ") + error.message();
        });
    return all;
}

std::string convert(const std::vector<Source>& sources, int order, const std::string& to, const std::string& blank) {
    std::optional<io::PuzzleWriter> writer;
    std::string text;
    visit(
        sources, order,
        [&](io::PuzzleReader& reader, int found) {
            if (!writer) text = writer.emplace(writer_for(to, blank, found)).begin();
            if (writer->is_sheet()) reader.keep_fields();
        },
        [&](const io::Job& job) { text += checked_text(*writer, job); },
        [](const io::ParseError& error) { throw error; });
    return text + (writer ? writer->end() : "");
}

std::vector<logic::GeneratedPuzzle> generate(const Texts& options) {
    GenerateSettings settings;
    assign(settings, generate_settings(), assignments_of(options));
    if (!settings.seed) settings.seed = random_seed();
    std::vector<logic::GeneratedPuzzle> all;
    Signals signals;
    const auto next = make_puzzles(settings, [&] { return signals.raised(); });
    {
        const nb::gil_scoped_release unlocked;
        while (auto made = next()) {
            if (!made->found) throw SettingError(settings.not_found(static_cast<std::uint32_t>(all.size()), *made));
            all.push_back(std::move(*made->found));
        }
    }
    signals.rethrow();
    return all;
}

report::Material read_material(const std::vector<std::string>& files, const std::string& first, std::size_t runs) {
    report::Reader reader(runs);
    for (const std::string& file : files) {
        std::ifstream stream = open_file(file);
        const nb::gil_scoped_release unlocked;
        reader.add(file, stream);
    }
    const nb::gil_scoped_release unlocked;
    return reader.take(first);
}

/// The page, and notes on what was left out.
std::pair<std::string, std::vector<std::string>> make_report(const std::vector<std::string>& files,
                                                             const std::string& title, const std::string& first,
                                                             std::size_t runs, const std::string& output) {
    const report::Material material = read_material(files, first, runs);
    const nb::gil_scoped_release unlocked;
    const std::string made_by = std::string("evodoku ") + app::version + " (" + app::commit + ")";
    const std::string page = to_html(material, texts_of(material, title, made_by));
    if (!output.empty()) WrittenFile(output).replace(page);
    return {page, material.notes};
}

/// The table of an experiment: a row for programs as JSON, and the headings and cells for people.
nb::tuple summary(const std::vector<std::string>& files, const std::string& first, const std::string& by) {
    using namespace experiment;
    const auto grouping = static_cast<Grouping>(read_word("--by", by, {"configuration", "file", "puzzle"}));
    std::vector<Record> records = read_material(files, first, 0).runs;
    std::erase_if(records, [](const Record& run) { return run.status == "running"; });
    nb::list rows, cells, headings;
    for (const TableColumn& column : table_columns()) headings.append(column.heading);
    for (Row& row : summarise(experiment_of(records), records, grouping)) {
        if (row.runs == 0) continue;
        row.planned = row.runs;  // results do not say what was planned
        rows.append(columns_of(row).on_one_line());
        nb::list texts;
        for (const TableColumn& column : table_columns()) texts.append(column.cell(row));
        cells.append(texts);
    }
    return nb::make_tuple(rows, headings, cells);
}

/// A copy: uint8[N, N].
nb::ndarray<nb::numpy, std::uint8_t> array_of(const Grid& grid) {
    const auto size = static_cast<std::size_t>(grid.size());
    return numpy_array(std::vector<std::uint8_t>(grid.cells().begin(), grid.cells().end()), {size, size});
}
std::optional<nb::ndarray<nb::numpy, std::uint8_t>> array_of(const std::optional<Grid>& grid) {
    if (!grid) return std::nullopt;
    return array_of(*grid);
}

/// A property that puzzles with conflicts, or that can't be read, do not have.
template <class Get>
auto of_logic(Get get) {
    return [get](const CheckedPuzzle& of) { return of.by_logic ? std::optional(get(*of.by_logic)) : std::nullopt; };
}

}  // namespace

void bind_commands(nb::module_& module) {
    using C = CheckedPuzzle;
    using logic::Findings;
    nb::class_<C>(module, "CheckedPuzzle", "What `check` finds of one puzzle.")
        .def_ro("file", &C::file, "The name of its source.")
        .def_ro("line", &C::line, "The line where it begins, from 1.")
        .def_prop_ro(
            "puzzle", [](const C& of) { return array_of(of.puzzle); }, nb::rv_policy::automatic,
            "uint8[N, N], 0 = blank; None if it is malformed.")
        .def_prop_ro(
            "status", [](const C& of) { return logic::status_names[of.found.status]; },
            nb::sig("def status(self) -> typing.Literal['unique', 'none', 'several', 'undecided', 'conflict', "
                    "'malformed']"),
            "How many solutions it has, or why it can't have one.")
        .def_prop_ro(
            "is_proper", [](const C& of) { return of.found.status == logic::unique; },
            "True if it has exactly one solution.")
        .def_prop_ro(
            "solutions",
            [](const C& of) -> std::optional<std::uint64_t> {
                if (!of.by_logic || of.found.status == logic::undecided) return std::nullopt;
                return of.found.exact.solutions;
            },
            "0, 1, or 2 for several; None if that is not known.")
        .def_prop_ro(
            "solution", [](const C& of) { return array_of(of.found.exact.first); }, nb::rv_policy::automatic,
            "uint8[N, N]: a solution; None if none is known.")
        .def_prop_ro(
            "other_solution", [](const C& of) { return array_of(of.found.exact.second); }, nb::rv_policy::automatic,
            "uint8[N, N]: a second solution; None if none is known.")
        .def_prop_ro(
            "clues", [](const C& of) { return of.puzzle ? std::optional(logic::clues_of(*of.puzzle)) : std::nullopt; },
            "Cells that are given.")
        .def_prop_ro("logic", of_logic([](const Findings& found) { return std::string(found.level); }),
                     "The level of logic that solves it: 'singles', 'full' or 'none'.")
        .def_prop_ro("filled", of_logic([](const Findings& found) { return found.logic.filled; }),
                     "Cells that logic fills.")
        .def_prop_ro("struck", of_logic([](const Findings& found) { return found.logic.struck; }),
                     "Candidates that logic removes beyond singles.")
        .def_prop_ro("left", of_logic([](const Findings& found) { return found.left; }),
                     "Cells that logic leaves blank.")
        .def_prop_ro(
            "answer",
            [](const C& of) {
                const auto& fault = of.fault_of_answer;
                return fault ? std::optional(std::string(fault->empty() ? "right" : "wrong")) : std::nullopt;
            },
            "'right' or 'wrong': the answers beside it in the input; None if there are none.")
        .def_prop_ro("reason", &C::reason,
                     "Why it has no solution or can't be read, or its answer is wrong; empty for others.")
        .def("__repr__", [](const C& of) {
            const std::string reason = of.reason();
            return "<CheckedPuzzle: " + of.file + ":" + std::to_string(of.line) + ", " +
                   logic::status_names[of.found.status] + (reason.empty() ? "" : ", " + reason) + ">";
        });
    nb::class_<logic::GeneratedPuzzle>(module, "GeneratedPuzzle", "A puzzle that `generate` made.")
        .def("__str__", [](const logic::GeneratedPuzzle& of) { return io::to_boxed(of.puzzle); })
        .def("__repr__",
             [](const logic::GeneratedPuzzle& of) {
                 const std::string size = std::to_string(of.puzzle.size());
                 return "<GeneratedPuzzle: " + size + " x " + size + ", " + std::to_string(logic::clues_of(of.puzzle)) +
                        " clues>";
             })
        .def_prop_ro(
            "puzzle", [](const logic::GeneratedPuzzle& of) { return array_of(of.puzzle); }, nb::rv_policy::automatic,
            "uint8[N, N], 0 = blank.")
        .def_prop_ro(
            "solution", [](const logic::GeneratedPuzzle& of) { return array_of(of.solution); },
            nb::rv_policy::automatic,
            "uint8[N, N]: the solution it was made from; there may be others if `rating` is None.")
        .def_prop_ro(
            "clues", [](const logic::GeneratedPuzzle& of) { return logic::clues_of(of.puzzle); },
            "Cells that are given.")
        .def_prop_ro(
            "rating",
            [](const logic::GeneratedPuzzle& of) {
                return of.facts ? std::optional<std::string>(to_text(of.facts->rating)) : std::nullopt;
            },
            "The logic that it needs: 'singles', 'full' or 'search'; None if there may be several solutions.")
        .def_prop_ro(
            "minimal", [](const logic::GeneratedPuzzle& of) { return of.facts ? of.facts->is_minimal : std::nullopt; },
            "Whether no clue can be removed; None if that is not known.")
        .def_prop_ro(
            "positions", [](const logic::GeneratedPuzzle& of) { return of.facts ? of.facts->positions : std::nullopt; },
            "Positions that the exact solver examines, 1 if singles solve it; None if that is not known.");
    module.def("check", &check, nb::arg("sources"), nb::arg("order"), "As `evodoku check`; order: 0 = as they show.");
    module.def("convert", &convert, nb::arg("sources"), nb::arg("order"), nb::arg("to"), nb::arg("blank"),
               "As `evodoku convert`; raises ValueError for the first bad puzzle.");
    module.def("generate", &generate, nb::arg("options"), "As `evodoku generate`.");
    module.def("report", &make_report, nb::arg("files"), nb::arg("title"), nb::arg("first"), nb::arg("runs"),
               nb::arg("output"), "The page of `evodoku report`, and notes.");
    module.def("summary", &summary, nb::arg("files"), nb::arg("first"), nb::arg("by"),
               nb::sig("def summary(files: collections.abc.Sequence[str], first: str, by: str) -> "
                       "tuple[list[str], list[str], list[list[str]]]"),
               "The table of `evodoku experiment`: rows as JSON; headings and rounded cells.");
    module.def(
        "form_names", [] { return io::form_names(); }, "The forms that `convert` writes, of every order.");
}

}  // namespace evodoku::python
