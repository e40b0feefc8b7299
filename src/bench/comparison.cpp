// Ratios, verdicts and crossovers.
#include "evodoku/bench/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace evodoku::bench {
namespace {

Comparison compared(const std::string& subject, const std::string& what, std::uint32_t population, const Timing& first,
                    const Timing& second, double tolerance) {
    Comparison comparison{subject, what, population, first.rate(), second.rate(), 0, 0, Verdict::same};
    comparison.ratio = comparison.second / comparison.first;
    comparison.spread = std::hypot(first.spread(), second.spread());
    comparison.verdict = judge(comparison.ratio, comparison.spread, tolerance);
    return comparison;
}

}  // namespace

const char* to_text(Verdict verdict) {
    switch (verdict) {
        case Verdict::same:
            return "SAME";
        case Verdict::faster:
            return "FASTER";
        case Verdict::slower:
            return "SLOWER";
        case Verdict::unclear:
            break;
    }
    return "UNCLEAR";
}

Verdict judge(double ratio, double spread, double tolerance) {
    const double off = ratio >= 1 ? ratio - 1 : 1 / ratio - 1;  // the same for twice as fast and half as fast
    if (off > tolerance && off > spread) return ratio > 1 ? Verdict::faster : Verdict::slower;
    return spread > tolerance ? Verdict::unclear : Verdict::same;
}

std::vector<Comparison> compare(const Result& first, const Result& second, double tolerance) {
    std::vector<Comparison> all;
    for (const Subject& subject : first.subjects) {
        const auto other = std::ranges::find(second.subjects, subject.id, &Subject::id);
        if (other == second.subjects.end()) continue;
        all.push_back(compared(subject.id, "ceiling/copy", 0, subject.copy, other->copy, tolerance));
        all.push_back(compared(subject.id, "ceiling/integers", 0, subject.compute, other->compute, tolerance));
    }
    for (const Measurement& measurement : first.measurements) {
        const Measurement* other = second.find(measurement.subject, measurement.what, measurement.population);
        if (other == nullptr) continue;
        all.push_back(compared(measurement.subject, measurement.what, measurement.population, measurement.timing,
                               other->timing, tolerance));
    }
    return all;
}

std::vector<std::string> missing(const Result& of, const Result& other) {
    std::vector<std::string> all;
    for (const Measurement& measurement : of.measurements) {
        if (other.find(measurement.subject, measurement.what, measurement.population) != nullptr) continue;
        all.push_back(
            fmt::format("{} {}, population {}", measurement.subject, measurement.what, measurement.population));
    }
    return all;
}

std::vector<Agreement> disagreements(const Result& first, const Result& second) {
    std::vector<Agreement> all;
    if (first.seed != second.seed || first.puzzle != second.puzzle) return all;
    for (const Agreement& ours : first.agreements) {
        for (const Agreement& theirs : second.agreements) {
            if (ours.configuration == theirs.configuration && ours.population == theirs.population &&
                ours.fingerprint != theirs.fingerprint)
                all.push_back(ours);
        }
    }
    return all;
}

std::uint32_t overtakes_at(const Result& result, const std::string& fast, const std::string& slow,
                           const std::string& what) {
    std::vector<std::pair<double, double>> points;  // logarithms of population and ratio
    for (const Measurement& measurement : result.measurements) {
        if (measurement.subject != fast || measurement.what != what) continue;
        const Measurement* other = result.find(slow, what, measurement.population);
        if (other == nullptr) continue;
        points.emplace_back(std::log(measurement.population),
                            std::log(measurement.timing.rate() / other->timing.rate()));
    }
    std::ranges::sort(points);
    if (points.empty() || points.back().second <= 0) return 0;
    std::size_t k = points.size() - 1;
    while (k > 0 && points[k - 1].second > 0) --k;
    if (k == 0) return static_cast<std::uint32_t>(std::lround(std::exp(points[0].first)));
    const auto& [x0, y0] = points[k - 1];
    const auto& [x1, y1] = points[k];
    return static_cast<std::uint32_t>(std::lround(std::exp(x0 + (x1 - x0) * -y0 / (y1 - y0))));
}

}  // namespace evodoku::bench
