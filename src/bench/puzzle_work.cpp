// Batches of puzzles; each answer is compared with the known one.
#include "puzzle_work.hpp"

#include <fmt/format.h>

#include <optional>

#include "bench/benchmark.hpp"
#include "evodoku/backend/solve.hpp"

namespace evodoku::bench {

PuzzleWork::Solved PuzzleWork::solve(std::uint32_t times, const Patience& patience) const {
    const std::uint64_t count = std::uint64_t{times} * set_.puzzles.size();
    std::uint64_t given = 0;
    const auto next = [&]() -> std::optional<Grid> {
        if (given == count) return std::nullopt;
        return set_.puzzles[given++ % set_.puzzles.size()];
    };
    Solved result;
    const auto check = [&](const Outcome& outcome) {
        const std::size_t puzzle = outcome.puzzle_index % set_.puzzles.size();
        if (outcome.status == Status::unsatisfiable ||
            (outcome.status == Status::solved && outcome.board != set_.solutions[puzzle])) {
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
    result.fingerprint = summary.fingerprint;
    result.seconds = summary.seconds;
    return result;
}

PuzzleWork::Measured PuzzleWork::measure(const Patience& patience) const {
    Solved last;
    const auto run = [&](std::uint32_t times) {
        last = solve(times, patience);
        return last.seconds;
    };
    constexpr double batch_seconds = 0.3;  // far longer than the slowest puzzle of a batch takes on a GPU
    const std::uint32_t times = times_to_fill(batch_seconds, run);
    Measured measured;
    measured.timing = repeat(patience, 1, [&] { return run(times); });
    if (last.solved == 0) throw BenchError(fmt::format("{}: none of {} puzzles was solved", who_, last.puzzles));
    measured.timing.items = static_cast<double>(last.solved);  // one seed: every repetition solves the same puzzles
    measured.batch = last.puzzles;
    return measured;
}

}  // namespace evodoku::bench
