// Made-up figures.
#pragma once

#include "bench/result.hpp"

namespace evodoku::bench {

/// A timing of that rate and spread.
inline Timing timing(double rate, double spread = 0.01) {
    const double median = 1 / rate, off = median * spread / 2;
    return {1, {median - off, median - off, median, median + off, median + off}};
}

/// A result of the CPU.
inline Result made_up(const std::vector<Measurement>& measurements) {
    Result result;
    result.build = {{"version", "1"}, {"commit", "abc"}};
    result.date = "2026-01-01T00:00:00Z";
    result.seed = ~std::uint64_t{0};
    result.puzzle = "123";
    result.subjects = {{"cpu", "cpu (2 threads)", {{"name", "x"}}, timing(1e10), timing(1e11)}};
    result.agreements = {{"plain", 4000, 0xfedcba9876543210u}};
    result.measurements = measurements;
    return result;
}

}  // namespace evodoku::bench
