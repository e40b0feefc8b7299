// Tests whether two samples differ, and by how much, by ranks alone, without assuming a distribution.
#pragma once

#include <vector>

namespace evodoku::statistics {

/// The rank-sum test of Wilcoxon (1945) and Mann and Whitney (1947), and the effect size of Vargha and Delaney (2000).
struct RankSum {
    double u = 0;         ///< pairs (x, y) with x > y, a tie counting a half; R calls it W
    double a12 = 0.5;     ///< u / (m n): the chance that an x is greater than a y; 0.5 = no difference
    double variance = 0;  ///< of u where both come from one distribution, corrected for ties
    double p = 1;         ///< two-sided: how likely a u as far from m n / 2 is where both come from one distribution
    bool exact = false;   ///< p counts all arrangements; otherwise it is the normal approximation
};

/// Largest size of both samples for an exact p.
inline constexpr std::size_t max_exact = 49;

/// p is exact for samples of up to max_exact without ties. Otherwise it is normal, with the variance corrected for
/// ties
///
///   m n / 12 * (N + 1 - sum over groups of t equal values of (t^3 - t) / (N (N - 1))),   N = m + n
///
/// and with a continuity correction of a half; 1 where all values are equal. Infinite values are allowed: they are
/// greater than all others and equal to each other. Throws std::invalid_argument for an empty sample.
RankSum rank_sum(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace evodoku::statistics
