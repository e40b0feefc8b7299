// Statistics of runs: quantiles, intervals, and tests that compare samples by ranks alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace evodoku::statistics {

/// The quantile of order `order`, 0..1, interpolated between the two values next to place order * (n - 1), counted from
/// 0 (definition 7 of Hyndman and Fan, 1996: the default of R and NumPy). Empty without values.
std::optional<double> quantile(std::vector<double> values, double order);

/// What a run spent.
struct Spent {
    double amount = 0;
    bool solved = false;
};

/// Expected running time: the work of all runs, including unsolved ones, divided by the successes (Hansen, Auger, Finck
/// and Ros, 2009). It is the expected work of a search that is restarted until it succeeds. Empty without a success.
std::optional<double> expected_running_time(const std::vector<Spent>& runs);

struct Interval {
    double low = 0, high = 1;
};

/// Standard normal distribution: 95 % of it is within +- this.
inline constexpr double z_95 = 1.959963984540054;

/// Student's t distribution: 95 % of it is within +- this. From a table for up to six degrees of freedom; else by the
/// expansion of Cornish and Fisher (Abramowitz and Stegun, 26.7.5), within 0.001. Requires one or more.
double t_95(std::size_t degrees_of_freedom);

/// Wilson's score interval of a share p of n trials, without continuity correction (Wilson, 1927; method 3 of Newcombe,
/// 1998):
///
///   (p + z^2 / 2n +- z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n)
///
/// It keeps its level for few trials, and with no or only successes; the textbook's p +- z sqrt(p (1 - p) / n) does
/// not. Without trials the interval is 0..1. The share may be a mean of shares, one per trial. Requires 0 <= p <= 1.
Interval wilson_interval(double p, std::uint64_t trials);

/// The rank-sum test of Wilcoxon (1945) and Mann and Whitney (1947), and the effect size of Vargha and Delaney (2000).
struct RankSum {
    double u = 0;         ///< pairs (x, y) with x > y, a tie counting a half; R calls it W
    double a12 = 0.5;     ///< u / (m n): the chance that an x is greater than a y; 0.5 = no difference
    double variance = 0;  ///< of u where both come from one distribution, corrected for ties
    double p = 1;         ///< two-sided: how likely a u as far from m n / 2 is where both come from one distribution
    bool exact = false;   ///< p counts all arrangements; otherwise it is the normal approximation
};

/// p is exact for samples of up to 49 values without ties. Otherwise it is normal, with the variance corrected for
/// ties
///
///   m n / 12 * (N + 1 - sum over groups of t equal values of (t^3 - t) / (N (N - 1))),   N = m + n
///
/// and with a continuity correction of a half; 1 where all values are equal. Infinite values are allowed: they are
/// greater than all others and equal to each other. Throws std::invalid_argument for an empty sample.
RankSum rank_sum(const std::vector<double>& x, const std::vector<double>& y);

/// Two samples of one puzzle.
struct Stratum {
    std::vector<double> x, y;
};

/// For several puzzles: the test of van Elteren (1960), which compares within each puzzle only. With U_s, E_s, V_s of
/// the rank-sum test of puzzle s, which has N_s values:
///
///   z = sum of (U_s - E_s) / (N_s + 1)  /  sqrt(sum of V_s / (N_s + 1)^2)
///
/// a12 is the mean over puzzles, weighted by pairs. One puzzle: the rank-sum test itself. Requires a puzzle. Throws
/// std::invalid_argument for an empty sample.
RankSum stratified_rank_sum(const std::vector<Stratum>& strata);

/// The adjustment of Holm (1979): p of several tests such that the chance of any false finding is kept. Never below the
/// p itself, never above 1.
void holm(std::vector<double*> p);

/// 95 % interval of a12 (Newcombe, 2006, method 5): the values a with |a - a12| <= z sqrt(V(a)). Over puzzles of m and
/// n runs each, V is that of a mean weighted by pairs, the sum of (m n)^2 V / (sum of m n)^2:
///
///   V(a) = a (1 - a) (1 + k ((1 - a) / (2 - a) + a / (1 + a))) / sum of m n
///
/// with k = (m + n) / 2 - 1, its mean weighted by pairs. Throws std::invalid_argument without a pair.
Interval a12_interval(double a12, const std::vector<Stratum>& strata);

/// Runs that solved, of two samples of a puzzle, and their sizes.
struct Successes {
    std::uint64_t x = 0, y = 0, x_runs = 0, y_runs = 0;
};

/// Whether y succeeds more often than x, puzzle by puzzle.
struct SuccessTest {
    std::optional<double> odds_ratio;  ///< of y to x: above 1, y succeeds more often. Infinite, or missing as 0 / 0
    std::optional<Interval> range;     ///< missing where the ratio is 0, infinite or missing
    double p = 1;                      ///< two-sided
};

/// The test of Cochran (1954), Mantel and Haenszel (1959) with its continuity correction of a half, and their odds
/// ratio over puzzles, with the interval of Robins, Breslow and Greenland (1986). A puzzle has N runs, of which a are
/// successes of y, b its failures, c and d those of x:
///
///   ratio = sum of a d / N  /  sum of b c / N
///   chi^2 = (|sum of a - E(a)| - 1/2)^2 / sum of V(a), by the hypergeometric distribution;  1 degree of freedom
///
/// A puzzle on which all runs succeed, or none, says nothing. Throws nothing.
SuccessTest mantel_haenszel(const std::vector<Successes>& puzzles);

/// Interval of the median with a level of at least 95 % for any distribution: between the values of two ranks, from the
/// binomial distribution. Empty for fewer than six values, which allow no such interval.
std::optional<Interval> median_interval(std::vector<double> values);

/// 95 % interval of the expected running time, from 2,000 resamples of the runs, drawn with a fixed seed: the
/// percentiles that BCa takes, which corrects for bias and acceleration (Efron, 1987). A resample without a success
/// counts as infinite, so the upper end may be. None without a success, or of fewer than six runs, as of a median.
std::optional<Interval> expected_running_time_interval(const std::vector<Spent>& runs);

}  // namespace evodoku::statistics
