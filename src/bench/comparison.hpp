// Two results of the benchmark, measurement by measurement.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/result.hpp"

namespace evodoku::bench {

enum class Verdict { same, faster, slower, unclear };
const char* to_text(Verdict verdict);  ///< SAME, FASTER, SLOWER, UNCLEAR

/// The second measurement compared with the first.
struct Comparison {
    std::string subject, what;
    std::uint32_t population = 0;  ///< 0: a peak of the device
    double first = 0, second = 0;  ///< rates
    double ratio = 0;              ///< second / first: 1.1 = 10 % faster
    double spread = 0;             ///< of the ratio, as a share
    bool unsteady = false;         ///< one of the two spreads exceeds `unsteady_spread`
    Verdict verdict = Verdict::same;
};

/// A ratio is a difference if it is off 1 by more than `tolerance` and by more than its spread. Otherwise the verdict
/// is SAME, or UNCLEAR if the spread exceeds the tolerance.
Verdict judge(double ratio, double spread, double tolerance);

/// Everything that both have measured, in the order of the first. If a machine was overloaded, every verdict is
/// UNCLEAR.
std::vector<Comparison> compare(const Result& first, const Result& second, double tolerance);

/// Measurements in `of` that are missing in `other`: "cpu generations, population 4000". Causes: a benchmark that ended
/// early, other devices, another range.
std::vector<std::string> missing(const Result& of, const Result& other);

/// Populations that evolved differently with the same seed and configuration: the algorithm has changed.
std::vector<Agreement> disagreements(const Result& first, const Result& second);

}  // namespace evodoku::bench
