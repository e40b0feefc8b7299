// The module _evodoku: its parts, and the exceptions of the library as those of Python.
#include "bindings.hpp"
#include "evodoku/engine/errors.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "files/written_file.hpp"
#include "version.hpp"

namespace evodoku::python {

NB_MODULE(_evodoku, module) {
    module.doc() = "The engine of evodoku; use the package evodoku.";
    module.attr("version") = app::version;
    module.attr("instruction_set") = app::instruction_set;
    nb::set_leak_warnings(false);  // a script may still have a view of a population when Python ends
    // std::invalid_argument, the base of the other errors of input, is a ValueError already.
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const io::ParseError& error) {
            PyErr_SetString(PyExc_ValueError, error.what());
        } catch (const MemoryError& error) {
            PyErr_SetString(PyExc_MemoryError, error.what());
        } catch (const FileError& error) {
            PyErr_SetString(PyExc_OSError, error.what());
        }
    });
    nb::exception<DeviceError>(module, "DeviceError", PyExc_RuntimeError).doc() =
        "A device that can't be used, or that failed.";
    bind_lists(module);
    bind_settings(module);
    bind_puzzles(module);
    bind_solver(module);
    bind_evaluate(module);
    bind_score(module);
    bind_evolution(module);
    bind_experiment(module);
    bind_commands(module);
}

}  // namespace evodoku::python
