// Confidence interval of a proportion of successes.
#pragma once

#include <cstdint>

namespace evodoku::statistics {

struct Interval {
    double low = 0, high = 1;
};

/// Standard normal distribution: 95 % of it is within +- this.
inline constexpr double z_95 = 1.959963984540054;

/// Wilson's score interval, without continuity correction (Wilson, 1927; method 3 of Newcombe, 1998): with p = s / n
///
///   (p + z^2 / 2n +- z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n)
///
/// It keeps its level for few trials, and with no or only successes; the textbook's p +- z sqrt(p (1 - p) / n) does
/// not. Without trials the interval is 0..1. Throws std::invalid_argument for more successes than trials.
Interval wilson_interval(std::uint64_t successes, std::uint64_t trials, double z = z_95);

}  // namespace evodoku::statistics
