// Repeating a piece of work until its time is known.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace evodoku::bench {

/// What was measured of one piece of work.
struct Timing {
    double items = 0;             ///< done in one repetition
    std::vector<double> seconds;  ///< of each repetition

    double median_seconds() const;
    /// The distance between the quartiles, as a share of the median: 0.02 = 2 %.
    double spread() const;
    /// Items a second, by the median.
    double rate() const;
};

/// Thrown where the user wants an end, and what is being measured has not been repeated often enough to count.
struct Stopped {};

/// When to stop repeating.
struct Patience {
    double spread = 0.02;                    ///< enough is known
    unsigned least = 5;                      ///< repetitions in any case
    unsigned most = 100;                     ///< repetitions at most
    double limit_seconds = 2;                ///< measured time, after which `least` repetitions are enough
    std::function<bool()> should_stop = {};  ///< asked before each repetition: true: no more of them
};

/// Throws Stopped where it should stop.
void stop_if_asked(const Patience& patience);

/// Calls `once`, which does `items` and returns the seconds they took: first to warm up, then until the spread or the
/// patience is met. Throws Stopped.
Timing repeat(const Patience& patience, double items, const std::function<double()>& once);

/// A piece of work measured in turn with what it is compared with, so that a machine that changes its speed meanwhile
/// changes it for both.
struct Pair {
    Timing work, beside;

    /// The rate of the work as a share of that beside it: of each two neighbours, the middle one.
    double share() const;
    /// The distance between the quartiles of those shares, as a share of the middle one.
    double spread() const;
};

/// Calls `beside` and `work` by turns: first to warm up, then until the spread of their shares or the patience is met.
/// Throws Stopped.
Pair repeat_in_turn(const Patience& patience, double items, const std::function<double()>& work, double items_beside,
                    const std::function<double()>& beside);

/// Seconds that `work` takes.
double seconds_of(const std::function<void()>& work);

/// How many times a piece of work must be done so that the clock can tell: `run(times)` takes `least_seconds` or more.
/// Doubles from 1; at most 2^20.
std::uint32_t times_to_fill(double least_seconds, const std::function<double(std::uint32_t times)>& run);

}  // namespace evodoku::bench
