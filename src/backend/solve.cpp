// solve(): a Solver that runs to its end.
#include "evodoku/backend/solve.hpp"

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
              const std::function<void(const Outcome&)>& on_outcome) {
    Solver solver(backend, options, next, on_outcome);
    while (solver.advance()) {
    }
    return solver.finish();
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
