// Ratios of devices, and the populations where they cross.
#include "bench/ratios.hpp"

#include <algorithm>
#include <cmath>

namespace evodoku::bench {
namespace {

/// Ratios of one pair in one measurement, by population.
std::vector<Ratio> ratios_of(const Result& result, const std::string& fast, const std::string& slow,
                             const std::string& what) {
    std::vector<Ratio> all;
    for (const Measurement& measurement : result.measurements) {
        if (measurement.subject != fast || measurement.what != what) continue;
        if (const std::optional<Ratio> ratio = ratio_of(result, fast, slow, what, measurement.population)) {
            all.push_back(*ratio);
        }
    }
    std::ranges::sort(all, {}, &Ratio::population);
    return all;
}

bool is_detail(const std::string& what) {
    return std::ranges::any_of(std::vector<std::string>{"phase/", "crossover/", "mutation/", "variant/"},
                               [&](const std::string& begin) { return what.starts_with(begin); });
}

/// Index of the first ratio from which all are won; `all.size()` if the last is lost.
std::size_t first_of_the_wins(const std::vector<Ratio>& all) {
    std::size_t k = all.size();
    while (k > 0 && all[k - 1].ratio > 1) --k;
    return k;
}

std::uint32_t crossing(const std::vector<Ratio>& all) {
    const std::size_t k = first_of_the_wins(all);
    if (k == all.size()) return 0;
    if (k == 0) return all[0].population;
    const double x0 = std::log(all[k - 1].population), y0 = std::log(all[k - 1].ratio);
    const double x1 = std::log(all[k].population), y1 = std::log(all[k].ratio);
    return static_cast<std::uint32_t>(std::lround(std::exp(x0 + (x1 - x0) * -y0 / (y1 - y0))));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> pairs_of(const Result& result) {
    std::vector<std::pair<std::string, std::string>> pairs;
    const auto measured = [&](const char* id) { return std::ranges::count(result.subjects, id, &Subject::id) != 0; };
    for (const Subject& subject : result.subjects) {
        for (const char* other : {"cpu", "cpu/1"}) {
            const bool below = subject.id.starts_with("cuda") || (subject.id == "cpu" && std::string(other) == "cpu/1");
            if (below && measured(other)) pairs.emplace_back(subject.id, other);
        }
    }
    return pairs;
}

std::optional<Ratio> ratio_of(const Result& result, const std::string& fast, const std::string& slow,
                              const std::string& what, std::uint32_t population) {
    const Measurement* one = result.find(fast, what, population);
    const Measurement* other = result.find(slow, what, population);
    if (one == nullptr || other == nullptr) return std::nullopt;
    return Ratio{fast,
                 slow,
                 what,
                 population,
                 one->timing.rate() / other->timing.rate(),
                 is_unsteady(one->timing) || is_unsteady(other->timing)};
}

std::vector<Headline> headlines(const Result& result) {
    std::vector<std::string> works;
    for (const Measurement& measurement : result.measurements) {
        if (is_detail(measurement.what) || std::ranges::count(works, measurement.what) != 0) continue;
        works.push_back(measurement.what);
    }
    std::vector<Headline> all;
    for (const auto& [fast, slow] : pairs_of(result)) {
        for (const std::string& what : works) {
            const std::vector<Ratio> ratios = ratios_of(result, fast, slow, what);
            if (ratios.empty()) continue;
            const std::size_t k = first_of_the_wins(ratios);
            const std::size_t deciding = std::min(k, ratios.size() - 1);
            const bool unsteady = ratios[deciding].unsteady || (deciding > 0 && ratios[deciding - 1].unsteady);
            all.push_back({ratios.front(), ratios.back(), crossing(ratios), unsteady});
        }
    }
    return all;
}

std::uint32_t overtakes_at(const Result& result, const std::string& fast, const std::string& slow,
                           const std::string& what) {
    return crossing(ratios_of(result, fast, slow, what));
}

}  // namespace evodoku::bench
