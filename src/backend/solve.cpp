// solve(): a Solver that runs to its end.
#include "evodoku/backend/solve.hpp"

#include <algorithm>
#include <utility>

#include "backend/large_types.hpp"

namespace evodoku {
namespace {

template <class GridType>
OutcomeOf<GridType> solve_one(BackendOf<GridType>& backend, const SolveOptionsOf<GridType>& options,
                              const GridType& puzzle) {
    bool given = false;
    OutcomeOf<GridType> outcome;
    SolverOf<GridType> solver(
        backend, options,
        [&] { return std::exchange(given, true) ? std::optional<GridType>() : std::optional<GridType>(puzzle); },
        [&](std::span<const OutcomeOf<GridType>> settled) { outcome = settled.front(); });
    while (solver.advance()) {
    }
    solver.finish();
    return outcome;
}

}  // namespace

const char* to_text(Status status) {
    switch (status) {
        case Status::solved:
            return "solved";
        case Status::unsatisfiable:
            return "unsatisfiable";
        case Status::unsolved:
            break;
    }
    return "unsolved";
}

Summary solve(Backend& backend, const SolveOptions& options, const std::function<std::optional<Grid>()>& next,
              const std::function<void(std::span<const Outcome>)>& on_outcomes) {
    Solver solver(backend, options, next, on_outcomes);
    while (solver.advance()) {
    }
    return solver.finish();
}

Summary solve(Backend& backend, const SolveOptions& options, const std::function<std::optional<Grid>()>& next,
              const std::function<void(const Outcome&)>& on_outcome) {
    const std::function<void(std::span<const Outcome>)> each = [&](std::span<const Outcome> outcomes) {
        if (on_outcome) std::ranges::for_each(outcomes, on_outcome);
    };
    return solve(backend, options, next, each);
}

Outcome solve(Backend& backend, const SolveOptions& options, const Grid& puzzle) {
    return solve_one(backend, options, puzzle);
}

OutcomeOf<LargeGrid> solve(BackendOf<LargeGrid>& backend, const SolveOptionsOf<LargeGrid>& options,
                           const LargeGrid& puzzle) {
    return solve_one(backend, options, puzzle);
}

}  // namespace evodoku
