// Repeats a measurement until its time is known.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace evodoku::bench {

struct Timing {
    double items = 0;             ///< per repetition
    std::vector<double> seconds;  ///< per repetition

    double median_seconds() const;
    /// The distance between the quartiles, as a share of the median: 0.02 = 2 %.
    double spread() const;
    /// Items per second, by the median.
    double rate() const;
};

/// A larger spread makes a figure useless for a comparison; tables, ratios and files mark it.
inline constexpr double unsteady_spread = 0.25;
inline bool is_unsteady(const Timing& timing) { return timing.spread() > unsteady_spread; }

/// The user interrupted the benchmark before the measurement had enough repetitions.
struct Stopped {};

/// When to stop repeating.
struct Patience {
    double spread = 0.02;  ///< the target
    unsigned min_repetitions = 5, max_repetitions = 100;
    double limit_seconds = 2;                ///< measured time after which `min_repetitions` are enough
    std::function<bool()> should_stop = {};  ///< called before each repetition; true: stop

    /// Throws Stopped if should_stop() returns true.
    void stop_if_asked() const {
        if (should_stop && should_stop()) throw Stopped();
    }
};

/// Repeats work of `items` items: once to warm up, then until the spread or a limit is reached. `once` returns its
/// seconds; it may throw Stopped. Throws Stopped.
Timing repeat(const Patience& patience, double items, const std::function<double()>& once);

double seconds_of(const std::function<void()>& work);

/// The number of repetitions that makes `run(times)` take `min_seconds` or more. Doubles from 1; at most 2^20.
std::uint32_t times_to_fill(double min_seconds, const std::function<double(std::uint32_t times)>& run);

}  // namespace evodoku::bench
