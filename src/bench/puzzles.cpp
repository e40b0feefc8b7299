// The built-in sets as grids, and batches of puzzles whose answers are compared with the known ones.
#include "bench/puzzles.hpp"

#include <fmt/format.h>

#include <optional>
#include <sstream>
#include <stdexcept>

#include "bench/benchmark.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/io/puzzle_reader.hpp"

namespace evodoku::bench {

PuzzleSet read_puzzle_set(const PuzzleText& text) {
    const auto grids_in = [&](std::string_view lines) {
        std::istringstream stream{std::string(lines)};
        io::PuzzleReader reader(stream, "set " + std::string(text.name));
        std::vector<Grid> grids;
        for (io::Job job; reader.next(job);) grids.push_back(job.grid);
        return grids;
    };
    PuzzleSet set{std::string(text.name), grids_in(text.puzzles), grids_in(text.solutions)};
    if (set.puzzles.size() != set.solutions.size())
        throw std::invalid_argument("set " + set.name + ": the numbers of puzzles and solutions differ");
    return set;
}

Solved solve_set(Backend& backend, const PuzzleSet& set, std::uint32_t times, std::uint64_t seed,
                 const Patience& patience, const std::string& who) {
    const bool is_known = !set.solutions.empty();
    const std::uint64_t count = std::uint64_t{times} * set.puzzles.size();
    std::uint64_t given = 0;
    const auto next = [&]() -> std::optional<Grid> {
        if (given == count) return std::nullopt;
        return set.puzzles[given++ % set.puzzles.size()];
    };
    const auto check = [&](const Outcome& outcome) {
        const std::size_t puzzle = outcome.puzzle_index % set.puzzles.size();
        const bool is_solved = outcome.status == Status::solved;
        if (!is_known || (!is_solved && outcome.status != Status::unsatisfiable)) return;
        if (is_solved && outcome.board == set.solutions[puzzle]) return;
        throw BenchError(
            fmt::format("{}: verification failed: puzzle {} was solved with a grid that is not its known solution", who,
                        puzzle + 1));
    };
    SolveOptions options;
    options.seed = seed;
    options.should_stop = patience.should_stop;
    const Summary summary = evodoku::solve(backend, options, next, check);
    if (summary.stopped) throw Stopped();
    if (summary.solved == 0 && is_known)
        throw BenchError(fmt::format("{}: none of {} puzzles was solved", who, summary.puzzles));
    return {summary.puzzles, summary.solved, summary.effort.redraws, summary.fingerprint, summary.seconds};
}

}  // namespace evodoku::bench
