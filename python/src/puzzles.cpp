// Puzzles from text, files and arrays.
#include <sstream>

#include "bindings.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/logic/verifier.hpp"
#include "scoring/score.hpp"

namespace evodoku::python {
namespace {

/// uint8[n, cells], a value of each if a column was named, and their order.
using Puzzles = std::tuple<Cells, std::vector<std::string>, int>;

/// `source`: the name of a file, or a text with this name. `order`: 0 = as they show. `column`: of tables; may be
/// missing. `are_answers`: throws for boards that may be meant otherwise.
Puzzles read(const std::string& source, bool is_file, const std::string& name, int order,
             const std::optional<std::string>& column, bool are_answers) {
    const std::unique_ptr<std::istream> stream = open_source(source, is_file);
    std::vector<std::uint8_t> cells;
    std::vector<std::string> values;
    scoring::ScoreOptions options;
    without_lock([&] {
        const io::ReadOptions how{.keeps_fields = are_answers || column, .may_lack = are_answers};
        io::PuzzleReader reader(*stream, is_file ? source : name, order, how);
        order = reader.order().order;
        for (io::ReadPuzzle entry; reader.next(entry);) {
            options.samples = static_cast<std::uint32_t>(entry.samples);
            if (are_answers) scoring::check_board(entry, options);
            if (column) values.push_back(scoring::group_in_column(entry, *column, "clues, logic"));
            add_cells(cells, entry.grid);
            if (are_answers && entry.notes != nullptr && entry.notes->is_missing)
                std::fill(cells.end() - entry.grid.cell_count(), cells.end(), no_board);
        }
    });
    return {rows_of(std::move(cells), Grid(order).cells().size()), std::move(values), order};
}

void check_grids(const Grids& grids, const std::string& name, bool is_list, int order) {
    for (std::size_t index = 0; index < grids.shape(0); ++index) {
        const auto conflict = logic::first_conflict(grid_at(grids, index, order));
        if (!conflict) continue;
        const std::string at = is_list ? name + "[" + std::to_string(index) + "]" : name;
        throw std::invalid_argument(at + ": givens conflict: " + logic::describe(*conflict));
    }
}

std::string to_text(const Grids& grid, int order) { return io::to_line(grid_at(grid, 0, order)); }

}  // namespace

std::ifstream open_file(const std::string& name) {
    std::ifstream stream(name, std::ios::binary);
    if (stream) return stream;
    PyErr_SetFromErrnoWithFilename(PyExc_OSError, name.c_str());
    throw nb::python_error();
}

std::unique_ptr<std::istream> open_source(const std::string& text, bool is_file) {
    if (is_file) return std::make_unique<std::ifstream>(open_file(text));
    return std::make_unique<std::istringstream>(text);
}

void bind_puzzles(nb::module_& module) {
    module.def("read", &read, nb::arg("source"), nb::arg("is_file"), nb::arg("name"), nb::arg("order"),
               nb::arg("column").none(), nb::arg("are_answers"),
               "Puzzles uint8[n, cells] in any form that the program reads, the values of a column, and their order. "
               "order: 0 = as they show.");
    module.def("check_grids", &check_grids, nb::arg("grids"), nb::arg("name"), nb::arg("is_list"), nb::arg("order"),
               "Raises ValueError for givens that conflict.");
    module.def("grid_text", &to_text, nb::arg("grid"), nb::arg("order"), "A grid [1, cells] as a line of text.");
}

}  // namespace evodoku::python
