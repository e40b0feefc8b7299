// Solving a stream of puzzles on a backend: presolve, budget, stop rules, verification, answers in input order.
//
//   next() --> [ as many as have room: epoch after epoch on a Backend ] --> verified --> in input order: on_outcome()
//                 after each: on_progress(), should_stop(), Checkpoints
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include "evodoku/backend/backend.hpp"
#include "evodoku/checkpoint/state_bytes.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/core/presolve.hpp"

namespace evodoku {

/// Totals. The fingerprint combines those of the puzzles in input order.
struct Summary {
    std::uint64_t puzzles = 0, solved = 0, unsolved = 0, unsatisfiable = 0;
    std::uint64_t untried = 0;   ///< the run was stopped before their turn; not among the unsolved
    std::uint64_t finished = 0;  ///< those that ended by themselves
    std::uint64_t by_logic = 0;  ///< of the solved, those that the presolve filled
    std::uint64_t evaluations = 0;
    SearchWork effort;
    double seconds = 0;
    bool stopped = false;
    std::uint64_t fingerprint = 0;

    /// Adds the outcome of one more puzzle, in input order: the fingerprint depends on that. Throws nothing.
    void add(const Outcome& outcome);
};

/// A wrong result, an error in this program: the verifier rejected a solution, or two devices have different results.
struct VerificationError : std::logic_error {
    using std::logic_error::logic_error;
};

/// The state of a run, written now and then so that another call of solve() can go on from it.
struct Checkpoints {
    /// Called after every epoch: true if the state is to be written now.
    std::function<bool()> due;
    /// Writes the state: calls `write` with a sink for its bytes. Returns false if that failed: the run goes on. It is
    /// also called when the run ends or should_stop() ends it. In the second case, if it succeeds, puzzles under way
    /// are not reported: they are in the state. Where a device fails after a success, they are not reported either.
    std::function<bool(const std::function<void(const StateWriter& to)>& write)> save;
    /// The state to go on from. `next` must then return the puzzle after those that the saved run had taken.
    StateReader resume;
    /// Puzzles that the saved run had taken and reported, where the caller knows: another state is refused.
    std::optional<std::uint64_t> taken = {}, reported = {};
};

/// Every count-th puzzle of an input from number `first` on (from 0): the puzzles of one of several processes. They
/// keep their index in the whole input, which decides their random numbers.
struct InputPart {
    std::uint32_t first = 0, count = 1;

    /// True if the puzzle with this index in the whole input is in the part. Throws nothing.
    bool has(std::uint64_t index) const { return index % count == first; }
    /// The index in the whole input of a puzzle of the part. `place`: among those of the part, from 0. Throws nothing.
    std::uint32_t index_of(std::uint32_t place) const { return first + place * count; }
    /// The inverse of index_of(). Throws nothing.
    std::uint32_t place_of(std::uint32_t index) const { return (index - first) / count; }
};

/// What solve() needs besides the device and the configuration.
struct SolveOptions {
    std::uint64_t seed = 0;
    PresolveLevel presolve = PresolveLevel::full;
    /// Called often, by the thread that called solve(): true ends the run. A CPU asks within a generation too, about
    /// once per 128 children; it then reports the last complete generation.
    std::function<bool()> should_stop = {};
    /// Called after every epoch, or every generation, with the backend, which can report the progress of its puzzles.
    std::function<void(const Backend&)> on_progress = {};
    bool every_generation = false;
    /// Runs task(0) .. task(count - 1), each once, on any threads, and waits: to verify solutions. Empty: one by one.
    std::function<void(std::uint32_t count, const std::function<void(std::uint32_t)>& task)> for_each = {};
    Checkpoints checkpoints = {};
    InputPart part = {};  ///< what `next` returns of its input
};

/// Solves every puzzle of `next` until it returns none. Requires givens that do not conflict. Throws VerificationError
/// where logic::verify rejects a solution; rethrows a DeviceError of the backend after each outcome was passed on.
Summary solve(Backend& backend, const SolveOptions& options, const std::function<std::optional<Grid>()>& next,
              const std::function<void(const Outcome&)>& on_outcome);

/// A run of solve() piece by piece, for a program that takes outcomes as they come.
class Solver {
public:
    /// Keeps a reference to the backend. `on_outcomes` gets those due together, in input order. Throws nothing.
    Solver(Backend& backend, SolveOptions options, std::function<std::optional<Grid>()> next,
           std::function<void(std::span<const Outcome>)> on_outcomes);
    ~Solver();

    /// Takes puzzles, makes one epoch and passes on outcomes. Returns false if nothing is left, or should_stop() was
    /// true. Throws as solve() does.
    bool advance();
    /// Ends the run, once: puzzles under way and all of `next` are passed on as stopped. Throws as solve() does.
    Summary finish();
    /// Totals of the puzzles that have ended, also before the run was resumed. It counts those whose outcome waits for
    /// an earlier one, so its fingerprint says nothing. May be called by on_progress().
    Summary so_far() const;

private:
    class Run;
    std::unique_ptr<Run> run_;
};

/// One puzzle: for programs that embed evodoku. Throws as the other solve() does.
Outcome solve(Backend& backend, const SolveOptions& options, const Grid& puzzle);

}  // namespace evodoku
