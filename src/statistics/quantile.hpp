// Medians, quartiles, and the expected cost of a success.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace evodoku::statistics {

/// The quantile of order `order`, 0..1, interpolated between the two values next to place order * (n - 1), counted from
/// 0 (definition 7 of Hyndman and Fan, 1996: the default of R and NumPy). Empty without values.
std::optional<double> quantile(std::vector<double> values, double order);

/// First quartile, median, third quartile.
struct Quartiles {
    double first = 0, median = 0, third = 0;
};
std::optional<Quartiles> quartiles(const std::vector<double>& values);

/// Expected running time: the work of all runs, including unsolved ones, divided by the successes (Hansen, Auger, Finck
/// and Ros, 2009). It is the expected work of a search that is restarted until it succeeds. Empty without a success.
std::optional<double> expected_running_time(const std::vector<double>& spent, std::uint64_t successes);

}  // namespace evodoku::statistics
