// Puzzles solved end to end: presolve, evolution and verification, as `evodoku solve` does. Private to this layer.
#pragma once

#include <cstdint>
#include <string>

#include "bench/timing.hpp"
#include "evodoku/backend/backend.hpp"
#include "puzzle_sets.hpp"

namespace evodoku::bench {

/// One set on one device.
class PuzzleWork {
public:
    /// `who`: device and set, for messages. Keeps references to the backend and the set.
    PuzzleWork(Backend& backend, const PuzzleSet& set, std::uint64_t seed, std::string who)
        : backend_(backend), set_(set), seed_(seed), who_(std::move(who)) {}

    struct Solved {
        std::uint64_t puzzles = 0, solved = 0, redraws = 0;
        std::uint64_t fingerprint = 0;
        double seconds = 0;
    };
    /// Solves the set `times` times. A repeated puzzle has another index in the input, so it evolves differently. Every
    /// answer is compared with the known solution; a wrong one throws BenchError. Where none is known, solve() has
    /// verified it. Throws Stopped.
    Solved solve(std::uint32_t times, const Patience& patience) const;

    struct Measured {
        Timing timing;  ///< items: puzzles solved
        std::uint64_t batch = 0, redraws = 0;
    };
    /// Uses batches that take at least 0.3 seconds, so that a GPU has thousands of puzzles side by side. Throws
    /// BenchError if nothing of a set with known solutions is solved, and Stopped.
    Measured measure(const Patience& patience) const;

private:
    Backend& backend_;
    const PuzzleSet& set_;
    std::uint64_t seed_;
    std::string who_;
};

}  // namespace evodoku::bench
