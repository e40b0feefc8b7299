// Tables of single phases, operators and variants.
#include <fmt/format.h>

#include <algorithm>

#include "bench.hpp"
#include "output.hpp"

namespace evodoku::app {

using bench::Measurement;
using bench::Result;
using bench::Subject;
using Row = std::vector<std::string>;

std::string phase_table(const Result& result) {
    std::vector<std::string> phases;
    std::vector<std::uint32_t> populations;
    for (const Measurement& measurement : result.measurements) {
        if (!measurement.what.starts_with("phase/")) continue;
        if (std::ranges::count(phases, measurement.what) == 0) phases.push_back(measurement.what);
        if (std::ranges::count(populations, measurement.population) == 0) populations.push_back(measurement.population);
    }
    if (phases.empty()) return "";
    std::vector<Row> rows{{"population", "device"}};
    for (const std::string& phase : phases) rows[0].push_back(phase.substr(phase.find('/') + 1));
    rows[0].push_back("sum");
    for (const std::uint32_t population : populations) {
        for (const Subject& subject : result.subjects) {
            double sum = 0;
            for (const std::string& phase : phases) {
                const Measurement* measurement = result.find(subject.id, phase, population);
                if (measurement != nullptr) sum += 1e9 / measurement->timing.rate();
            }
            if (sum == 0) continue;
            Row row{std::to_string(population), subject.id};
            for (const std::string& phase : phases) {
                const Measurement* measurement = result.find(subject.id, phase, population);
                const double each = measurement != nullptr ? 1e9 / measurement->timing.rate() : 0;
                const bool unsteady = measurement != nullptr && is_unsteady(measurement->timing);
                row.push_back(marked(fmt::format("{:.3g} ns {:>3.0f} %", each, 100 * each / sum), unsteady));
            }
            row.push_back(fmt::format("{:.3g} ns", sum));
            rows.push_back(row);
        }
    }
    return "\nTime per child of each phase by itself; whole generations chain them and take less on a CPU\n" +
           aligned(rows);
}

std::string variant_table(const Result& result) {
    std::vector<Row> rows;
    for (const Measurement& measurement : result.measurements) {
        const std::string& what = measurement.what;
        if (!what.starts_with("variant/") || measurement.subject != result.subjects.front().id) continue;
        const std::string name = what.substr(what.find('/') + 1);  // "box-board/pairs"
        rows.push_back({name.ends_with("/plain") ? name : "  " + name.substr(name.find('/') + 1),
                        std::to_string(measurement.population)});
        for (const Subject& subject : result.subjects) {
            const Measurement* own = result.find(subject.id, what, measurement.population);
            rows.back().push_back(own ? marked(rounded(own->timing.rate()) + "/s", is_unsteady(own->timing)) : "-");
            if (own == nullptr || !own->plain) {
                rows.back().insert(rows.back().end(), 2, "-");
                continue;
            }
            const bench::Pair pair{own->timing, *own->plain};
            rows.back().push_back(marked(fmt::format("{:.2f}", pair.share()), pair.spread() > bench::unsteady_spread));
            rows.back().push_back(percent_text(pair.spread()));
        }
    }
    if (rows.empty()) return "";
    Row head{"", "population"};
    for (const Subject& subject : result.subjects) head.insert(head.end(), {subject.id, ": plain", "spread"});
    rows.insert(rows.begin(), head);
    return "\nChildren per second of the plain genetic algorithm with one thing changed. ': plain' is the share of the "
           "plain "
           "rate,\nwhich is timed in turn with it, and the spread of that share\n" +
           aligned(rows);
}

}  // namespace evodoku::app
