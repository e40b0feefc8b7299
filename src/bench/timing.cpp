// Medians, quartiles and the loop that repeats.
#include "evodoku/bench/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace evodoku::bench {
namespace {

/// Between the two nearest values, as their order has it; 0 of none.
double quantile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(place));
    const auto above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (place - static_cast<double>(below));
}

}  // namespace

double Timing::median_seconds() const { return quantile(seconds, 0.5); }

double Timing::spread() const {
    const double median = median_seconds();
    return median > 0 ? (quantile(seconds, 0.75) - quantile(seconds, 0.25)) / median : 0;
}

double Timing::rate() const {
    const double median = median_seconds();
    return median > 0 ? items / median : 0;
}

Timing repeat(const Patience& patience, double items, const std::function<double()>& once) {
    once();
    Timing timing{items, {}};
    double spent = 0;
    while (timing.seconds.size() < patience.most) {
        timing.seconds.push_back(once());
        spent += timing.seconds.back();
        if (timing.seconds.size() < patience.least) continue;
        if (timing.spread() <= patience.spread || spent >= patience.limit_seconds) break;
    }
    return timing;
}

double seconds_of(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::uint32_t times_to_fill(double least_seconds, const std::function<double(std::uint32_t times)>& run) {
    std::uint32_t times = 1;
    while (times < 1u << 20 && run(times) < least_seconds) times *= 2;
    return times;
}

}  // namespace evodoku::bench
