// The outcome of a puzzle as Python sees it.
#include <nanobind/stl/string.h>

#include "backend/records.hpp"
#include "described.hpp"
#include "evodoku/io/grid_text.hpp"

namespace evodoku::python {
namespace {

/// A view of a grid inside the outcome, which it keeps alive.
template <Grid Outcome::*field>
GridArray view_of(nb::handle_t<Outcome> self) {
    const Grid& grid = nb::cast<const Outcome&>(self).*field;
    const auto size = static_cast<std::size_t>(grid.size());
    return GridArray(grid.cells().data(), {size, size}, self);
}

std::string describe(const Outcome& outcome) {
    std::string text = std::string("<Solution: ") + to_text(outcome.status);
    if (outcome.status == Status::unsolved) text += ", cost " + std::to_string(outcome.cost);
    return text + ", " + std::to_string(outcome.generations) + " generations, " + std::to_string(outcome.evaluations) +
           " evaluations>";
}

}  // namespace

void bind_outcome(nb::module_& module) {
    bind_fields(nb::class_<Outcome>(module, "Solution", "The result of one puzzle."))
        .def_prop_ro(
            "index", [](const Outcome& of) { return of.puzzle_index; },
            "The number of its puzzle in the input, from 0.")
        .def_prop_ro("puzzle", &view_of<&Outcome::puzzle>, "uint8[N, N], 0 = blank; N is 9 for a board of 9 x 9.")
        .def_prop_ro("grid", &view_of<&Outcome::board>,
                     "uint8[N, N]: the solution, or the best board found; blank cells if nothing was tried.")
        .def_prop_ro(
            "solved", [](const Outcome& of) { return of.status == Status::solved; },
            "True if `grid` is a solution, which has passed an independent verifier.")
        .def_ro("seconds", &Outcome::seconds, "From its start to its end; puzzles side by side overlap.")
        .def_ro("fingerprint", &Outcome::fingerprint, "A number of its last population: equal runs have equal ones.")
        .def("__str__", [](const Outcome& of) { return io::to_boxed(of.board); })
        .def("__repr__", &describe);
}

}  // namespace evodoku::python
