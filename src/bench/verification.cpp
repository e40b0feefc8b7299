// Naive costs, naive order.
#include "verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "evodoku/bench/benchmark.hpp"

namespace evodoku::bench {
namespace {

/// Digits that nine cells lack.
std::uint32_t missing(const Grid& board, int first, int right, int down) {
    std::set<int> digits;
    for (int k = 0; k < 9; ++k)
        digits.insert(board.digit[static_cast<std::size_t>(first + k % 3 * right + k / 3 * down)]);
    return static_cast<std::uint32_t>(9 - digits.size());
}

std::uint32_t naive_cost(const Grid& board) {
    std::uint32_t sum = 0;
    for (int line = 0; line < 9; ++line) sum += missing(board, 9 * line, 1, 3) + missing(board, line, 9, 27);
    return sum;
}

bool is_board_of(const Grid& puzzle, const Grid& board) {
    for (std::size_t cell = 0; cell < 81; ++cell) {
        if (puzzle.digit[cell] != 0 && puzzle.digit[cell] != board.digit[cell]) return false;
    }
    for (int box = 0; box < 9; ++box) {
        if (missing(board, box / 3 * 27 + box % 3 * 3, 1, 9) != 0) return false;
    }
    return true;
}

}  // namespace

void verify(Workbench& workbench, const Grid& puzzle, const std::string& subject) {
    constexpr std::uint32_t stride = 97;
    const auto require = [&](bool holds, const std::string& what) {
        if (!holds) throw BenchError(fmt::format("{}: verification failed: {}", subject, what));
    };
    workbench.spoil();
    workbench.score(1);
    workbench.rank(1);
    const Specimens seen = workbench.look(stride);
    require(!seen.boards.empty() && seen.costs.size() == seen.order.size(), "no population");
    for (std::size_t k = 0; k < seen.boards.size(); ++k) {
        require(is_board_of(puzzle, seen.boards[k]),
                fmt::format("individual {} is no board of the puzzle", k * stride));
        const std::uint32_t cost = naive_cost(seen.boards[k]);
        require(seen.costs[k * stride] == cost, fmt::format("individual {} has cost {}, a naive count says {}",
                                                            k * stride, seen.costs[k * stride], cost));
    }
    for (std::size_t k = 0; k < seen.order.size(); ++k) {
        require(seen.order[k] < seen.costs.size(), fmt::format("rank {} names no individual", k));
        if (k == 0) continue;
        const auto key = [&](std::size_t rank) { return std::pair(seen.costs[seen.order[rank]], seen.order[rank]); };
        require(key(k - 1) < key(k), fmt::format("rank {} is out of order", k));
    }
}

}  // namespace evodoku::bench
