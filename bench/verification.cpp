// What is verified before it is timed, by code that shares nothing with the engine: naive costs and a naive order, and
// answers of puzzles.
#include <fmt/format.h>

#include <array>
#include <set>
#include <sstream>

#include "backend/evolution_on.hpp"
#include "bench/benchmark.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "scoring/score.hpp"

namespace evodoku::bench {

// The puzzles of puzzles/, and their solutions, in the same order.
extern const std::string_view clue17_puzzles, top1465_puzzles, hardest_puzzles;
extern const std::string_view clue17_solutions, top1465_solutions, hardest_solutions;

namespace {

/// Digits missing in all rows, all columns and all boxes, and givens that were changed.
std::array<std::uint32_t, 4> faults_of(const Grid& board, const Grid& puzzle) {
    std::set<std::array<int, 3>> found;  // a row, column or box: which of the three, its number, and a digit
    std::array<std::uint32_t, 4> faults = {81, 81, 81, 0};
    for (int cell = 0; cell < 81; ++cell) {
        const int row = cell / 9, column = cell % 9, digit = board[cell];
        if (digit >= 1 && digit <= 9)
            found.insert({{0, row, digit}, {1, column, digit}, {2, row / 3 * 3 + column / 3, digit}});
        faults[3] += puzzle[cell] != 0 && puzzle[cell] != digit;
    }
    for (const auto& [kind, unit, digit] : found) --faults[static_cast<std::size_t>(kind)];
    return faults;
}

/// Answers as of another program: solutions, two of three with a wrong cell or two.
std::vector<Grid> answers_to(const PuzzleSet& set) {
    std::vector<Grid> boards = set.solutions;
    for (int k = 0; k < static_cast<int>(boards.size()); ++k)
        for (int wrong = 0; wrong < k % 3; ++wrong) {
            std::uint8_t& digit = boards[static_cast<std::size_t>(k)][(7 * k + 31 * wrong) % 81];
            digit = static_cast<std::uint8_t>(digit % 9 + 1);
        }
    return boards;
}

/// Throws VerificationError for a score that a naive count does not give.
void verify_score(const scoring::ScoredBoard& scored, const Grid& answer) {
    std::uint32_t right = 0;
    for (int cell = 0; cell < 81; ++cell) right += scored.board[cell] == answer[cell];
    const auto [rows, columns, boxes, changed] = faults_of(scored.board, scored.puzzle);
    const std::uint32_t cost = rows + columns + boxes + 2 * changed;
    const auto& [is_exact, is_valid, givens_changed, cells_right, found] = scored.score;
    if (is_exact == (right == 81) && is_valid == (cost == 0) && givens_changed == changed && cells_right == right &&
        found == cost)
        return;
    throw VerificationError(
        fmt::format("verification failed: answer {} has cost {} and {} cells right, a naive count gives {} and {}",
                    scored.line, found, cells_right, cost, right));
}

}  // namespace

void verify(const Sample& seen, const std::string& subject) {
    const Grid puzzle = bench_puzzle();
    const auto require = [&](bool holds, const std::string& what) {
        if (!holds) throw VerificationError(fmt::format("{}: verification failed: {}", subject, what));
    };
    require(!seen.boards.empty() && seen.costs.size() == seen.order.size(), "no population");
    for (std::size_t k = 0; k < seen.boards.size(); ++k) {
        const auto [rows, columns, boxes, changed] = faults_of(seen.boards[k], puzzle);
        require(boxes == 0 && changed == 0, fmt::format("individual {} is not a board of the puzzle", k * seen.stride));
        const std::uint32_t cost = seen.costs[k * seen.stride];
        require(cost == rows + columns, fmt::format("individual {} has cost {}, a naive count gives {}",
                                                    k * seen.stride, cost, rows + columns));
    }
    for (std::size_t k = 0; k < seen.order.size(); ++k) {
        require(seen.order[k] < seen.costs.size(), fmt::format("rank {} is not the index of an individual", k));
        const auto key = [&](std::size_t rank) { return std::pair(seen.costs[seen.order[rank]], seen.order[rank]); };
        require(k == 0 || key(k - 1) < key(k), fmt::format("rank {} is out of order", k));
    }
}

void score_answers(const PuzzleSet& set, std::uint32_t times, bool is_verified) {
    const std::vector<Grid> boards = answers_to(set);
    std::size_t k = 0;
    const auto next_of = [&k](const std::vector<Grid>& grids) {
        return [&](io::ReadPuzzle& next) {
            next.grid = grids[k], next.line = k + 1;
            return true;
        };
    };
    scoring::Scorer::Streams streams{next_of(boards), next_of(set.solutions)};
    if (is_verified)
        streams.on_board = [&](const scoring::ScoredBoard& scored) { verify_score(scored, set.solutions[k]); };
    scoring::Scorer scorer({}, streams);
    for (std::uint32_t time = 0; time < times; ++time)
        for (k = 0; k < set.puzzles.size(); ++k) scorer.score({set.puzzles[k], set.name, k + 1});
}

const std::vector<PuzzleSet>& puzzle_sets() {
    const auto grids_in = [](std::string_view lines) {
        std::istringstream stream{std::string(lines)};
        io::PuzzleReader reader(stream, "a set of puzzles");
        std::vector<Grid> grids;
        for (io::ReadPuzzle job; reader.next(job);) grids.push_back(job.grid);
        return grids;
    };
    static const std::vector<PuzzleSet> all = {{"clue17", grids_in(clue17_puzzles), grids_in(clue17_solutions)},
                                               {"top1465", grids_in(top1465_puzzles), grids_in(top1465_solutions)},
                                               {"hardest", grids_in(hardest_puzzles), grids_in(hardest_solutions)}};
    return all;
}

Summary solve_set(Backend& backend, const PuzzleSet& set, std::uint32_t times, std::uint64_t seed,
                  const Patience& patience, const std::string& who) {
    const std::uint64_t count = std::uint64_t{times} * set.puzzles.size();
    std::uint64_t given = 0;
    const auto next = [&]() -> std::optional<Grid> {
        if (given == count) return std::nullopt;
        return set.puzzles[given++ % set.puzzles.size()];
    };
    const auto check = [&](const Outcome& outcome) {
        const std::size_t puzzle = outcome.puzzle_index % set.puzzles.size();
        const bool is_solved = outcome.status == Status::solved;
        if (is_solved ? outcome.board == set.solutions[puzzle] : outcome.status != Status::unsatisfiable) return;
        throw VerificationError(
            fmt::format("{}: verification failed: puzzle {} was solved with a grid that is not its known solution", who,
                        puzzle + 1));
    };
    SolveOptions options;
    options.seed = seed;
    options.should_stop = patience.should_stop;
    const Summary summary = evodoku::solve(backend, options, next, check);
    if (summary.stopped) throw Stopped();
    if (summary.solved == 0)
        throw VerificationError(fmt::format("{}: none of {} puzzles was solved", who, summary.puzzles));
    return summary;
}

}  // namespace evodoku::bench
