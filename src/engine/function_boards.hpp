// The steps of an evolution whose operators are functions of the host (evodoku/operators/function_operator.hpp), as the
// other steps see them. function_boards_on.hpp has the code.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

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

/// The boards of a population, for functions.
class FunctionBoards {
public:
    virtual ~FunctionBoards() = default;
    /// Calls the function for all boards that the step is for, puzzle by puzzle, and puts its results where the phase
    /// of that kind puts its own. Waits for everything queued before. Throws FunctionError, and what the function
    /// throws.
    virtual void call(const FunctionStep& step) = 0;
};

}  // namespace evodoku
