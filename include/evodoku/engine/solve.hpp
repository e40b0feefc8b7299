// Solving a stream of puzzles on a backend: presolve, budget, stop rules, verification, answers in input order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "evodoku/core/grid.hpp"
#include "evodoku/core/presolve.hpp"
#include "evodoku/engine/backend.hpp"

namespace evodoku {

enum class Status { solved, unsolved, unsatisfiable };
const char* to_text(Status status);

/// What became of one puzzle.
struct Outcome {
    std::uint32_t place = 0;  ///< in the input, from 0
    Grid puzzle;
    Status status = Status::unsolved;
    bool stopped = false;  ///< ended by the clock or by the user, not by its budget
    Grid board;            ///< the solution, or the best board found; blanks where nothing was tried
    std::string reason;    ///< why a puzzle is unsatisfiable
    int filled = 0;        ///< cells that logic filled before the search
    int struck = 0;        ///< candidates that logic struck out beyond singles
    std::uint32_t cost = 0;
    std::uint32_t generations = 0;
    std::uint64_t evaluations = 0;
    Effort effort;
    std::uint32_t restarts = 0;
    double seconds = 0;
    std::uint64_t fingerprint = 0;
};

/// All of them together. The fingerprint folds those of the puzzles in input order.
struct Summary {
    std::uint64_t puzzles = 0, solved = 0, unsolved = 0, unsatisfiable = 0;
    std::uint64_t by_logic = 0;  ///< of the solved, those that the presolve filled
    std::uint64_t evaluations = 0;
    Effort effort;
    double seconds = 0;
    bool stopped = false;
    std::uint64_t fingerprint = 0;
};

/// A grid that the search called solved and the independent verifier did not: a defect of this program.
class VerificationError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

struct SolveOptions {
    std::uint64_t seed = 0;
    PresolveLevel presolve = PresolveLevel::full;
    /// Asked often, at least once an epoch: true ends the run.
    std::function<bool()> should_stop;
    /// Called after every epoch, or every generation, with the backend, which says how far its puzzles are if asked.
    std::function<void(const Backend&)> on_progress;
    bool every_generation = false;
};

/// Solves every puzzle that `next` gives, until it gives none, and hands each outcome to `on_outcome` in input order.
/// Requires givens that do not conflict. Every solution has passed logic::verify; throws VerificationError otherwise.
/// A DeviceError of the backend passes through after every puzzle's outcome was handed on.
Summary solve(Backend& backend, const SolveOptions& options, const std::function<std::optional<Grid>()>& next,
              const std::function<void(const Outcome&)>& on_outcome);

/// One puzzle: for programs that embed evodoku.
Outcome solve(Backend& backend, const SolveOptions& options, const Grid& puzzle);

}  // namespace evodoku
