// Thresholds from which two evolutions take turns on a device.
//
// Modelled for an H200 with 15,625 of the hardest puzzles side by side, not measured: the host's 6 ms and the
// presolve's 2 ms between epochs of 53 ms are hidden, 57 ms instead of 62 ms each, 80,000 instead of 74,000 puzzles per
// second (docs/gpu.md).
#pragma once

#include <cstdint>

#include "evodoku/engine/config.hpp"

namespace evodoku {

/// Two evolutions take turns if the host has many puzzles to process, and if each half still fills the device. Both
/// thresholds are by arithmetic: no GPU has measured them.
struct AlternatingTuning {
    /// With this number some 300 puzzles end per epoch, which takes the host 0.4 ms: little to hide.
    std::uint32_t min_puzzles = 1024;
    /// In both halves together. Half of it is 2,048 threads for each of 128 multiprocessors, their maximum; in shared
    /// memory, 4,096 islands of 64, of which an H200 holds 528 at a time.
    std::uint32_t min_individuals = 1u << 19;

    bool applies(const Config& config, std::uint32_t puzzle_slots) const {
        return puzzle_slots >= min_puzzles && std::uint64_t{puzzle_slots} * config.reserved() >= min_individuals;
    }
};

}  // namespace evodoku
