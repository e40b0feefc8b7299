// The number of solutions of a puzzle.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <string>

#include "bindings.hpp"
#include "counting/generating.hpp"
#include "described.hpp"
#include "run_settings.hpp"

namespace evodoku::python {
namespace {

Count count(const Grids& puzzle, int order, std::uint64_t seed, const Texts& texts, const std::string& device,
            unsigned threads) {
    const Grid grid = grid_at(puzzle, 0, order);
    Signals signals;
    CountOptions options;
    assign(options, count_options(), assignments_of(texts));
    options.seed = seed;
    options.should_stop = [&] { return signals.raised(); };
    const Device chosen = choose_device(device_for_order(device, order), "device").device;
    Count made = without_lock([&] { return count_solutions(grid, options, chosen, threads); });
    signals.rethrow();
    return made;
}

}  // namespace

void bind_count(nb::module_& module) {
    bind_fields(
        nb::class_<Count>(module, "Count", "What is known of the number of solutions of a puzzle: see count()."))
        .def_prop_ro(
            "error", [](const Count& of) { return of.estimate.error; },
            "relative_error under the name that the option has.")
        .def_prop_ro(
            "interval",
            [](const Count& of) -> nb::object {
                if (of.exact)
                    return nb::make_tuple(std::log10(static_cast<double>(*of.exact)),
                                          std::log10(static_cast<double>(*of.exact)));
                if (!of.estimate.doubt.empty() || of.estimate.populations == 0) return nb::none();
                return nb::make_tuple(of.estimate.log10_low, of.estimate.log10_high);
            },
            "(low, high): logarithms of the interval; None where it is in doubt.")
        .def("__repr__", [](const Count& of) {
            return "<Count " + (of.exact ? std::to_string(*of.exact) + ", exact" : to_text(of.estimate)) + ">";
        });
    module.def("count", &count, nb::arg("puzzle"), nb::arg("order"), nb::arg("seed"), nb::arg("options"),
               nb::arg("device"), nb::arg("threads"), "Counts the solutions of the first grid.");
}

}  // namespace evodoku::python
