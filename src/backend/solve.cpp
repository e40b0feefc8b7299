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
    Outcome outcome;
    const std::function<std::optional<Grid>()> next = [&, given = false]() mutable {
        return std::exchange(given, true) ? std::nullopt : std::optional(puzzle);
    };
    const std::function<void(const Outcome&)> take = [&](const Outcome& settled) { outcome = settled; };
    solve(backend, options, next, take);
    return outcome;
}

}  // namespace evodoku
