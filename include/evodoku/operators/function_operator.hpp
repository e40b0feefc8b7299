// Operators that are functions of this process: each call makes or scores many boards at once. The engine keeps
// everything else: selection, ranking, replacement, islands, histories, checkpoints.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "evodoku/core/count_or_share.hpp"
#include "evodoku/operators/operator.hpp"
#include "evodoku/representation/kinds_of_board.hpp"

namespace evodoku {

/// The boards of one call: those of one puzzle, in the order of its islands and of their individuals. A board is a byte
/// per cell, row by row, 1..size.
struct FunctionCall {
    std::uint8_t* boards = nullptr;  ///< a copy, which may be changed; null for an initialisation
    std::uint8_t* mates = nullptr;   ///< for a crossover: the second parents
    std::uint32_t count = 0;         ///< boards that go in, or that an initialisation makes
    std::shared_ptr<void> memory;    ///< of the boards; later calls write there, too
    int order = 3;
    int gpu = -1;  ///< the number of the GPU whose memory holds the boards; -1: memory of the host

    std::span<const std::uint8_t> fixed;  ///< cells that must stay: givens, and what logic filled; 0 elsewhere
    std::uint64_t seed = 0;
    std::uint32_t puzzle_index = 0;
    std::uint32_t generation = 0;  ///< the one that is being made
    std::uint32_t purpose = 0;     ///< another number for each use in a generation
};

/// What a call returns: `count` boards, or for a cost `count` numbers of 32 bits.
struct FunctionResult {
    std::shared_ptr<const void> values;
    bool on_gpu = false;  ///< in the memory of the GPU of the call
};

/// Equal calls must have equal results. It may throw.
using OperatorFunction = std::function<FunctionResult(const FunctionCall&)>;

/// Kinds whose operators may be functions of the caller.
constexpr bool can_be_function(OperatorKind kind) {
    return kind == OperatorKind::initialisation || kind == OperatorKind::cost || kind == OperatorKind::crossover ||
           kind == OperatorKind::mutation;
}

/// An operator that is a function of the caller.
struct FunctionOperator {
    OperatorKind kind;  ///< initialisation, cost, crossover or mutation
    std::string name, help;
    Share rate = 0;  ///< by default, of a crossover or mutation
    Boards boards = every_board;
    std::uint32_t highest_cost = 0;
    OperatorFunction function;
};

/// A board or cost that a function must not return. The evolution can't go on; its last generation is complete.
struct FunctionError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

}  // namespace evodoku
