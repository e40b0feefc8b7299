// The evolution of one puzzle, for a program that makes its generations itself and looks at the population in between.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "evodoku/backend/backend.hpp"
#include "evodoku/checkpoint/state_bytes.hpp"

namespace evodoku {

/// The boards of an island where the device has them. Valid until the next generation is made.
///
///   box-board    8 words of 64 bits per board. Box k is in the 7 bytes from byte 7 k. Bit 9 * row + digit - 1 is
///                set if this row of the box holds the digit, bit 27 + 9 * column + digit - 1 if this column does;
///                the last two bits are notes
///
///   cell-board   28 words of 32 bits per board. Word k is of the three cells from 3 k on, 9 bits each: bit digit - 1
///
///   others       words of 64 bits. The first bytes are the digits, row by row; the last words are notes
struct IslandBoards {
    const void* boards = nullptr;          ///< `count` boards of `words` words, one after another
    const std::uint32_t* costs = nullptr;  ///< `count` costs; an entry above `highest_cost` holds no board
    std::uint32_t count = 0, words = 0, bits_per_word = 0, highest_cost = 0;
    int gpu = -1;  ///< the number of the GPU whose memory this is; -1: memory of the host
};

/// It makes the generations that solve() would make of the same puzzle, and ends at the same one.
class PuzzleEvolution {
public:
    virtual ~PuzzleEvolution() = default;

    /// "cpu (2 threads)", "cuda:0 (NVIDIA H200)". Throws nothing.
    virtual std::string device() const = 0;
    /// Makes generations, fewer if it ends. Throws DeviceError, FunctionError; std::logic_error before tell().
    virtual void step(std::uint32_t generations) = 0;
    /// A generation ends early when `should_stop` is true, as by Backend::stop_when(): its boards then mean nothing.
    /// Throws nothing.
    virtual void stop_when(const std::function<bool()>& should_stop) = 0;
    /// The last generation made; 0 is the first population. Throws nothing.
    virtual std::uint32_t generation() const = 0;
    /// True if logic settled the puzzle, or at the synchronisation after solution or last generation. Throws nothing.
    virtual bool ended() const = 0;
    /// The outcome if it ended now, without times. Its fingerprint is that of the present population. A solution has
    /// passed logic::verify. Throws VerificationError, DeviceError.
    virtual Outcome outcome() const = 0;
    /// Without a meaning for a puzzle that logic settled. Throws DeviceError.
    virtual Progress progress() const = 0;
    /// The population of each island in numbers. Throws DeviceError.
    virtual std::vector<PopulationProgress> populations(Detail detail) const = 0;
    /// No boards for a puzzle that logic settled. Requires an island of the configuration. Throws nothing.
    virtual IslandBoards boards(std::uint32_t island) const = 0;
    /// A copy of some boards as grids, in memory of the host: those of the entries first .. first + count - 1. Requires
    /// entries of boards(). Throws DeviceError.
    virtual std::vector<Grid> grids(std::uint32_t island, std::uint32_t first, std::uint32_t count) const = 0;
    /// Sets the coldness of the next generation, in place of the schedule's (Config::schedule). A saved state does not
    /// contain it. Throws DeviceError; std::logic_error without a schedule.
    virtual void cool(std::uint32_t coldness) = 0;
    /// For each individual the index of its ancestor in the first population. Throws as cool() does.
    virtual std::vector<std::uint32_t> families(std::uint32_t island) const = 0;
    /// Makes the children of the next generation, and returns those that are to be scored: a byte per cell, row by row.
    /// Throws DeviceError, FunctionError, SettingError for more than one of `tries`, std::logic_error before tell().
    virtual std::vector<std::uint8_t> ask() = 0;
    /// Ends this generation with as many boards in their places; cells: one board behind the other. Throws DeviceError;
    /// FunctionError for a board that is not a chromosome: it may be called again; std::logic_error before ask().
    virtual void tell(std::span<const std::uint8_t> cells) = 0;
    /// Replaces boards of an island, from entry `first` on; scores and ranks them, and counts them as evaluations.
    /// Where parents compete with children (plus, elitist), the island is then sorted by cost. A solution among them
    /// ends the island. Throws as tell() does, but std::logic_error between ask() and tell().
    virtual void write(std::uint32_t island, std::uint32_t first, std::span<const std::uint8_t> cells) = 0;

    /// Writes the state that a SavedPuzzle takes. Not for a puzzle that logic settled. Throws DeviceError;
    /// std::logic_error between ask() and tell().
    virtual void save(const StateWriter& to) const = 0;
};

}  // namespace evodoku
