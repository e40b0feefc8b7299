// Scores boards of any program: for algorithms of your own. make_evaluator() of devices.hpp makes one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "evodoku/core/grid.hpp"
#include "evodoku/engine/operator_spec.hpp"

namespace evodoku {

/// What is scored, and how.
struct Evaluation {
    /// One for cell boards (9 x 9) or box boards of the order. On 9 x 9 row-column is duplicates:boxes=0,broken=0.
    Cost cost = "row-column";
    int order = 3;                           ///< of the boards
    std::optional<Grid> puzzle = {};         ///< the givens that a solution must keep
    std::uint32_t boards_at_once = 0;        ///< boards that the device holds at a time; 0: as many as suit it
    std::function<bool()> should_stop = {};  ///< asked between them; true: the call returns early
};

/// `count` boards one behind the other. A board has a byte per cell, row by row: 1..size. Any digit may be in any cell.
struct BoardArray {
    const std::uint8_t* cells;
    std::uint64_t count;
    bool on_device = false;  ///< in the memory of the evaluator's GPU, not in that of the host
};

/// A cell that holds no digit: `boards[12]: r4c7 is 0, a blank; ...`.
struct BoardError : std::invalid_argument {
    BoardError(std::uint64_t index, int cell, unsigned value, int order);  ///< of that value; throws nothing

    std::uint64_t index;  ///< of the first such board
    int cell;             ///< the first of that board
};

/// Results do not depend on threads, device or `boards_at_once`. One call at a time.
class Evaluator {
public:
    virtual ~Evaluator() = default;

    /// "cpu (2 threads)", "cuda:0 (NVIDIA H200)". Throws nothing.
    virtual std::string device() const = 0;
    /// The number of its GPU; -1 on the CPU. Throws nothing.
    virtual int gpu() const = 0;

    /// costs: `count` entries, in the memory of the boards. Only a solution costs 0: where the cost operator finds no
    /// fault, any other board costs 1. A changed given counts as the operator counts it (`duplicates`: `broken` each).
    /// Throws BoardError, DeviceError; the costs are then undefined.
    virtual void costs(const BoardArray& boards, std::uint32_t* costs) = 0;

    /// conflicts: a byte per cell, in the memory of the boards: how many other cells of its row, column and box hold
    /// the same digit. Throws as costs() does.
    virtual void conflicts(const BoardArray& boards, std::uint8_t* conflicts) = 0;

    /// Memory of the device, which may outlive the evaluator. Throws DeviceError.
    virtual std::shared_ptr<void> take(std::size_t bytes) = 0;
};

/// distinct: an entry per board, true if none before it is equal. Any bytes of the host; takes about 50 more bytes per
/// different board. cells_per_board: above 0. should_stop: ends it early. Throws what that throws.
void find_distinct(std::span<const std::uint8_t> cells, std::size_t cells_per_board, bool* distinct,
                   const std::function<bool()>& should_stop = {});

}  // namespace evodoku
