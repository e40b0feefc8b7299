// Boards of other algorithms: their costs, their conflicts, and which of them are equal.
#include <mutex>

#include "bindings.hpp"
#include "evodoku/backend/evaluator.hpp"

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
        wanted.should_stop = [this] { return signals_ != nullptr && signals_->raised(); };
        DeviceChoice choice = choose_quietly(device, order, "device");
        const nb::gil_scoped_release unlocked;
        evaluator_ =
            open_or_fall_back(choice, warn, [&](const Device& on) { return make_evaluator(on, wanted, threads); });
    }

    nb::object costs(const Boards& boards) { return results<std::uint32_t>(boards, 1, &Evaluator::costs); }
    nb::object conflicts(const Boards& boards) { return results<std::uint8_t>(boards, cells_, &Evaluator::conflicts); }

private:
    /// An array where the boards are: of NumPy, or for DLPack.
    template <class Result>
    nb::object results(const Boards& boards, std::size_t per_board,
                       void (Evaluator::*work)(const BoardArray& boards, Result* results)) {
        const std::size_t count = boards.size() / cells_, all = count * per_board;
        const bool on_device = boards.device_type() != nb::device::cpu::value;
        Signals signals;  // of this call: others wait, and none ends another
        std::shared_ptr<void> memory = signals.during([&]() -> std::shared_ptr<void> {
            std::unique_lock turn(one_at_a_time_, std::defer_lock);
            while (!turn.try_lock_for(std::chrono::milliseconds(50)))
                if (signals.raised()) return nullptr;
            signals_ = &signals;
            std::shared_ptr<void> taken = on_device ? evaluator_->take(all * sizeof(Result))
                                                    : std::shared_ptr<Result[]>(new Result[all]);  // not cleared
            ((*evaluator_).*work)({boards.data(), count, on_device}, static_cast<Result*>(taken.get()));
            return taken;
        });
        auto* const results = static_cast<Result*>(memory.get());
        return shared_array(std::move(memory), results, {all}, on_device ? evaluator_->gpu() : -1);
    }

    std::size_t cells_;
    std::timed_mutex one_at_a_time_;
    Signals* signals_ = nullptr;  ///< of the call whose turn it is
    std::unique_ptr<Evaluator> evaluator_;
};

nb::ndarray<nb::numpy, bool> distinct(const Grids& boards) {
    Signals signals;
    const auto found = signals.during([&] {
        const std::shared_ptr<bool[]> all(new bool[boards.shape(0)]);
        find_distinct({boards.data(), boards.size()}, boards.shape(1), all.get(), [&] { return signals.raised(); });
        return all;
    });
    return {found.get(), {boards.shape(0)}, owner_of(found)};
}

}  // namespace

void bind_evaluate(nb::module_& module) {
    using E = EvaluatorOfPython;
    nb::class_<E>(module, "Evaluator", "Scores boards.")
        .def(nb::init<const std::string&, int, const std::optional<Grids>&, const std::string&, unsigned>(),
             nb::arg("cost"), nb::arg("order"), nb::arg("puzzle").none(), nb::arg("device"), nb::arg("threads"))
        .def("costs", &E::costs, nb::arg("boards").noconvert(), "uint32[boards], where the boards are.")
        .def("conflicts", &E::conflicts, nb::arg("boards").noconvert(), "uint8[cells of all boards], where they are.");
    module.def("distinct", &distinct, nb::arg("boards"), "bool[boards]: no board before it is equal.");
}

}  // namespace evodoku::python
