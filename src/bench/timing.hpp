// Repeats a measurement until its time is known, and measures the load of other programs meanwhile.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/host_work.hpp"

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
/// `text`, with ~ before it if its spread is too large.
inline std::string marked(const std::string& text, bool unsteady) { return (unsteady ? "~" : "") + text; }

/// The user interrupted the benchmark before the measurement had enough repetitions.
struct Stopped {};

/// When to stop repeating.
struct Patience {
    double spread = 0.02;  ///< the target
    unsigned min_repetitions = 5, max_repetitions = 100;
    double limit_seconds = 2;                ///< measured time after which `min_repetitions` are enough
    std::function<bool()> should_stop = {};  ///< called before each repetition; true: stop
};

/// Throws Stopped if should_stop() returns true.
void stop_if_asked(const Patience& patience);

/// A measurement made in turn with a reference, so that a machine that changes its speed changes both.
struct Pair {
    Timing work, reference;

    /// The rate as a share of the reference's rate: the median over neighbouring pairs.
    double share() const;
    /// The distance between the quartiles of those shares, as a share of their median.
    double spread() const;
};

/// Work that processes `items` items per call.
struct Repeatable {
    double items = 0;
    std::function<double()> once = {};  ///< returns the seconds; throws Stopped
};

/// Repeats the work: once to warm up, then until the spread or a limit is reached. Throws Stopped.
Timing repeat(const Patience& patience, const Repeatable& work);
/// Repeats the reference, if there is one, and the work in turn, until the spread of their shares or a limit is
/// reached.
Pair repeat_in_turn(const Patience& patience, const Repeatable& work, const Repeatable& reference);

double seconds_of(const std::function<void()>& work);

/// The number of repetitions that makes `run(times)` take `min_seconds` or more. Doubles from 1; at most 2^20.
std::uint32_t times_to_fill(double min_seconds, const std::function<double(std::uint32_t times)>& run);

/// Negative: unknown.
struct MachineLoad {
    unsigned processors = 0;
    double before = -1;  ///< load average of the minute before the benchmark
    double others = -1;  ///< processors busy with other programs or other virtual machines, mean over the benchmark
};

/// True if more than a quarter of the processors worked for other programs: rates are then too low by an unknown
/// amount. Uses the load before the benchmark if the load during it is unknown.
bool is_overloaded(const MachineLoad& load);
inline constexpr std::string_view overload_text =
    "OVERLOADED: the figures are too low, and the ratios mean little; measure again on a quiet machine";
/// "0.3 of 2 processors busy with other programs during the benchmark; load 0.9 before it".
std::string load_text(const MachineLoad& load);

/// Processor seconds of all programs since the system started, including those taken by other virtual machines. `stat`:
/// the text of /proc/stat. Empty if the text has an unknown form.
std::optional<double> busy_seconds(std::string_view stat, double ticks_per_second);

/// A function that returns the load since this call.
std::function<MachineLoad()> measured_load();

}  // namespace evodoku::bench
