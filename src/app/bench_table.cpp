// One table per measurement: populations down, devices across, then their ratios; single phases, operators and
// variants; and the summary.
#include "bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "bench/arithmetic.hpp"
#include "bench/ratios.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

using bench::Measurement;
using bench::Result;
using bench::Subject;
using TableRow = std::vector<std::string>;

std::vector<std::uint32_t> populations_of(const Result& result, const std::string& what) {
    std::vector<std::uint32_t> populations;
    for (const Measurement& measurement : result.measurements) {
        if (measurement.what == what && std::ranges::count(populations, measurement.population) == 0)
            populations.push_back(measurement.population);
    }
    return populations;
}

std::string ratio_text(const std::optional<bench::Ratio>& ratio) {
    return ratio ? marked(fmt::format("{:.2f}", ratio->ratio), ratio->unsteady) : "-";
}

/// Rate (or time), spread, share of the peak.
void add_cells(TableRow& row, const Subject& subject, const Measurement* measurement, bool as_time, bool has_share) {
    if (measurement == nullptr) {
        row.insert(row.end(), has_share ? 3 : 2, "-");
        return;
    }
    const double rate = measurement->timing.rate();
    const std::string text = as_time ? fmt::format("{:.3g} ms", 1e3 / rate) : rounded(rate) + "/s";
    row.push_back(marked(text, is_unsteady(measurement->timing)));
    row.push_back(percent_text(measurement->timing.spread()));
    if (!has_share) return;
    const bench::Share share =
        bench::share_of_peak(bench::load_of(measurement->what), rate, subject.copy.rate(), subject.compute.rate());
    row.push_back(percent_text(share.of_peak) + (share.by_memory ? " mem" : " int"));
}

std::string table(const Result& result, const std::string& what, const std::string& title) {
    const std::vector<std::uint32_t> populations = populations_of(result, what);
    if (populations.empty()) return "";
    const bool as_time = what == "start", has_share = bench::load_of(what).bytes > 0;
    const auto pairs = bench::pairs_of(result);
    std::vector<TableRow> rows(1);
    rows[0].push_back("population");
    for (const Subject& subject : result.subjects) {
        rows[0].insert(rows[0].end(), {subject.id, "spread"});
        if (has_share) rows[0].push_back("peak");
    }
    for (const auto& [fast, slow] : pairs) rows[0].push_back(fast + " : " + slow);
    for (const std::uint32_t population : populations) {
        TableRow row{std::to_string(population)};
        for (const Subject& subject : result.subjects)
            add_cells(row, subject, result.find(subject.id, what, population), as_time, has_share);
        for (const auto& [fast, slow] : pairs) {
            row.push_back(ratio_text(bench::ratio_of(result, fast, slow, what, population)));
        }
        rows.push_back(row);
    }
    const bench::Load load = bench::load_of(what);
    const std::string each =
        has_share ? fmt::format("; {:.0f} bytes and {:.0f} operations each at least", load.bytes, load.operations) : "";
    return "\n" + title + each + "\n" + aligned(rows);
}

/// Sets down, devices across: puzzles per second, puzzles per batch, and the share of them that was solved.
std::string puzzle_table(const Result& result) {
    std::vector<TableRow> rows(1);
    rows[0].push_back("set");
    for (const Subject& subject : result.subjects)
        rows[0].insert(rows[0].end(), {subject.id, "spread", "batch", "solved"});
    for (const auto& [fast, slow] : bench::pairs_of(result)) rows[0].push_back(fast + " : " + slow);
    for (const Measurement& measurement : result.measurements) {
        const auto& [what, population] = std::tie(measurement.what, measurement.population);
        const bool first = &measurement == &*std::ranges::find(result.measurements, what, &Measurement::what);
        if (!first || !what.starts_with("puzzles/")) continue;
        TableRow row{what.substr(what.find('/') + 1)};
        for (const Subject& subject : result.subjects) {
            const Measurement* own = result.find(subject.id, what, population);
            add_cells(row, subject, own, false, false);
            if (own == nullptr) {
                row.insert(row.end(), 2, "-");
                continue;
            }
            row.push_back(std::to_string(own->batch));
            row.push_back(fmt::format("{:.4g} %", 100 * own->timing.items / static_cast<double>(own->batch)));
        }
        for (const auto& [fast, slow] : bench::pairs_of(result))
            row.push_back(ratio_text(bench::ratio_of(result, fast, slow, what, population)));
        rows.push_back(row);
    }
    if (rows.size() == 1) return "";
    return "\nHard puzzles solved per second, from puzzle to verified answer, the default configuration\n" +
           aligned(rows);
}

/// Speed ratio of the GPUs to the CPU, and the population from which they win. Without a GPU: all threads and one.
std::string summary(const Result& result) {
    const std::vector<bench::Headline> all = bench::headlines(result);
    const auto is_gpu = [](const bench::Headline& line) { return line.largest.fast.starts_with("cuda"); };
    const bool has_gpu = std::ranges::any_of(all, is_gpu);
    const bool has_cpu = std::ranges::count(result.subjects, "cpu", &Subject::id) != 0;  // on all threads
    std::vector<TableRow> rows{{"", "", "ratio", "at population", "ratio", "at population"}};
    if (has_gpu) rows[0].push_back("GPU wins from population");
    for (const bench::Headline& line : all) {
        if (has_gpu && (!is_gpu(line) || (has_cpu && line.largest.slow != "cpu"))) continue;
        const bench::Ratio &small = line.smallest, &large = line.largest;
        const bool is_set = large.what.starts_with("puzzles/"), has_two = small.population < large.population;
        TableRow row{fmt::format("{} : {}", large.fast, large.slow), large.what};
        row.push_back(has_two ? ratio_text(small) : "");
        row.push_back(has_two ? std::to_string(small.population) : "");
        row.push_back(ratio_text(large));
        row.push_back(is_set ? "" : std::to_string(large.population));
        if (has_gpu && !is_set) {
            row.push_back(line.wins_from == 0 ? "never" : marked(rounded(line.wins_from), line.wins_unsteadily));
        }
        rows.push_back(row);
    }
    if (rows.size() == 1) return "";
    return fmt::format("\nSummary: {}\n", has_gpu ? "GPU : CPU" : "no GPU was measured; all threads : one") +
           aligned(rows);
}

/// Time per child of each phase, and its share of all phases; empty if none was measured.
std::string phase_table(const Result& result) {
    std::vector<std::string> phases;
    std::vector<std::uint32_t> populations;
    for (const Measurement& measurement : result.measurements) {
        if (!measurement.what.starts_with("phase/")) continue;
        if (std::ranges::count(phases, measurement.what) == 0) phases.push_back(measurement.what);
        if (std::ranges::count(populations, measurement.population) == 0) populations.push_back(measurement.population);
    }
    if (phases.empty()) return "";
    std::vector<TableRow> rows{{"population", "device"}};
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
            TableRow row{std::to_string(population), subject.id};
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

/// Children per second with one change, and as a share of the plain rate; empty if none was measured.
std::string variant_table(const Result& result) {
    std::vector<TableRow> rows;
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
    TableRow head{"", "population"};
    for (const Subject& subject : result.subjects) head.insert(head.end(), {subject.id, ": plain", "spread"});
    rows.insert(rows.begin(), head);
    return "\nChildren per second of the plain genetic algorithm with one thing changed. ': plain' is the share of the "
           "plain "
           "rate,\nwhich is timed in turn with it, and the spread of that share\n" +
           aligned(rows);
}

std::string fact(const bench::Facts& facts, const std::string& name) {
    const auto found = std::ranges::find(facts, name, &std::pair<std::string, std::string>::first);
    return found != facts.end() ? found->second : "?";
}

}  // namespace

std::string load_text(const bench::MachineLoad& load) {
    std::string text = load.others >= 0
                           ? fmt::format("{:.1f} of {} processors busy with other programs during the benchmark",
                                         load.others, load.processors)
                           : std::string("not known during the benchmark");
    return text + (load.before >= 0 ? fmt::format("; load {:.1f} before it", load.before) : "");
}

std::string marked(const std::string& text, bool unsteady) { return (unsteady ? "~" : "") + text; }

std::string bench_tables(const Result& result) {
    std::string text = fmt::format("evodoku {}, commit {}; {}; seed {}; {}\n", fact(result.build, "version"),
                                   fact(result.build, "commit"), fact(result.build, "flags"), result.seed, result.date);
    std::vector<TableRow> devices{{"device", "copy", "spread", "integers", "spread"}};
    for (const Subject& subject : result.subjects) {
        const std::string name = fact(subject.facts, "name");
        devices.push_back(
            {fmt::format("{}  {}{}", subject.id, subject.name,
                         subject.name.find(name) == std::string::npos ? ", " + name : ""),
             marked(fmt::format("{:.4g} GB/s", subject.copy.rate() / 1e9), is_unsteady(subject.copy)),
             percent_text(subject.copy.spread()),
             marked(fmt::format("{:.4g} G/s", subject.compute.rate() / 1e9), is_unsteady(subject.compute)),
             percent_text(subject.compute.spread())});
    }
    text += "\n" + aligned(devices);
    text += "\nLoad: " + load_text(result.load) + "\n";
    if (is_overloaded(result.load)) {
        text += "OVERLOADED: the figures are too low, and the ratios mean little; measure again on a quiet machine\n";
    }
    if (!result.stopped.empty()) text += "STOPPED: " + result.stopped + "\n";
    if (!result.agreements.empty()) {
        text += fmt::format("\nVerified: {}{}\n", counted(result.agreements.size(), "evolution"),
                            result.subjects.size() > 1 ? ", the same bytes on every device" : "");
    }
    text += puzzle_table(result);
    text += large_board_tables(result);
    text += table(result, "score", "Boards scored per second, with the population in memory");
    text += table(result, "generations", "Children per second, whole generations of the plain configuration");
    text += phase_table(result);
    text += table(result, "metropolis-swap", "Trials per second, mutation metropolis-swap");
    text += table(result, "heat-bath", "Redraws per second, mutation heat-bath");
    text += table(result, "rank", "Individuals ranked per second");
    for (const Measurement& measurement : result.measurements) {
        const std::string& what = measurement.what;
        const bool is_operator = what.starts_with("crossover/") || what.starts_with("mutation/");
        const bool first = &measurement == &*std::ranges::find(result.measurements, what, &Measurement::what);
        if (is_operator && first) text += table(result, what, "Children per second, " + what);
    }
    text += variant_table(result);
    text += table(result, "start", "A whole run of the program with one generation");
    text += summary(result);
    if (text.find('~') != std::string::npos) {
        text +=
            fmt::format("\n~ spread over {:.0f} %: measure again on a quiet machine\n", 100 * bench::unsteady_spread);
    }
    return text;
}

}  // namespace evodoku::app
