// The rank-sum test, exact and approximate.
#include "statistics/rank_sum.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace evodoku::statistics {
namespace {

/// The result of ranking the two samples together.
struct Ranks {
    double sum_of_x = 0;  ///< of the ranks of x, from 1; equal values share their mean rank
    double ties = 0;      ///< sum of t^3 - t over the groups of t equal values
};

Ranks rank(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<std::pair<double, bool>> all;  // value, whether it is an x
    for (const double value : x) all.emplace_back(value, true);
    for (const double value : y) all.emplace_back(value, false);
    std::sort(all.begin(), all.end());
    Ranks ranks;
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
        std::size_t of_x = 0;
        for (end = begin; end < all.size() && all[end].first == all[begin].first; ++end) of_x += all[end].second;
        const auto equal = static_cast<double>(end - begin);
        ranks.sum_of_x += static_cast<double>(of_x) * static_cast<double>(begin + 1 + end) / 2;
        ranks.ties += equal * equal * equal - equal;
    }
    return ranks;
}

/// For each u, the number of ways to place m values among m + n. The j-th smallest x at rank t exceeds t - j of y.
std::vector<double> arrangements(std::size_t m, std::size_t n) {
    std::vector<std::vector<double>> ways(m + 1, std::vector<double>(m * n + 1, 0));  // by placed x, by u so far
    ways[0][0] = 1;
    for (std::size_t t = 1; t <= m + n; ++t) {
        for (std::size_t j = std::min(m, t); j >= 1; --j) {
            for (std::size_t u = t - j; u <= m * n; ++u) ways[j][u] += ways[j - 1][u - (t - j)];
        }
    }
    return ways[m];
}

/// Requires an integer u.
double exact_p(double u, std::size_t m, std::size_t n) {
    const std::vector<double> ways = arrangements(m, n);
    const auto at = ways.begin() + static_cast<std::ptrdiff_t>(u);
    const double all = std::accumulate(ways.begin(), ways.end(), 0.0);
    const double at_most = std::accumulate(ways.begin(), at + 1, 0.0);
    const double at_least = std::accumulate(at, ways.end(), 0.0);
    return std::min(1.0, 2 * std::min(at_most, at_least) / all);
}

double variance_of(double m, double n, double ties) {
    const double all = m + n;
    return m * n / 12 * (all + 1 - ties / (all * (all - 1)));
}

double normal_p(double u, double m, double n, double variance) {
    if (variance <= 0) return 1;
    const double distance = std::max(0.0, std::abs(u - m * n / 2) - 0.5);
    return std::erfc(distance / std::sqrt(2 * variance));
}

}  // namespace

RankSum rank_sum(const std::vector<double>& x, const std::vector<double>& y) {
    if (x.empty() || y.empty()) throw std::invalid_argument("a rank-sum test of an empty sample");
    const auto m = static_cast<double>(x.size()), n = static_cast<double>(y.size());
    const Ranks ranks = rank(x, y);
    RankSum result;
    result.u = ranks.sum_of_x - m * (m + 1) / 2;
    result.a12 = result.u / (m * n);
    result.variance = variance_of(m, n, ranks.ties);
    result.exact = ranks.ties == 0 && std::max(x.size(), y.size()) <= max_exact;
    result.p = result.exact ? exact_p(result.u, x.size(), y.size()) : normal_p(result.u, m, n, result.variance);
    return result;
}

}  // namespace evodoku::statistics
