// Tests over several puzzles, their adjustment, and intervals.
#include "statistics/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>

#include "statistics/quantile.hpp"

namespace evodoku::statistics {

RankSum stratified_rank_sum(const std::vector<Stratum>& strata) {
    std::vector<const Stratum*> used;
    for (const Stratum& stratum : strata) {
        if (!stratum.x.empty() && !stratum.y.empty()) used.push_back(&stratum);
    }
    if (used.empty()) throw std::invalid_argument("a stratified rank-sum test without a puzzle");
    if (used.size() == 1) return rank_sum(used[0]->x, used[0]->y);
    RankSum result;
    double distance = 0, variance = 0, pairs = 0;
    for (const Stratum* stratum : used) {
        const RankSum each = rank_sum(stratum->x, stratum->y);
        const auto m = static_cast<double>(stratum->x.size()), n = static_cast<double>(stratum->y.size());
        const double weight = 1 / (m + n + 1);
        distance += (each.u - m * n / 2) * weight;
        variance += each.variance * weight * weight;
        result.u += each.u;
        pairs += m * n;
    }
    result.a12 = result.u / pairs;
    result.variance = variance;
    result.p = variance <= 0 ? 1 : std::erfc(std::abs(distance) / std::sqrt(2 * variance));
    return result;
}

std::vector<double> holm(const std::vector<double>& p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    std::vector<double> adjusted(p.size());
    double highest = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
        highest = std::max(highest, p[order[k]] * static_cast<double>(order.size() - k));
        adjusted[order[k]] = std::min(1.0, highest);
    }
    return adjusted;
}

Interval a12_interval(double a12, std::uint64_t m, std::uint64_t n, double z) {
    if (m == 0 || n == 0) throw std::invalid_argument("an interval of A12 of an empty sample");
    const auto of_x = static_cast<double>(m), of_y = static_cast<double>(n);
    const double k = (of_x + of_y) / 2 - 1;
    const auto too_far = [&](double a) {
        const double variance = a * (1 - a) * (1 + k * ((1 - a) / (2 - a) + a / (1 + a))) / (of_x * of_y);
        return std::abs(a - a12) > z * std::sqrt(variance);
    };
    const auto end = [&](double far) {  // by binary search between a12 and 0 or 1
        double near = a12;
        for (int step = 0; step < 100; ++step) {
            const double middle = (near + far) / 2;
            (too_far(middle) ? far : near) = middle;
        }
        return near;
    };
    return {a12 <= 0 ? 0 : end(0), a12 >= 1 ? 1 : end(1)};
}

std::optional<Interval> median_interval(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    // P(fewer than k values lie below the median), from the binomial distribution with 1/2.
    double way = std::pow(0.5, static_cast<double>(n)), sum = 0;
    std::size_t low = 0;
    if (n < 1'000) {
        for (; low < n / 2; ++low) {
            if (sum + way > 0.025) break;
            sum += way;
            way *= static_cast<double>(n - low) / static_cast<double>(low + 1);
        }
    } else {
        const double reach = z_95 * std::sqrt(static_cast<double>(n)) / 2;
        low = static_cast<std::size_t>(static_cast<double>(n) / 2 - reach);
    }
    if (low == 0) return std::nullopt;
    return Interval{values[low - 1], values[n - low]};
}

std::optional<Interval> expected_running_time_interval(const std::vector<Spent>& runs) {
    if (std::none_of(runs.begin(), runs.end(), [](const Spent& run) { return run.solved; })) return std::nullopt;
    constexpr std::size_t resamples = 2'000;
    std::mt19937_64 random;  // the same numbers everywhere
    std::vector<double> times;
    for (std::size_t k = 0; k < resamples; ++k) {
        double spent = 0, solved = 0;
        for (std::size_t run = 0; run < runs.size(); ++run) {
            const Spent& drawn = runs[(random() >> 32) * runs.size() >> 32];
            spent += drawn.amount, solved += drawn.solved;
        }
        times.push_back(solved == 0 ? std::numeric_limits<double>::infinity() : spent / solved);
    }
    std::sort(times.begin(), times.end());
    return Interval{times[resamples * 25 / 1'000], times[resamples * 975 / 1'000 - 1]};
}

}  // namespace evodoku::statistics
