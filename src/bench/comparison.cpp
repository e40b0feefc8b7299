// Ratios of two results, and verdicts.
#include "bench/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace evodoku::bench {
namespace {

Comparison compared(const std::string& subject, const std::string& what, std::uint32_t population, const Timing& first,
                    const Timing& second, double tolerance) {
    Comparison comparison{subject, what, population, first.rate(), second.rate(), 0, 0, false, Verdict::same};
    comparison.ratio = comparison.second / comparison.first;
    // Not std::hypot: it would tie the program to glibc 2.35, and RHEL 9 has 2.34.
    comparison.spread = std::sqrt(first.spread() * first.spread() + second.spread() * second.spread());
    comparison.unsteady = is_unsteady(first) || is_unsteady(second);
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
    const double off =
        ratio >= 1 ? ratio - 1 : 1 / ratio - 1;  // symmetric: twice as fast and half as fast differ equally
    if (off > tolerance && off > spread) return ratio > 1 ? Verdict::faster : Verdict::slower;
    return spread > tolerance ? Verdict::unclear : Verdict::same;
}

std::vector<Comparison> compare(const Result& first, const Result& second, double tolerance) {
    std::vector<Comparison> all;
    for (const Subject& subject : first.subjects) {
        const auto other = std::ranges::find(second.subjects, subject.id, &Subject::id);
        if (other == second.subjects.end()) continue;
        all.push_back(compared(subject.id, "peak/copy", 0, subject.copy, other->copy, tolerance));
        all.push_back(compared(subject.id, "peak/integers", 0, subject.compute, other->compute, tolerance));
    }
    for (const Measurement& measurement : first.measurements) {
        const Measurement* other = second.find(measurement.subject, measurement.what, measurement.population);
        if (other == nullptr) continue;
        all.push_back(compared(measurement.subject, measurement.what, measurement.population, measurement.timing,
                               other->timing, tolerance));
    }
    if (is_overloaded(first.load) || is_overloaded(second.load)) {
        for (Comparison& each : all) each.verdict = Verdict::unclear;
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

}  // namespace evodoku::bench
