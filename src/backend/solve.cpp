// solve(): a Solver that runs to its end.
#include "evodoku/backend/solve.hpp"

#include <algorithm>
#include <utility>

namespace evodoku {

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

namespace {

template <class GridType>
Summary solve_each(BackendOf<GridType>& backend, const SolveOptionsOf<GridType>& options,
                   const std::function<std::optional<GridType>()>& next,
                   const std::function<void(std::span<const OutcomeOf<GridType>>)>& on_outcomes) {
    SolverOf<GridType> solver(backend, options, next, on_outcomes);
    while (solver.advance()) {
    }
    return solver.finish();
}

template <class GridType>
Summary solve_each(BackendOf<GridType>& backend, const SolveOptionsOf<GridType>& options,
                   const std::function<std::optional<GridType>()>& next,
                   const std::function<void(const OutcomeOf<GridType>&)>& on_outcome) {
    const std::function<void(std::span<const OutcomeOf<GridType>>)> each =
        [&](std::span<const OutcomeOf<GridType>> outcomes) {
            if (on_outcome) std::ranges::for_each(outcomes, on_outcome);
        };
    return solve_each(backend, options, next, each);
}

template <class GridType>
OutcomeOf<GridType> solve_one(BackendOf<GridType>& backend, const SolveOptionsOf<GridType>& options,
                              const GridType& puzzle) {
    OutcomeOf<GridType> outcome;
    const std::function<std::optional<GridType>()> next = [&, given = false]() mutable {
        return std::exchange(given, true) ? std::nullopt : std::optional(puzzle);
    };
    const std::function<void(const OutcomeOf<GridType>&)> take = [&](const OutcomeOf<GridType>& settled) {
        outcome = settled;
    };
    solve_each(backend, options, next, take);
    return outcome;
}

}  // namespace

Summary solve(Backend& backend, const SolveOptions& options, const std::function<std::optional<Grid>()>& next,
              const std::function<void(std::span<const Outcome>)>& on_outcomes) {
    return solve_each(backend, options, next, on_outcomes);
}

Summary solve(Backend& backend, const SolveOptions& options, const std::function<std::optional<Grid>()>& next,
              const std::function<void(const Outcome&)>& on_outcome) {
    return solve_each(backend, options, next, on_outcome);
}

Summary solve(BackendOf<LargeGrid>& backend, const SolveOptionsOf<LargeGrid>& options,
              const std::function<std::optional<LargeGrid>()>& next,
              const std::function<void(const OutcomeOf<LargeGrid>&)>& on_outcome) {
    return solve_each(backend, options, next, on_outcome);
}

Outcome solve(Backend& backend, const SolveOptions& options, const Grid& puzzle) {
    return solve_one(backend, options, puzzle);
}

OutcomeOf<LargeGrid> solve(BackendOf<LargeGrid>& backend, const SolveOptionsOf<LargeGrid>& options,
                           const LargeGrid& puzzle) {
    return solve_one(backend, options, puzzle);
}

}  // namespace evodoku
