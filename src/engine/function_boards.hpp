// The steps of an evolution whose operators are functions of the host (evodoku/operators/function_operator.hpp), as the
// other steps see them. function_boards_on.hpp has the code.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/island.hpp"
#include "evodoku/operators/function_operator.hpp"

namespace evodoku {

/// What a step scores: all children, only individuals whose plan is Plan::rejected, or further tries, of which it keeps
/// those that are better.
enum class Scored { children, rejected, further_tries };

/// One step: the function of an operator, and which boards it makes or scores. See the phases of that kind.
struct FunctionStep {
    OperatorKind kind;
    std::uint32_t planned = 0;  ///< what the plan of a board says: Plan::fresh, or the position in a mix
    std::uint32_t try_number = 0;
    Scored scored = Scored::children;
    std::string name = {};
    std::shared_ptr<const OperatorFunction> function = {};
};

/// Arrays for functions, and for boards that the host asks for and writes. See Arrays.
template <class Board>
struct FunctionArrays {
    std::uint32_t *at = nullptr, *read_at = nullptr;   ///< places
    std::uint8_t *boards = nullptr, *mates = nullptr;  ///< as bytes
    std::uint64_t* fault = nullptr;

    void list(const PopulationArrays& all_islands, bool has_functions, bool asks, auto&& visit) {
        const std::size_t all = std::size_t{all_islands.island_count} * all_islands.island_size,
                          cells = Geometry<Board::order>::cells;
        std::vector<Island> islands;
        std::vector<Plan> plans;
        std::vector<std::uint32_t> to, from, mates_from;  // places
        visit(at, all), visit(boards, all * cells), visit(fault, 1);
        visit(islands, all_islands.island_count), visit(plans, all), visit(to, all);
        if (has_functions) visit(read_at, all), visit(mates, all * cells), visit(from, all), visit(mates_from, all);
        if (!asks) return;
        std::vector<std::uint8_t> asked;
        std::vector<typename Board::Stored> old_boards;
        std::vector<std::uint32_t> old_costs;
        std::vector<Island> changed, before;
        visit(asked, all * cells), visit(old_boards, all_islands.island_size),
            visit(old_costs, all_islands.island_size);
        visit(changed, all_islands.island_count), visit(before, all_islands.island_count);
    }
};

/// Calls a function for all boards that the step is for, puzzle by puzzle, and puts its results where the phase of that
/// kind puts its own. Waits for everything queued before. Throws FunctionError, and what the function throws.
using CallFunction = std::function<void(const FunctionStep&)>;

}  // namespace evodoku
