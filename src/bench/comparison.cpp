// Ratios of rates, verdicts, and the populations where two devices cross.
#include "bench/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace evodoku::bench {
namespace {

Comparison compared(const std::string& subject, const std::string& reference, const std::string& what,
                    std::uint32_t population, const Timing& timing, const Timing& base) {
    const double rate = timing.rate(), base_rate = base.rate();
    // Not std::hypot: it would tie the program to glibc 2.35, and RHEL 9 has 2.34.
    const double spread = std::sqrt(base.spread() * base.spread() + timing.spread() * timing.spread());
    return {subject,          reference, what,
            population,       rate,      base_rate,
            rate / base_rate, spread,    is_unsteady(timing) || is_unsteady(base)};
}

/// Sets `wins_from` and `wins_unsteadily`.
void find_crossing(Headline& line) {
    const std::vector<Comparison>& all = line.ratios;
    std::size_t k = all.size();  // index of the first ratio from which all are won
    while (k > 0 && all[k - 1].ratio > 1) --k;
    const std::size_t deciding = std::min(k, all.size() - 1);
    line.wins_unsteadily = all[deciding].unsteady || (deciding > 0 && all[deciding - 1].unsteady);
    if (k == all.size()) return;
    line.wins_from = all[k].population;
    if (k == 0) return;
    const double x0 = std::log(all[k - 1].population), y0 = std::log(all[k - 1].ratio);
    const double x1 = std::log(all[k].population), y1 = std::log(all[k].ratio);
    line.wins_from = static_cast<std::uint32_t>(std::lround(std::exp(x0 + (x1 - x0) * -y0 / (y1 - y0))));
}

}  // namespace

const char* to_text(Verdict verdict) {
    static constexpr const char* names[] = {"SAME", "FASTER", "SLOWER", "UNCLEAR"};
    return names[static_cast<int>(verdict)];
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
        const std::string& id = subject.id;
        const Subject* other = second.find_subject(id);
        if (other == nullptr) continue;
        all.push_back(compared(id, id, "peak/copy", 0, other->copy, subject.copy));
        all.push_back(compared(id, id, "peak/integers", 0, other->compute, subject.compute));
    }
    for (const auto& [id, what, unit, population, timing, plain, batch] : first.measurements) {
        const Measurement* other = second.find(id, what, population);
        if (other != nullptr) all.push_back(compared(id, id, what, population, other->timing, timing));
    }
    const bool is_clear = !is_overloaded(first.load) && !is_overloaded(second.load);
    for (Comparison& each : all) {
        each.verdict = is_clear ? judge(each.ratio, each.spread, tolerance) : Verdict::unclear;
    }
    return all;
}

std::vector<std::string> missing(const Result& of, const Result& other) {
    std::vector<std::string> all;
    for (const auto& [id, what, unit, population, timing, plain, batch] : of.measurements) {
        if (other.find(id, what, population) != nullptr) continue;
        all.push_back(fmt::format("{} {}, population {}", id, what, population));
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

std::vector<std::pair<std::string, std::string>> pairs_of(const Result& result) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const Subject& subject : result.subjects) {
        for (const std::string other : {"cpu", "cpu/1"}) {
            const bool is_faster = subject.id.starts_with("cuda") || (subject.id == "cpu" && other == "cpu/1");
            if (is_faster && result.find_subject(other) != nullptr) pairs.emplace_back(subject.id, other);
        }
    }
    return pairs;
}

std::optional<Comparison> compare_devices(const Result& result, const std::pair<std::string, std::string>& pair,
                                          const std::string& what, std::uint32_t population) {
    const auto& [fast, slow] = pair;
    const Measurement* one = result.find(fast, what, population);
    const Measurement* other = result.find(slow, what, population);
    if (one == nullptr || other == nullptr) return std::nullopt;
    return compared(fast, slow, what, population, one->timing, other->timing);
}

std::vector<Headline> headlines(const Result& result) {
    std::vector<std::string> works;
    for (const Measurement& each : result.measurements) {
        if (!each.is_detail() && std::ranges::count(works, each.what) == 0) works.push_back(each.what);
    }
    std::vector<Headline> all;
    for (const auto& pair : pairs_of(result)) {
        for (const std::string& what : works) {
            Headline line;
            for (const Measurement& each : result.measurements) {
                if (each.subject != pair.first || each.what != what) continue;
                const auto ratio = compare_devices(result, pair, what, each.population);
                if (ratio) line.ratios.push_back(*ratio);
            }
            if (line.ratios.empty()) continue;
            std::ranges::stable_sort(line.ratios, {}, &Comparison::population);
            find_crossing(line);
            all.push_back(std::move(line));
        }
    }
    return all;
}

/// score: a board of 64 bytes and a cost of 4. Reading nine boxes of 54 bits takes 36 operations (two words, shift and
/// mask), 12 ORs and 9 masks of two words take 42, then six popcounts and 6 additions and subtractions: 90 in total.
///
/// generations: a child of the plain configuration. On average 1.8 parents read and one board written (179 bytes), its
/// cost written and read (8), its rank written (4). Philox blocks take 100 operations each: plan 1, cross 0.8, mutate
/// 0.3 x 1.3 (219 in total); choosing takes 40, crossing 0.8 x 150, swapping 0.3 x 60, scoring 90, ranking 8.
///
/// rank: one cost read, one rank written; count, sum, scatter.
Work work_of(std::string_view what) {
    if (what == "score") return {68, 90};
    if (what == "generations") return {191, 495};
    if (what == "rank") return {8, 8};
    return {};
}

Share share_of_peak(const Measurement& measurement, const Subject& subject) {
    const Work work = work_of(measurement.what);
    const double rate = measurement.timing.rate(), bytes = subject.copy.rate(), operations = subject.compute.rate();
    const double memory = bytes > 0 ? work.bytes * rate / bytes : 0;
    const double integers = operations > 0 ? work.operations * rate / operations : 0;
    return memory >= integers ? Share{memory, true} : Share{integers, false};
}

}  // namespace evodoku::bench
