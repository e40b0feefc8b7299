// Two results of the benchmark, measurement by measurement.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evodoku/bench/result.hpp"

namespace evodoku::bench {

enum class Verdict { same, faster, slower, unclear };
const char* to_text(Verdict verdict);  ///< SAME, FASTER, SLOWER, UNCLEAR

/// How the second compares with the first.
struct Comparison {
    std::string subject, what;
    std::uint32_t population = 0;  ///< 0: a ceiling of the device
    double first = 0, second = 0;  ///< rates
    double ratio = 0;              ///< second / first: 1.1 = a tenth faster
    double spread = 0;             ///< of the ratio, as a share
    Verdict verdict = Verdict::same;
};

/// A ratio counts where it is off 1 by more than `tolerance` and by more than its spread. Otherwise the two are the
/// same, unless the spread exceeds the tolerance: then nobody can tell.
Verdict judge(double ratio, double spread, double tolerance);

/// Everything that both have measured, in the order of the first.
std::vector<Comparison> compare(const Result& first, const Result& second, double tolerance);

/// What `of` has measured and `other` has not: "cpu generations, population 4000". A benchmark that ended early, other
/// devices, another range.
std::vector<std::string> missing(const Result& of, const Result& other);

/// Populations that the two evolved differently though seed and configuration are the same: another algorithm.
std::vector<Agreement> disagreements(const Result& first, const Result& second);

/// From where on `fast` beats `slow` in a work, between the measured populations by the logarithms of population and
/// ratio; 0 where it never does, or not up to the end; the lowest population where it always does.
std::uint32_t overtakes_at(const Result& result, const std::string& fast, const std::string& slow,
                           const std::string& what);

}  // namespace evodoku::bench
