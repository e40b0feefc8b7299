// How far a benchmark is: a line on a terminal that is redrawn, a line every ten seconds elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

#include "status_block.hpp"

namespace evodoku::app {

struct BenchStep {
    std::size_t step = 0, steps = 0;  ///< number of this measurement, from 1, and of all
    std::string what;
    double seconds_left = 0;  ///< an estimate
};

/// "bench: [3/28] cpu: plain, population 4000 (about 20 s left)".
std::string step_text(const BenchStep& step);

class BenchTally {
public:
    explicit BenchTally(When progress) : block_(progress) {}

    /// A measurement begins. On a terminal its line appears at once.
    void begin(const BenchStep& step);
    /// Erases the line. Nothing is shown afterwards.
    void end();

private:
    using Clock = std::chrono::steady_clock;

    void show();

    std::mutex mutex_;  // of the fields below
    StatusBlock block_;
    BenchStep step_;
    Clock::time_point begin_;  ///< of the step
    std::optional<Ticker> clock_;
};

}  // namespace evodoku::app
