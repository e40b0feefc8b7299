// A run over many puzzles, which Python advances piece by piece, and its outcomes.
#include "backend/records.hpp"
#include "bindings.hpp"
#include "described.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/io/grid_text.hpp"

namespace evodoku::python {
namespace {

/// A view of a grid inside the outcome, which it keeps alive.
template <Grid Outcome::*field>
nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<2>> view_of(nb::handle_t<Outcome> self) {
    const Grid& grid = nb::cast<const Outcome&>(self).*field;
    const auto size = static_cast<std::size_t>(grid.size());
    return {grid.cells().data(), {size, size}, self};
}

std::string describe(const Outcome& outcome) {
    std::string text = std::string("<Solution: ") + to_text(outcome.status);
    if (outcome.status == Status::unsolved && was_tried(outcome)) text += ", cost " + std::to_string(outcome.cost);
    return text + ", " + std::to_string(outcome.generations) + " generations, " + std::to_string(outcome.evaluations) +
           " evaluations>";
}

class SolverOfPython {
public:
    /// `next`: returns the next puzzle as bytes, a cell each, or None. `puzzles`: how many there are; 0 if unknown.
    SolverOfPython(ReadySettings& settings, nb::callable next, std::size_t puzzles)
        : settings_(settings), next_(std::move(next)), is_stream_(puzzles == 0) {
        const nb::gil_scoped_release unlocked;
        backend_ = settings.open([&](const Device& on) {
            const std::uint32_t slots =
                suitable_puzzle_slots(on, settings.config, settings.threads, is_stream_ ? ~std::size_t{0} : puzzles);
            return make_backend(on, settings.config, settings.threads, slots);
        });
        SolveOptions options;
        options.seed = *settings.seed;
        options.presolve = settings.presolve;
        options.should_stop = [this] {
            const auto spent = std::chrono::steady_clock::now() - begin_;
            return (settings_.timeout && spent >= *settings_.timeout) || signals_.raised();
        };
        solver_.emplace(
            *backend_, options, [this] { return take(); },
            [this](std::span<const Outcome> due) { outcomes_.insert(outcomes_.end(), due.begin(), due.end()); });
    }

    std::optional<std::vector<Outcome>> advance() {
        const bool more = signals_.during([&] {
            const bool goes_on = solver_->advance();
            if (!goes_on && !ending_ && !signals_.raised()) {
                ending_ = true;
                summary_ = solver_->finish();
            }
            return goes_on;
        });
        if (!more && outcomes_.empty()) return std::nullopt;
        return std::exchange(outcomes_, {});
    }

    std::uint64_t fingerprint() const { return summary_.fingerprint; }
    bool stopped() const { return summary_.stopped; }

private:
    /// Puzzles that a list still has are reported as stopped; a stream is not read any further.
    std::optional<Grid> take() {
        if (ending_ && is_stream_) return std::nullopt;
        const nb::gil_scoped_acquire lock;
        const nb::object next = next_();
        if (next.is_none()) return std::nullopt;
        const auto bytes = nb::cast<nb::bytes>(next);
        return grid_of({static_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, settings_.order);
    }

    const ReadySettings& settings_;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    nb::callable next_;
    const bool is_stream_;
    bool ending_ = false;
    Signals signals_;
    std::unique_ptr<Backend> backend_;
    std::vector<Outcome> outcomes_;
    Summary summary_;
    std::optional<Solver> solver_;  // before the others end
};

}  // namespace

void bind_solver(nb::module_& module) {
    bind_fields(nb::class_<Outcome>(module, "Solution", "The result of one puzzle."))
        .def_ro("index", &Outcome::puzzle_index, "The number of its puzzle in the input, from 0.")
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
    using Solver = SolverOfPython;
    nb::class_<Solver>(module, "Solver", "A run over puzzles, made piece by piece.")
        .def(nb::init<ReadySettings&, nb::callable, std::size_t>(),
             nb::sig("def __init__(self, settings: Settings, next: collections.abc.Callable[[], bytes | None], "
                     "puzzles: int) -> None"),
             nb::arg("settings"), nb::arg("next"), nb::arg("puzzles"), nb::keep_alive<1, 2>())
        .def("advance", &Solver::advance,
             "Advances to a synchronisation; returns the outcomes that are next in input order, None after the last.")
        .def_prop_ro("fingerprint", &Solver::fingerprint)
        .def_prop_ro("stopped", &Solver::stopped);
}

}  // namespace evodoku::python
