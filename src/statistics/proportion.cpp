// Wilson's interval.
#include "statistics/proportion.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace evodoku::statistics {

Interval wilson_interval(std::uint64_t successes, std::uint64_t trials, double z) {
    if (successes > trials) {
        throw std::invalid_argument(std::to_string(successes) + " successes of " + std::to_string(trials) + " trials");
    }
    if (trials == 0) return {0, 1};
    const auto n = static_cast<double>(trials);
    const double p = static_cast<double>(successes) / n;
    const double middle = p + z * z / (2 * n);
    const double reach = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    const double scale = 1 + z * z / n;
    // At the ends it is exact, but the two rounded square roots are not.
    return {successes == 0 ? 0 : std::max(0.0, (middle - reach) / scale),
            successes == trials ? 1 : std::min(1.0, (middle + reach) / scale)};
}

}  // namespace evodoku::statistics
