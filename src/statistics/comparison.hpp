// What a table of comparisons needs beside one test: several puzzles, several tests, and how sure each figure is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "statistics/proportion.hpp"
#include "statistics/rank_sum.hpp"

namespace evodoku::statistics {

/// Two samples of one puzzle.
struct Stratum {
    std::vector<double> x, y;
};

/// For several puzzles: the test of van Elteren (1960), which compares within each puzzle only. With U_s, E_s, V_s of
/// the rank-sum test of puzzle s, which has N_s values:
///
///   z = sum of (U_s - E_s) / (N_s + 1)  /  sqrt(sum of V_s / (N_s + 1)^2)
///
/// a12 is the mean over puzzles, weighted by pairs. One puzzle: the rank-sum test itself. Puzzles where a side has no
/// value are left out. Throws std::invalid_argument where none is left.
RankSum stratified_rank_sum(const std::vector<Stratum>& strata);

/// The adjustment of Holm (1979): p of several tests such that the chance of any false finding is kept. In the order
/// given; never below the p itself, never above 1.
std::vector<double> holm(const std::vector<double>& p);

/// 95 % interval of a12 (Newcombe, 2006, method 5): the values a with |a - a12| <= z sqrt(V(a)), where
///
///   V(a) = a (1 - a) (1 + k ((1 - a) / (2 - a) + a / (1 + a))) / (m n),   k = (m + n) / 2 - 1
///
/// Throws std::invalid_argument for an empty sample.
Interval a12_interval(double a12, std::uint64_t m, std::uint64_t n, double z = z_95);

/// Interval of the median with a level of at least 95 % for any distribution: between the values of two ranks, from the
/// binomial distribution. Empty for fewer than six values, which allow no such interval.
std::optional<Interval> median_interval(std::vector<double> values);

/// 95 % interval of the expected running time: percentiles of 2,000 resamples of the runs, drawn with a fixed seed. A
/// resample without a success counts as infinite, so the upper end may be. None without a success.
struct Spent {
    double amount = 0;
    bool solved = false;
};
std::optional<Interval> expected_running_time_interval(const std::vector<Spent>& runs);

}  // namespace evodoku::statistics
