// Order statistics, and the expected running time.
#include "statistics/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace evodoku::statistics {

std::optional<double> quantile(std::vector<double> values, double order) {
    if (values.empty()) return std::nullopt;
    std::sort(values.begin(), values.end());
    const double position = order * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(position));
    const std::size_t above = std::min(below + 1, values.size() - 1);
    const double weight = position - static_cast<double>(below);
    // Not lower + weight * (upper - lower): for two equal infinities that is not a number.
    return weight == 0 ? values[below] : (1 - weight) * values[below] + weight * values[above];
}

std::optional<Quartiles> quartiles(const std::vector<double>& values) {
    if (values.empty()) return std::nullopt;
    return Quartiles{*quantile(values, 0.25), *quantile(values, 0.5), *quantile(values, 0.75)};
}

std::optional<double> expected_running_time(const std::vector<double>& spent, std::uint64_t successes) {
    if (successes == 0) return std::nullopt;
    return std::accumulate(spent.begin(), spent.end(), 0.0) / static_cast<double>(successes);
}

}  // namespace evodoku::statistics
