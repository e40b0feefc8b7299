// Order statistics, intervals, and the rank-sum test, exact and approximate.
#include "statistics/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>

namespace evodoku::statistics {
namespace {

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
    const auto way = ways.begin() + static_cast<std::ptrdiff_t>(u);
    const double all = std::accumulate(ways.begin(), ways.end(), 0.0);
    const double at_most = std::accumulate(ways.begin(), way + 1, 0.0);
    const double at_least = std::accumulate(way, ways.end(), 0.0);
    return std::min(1.0, 2 * std::min(at_most, at_least) / all);
}

/// Two-sided: of a distance from the mean in either direction, by the normal distribution.
double normal_p(double distance, double variance) {
    return variance <= 0 ? 1 : std::erfc(std::max(0.0, distance) / std::sqrt(2 * variance));
}

/// The share of the standard normal distribution that is below z.
double normal_share(double z) { return std::erfc(-z / std::sqrt(2.0)) / 2; }

/// The end of what holds at `near` and not at `far`, by binary search.
double end_of(double near, double far, int steps, const auto& holds) {
    for (; steps > 0; --steps) {
        const double middle = (near + far) / 2;
        (holds(middle) ? near : far) = middle;
    }
    return near;
}

}  // namespace

std::optional<double> quantile(std::vector<double> values, double order) {
    if (values.empty()) return std::nullopt;
    std::sort(values.begin(), values.end());
    const double position = order * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(position));
    const std::size_t above = std::min(below + 1, values.size() - 1);
    const double weight = position - static_cast<double>(below);
    // lower + weight * (upper - lower) would be NaN for two equal infinities.
    return weight == 0 ? values[below] : (1 - weight) * values[below] + weight * values[above];
}

std::optional<double> expected_running_time(const std::vector<Spent>& runs) {
    double amount = 0, solved = 0;
    for (const Spent& run : runs) amount += run.amount, solved += run.solved;
    return solved == 0 ? std::nullopt : std::optional(amount / solved);
}

double t_95(std::size_t degrees_of_freedom) {
    constexpr double exact[] = {12.7062047, 4.3026527, 3.1824463, 2.7764451, 2.5705818, 2.4469119};
    if (degrees_of_freedom <= std::size(exact)) return exact[degrees_of_freedom - 1];
    const double n = static_cast<double>(degrees_of_freedom), z = z_95;
    const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

Interval wilson_interval(double p, std::uint64_t trials) {
    if (trials == 0) return {0, 1};
    const double n = static_cast<double>(trials), z = z_95;
    const double middle = p + z * z / (2 * n);
    const double reach = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    const double scale = 1 + z * z / n;
    // At the ends it is exact, but the two rounded square roots are not.
    return {p == 0 ? 0 : std::max(0.0, (middle - reach) / scale), p == 1 ? 1 : std::min(1.0, (middle + reach) / scale)};
}

RankSum rank_sum(const std::vector<double>& x, const std::vector<double>& y) {
    if (x.empty() || y.empty()) throw std::invalid_argument("a rank-sum test of an empty sample");
    std::vector<std::pair<double, bool>> all;  // value, whether it is an x
    for (const double value : x) all.emplace_back(value, true);
    for (const double value : y) all.emplace_back(value, false);
    std::sort(all.begin(), all.end());
    double sum_of_x = 0;  // of the ranks of x, from 1; equal values share their mean rank
    double ties = 0;      // sum of t^3 - t over the groups of t equal values
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
        std::size_t of_x = 0;
        for (end = begin; end < all.size() && all[end].first == all[begin].first; ++end) of_x += all[end].second;
        const auto equal = static_cast<double>(end - begin);
        sum_of_x += static_cast<double>(of_x) * static_cast<double>(begin + 1 + end) / 2;
        ties += equal * equal * equal - equal;
    }
    const auto m = static_cast<double>(x.size()), n = static_cast<double>(y.size());
    RankSum result;
    result.u = sum_of_x - m * (m + 1) / 2;
    result.a12 = result.u / (m * n);
    result.variance = m * n / 12 * (m + n + 1 - ties / ((m + n) * (m + n - 1)));
    result.exact = ties == 0 && std::max(x.size(), y.size()) <= 49;
    result.p = result.exact ? exact_p(result.u, x.size(), y.size())
                            : normal_p(std::abs(result.u - m * n / 2) - 0.5, result.variance);
    return result;
}

RankSum stratified_rank_sum(const std::vector<Stratum>& strata) {
    if (strata.size() == 1) return rank_sum(strata[0].x, strata[0].y);
    RankSum result;
    double distance = 0, pairs = 0;
    for (const Stratum& stratum : strata) {
        const RankSum sum = rank_sum(stratum.x, stratum.y);
        const auto m = static_cast<double>(stratum.x.size()), n = static_cast<double>(stratum.y.size());
        const double weight = 1 / (m + n + 1);
        distance += (sum.u - m * n / 2) * weight;
        result.variance += sum.variance * weight * weight;
        result.u += sum.u;
        pairs += m * n;
    }
    result.a12 = result.u / pairs;
    result.p = normal_p(std::abs(distance), result.variance);
    return result;
}

void holm(std::vector<double*> p) {
    std::ranges::stable_sort(p, {}, [](const double* one) { return *one; });
    double highest = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
        highest = std::max(highest, *p[k] * static_cast<double>(p.size() - k));
        *p[k] = std::min(1.0, highest);
    }
}

Interval a12_interval(double a12, const std::vector<Stratum>& strata) {
    double pairs = 0, k = 0;
    for (const Stratum& stratum : strata) {
        const auto m = static_cast<double>(stratum.x.size()), n = static_cast<double>(stratum.y.size());
        pairs += m * n, k += m * n * ((m + n) / 2 - 1);
    }
    if (pairs == 0) throw std::invalid_argument("an interval of A12 of an empty sample");
    k /= pairs;
    const auto is_near = [&](double a) {
        const double variance = a * (1 - a) * (1 + k * ((1 - a) / (2 - a) + a / (1 + a))) / pairs;
        return std::abs(a - a12) <= z_95 * std::sqrt(variance);
    };
    return {a12 <= 0 ? 0 : end_of(a12, 0, 100, is_near), a12 >= 1 ? 1 : end_of(a12, 1, 100, is_near)};
}

SuccessTest mantel_haenszel(const std::vector<Successes>& puzzles) {
    double more = 0, less = 0, distance = 0, variance = 0;  // sums over puzzles
    double more_agree = 0, mixed = 0, less_agree = 0;       // of the variance of Robins, Breslow and Greenland
    for (const Successes& puzzle : puzzles) {
        const auto x = static_cast<double>(puzzle.x_runs), y = static_cast<double>(puzzle.y_runs);
        const auto a = static_cast<double>(puzzle.y), c = static_cast<double>(puzzle.x);
        const double b = y - a, d = x - c, all = x + y;
        if (x == 0 || y == 0) continue;
        distance += a - y * (a + c) / all;
        variance += x * y * (a + c) * (b + d) / (all * all * (all - 1));
        more += a * d / all, less += b * c / all;
        more_agree += (a + d) * a * d / (all * all), less_agree += (b + c) * b * c / (all * all);
        mixed += ((a + d) * b * c + (b + c) * a * d) / (all * all);
    }
    SuccessTest test;
    test.p = normal_p(std::abs(distance) - 0.5, variance);
    if (more > 0 || less > 0) test.odds_ratio = more / less;
    if (more > 0 && less > 0) {
        const double squares = more_agree / (more * more) + mixed / (more * less) + less_agree / (less * less);
        const double factor = std::exp(z_95 * std::sqrt(squares / 2));
        test.range = Interval{more / less / factor, more / less * factor};
    }
    return test;
}

std::optional<Interval> median_interval(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    // P(fewer than k values lie below the median), from the binomial distribution with 1/2.
    double way = std::pow(0.5, static_cast<double>(n)), sum = 0;
    std::size_t low = 0;
    if (n < 1'000) {
        for (; low < n / 2 && (sum += way) <= 0.025; ++low)
            way *= static_cast<double>(n - low) / static_cast<double>(low + 1);
    } else {
        const double reach = z_95 * std::sqrt(static_cast<double>(n)) / 2;
        low = static_cast<std::size_t>(static_cast<double>(n) / 2 - reach);
    }
    if (low == 0) return std::nullopt;
    return Interval{values[low - 1], values[n - low]};
}

std::optional<Interval> expected_running_time_interval(const std::vector<Spent>& runs) {
    const std::optional<double> time = expected_running_time(runs);
    if (!time || runs.size() < 6) return std::nullopt;
    constexpr std::size_t resamples = 2'000;
    std::mt19937_64 random;  // the same numbers everywhere
    std::vector<double> times;
    std::vector<Spent> drawn(runs.size());
    for (std::size_t k = 0; k < resamples; ++k) {
        for (Spent& run : drawn) run = runs[(random() >> 32) * runs.size() >> 32];
        times.push_back(expected_running_time(drawn).value_or(std::numeric_limits<double>::infinity()));
    }
    std::sort(times.begin(), times.end());
    // The acceleration is a sixth of the skewness of the influence of each run.
    double squares = 0, cubes = 0;
    for (const Spent& run : runs) {
        const double influence = run.amount - *time * run.solved;
        squares += influence * influence, cubes += influence * influence * influence;
    }
    const double acceleration = squares > 0 ? cubes / (6 * squares * std::sqrt(squares)) : 0;
    const auto [below, above] = std::equal_range(times.begin(), times.end(), *time);  // equal times count a half
    const auto rank = static_cast<double>((below - times.begin()) + (above - times.begin())) / 2;
    const double below_it = std::clamp(rank, 0.5, resamples - 0.5) / resamples;
    const double bias = end_of(-9, 9, 60, [&](double z) { return normal_share(z) < below_it; });
    const auto time_at = [&](double z) {
        const double share = normal_share(bias + (bias + z) / std::max(0.1, 1 - acceleration * (bias + z)));
        return times[std::min(static_cast<std::size_t>(share * resamples), resamples - 1)];
    };
    return Interval{time_at(-z_95), time_at(z_95)};
}

}  // namespace evodoku::statistics
