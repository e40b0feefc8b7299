// What a benchmark found: plain data, written to JSON and read from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evodoku/bench/timing.hpp"

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
/// "crossover/uniform-box", "mutation/swap", "variant/box-board/crossover/k-boxes".
struct Measurement {
    std::string subject;
    std::string what;
    std::string unit;  ///< of the items: "boards", "children", "trials", "redraws", "individuals", "starts"
    std::uint32_t population = 0;
    Timing timing;
    std::optional<Timing> plain = {};  ///< of a variant: the plain configuration's, timed in turn with it
};

/// A population that every subject evolved alike.
struct Agreement {
    std::string configuration;
    std::uint32_t population = 0;
    std::uint64_t fingerprint = 0;
};

struct Result {
    static constexpr int schema = 1;
    Facts build;  ///< version, commit, compiler, flags, ...
    std::string date;
    std::uint64_t seed = 0;
    std::string puzzle;
    std::vector<Subject> subjects;
    std::vector<Agreement> agreements;
    std::vector<Measurement> measurements;

    /// Null where it was not measured.
    const Measurement* find(const std::string& subject, const std::string& what, std::uint32_t population) const;
};

/// JSON, schema 1. A variant has its share of the plain rate there and "plain", which files of old lack.
std::string to_json(const Result& result);
/// Throws std::invalid_argument, with what is wrong, for anything but such JSON of this schema.
Result from_json(const std::string& text);
/// A line a measurement, with a head.
std::string to_csv(const Result& result);

}  // namespace evodoku::bench
