// What can be said of a puzzle of any order without evolution: what logic finds, and whether it has one solution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "evodoku/core/grid.hpp"
#include "evodoku/core/presolve.hpp"

namespace evodoku::logic {

/// Repeats the rules of the level until none has an effect. Requires givens that do not conflict.
Logic apply_logic(const Grid& givens, PresolveLevel level);

/// Why there is no solution. Requires a contradiction.
std::string describe_contradiction(const Logic& logic);

struct ExactResult {
    std::uint64_t solutions = 0;        ///< counted up to the limit
    std::optional<Grid> first, second;  ///< solutions found
    std::uint64_t nodes = 0;            ///< positions examined, a measure of difficulty; 1: singles alone solve it
    bool complete = true;               ///< false: the search was ended early, so there may be more solutions
};

/// By backtracking, without the code of the search: the oracle of the tests.
/// Counts the solutions of `puzzle`, up to `max_solutions`, in at most `max_nodes` positions. `should_stop`: called
/// once per 64 positions; true ends the search. `on_solution`: called for each, in an order that the puzzle alone
/// decides. A puzzle with conflicting givens has none. Throws std::invalid_argument if `max_solutions` is 0 or a cell
/// has no digit of the order.
///
///     fill every cell with one candidate, and every digit with one place in a unit, until none is left
///     branch on the cell with the fewest candidates, or on the digit of a unit with the fewest places
ExactResult solve_exactly(const Grid& puzzle, std::uint64_t max_solutions = 2,
                          std::uint64_t max_nodes = ~std::uint64_t{0}, const std::function<bool()>& should_stop = {},
                          const std::function<void(const Grid&)>& on_solution = {});

enum PuzzleStatus { unique, none, several, undecided, conflict, malformed };
inline constexpr const char* status_names[] = {"unique", "none", "several", "undecided", "conflict", "malformed"};

/// Positions of a board larger than 9 x 9 after which the exact solver stops without an answer.
inline constexpr std::uint64_t max_positions = 2'000;
/// And of a smaller one: forty times those of the hardest puzzles that are known, and a quarter of a second.
inline constexpr std::uint64_t max_positions_of_9x9 = 100'000;

struct Solvability {
    PuzzleStatus status = unique;
    std::string conflict = {};  ///< of the givens, in words; there are then no solutions
    ExactResult exact = {};     ///< up to two solutions
};
/// Never malformed. `positions`: that the exact solver examines; 0: as many as suits the order.
Solvability solvability_of(const Grid& puzzle, std::uint64_t positions = 0);
constexpr std::uint64_t positions_for(int order) { return order <= 3 ? max_positions_of_9x9 : max_positions; }

struct Findings {
    Logic logic;                      ///< of the level `full`
    std::string_view level = "none";  ///< the level that solves it: "singles" or "full"
    std::ptrdiff_t left = 0;          ///< blanks
};
/// Requires givens that do not conflict.
Findings find_by_logic(const Grid& puzzle);
bool is_solved_by(const Grid& puzzle, PresolveLevel level);

std::uint64_t clues_of(const Grid& puzzle);

}  // namespace evodoku::logic
