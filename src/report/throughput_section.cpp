// Rates of devices by population.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "bench/ratios.hpp"
#include "experiment/file_name.hpp"
#include "report/section_parts.hpp"
#include "statistics/quantile.hpp"

namespace evodoku::report {
namespace {

using bench::Measurement;

/// What the files have measured at two or more populations, in their order; not the details of phases and operators.
std::vector<std::string> works_in(const Material& material) {
    std::vector<std::string> works;
    for (const Benchmark& benchmark : material.benchmarks) {
        for (const Measurement& one : benchmark.result.measurements) {
            const bool is_detail = one.what.find('/') != std::string::npos;
            const bool has_range = std::ranges::any_of(benchmark.result.measurements, [&](const Measurement& other) {
                return other.subject == one.subject && other.what == one.what && other.population != one.population;
            });
            if (is_detail || !has_range || std::ranges::find(works, one.what) != works.end()) continue;
            works.push_back(one.what);
        }
    }
    return works;
}

/// The rate of a curve at a population between its points, as straight lines on two log axes.
double rate_at(const Curve& curve, double population) {
    const auto above = std::ranges::lower_bound(curve.x, population);
    if (above == curve.x.begin()) return curve.y.front();
    if (above == curve.x.end()) return curve.y.back();
    const auto k = static_cast<std::size_t>(above - curve.x.begin());
    const double share = std::log(population / curve.x[k - 1]) / std::log(curve.x[k] / curve.x[k - 1]);
    return curve.y[k - 1] * std::pow(curve.y[k] / curve.y[k - 1], share);
}

void add_device(Figure& figure, const bench::Result& result, const bench::Subject& subject, const std::string& what,
                const std::string& name, int color) {
    std::vector<const Measurement*> points;
    for (const Measurement& one : result.measurements) {
        if (one.subject == subject.id && one.what == what) points.push_back(&one);
    }
    if (points.empty()) return;
    std::ranges::sort(points, {}, &Measurement::population);
    Curve curve{name, color};
    Band band{name + ", quartiles", name + ", quartiles", color};
    for (const Measurement* point : points) {
        const auto seconds = *statistics::quartiles(point->timing.seconds);
        const double rate = point->timing.rate(), low = point->timing.items / seconds.third,
                     high = point->timing.items / seconds.first;
        if (!std::isfinite(rate)) continue;
        curve.x.push_back(point->population), band.x.push_back(point->population);
        curve.y.push_back(rate);
        band.low.push_back(std::isfinite(low) ? low : rate);
        band.high.push_back(std::isfinite(high) ? high : rate);
    }
    if (curve.x.empty()) return;
    figure.y.label = points.front()->unit + " per second";
    figure.curves.push_back(std::move(curve));
    figure.bands.push_back(std::move(band));
}

void add_crossings(Figure& figure, const bench::Result& result, const std::string& what, const std::string& prefix) {
    for (const auto& [fast, slow] : bench::pairs_of(result)) {
        const std::uint32_t population = bench::overtakes_at(result, fast, slow, what);
        const auto curve = std::ranges::find(figure.curves, prefix + fast, &Curve::name);
        // 0: never; at the smallest population: everywhere. Neither is a crossing.
        if (population == 0 || curve == figure.curves.end() || population <= curve->x.front()) continue;
        figure.points.push_back(
            {fmt::format("{}{} is faster than {} from {} boards on", prefix, fast, slow, population),
             curve->color,
             Shape::circle,
             {static_cast<double>(population)},
             {rate_at(*curve, population)},
             {fmt::format("{}{} overtakes {} at {} boards", prefix, fast, slow, population)}});
    }
}

}  // namespace

Section throughput_section(const Material& material) {
    Section section{.id = "throughput", .title = "Throughput", .choose = "measurement"};
    section.text =
        "How much each device makes per second, by population, with the quartiles of its repetitions. A circle marks "
        "the "
        "population from which one device is faster than another.";
    for (const std::string& what : works_in(material)) {
        Figure figure{.id = "throughput-" + experiment::file_name(what), .title = "Throughput: " + what};
        figure.x = {"population: boards", true};
        figure.y.log = true;
        int color = 0;
        for (const Benchmark& benchmark : material.benchmarks) {
            const std::string prefix = material.benchmarks.size() > 1 ? benchmark.name + ": " : "";
            for (const bench::Subject& subject : benchmark.result.subjects) {
                add_device(figure, benchmark.result, subject, what, prefix + subject.id, color++);
            }
            add_crossings(figure, benchmark.result, what, prefix);
        }
        section.choices.push_back({what, {std::move(figure)}});
    }
    return section;
}

}  // namespace evodoku::report
