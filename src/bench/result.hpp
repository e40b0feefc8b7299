// The result of a benchmark: plain data, written to JSON and read from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/machine_load.hpp"
#include "bench/timing.hpp"

namespace evodoku::bench {

using Facts = std::vector<std::pair<std::string, std::string>>;

/// A device with its threads: "cpu" (all threads), "cpu/1" (one), "cuda:0".
struct Subject {
    std::string id;
    std::string name;  ///< "cpu (2 threads)"
    Facts facts;
    Timing copy;     ///< items: bytes read and written
    Timing compute;  ///< items: 32-bit integer operations
};

/// One figure. `what`: "score", "generations", "phase/mutate", "metropolis-swap", "heat-bath", "rank", "start",
/// "puzzles/hardest", "mutation/swap", "variant/box-board/crossover/k-segment:segment=box", and "boards-NAME" and
/// "redraws-NAME" of a set of the caller.
struct Measurement {
    std::string subject;
    std::string what;
    std::string unit;  ///< of the items: "boards", "children", "trials", "redraws", "individuals", "starts", "puzzles"
    std::uint32_t population = 0;
    Timing timing;
    std::optional<Timing> plain = {};  ///< for a variant: the plain configuration's timing, measured in turn with it
    std::uint64_t batch = 0;           ///< for puzzles: the number given per repetition; the items are the solved ones

    /// True for a phase, an operator or a variant.
    bool is_detail() const;
};

/// A population that evolved to the same fingerprint on every device.
struct Agreement {
    std::string configuration;
    std::uint32_t population = 0;
    std::uint64_t fingerprint = 0;
};

struct Result {
    static constexpr int schema = 1;
    Facts build;  ///< version, commit, compiler, flags, ...
    std::string date;
    MachineLoad load;
    std::string stopped;  ///< why the benchmark ended early, and at which step; empty if it is complete
    std::uint64_t seed = 0;
    std::string puzzle;
    std::vector<Subject> subjects;
    std::vector<Agreement> agreements;
    std::vector<Measurement> measurements;

    /// Null if it was not measured.
    const Measurement* find(const std::string& subject, const std::string& what, std::uint32_t population) const;
    const Subject* find_subject(const std::string& id) const;
};

/// JSON, schema 1. It includes values computed from the measurements, for other programs: rates, spreads, ratios of
/// devices and the populations where they cross.
std::string to_json(const Result& result);
/// Throws std::invalid_argument, with the reason, unless the text is JSON of this schema. The load, "stopped", "batch"
/// and "plain" may be missing.
Result from_json(const std::string& text);
/// One line per measurement, after a header.
std::string to_csv(const Result& result);

}  // namespace evodoku::bench
