// Results as tables for people: devices and what is to know before the figures, the figures with measurements down and
// devices across, and the summary; and two results side by side.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "bench/result.hpp"
#include "engine/text.hpp"
#include "io/characters.hpp"

namespace evodoku::bench {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// `text`, with ~ before it if its spread is too large.
std::string marked(const std::string& text, bool unsteady) { return (unsteady ? "~" : "") + text; }

std::string rate_text(const Timing& timing) {
    const double rate = timing.rate();
    return marked(rate < 100 ? fmt::format("{:.3g}", rate) : rounded(rate), is_unsteady(timing));
}

std::string ratio_text(const std::optional<Comparison>& ratio) {
    return ratio ? marked(fmt::format("{:.2f}", ratio->ratio), ratio->unsteady) : "-";
}

/// One row per measurement and population: the rate and spread of each device, the share of puzzles that it solved, and
/// the ratios of devices.
std::string figures(const Result& result) {
    if (result.measurements.empty()) return "";
    const auto pairs = pairs_of(result);
    const bool has_batches =
        std::ranges::any_of(result.measurements, [](const Measurement& measurement) { return measurement.batch != 0; });
    Rows rows{{"per second", "population", "unit"}};
    for (const Subject& subject : result.subjects) {
        rows[0].insert(rows[0].end(), {subject.id, "spread"});
        if (has_batches) rows[0].emplace_back("solved");
    }
    for (const auto& [fast, slow] : pairs) rows[0].push_back(fast + " : " + slow);
    std::set<std::pair<std::string, std::uint32_t>> shown;
    for (const std::string& what : result.works()) {
        for (const Measurement& measurement : result.measurements) {
            const std::uint32_t population = measurement.population;
            if (measurement.what != what || !shown.emplace(what, population).second) continue;
            auto& row = rows.emplace_back(std::vector{what, std::to_string(population), measurement.unit});
            for (const Subject& subject : result.subjects) {
                const Measurement* const own = result.find(subject.id, what, population);
                row.push_back(own != nullptr ? rate_text(own->timing) : "-");
                row.push_back(own != nullptr ? percent_text(own->timing.spread()) : "");
                if (!has_batches) continue;
                const bool is_share = own != nullptr && own->batch != 0;
                row.push_back(
                    is_share ? fmt::format("{:.4g} %", 100 * own->timing.items / static_cast<double>(own->batch)) : "");
            }
            for (const auto& pair : pairs) row.push_back(ratio_text(compare_devices(result, pair, what, population)));
        }
    }
    return "\n" + io::aligned(rows);
}

/// Speed ratio of the GPUs to the CPU, and the population from which they win. Without a GPU: all threads and one.
std::string summary(const Result& result) {
    const std::vector<Headline> all = headlines(result);
    const auto is_gpu = [](const Headline& line) { return line.ratios[0].subject.starts_with("cuda"); };
    const bool has_gpu = std::ranges::any_of(all, is_gpu);
    const bool has_cpu = result.find_subject("cpu") != nullptr;  // on all threads
    Rows rows{{"", "", "ratio", "at population", "ratio", "at population"}};
    if (has_gpu) rows[0].emplace_back("GPU wins from population");
    for (const Headline& line : all) {
        const Comparison &small = line.ratios.front(), &large = line.ratios.back();
        if (has_gpu && (!is_gpu(line) || (has_cpu && large.reference != "cpu"))) continue;
        const bool is_set = large.what.starts_with("puzzles/"), has_two = small.population < large.population;
        rows.push_back({fmt::format("{} : {}", large.subject, large.reference), large.what,
                        has_two ? ratio_text(small) : "", has_two ? std::to_string(small.population) : "",
                        ratio_text(large), is_set ? "" : std::to_string(large.population)});
        if (has_gpu && !is_set) {
            const bool never = line.wins_from == 0;
            rows.back().push_back(never ? "never" : marked(rounded(line.wins_from), line.wins_unsteadily));
        }
    }
    if (rows.size() == 1) return "";
    return fmt::format("\nSummary: {}\n", has_gpu ? "GPU : CPU" : "no GPU was measured; all threads : one") +
           io::aligned(rows);
}

/// Limits of power and temperature that slowed a GPU.
std::string throttling(const Result& result) {
    std::string text;
    for (const Measurement& measurement : result.measurements) {
        const std::string limit = measurement.clocks ? measurement.clocks->throttled_by() : "";
        if (!limit.empty())
            text += fmt::format("{} {}, population {}: throttled by {}\n", measurement.subject, measurement.what,
                                measurement.population, limit);
    }
    return text.empty() ? "" : "\n" + text;
}

std::string fact(const Facts& facts, const std::string& name) {
    const auto named = std::ranges::find(facts, name, &std::pair<std::string, std::string>::first);
    return named != facts.end() ? named->second : "?";
}

/// Devices and their peaks, and what is to know before the figures.
std::string head_of(const Result& result) {
    std::string text = fmt::format("evodoku {}, commit {}; {}; seed {}; {}\n", fact(result.build, "version"),
                                   fact(result.build, "commit"), fact(result.build, "flags"), result.seed, result.date);
    Rows devices{{"device", "copy", "spread", "integers", "spread"}};
    for (const Subject& subject : result.subjects) {
        const std::string name = fact(subject.facts, "name");
        auto& row = devices.emplace_back(1, fmt::format("{}  {}", subject.id, subject.name));
        if (subject.name.find(name) == std::string::npos) row[0] += ", " + name;
        const auto add = [&](const Timing& timing, const char* unit) {
            row.push_back(marked(fmt::format("{:.4g} {}/s", timing.rate() / 1e9, unit), is_unsteady(timing)));
            row.push_back(percent_text(timing.spread()));
        };
        add(subject.copy, "GB"), add(subject.compute, "G");
    }
    text += "\n" + io::aligned(devices);
    for (const Subject& subject : result.subjects) {
        if (subject.clocks && !subject.clocks->after.unknown.empty())
            text += fmt::format("Clocks and power of {}: not known, {}\n", subject.id, subject.clocks->after.unknown);
    }
    if (!result.stopped.empty()) text += "STOPPED: " + result.stopped + "\n";
    if (!result.agreements.empty()) {
        text += fmt::format("\nVerified: {}{}\n", io::counted(result.agreements.size(), "evolution"),
                            result.subjects.size() > 1 ? ", the same bytes on every device" : "");
    }
    return text;
}

}  // namespace

std::string to_text(const Result& result) {
    std::string text = head_of(result) + figures(result) + throttling(result) + summary(result);
    if (text.find('~') != std::string::npos)
        text += fmt::format("\n~ spread over {:.0f} %: measure again on a quiet machine\n", 100 * unsteady_spread);
    return text;
}

std::string to_text(const std::vector<Comparison>& comparisons) {
    Rows rows{{"measurement", "population", "A", "B", "B : A", "spread", ""}};
    for (const Comparison& one : comparisons) {
        rows.push_back({fmt::format("{} {}", one.subject, one.what),
                        one.population == 0 ? "" : std::to_string(one.population), rounded(one.reference_rate) + "/s",
                        rounded(one.rate) + "/s", marked(fmt::format("{:.3f}", one.ratio), one.unsteady),
                        fmt::format("{:.1f} %", 100 * one.spread),
                        std::string(one.verdict) + (one.throttled.empty() ? "" : ": throttled by " + one.throttled)});
    }
    return io::aligned(rows);
}

}  // namespace evodoku::bench
