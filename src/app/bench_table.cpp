// A table a piece of work: populations down, devices across, then the ratios and where one overtakes the other.
#include "bench_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "evodoku/bench/arithmetic.hpp"
#include "evodoku/bench/comparison.hpp"
#include "wording.hpp"

namespace evodoku::app {
namespace {

using bench::Measurement;
using bench::Result;
using bench::Subject;
using Row = std::vector<std::string>;

std::string percent_text(double share) { return fmt::format("{:.{}f} %", 100 * share, share < 0.1 ? 1 : 0); }

/// Pairs of devices whose ratio is shown: (faster by expectation, slower).
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

std::vector<std::uint32_t> populations_of(const Result& result, const std::string& what) {
    std::vector<std::uint32_t> populations;
    for (const Measurement& measurement : result.measurements) {
        if (measurement.what == what && std::ranges::count(populations, measurement.population) == 0)
            populations.push_back(measurement.population);
    }
    return populations;
}

/// Rate (or time), spread, share of the ceiling.
void add_cells(Row& row, const Subject& subject, const Measurement* measurement, bool as_time, bool has_share) {
    if (measurement == nullptr) {
        row.insert(row.end(), has_share ? 3 : 2, "-");
        return;
    }
    const double rate = measurement->timing.rate();
    row.push_back(as_time ? fmt::format("{:.3g} ms", 1e3 / rate) : rounded(rate) + "/s");
    row.push_back(percent_text(measurement->timing.spread()));
    if (!has_share) return;
    const bench::Share share =
        bench::share_of_ceiling(bench::load_of(measurement->what), rate, subject.copy.rate(), subject.compute.rate());
    row.push_back(percent_text(share.of_ceiling) + (share.by_memory ? " mem" : " int"));
}

std::string table(const Result& result, const std::string& what, const std::string& title) {
    const std::vector<std::uint32_t> populations = populations_of(result, what);
    if (populations.empty()) return "";
    const bool as_time = what == "start", has_share = bench::load_of(what).bytes > 0;
    const auto pairs = pairs_of(result);
    std::vector<Row> rows(1);
    rows[0].push_back("population");
    for (const Subject& subject : result.subjects) {
        rows[0].insert(rows[0].end(), {subject.id, "spread"});
        if (has_share) rows[0].push_back("ceiling");
    }
    for (const auto& [fast, slow] : pairs) rows[0].push_back(fast + " : " + slow);
    for (const std::uint32_t population : populations) {
        Row row{std::to_string(population)};
        for (const Subject& subject : result.subjects)
            add_cells(row, subject, result.find(subject.id, what, population), as_time, has_share);
        for (const auto& [fast, slow] : pairs) {
            const Measurement* a = result.find(fast, what, population);
            const Measurement* b = result.find(slow, what, population);
            row.push_back(a && b ? fmt::format("{:.2f}", a->timing.rate() / b->timing.rate()) : "-");
        }
        rows.push_back(row);
    }
    const bench::Load load = bench::load_of(what);
    const std::string each =
        has_share ? fmt::format("; {:.0f} bytes and {:.0f} operations each at least", load.bytes, load.operations) : "";
    std::string text = "\n" + title + each + "\n" + aligned(rows);
    for (const auto& [fast, slow] : pairs) {
        if (!fast.starts_with("cuda")) continue;
        const std::uint32_t from = bench::overtakes_at(result, fast, slow, what);
        text += from == 0 ? fmt::format("{} does not overtake {}\n", fast, slow)
                          : fmt::format("{} overtakes {} from a population of {}\n", fast, slow, rounded(from));
    }
    return text;
}

constexpr double wide = 0.1;  // a spread that a reader should know of

/// Time a child of each phase, and its part of all phases.
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
                const double spread = measurement != nullptr ? measurement->timing.spread() : 0;
                row.push_back(fmt::format("{}{:.3g} ns {:>3.0f} %", spread > wide ? "~" : "", each, 100 * each / sum));
            }
            row.push_back(fmt::format("{:.3g} ns", sum));
            rows.push_back(row);
        }
    }
    return "\nTime a child of each phase by itself; whole generations chain them and take less on a CPU; ~ spread "
           "over " +
           percent_text(wide) + "\n" + aligned(rows);
}

/// What a generation with one thing changed makes, and that as a share of what the plain one beside it made.
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
            rows.back().push_back(own ? rounded(own->timing.rate()) + "/s" : "-");
            if (own == nullptr || !own->plain) {
                rows.back().insert(rows.back().end(), 2, "-");
                continue;
            }
            const bench::Pair pair{own->timing, *own->plain};
            rows.back().push_back(fmt::format("{:.2f}", pair.share()));
            rows.back().push_back(percent_text(pair.spread()));
        }
    }
    if (rows.empty()) return "";
    Row head{"", "population"};
    for (const Subject& subject : result.subjects) head.insert(head.end(), {subject.id, ": plain", "spread"});
    rows.insert(rows.begin(), head);
    return "\nChildren a second, the plain genetic algorithm with one thing changed; ': plain': as a share of the "
           "plain "
           "one's, which\nis timed in turn with it, and the spread of that share\n" +
           aligned(rows);
}

std::string fact(const bench::Facts& facts, const std::string& name) {
    const auto found = std::ranges::find(facts, name, &std::pair<std::string, std::string>::first);
    return found != facts.end() ? found->second : "?";
}

}  // namespace

std::string aligned(const std::vector<Row>& rows) {
    std::vector<std::size_t> widths;
    for (const Row& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
    }
    std::string text;
    for (const Row& row : rows) {
        std::string line;
        for (std::size_t k = 0; k < row.size(); ++k) {
            line += k == 0 ? fmt::format("{:<{}}", row[k], widths[k]) : fmt::format("  {:>{}}", row[k], widths[k]);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

std::string bench_tables(const Result& result) {
    std::string text = fmt::format("evodoku {}, commit {}; {}; seed {}; {}\n", fact(result.build, "version"),
                                   fact(result.build, "commit"), fact(result.build, "flags"), result.seed, result.date);
    std::vector<Row> devices{{"device", "copy", "spread", "integers", "spread"}};
    for (const Subject& subject : result.subjects) {
        const std::string name = fact(subject.facts, "name");
        devices.push_back({fmt::format("{}  {}{}", subject.id, subject.name,
                                       subject.name.find(name) == std::string::npos ? ", " + name : ""),
                           fmt::format("{:.4g} GB/s", subject.copy.rate() / 1e9), percent_text(subject.copy.spread()),
                           fmt::format("{:.4g} G/s", subject.compute.rate() / 1e9),
                           percent_text(subject.compute.spread())});
    }
    text += "\n" + aligned(devices);
    if (!result.agreements.empty()) {
        text += fmt::format("\nVerified: {}{}\n", counted(result.agreements.size(), "evolution"),
                            result.subjects.size() > 1 ? ", the same bytes on every device" : "");
    }
    text += table(result, "score", "Boards scored a second, of a population in memory");
    text += table(result, "generations", "Children a second, whole generations of the plain configuration");
    text += phase_table(result);
    text += table(result, "metropolis-swap", "Trials a second, mutation metropolis-swap");
    text += table(result, "heat-bath", "Redraws a second, mutation heat-bath");
    text += table(result, "rank", "Individuals ranked a second");
    for (const Measurement& measurement : result.measurements) {
        const std::string& what = measurement.what;
        const bool is_operator = what.starts_with("crossover/") || what.starts_with("mutation/");
        const bool first = &measurement == &*std::ranges::find(result.measurements, what, &Measurement::what);
        if (is_operator && first) text += table(result, what, "Children a second, " + what);
    }
    text += variant_table(result);
    text += table(result, "start", "From the start of the program through its first generation to its end");
    return text;
}

}  // namespace evodoku::app
