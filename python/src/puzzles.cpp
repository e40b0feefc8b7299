// Puzzles from text, files and arrays.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <fstream>
#include <sstream>
#include <string>

#include "bindings.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku::python {
namespace {

using Puzzles = std::pair<nb::ndarray<nb::numpy, std::uint8_t>, std::vector<std::size_t>>;

/// Every puzzle of a stream, and the lines on which they begin.
Puzzles read_all(std::istream& stream, const std::string& source) {
    std::vector<std::uint8_t> cells;
    std::vector<std::size_t> lines;
    {
        const nb::gil_scoped_release unlocked;
        io::PuzzleReader reader(stream, source);
        for (io::PuzzleEntry entry; reader.next(entry);) {
            cells.insert(cells.end(), entry.grid.digit, entry.grid.digit + cell_count);
            lines.push_back(entry.line);
        }
    }
    const std::size_t count = lines.size();
    return {numpy_array(std::move(cells), {count, std::size_t{cell_count}}), std::move(lines)};
}

Puzzles read_text(const std::string& text, const std::string& source) {
    std::istringstream stream(text);
    return read_all(stream, source);
}

Puzzles read_file(const std::string& name) {
    std::ifstream stream(name, std::ios::binary);
    if (!stream) {
        PyErr_SetFromErrnoWithFilename(PyExc_OSError, name.c_str());
        throw nb::python_error();
    }
    return read_all(stream, name);
}

/// Throws unless every cell is 0..9 and no givens conflict.
void check_grids(const Grids& grids, const std::string& name, bool is_list) {
    for (std::size_t index = 0; index < grids.shape(0); ++index) {
        const std::string at = is_list ? name + "[" + std::to_string(index) + "]" : name;
        for (std::size_t cell = 0; cell < cell_count; ++cell) {
            const unsigned digit = grids(index, cell);
            if (digit <= 9) continue;
            throw std::invalid_argument(at + ": cell " + std::to_string(cell) + " is " + std::to_string(digit) +
                                        "; allowed: 0..9, 0 = blank");
        }
        if (const auto conflict = logic::first_conflict(grid_at(grids, index))) {
            throw std::invalid_argument(at + ": givens conflict: " + logic::describe(*conflict));
        }
    }
}

std::string verify(const Grids& puzzle, const Grids& answer) {
    const Grid grid = grid_at(answer, 0);
    for (const std::uint8_t digit : grid.digit) {
        if (digit > 9) return "a cell is not a digit";
    }
    return logic::verify(grid_at(puzzle, 0), grid).reason;
}

std::string to_text(const Grids& grid, bool boxed) {
    return boxed ? io::to_boxed(grid_at(grid, 0)) : io::to_line(grid_at(grid, 0));
}

}  // namespace

void bind_puzzles(nb::module_& module) {
    module.def("read_text", &read_text, nb::arg("text"), nb::arg("source"),
               "Puzzles uint8[n, 81] of a text in any form that the program reads, and their lines.");
    module.def("read_file", &read_file, nb::arg("name"), "The same of a file, which may be compressed.");
    module.def("check_grids", &check_grids, nb::arg("grids"), nb::arg("name"), nb::arg("is_list"),
               "Raises ValueError for a cell above 9 and for givens that conflict.");
    module.def("verify", &verify, nb::arg("puzzle"), nb::arg("answer"),
               "Empty if the answer solves the puzzle; else the first rule that it breaks.");
    module.def("grid_text", &to_text, nb::arg("grid"), nb::arg("boxed"), "A grid [1, 81] as text.");
}

}  // namespace evodoku::python
