// Batches of puzzles; each answer is compared with the known one.
#include "puzzle_work.hpp"

#include <fmt/format.h>

#include <optional>

#include "bench/benchmark.hpp"
#include "evodoku/backend/solve.hpp"

namespace evodoku::bench {

auto PuzzleWork::solve(std::uint32_t times, const Patience& patience) const -> Solved {
    const std::uint64_t count = std::uint64_t{times} * set_.puzzles.size();
    std::uint64_t given = 0;
    const auto next = [&]() -> std::optional<Grid> {
        if (given == count) return std::nullopt;
        return set_.puzzles[given++ % set_.puzzles.size()];
    };
    Solved result;
    const auto check = [&](const Outcome& outcome) {
        const std::size_t puzzle = outcome.puzzle_index % set_.puzzles.size();
        const bool is_known = !set_.solutions.empty();
        if (is_known && (outcome.status == Status::unsatisfiable ||
                         (outcome.status == Status::solved && outcome.board != set_.solutions[puzzle]))) {
            throw BenchError(
                fmt::format("{}: verification failed: puzzle {} was solved with a grid that is not its known solution",
                            who_, puzzle + 1));
        }
        result.solved += outcome.status == Status::solved;
    };
    SolveOptions options;
    options.seed = seed_;
    options.should_stop = patience.should_stop;
    const Summary summary = evodoku::solve(backend_, options, next, check);
    if (summary.stopped) throw Stopped();
    result.puzzles = summary.puzzles;
    result.redraws = summary.effort.redraws;
    result.fingerprint = summary.fingerprint;
    result.seconds = summary.seconds;
    return result;
}

auto PuzzleWork::measure(const Patience& patience) const -> Measured {
    Solved last;
    const auto run = [&](std::uint32_t times) {
        last = solve(times, patience);
        return last.seconds;
    };
    constexpr double batch_seconds = 0.3;  // far longer than the slowest puzzle of a batch takes on a GPU
    const std::uint32_t times = times_to_fill(batch_seconds, run);
    Measured measured;
    measured.timing = repeat(patience, 1, [&] { return run(times); });
    if (last.solved == 0 && !set_.solutions.empty()) {
        throw BenchError(fmt::format("{}: none of {} puzzles was solved", who_, last.puzzles));
    }
    measured.timing.items = static_cast<double>(last.solved);  // one seed: every repetition solves the same puzzles
    measured.batch = last.puzzles, measured.redraws = last.redraws;
    return measured;
}

}  // namespace evodoku::bench
