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
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        const auto set = [](PyObject* kind, const std::exception& error) {  // a message may name a file
            PyErr_SetObject(kind, nb::cast(std::string(error.what())).ptr());
        };
        try {
            std::rethrow_exception(thrown);
        } catch (const io::ParseError& error) {
            set(PyExc_ValueError, error);
        } catch (const MemoryError& error) {
            set(PyExc_MemoryError, error);
        } catch (const FileError& error) {
            set(PyExc_OSError, error);
        } catch (const std::invalid_argument& error) {  // the base of the other errors of input
            set(PyExc_ValueError, error);
        }
    });
    nb::exception<DeviceError>(module, "DeviceError", PyExc_RuntimeError).doc() =
        "A device that can't be used, or that failed.";
    for (Part* const bind : {bind_lists, bind_settings, bind_puzzles, bind_solver, bind_evaluate, bind_score,
                             bind_evolution, bind_experiment, bind_commands})
        bind(module);
}

}  // namespace evodoku::python
