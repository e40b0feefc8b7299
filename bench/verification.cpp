// What is verified before it is timed, by code that shares nothing with the engine: naive costs and a naive order, and
// answers of puzzles.
#include <fmt/format.h>

#include <array>
#include <set>
#include <sstream>
#include <stdexcept>

#include "bench/benchmark.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "scoring/score.hpp"

namespace evodoku::bench {
namespace {

/// Digits missing in all rows, all columns and all boxes.
std::array<std::uint32_t, 3> missing_digits(const Grid& board) {
    std::set<std::array<int, 3>> found;  // a row, column or box: which of the three, its number, and a digit
    for (int cell = 0; cell < 81; ++cell) {
        const int row = cell / 9, column = cell % 9;
        found.insert({{0, row, board[cell]}, {1, column, board[cell]}, {2, row / 3 * 3 + column / 3, board[cell]}});
    }
    std::array<std::uint32_t, 3> missing = {81, 81, 81};
    for (const auto& [kind, unit, digit] : found) --missing[static_cast<std::size_t>(kind)];
    return missing;
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
    std::uint32_t right = 0, changed = 0;
    for (int cell = 0; cell < 81; ++cell) {
        right += scored.board[cell] == answer[cell];
        changed += scored.puzzle[cell] != 0 && scored.board[cell] != scored.puzzle[cell];
    }
    const auto [rows, columns, boxes] = missing_digits(scored.board);
    const std::uint32_t cost = rows + columns + boxes + 2 * changed;
    const auto& [is_exact, is_valid, givens_changed, cells_right, found] = scored.score;
    if (is_exact == (right == 81) && is_valid == (cost == 0) && givens_changed == changed && cells_right == right &&
        found == cost)
        return;
    throw VerificationError(
        fmt::format("verification failed: answer {} has cost {} and {} cells right, a naive count gives {} and {}",
                    scored.line, found, cells_right, cost, right));
}

bool is_board_of(const Grid& puzzle, const Grid& board) {
    for (int cell = 0; cell < 81; ++cell) {
        if (board[cell] < 1 || board[cell] > 9) return false;
        if (puzzle[cell] != 0 && puzzle[cell] != board[cell]) return false;
    }
    return true;
}

}  // namespace

void verify(const Sample& seen, const std::string& subject) {
    const Grid puzzle = bench_puzzle();
    const auto require = [&](bool holds, const std::string& what) {
        if (!holds) throw VerificationError(fmt::format("{}: verification failed: {}", subject, what));
    };
    require(!seen.boards.empty() && seen.costs.size() == seen.order.size(), "no population");
    for (std::size_t k = 0; k < seen.boards.size(); ++k) {
        const auto [rows, columns, boxes] = missing_digits(seen.boards[k]);
        require(is_board_of(puzzle, seen.boards[k]) && boxes == 0,
                fmt::format("individual {} is not a board of the puzzle", k * seen.stride));
        const std::uint32_t cost = seen.costs[k * seen.stride];
        require(cost == rows + columns, fmt::format("individual {} has cost {}, a naive count gives {}",
                                                    k * seen.stride, cost, rows + columns));
    }
    for (std::size_t k = 0; k < seen.order.size(); ++k) {
        require(seen.order[k] < seen.costs.size(), fmt::format("rank {} is not the index of an individual", k));
        if (k == 0) continue;
        const auto key = [&](std::size_t rank) { return std::pair(seen.costs[seen.order[rank]], seen.order[rank]); };
        require(key(k - 1) < key(k), fmt::format("rank {} is out of order", k));
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

PuzzleSet read_puzzle_set(const PuzzleText& text) {
    const auto grids_in = [&](std::string_view lines) {
        std::istringstream stream{std::string(lines)};
        io::PuzzleReader reader(stream, "set " + std::string(text.name));
        std::vector<Grid> grids;
        for (io::ReadPuzzle job; reader.next(job);) grids.push_back(job.grid);
        return grids;
    };
    PuzzleSet set{std::string(text.name), grids_in(text.puzzles), grids_in(text.solutions)};
    if (set.puzzles.size() != set.solutions.size())
        throw std::invalid_argument("set " + set.name + ": the numbers of puzzles and solutions differ");
    return set;
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
