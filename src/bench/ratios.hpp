// One device compared with another within one result: the speed ratio, and the population from which one wins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/result.hpp"

namespace evodoku::bench {

/// The pairs to compare, the expected winner first: each GPU with the CPU on all threads and on one, and the CPU on all
/// threads with itself on one.
std::vector<std::pair<std::string, std::string>> pairs_of(const Result& result);

struct Ratio {
    std::string fast, slow, what;
    std::uint32_t population = 0;
    double ratio = 0;       ///< rate of `fast` / rate of `slow`
    bool unsteady = false;  ///< one of the two spreads exceeds `unsteady_spread`
};

/// Empty if one of the two has not measured it.
std::optional<Ratio> ratio_of(const Result& result, const std::string& fast, const std::string& slow,
                              const std::string& what, std::uint32_t population);

/// The ratios of a pair in one measurement.
struct Headline {
    Ratio smallest, largest;       ///< at the smallest and at the largest population that both have measured
    std::uint32_t wins_from = 0;   ///< overtakes_at(); 0: `fast` does not win at the largest population
    bool wins_unsteadily = false;  ///< a ratio that determines `wins_from` is unsteady
};

/// For every pair and measurement, except phases, operators and variants. Pairs in their order, then measurements in
/// the order of their first occurrence.
std::vector<Headline> headlines(const Result& result);

/// The population from which `fast` is faster, interpolated between the measured populations by the logarithms of
/// population and ratio. 0 if it is never faster, or slower at the largest population; the lowest population if it is
/// always faster.
std::uint32_t overtakes_at(const Result& result, const std::string& fast, const std::string& slow,
                           const std::string& what);

}  // namespace evodoku::bench
