// The parts of the extension module _evodoku: what Python sees of the library. Names, settings, arrays and errors only;
// the package around it (python/evodoku) has the documented interface.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "devices/internal.hpp"
#include "evodoku/core/grid.hpp"
#include "settings/search_settings.hpp"

/// Texts, and names of files with any bytes: those that are not UTF-8 are surrogates in Python, as os.fsdecode() has
/// them.
template <>
struct nanobind::detail::type_caster<std::string> {
    NB_TYPE_CASTER(std::string, const_name("str"))
    bool from_python(handle from, std::uint32_t, cleanup_list*) noexcept {
        object bytes = steal(PyUnicode_AsEncodedString(from.ptr(), "utf-8", "surrogateescape"));
        if (!bytes.is_valid() && PyUnicode_Check(from.ptr()))  // other surrogates: no byte has them
            PyErr_Clear(), bytes = steal(PyUnicode_AsEncodedString(from.ptr(), "utf-8", "surrogatepass"));
        if (!bytes.is_valid()) return PyErr_Clear(), false;
        value.assign(PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr())));
        return true;
    }
    static handle from_cpp(const std::string& text, rv_policy, cleanup_list*) noexcept {
        return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
    }
};

namespace evodoku::python {

namespace nb = nanobind;

using Cells = nb::ndarray<nb::numpy, std::uint8_t>;
/// In every cell of a board in place of an answer that is missing.
constexpr std::uint8_t no_board = 255;
/// A grid per row. Their order goes with them: only the package around this module chooses it.
using Grids = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// A part of the module.
using Part = void(nb::module_& module);
Part bind_commands, bind_evaluate, bind_evolution, bind_experiment, bind_lists, bind_puzzles, bind_score, bind_settings,
    bind_solver;

/// Settings by name, as on the command line of the program.
using Texts = std::vector<std::pair<std::string, std::string>>;

inline std::vector<Assignment> assignments_of(const Texts& texts) {
    std::vector<Assignment> all;
    for (const auto& [name, text] : texts) all.push_back({name, text, "--" + name});
    return all;
}

/// A warning of Python, for the line that called the package. With the lock or without.
inline void warn(const std::string& note) {
    const nb::gil_scoped_acquire lock;
    nb::module_::import_("evodoku._settings").attr("warn")(note);
}

/// Complete settings: the seed is set and nothing is left to `auto`.
struct ReadySettings : RunSettings {
    /// For boards of an order. Throws SettingError.
    ReadySettings(const Texts& options, int of_boards);

    int order;  ///< of the boards
    /// What `make` makes of the device; where it may fall back also of the CPU, for which the settings then are.
    auto open(const auto& make) {
        return open_or_fall_back(choice, warn, [&](const Device& on) {
            complete_for(on);
            return make(on);
        });
    }
    void complete_for(const Device& on) {
        static_cast<RunSettings&>(*this) = as_read;
        complete(*this, suitable_population(on, order));
        device = to_text(on);
    }

    DeviceChoice choice;
    RunSettings as_read;
};

/// Throws OSError.
std::ifstream open_file(const std::string& name);
/// A file by its name, or the text itself. Throws OSError.
std::unique_ptr<std::istream> open_source(const std::string& text, bool is_file);

/// Keeps memory for an array.
template <class Memory>
nb::capsule owner_of(Memory memory) {
    return {new Memory(std::move(memory)), [](void* kept) noexcept { delete static_cast<Memory*>(kept); }};
}

/// Owns the values and hands them to NumPy without a copy.
template <class T>
nb::ndarray<nb::numpy, T> numpy_array(std::vector<T> values, std::initializer_list<std::size_t> shape) {
    T* const data = values.data();
    return {data, shape, owner_of(std::move(values))};
}

/// Memory that the array shares: on the host for NumPy, on a GPU for DLPack. `gpu`: -1 = the host.
template <class T>
nb::object shared_array(std::shared_ptr<void> memory, T* data, std::initializer_list<std::size_t> shape, int gpu) {
    const nb::capsule owner = owner_of(std::move(memory));
    if (gpu < 0) return nb::cast(nb::ndarray<nb::numpy, T>(data, shape, owner));
    using Array = nb::ndarray<nb::array_api, T>;
    return nb::cast(Array(data, shape, owner, {}, nb::dtype<T>(), nb::device::cuda::value, gpu));
}

inline void add_cells(std::vector<std::uint8_t>& boards, const Grid& grid) {
    boards.insert(boards.end(), grid.cells().begin(), grid.cells().end());
}
/// Boards one behind the other: uint8[n, cells].
inline Cells rows_of(std::vector<std::uint8_t> boards, std::size_t cells) {
    const std::size_t count = boards.size() / cells;
    return numpy_array(std::move(boards), {count, cells});
}

/// Throws unless there are as many cells as a grid of this order has.
inline Grid grid_of(std::span<const std::uint8_t> cells, int order) {
    Grid grid(order);
    if (cells.size() != grid.cells().size()) throw std::invalid_argument("a puzzle has the cells of another order");
    std::ranges::copy(cells, grid.cells().begin());
    return grid;
}

/// Grid `index` of an array. Requires digits of the order, as texts and _puzzles.from_array() have them.
inline Grid grid_at(const Grids& grids, std::size_t index, int order) {
    return grid_of({grids.data() + index * grids.shape(1), grids.shape(1)}, order);
}

/// The result of work without the lock of Python.
auto without_lock(const auto& work) {
    const nb::gil_scoped_release released;
    return work();
}

/// Lets Python handle signals now and then, while the work goes on without its lock.
class Signals {
public:
    /// True if a handler has raised an exception, as that of Ctrl-C does: return to Python and call rethrow(). Looks at
    /// most every 50 ms. Does not hold the lock of Python before and after.
    bool raised() {
        const auto now = std::chrono::steady_clock::now();
        if (raised_ || now - looked_ < std::chrono::milliseconds(50)) return raised_;
        looked_ = now;
        const nb::gil_scoped_acquire lock;
        raised_ = PyErr_CheckSignals() != 0;
        return raised_;
    }
    /// Throws it, once. Holds the lock.
    void rethrow() {
        if (std::exchange(raised_, false)) throw nb::python_error();
    }
    /// The result of work without the lock, unless a handler has raised an exception meanwhile, which it throws.
    auto during(const auto& work) {
        auto result = without_lock(work);
        rethrow();
        return result;
    }

private:
    std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
    bool raised_ = false;
};

}  // namespace evodoku::python
