// The result of a benchmark: plain data, written to JSON and read from it, and as tables; and its rates compared: of
// two devices, and of two results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "devices/internal.hpp"

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

using Facts = std::vector<std::pair<std::string, std::string>>;

/// A GPU before and after a measurement.
struct Clocks {
    GpuState before, after;
    std::string throttled_by() const {
        return after.throttled_by().empty() ? before.throttled_by() : after.throttled_by();
    }
};

/// A device with its threads: "cpu" (all threads), "cpu/1" (one), "cuda:0".
struct Subject {
    std::string id;
    std::string name;  ///< "cpu (2 threads)"
    Facts facts;
    Timing copy;                        ///< items: bytes read and written
    Timing compute;                     ///< items: 32-bit integer operations
    std::optional<Clocks> clocks = {};  ///< during these two
};

/// One figure. `what`: "answers", "score", "generations", "phase/mutate", "metropolis-swap", "heat-bath", "rank",
/// "puzzles/hardest", "mutation/swap".
struct Measurement {
    std::string subject;
    std::string what;
    std::string unit;  ///< of the items: "boards", "children", "trials", "redraws", "individuals", "puzzles"
    std::uint32_t population = 0;
    Timing timing;
    std::uint64_t batch = 0;            ///< for puzzles: the number given per repetition; the items are the solved ones
    std::optional<Clocks> clocks = {};  ///< of a GPU
};

/// A population that evolved to the same fingerprint on every device.
struct Agreement {
    std::string configuration;
    std::uint32_t population = 0;
    std::uint64_t fingerprint = 0;
};

struct Result {
    Facts build;  ///< version, commit, compiler, flags, ...
    std::string date;
    std::string stopped;  ///< why the benchmark ended early, and at which step; empty if it is complete
    std::uint64_t seed = 0;
    std::string puzzle;
    std::vector<Subject> subjects;
    std::vector<Agreement> agreements;
    std::vector<Measurement> measurements;

    /// Null if it was not measured.
    const Measurement* find(const std::string& subject, const std::string& what, std::uint32_t population) const;
    const Subject* find_subject(const std::string& id) const;
    /// What was measured, each once.
    std::vector<std::string> works() const;
};

/// JSON, schema 1. It includes values computed from the measurements, for other programs: rates, spreads, ratios of
/// devices and the populations where they cross.
std::string to_json(const Result& result);
/// Throws std::invalid_argument, with the reason, unless the text is JSON of this schema. "stopped", "batch" and
/// "clocks" may be missing.
Result from_json(std::string_view text);
/// One line per measurement, after a header.
std::string to_csv(const Result& result);
/// Tables for people.
std::string to_text(const Result& result);

/// A ratio is a difference if it is off 1 by more than `tolerance` and by more than its spread: FASTER or SLOWER.
/// Otherwise the verdict is SAME, or UNCLEAR if the spread exceeds the tolerance.
std::string_view resolve(double ratio, double spread, double tolerance);

/// A rate compared with a reference: another device, or the same device in another result.
struct Comparison {
    std::string subject, reference, what;
    std::uint32_t population = 0;  ///< 0: a peak of the device
    double rate = 0, reference_rate = 0;
    double ratio = 0;                   ///< rate / reference_rate: 1.1 = 10 % faster
    double spread = 0;                  ///< of the ratio, as a share
    bool unsteady = false;              ///< one of the two spreads exceeds `unsteady_spread`
    std::string throttled = {};         ///< "power cap in B": why the verdict is UNCLEAR
    std::string_view verdict = "SAME";  ///< of two results: see resolve()
};

/// Everything that both have measured, in the order of the first, which is the reference. The verdict of a measurement
/// is UNCLEAR if its GPU was throttled.
std::vector<Comparison> compare(const Result& first, const Result& second, double tolerance);
std::string to_text(const std::vector<Comparison>& comparisons);

/// What makes two results hard to compare, in words: fingerprints that differ, as the algorithm has changed; another
/// machine, or other threads, as ratios then compare machines; what one lacks, as it ended early or has other devices
/// or populations. `names`: of the two.
std::vector<std::string> differences(const Result (&results)[2], const std::vector<std::string>& names);

/// The pairs of devices to compare, the expected winner first: each GPU with the CPU on all threads and on one, and the
/// CPU on all threads with itself on one.
std::vector<std::pair<std::string, std::string>> pairs_of(const Result& result);

/// The first device of a pair compared with the second. Empty if one of the two has not measured it.
std::optional<Comparison> compare_devices(const Result& result, const std::pair<std::string, std::string>& pair,
                                          const std::string& what, std::uint32_t population);

/// The ratios of a pair of devices in one measurement.
struct Headline {
    std::vector<Comparison> ratios;  ///< at least one, by population
    /// The population from which the first device is faster, interpolated between the measured populations by the
    /// logarithms of population and ratio. 0 if it is never faster, or slower at the largest population; the lowest
    /// population if it is always faster.
    std::uint32_t wins_from = 0;
    bool wins_unsteadily = false;  ///< a ratio that determines `wins_from` is unsteady
};

/// For every pair and measurement, except details. Pairs in their order, then measurements in the order of their first
/// occurrence.
std::vector<Headline> headlines(const Result& result);

}  // namespace evodoku::bench
