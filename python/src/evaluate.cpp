// Boards of other algorithms: their costs, their conflicts, and which of them are equal.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "evodoku/devices/devices.hpp"

namespace evodoku::python {
namespace {

/// Boards one behind the other, in the memory of the host or of a GPU. Their shape is known to the package.
using Boards = nb::ndarray<const std::uint8_t, nb::c_contig>;

class EvaluatorOfPython {
public:
    EvaluatorOfPython(const std::string& cost, int order, const std::optional<Grids>& puzzle, const std::string& device,
                      unsigned threads)
        : cells_(Grid(order).cells().size()) {
        Evaluation wanted{.cost = Cost(parse_operator(OperatorKind::cost, "cost", cost)), .order = order};
        if (puzzle) wanted.puzzle = grid_at(*puzzle, 0, order);
        wanted.should_stop = [this] { return signals_.raised(); };
        const Device chosen = choose_device(device_for_order(device, order), "device").device;
        const nb::gil_scoped_release unlocked;
        evaluator_ = make_evaluator(chosen, wanted, threads);
    }

    nb::object costs(const Boards& boards) { return results<std::uint32_t>(boards, 1, &Evaluator::costs); }
    nb::object conflicts(const Boards& boards) { return results<std::uint8_t>(boards, cells_, &Evaluator::conflicts); }
    std::string device() const { return evaluator_->device(); }

private:
    /// An array where the boards are: of NumPy, or for DLPack.
    template <class Result>
    nb::object results(const Boards& boards, std::size_t per_board,
                       void (Evaluator::*work)(const BoardArray& boards, Result* results)) {
        const std::size_t count = boards.size() / cells_, all = count * per_board;
        const bool on_device = boards.device_type() != nb::device::cpu::value;
        if (on_device && boards.device_id() != evaluator_->gpu())
            throw std::invalid_argument("boards are on another device than " + evaluator_->device());
        std::vector<Result> here(on_device ? 0 : all);
        std::shared_ptr<void> there;
        {
            const nb::gil_scoped_release unlocked;
            const std::lock_guard turn(one_at_a_time_);
            if (on_device) there = evaluator_->take(all * sizeof(Result));
            Result* to = on_device ? static_cast<Result*>(there.get()) : here.data();
            ((*evaluator_).*work)({boards.data(), count, on_device}, to);
        }
        signals_.rethrow();
        if (!on_device) return nb::cast(numpy_array(std::move(here), {all}));
        auto* kept = new std::shared_ptr<void>(there);
        const nb::capsule owner(kept, [](void* of) noexcept { delete static_cast<std::shared_ptr<void>*>(of); });
        using Array = nb::ndarray<nb::array_api, Result>;
        return nb::cast(
            Array(there.get(), {all}, owner, {}, nb::dtype<Result>(), nb::device::cuda::value, evaluator_->gpu()));
    }

    std::size_t cells_;
    Signals signals_;
    std::mutex one_at_a_time_;
    std::unique_ptr<Evaluator> evaluator_;
};

nb::ndarray<nb::numpy, bool> distinct(const Grids& boards) {
    const std::size_t count = boards.shape(0);
    std::vector<std::uint8_t> found(count);
    {
        const nb::gil_scoped_release unlocked;
        find_distinct({boards.data(), boards.size()}, boards.shape(1), reinterpret_cast<bool*>(found.data()));
    }
    return numpy_array<std::uint8_t, bool>(std::move(found), {count});
}

}  // namespace

void bind_evaluate(nb::module_& module) {
    using E = EvaluatorOfPython;
    nb::class_<E>(module, "Evaluator", "Scores boards.")
        .def(nb::init<const std::string&, int, const std::optional<Grids>&, const std::string&, unsigned>(),
             nb::arg("cost"), nb::arg("order"), nb::arg("puzzle").none(), nb::arg("device"), nb::arg("threads"))
        .def("costs", &E::costs, nb::arg("boards").noconvert(), "uint32[boards], where the boards are.")
        .def("conflicts", &E::conflicts, nb::arg("boards").noconvert(), "uint8[cells of all boards], where they are.")
        .def_prop_ro("device", &E::device);
    module.def("distinct", &distinct, nb::arg("boards"), "bool[boards]: no board before it is equal.");
}

}  // namespace evodoku::python
