// solve(): a Solver that runs to its end.
#include "evodoku/backend/solve.hpp"

#include <algorithm>

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
    bool given = false;
    Outcome outcome;
    solve(
        backend, options,
        [&]() -> std::optional<Grid> {
            if (given) return std::nullopt;
            given = true;
            return puzzle;
        },
        [&](const Outcome& settled) { outcome = settled; });
    return outcome;
}

}  // namespace evodoku
