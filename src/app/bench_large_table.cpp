// A table per class of larger boards that a benchmark has measured.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "bench.hpp"
#include "bench/ratios.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

using bench::Measurement;

/// Names behind "redraws-", in their order: those that logic fills have none.
std::vector<std::string> sets_in(const bench::Result& result) {
    constexpr std::string_view begin = "redraws-";
    std::vector<std::string> names;
    for (const Measurement& measurement : result.measurements) {
        if (!measurement.what.starts_with(begin)) continue;
        const std::string name = measurement.what.substr(begin.size());
        if (std::ranges::count(names, name) == 0) names.push_back(name);
    }
    return names;
}

std::string rate_text(const Measurement* measurement) {
    if (measurement == nullptr) return "-";
    const double rate = measurement->timing.rate();
    return marked((rate < 100 ? fmt::format("{:.3g}", rate) : rounded(rate)) + "/s", is_unsteady(measurement->timing));
}

std::string table_of(const bench::Result& result, const std::string& name) {
    const std::string boards = "boards-" + name, redraws = "redraws-" + name;
    std::vector<std::vector<std::string>> rows{{"population"}};
    for (const bench::Subject& subject : result.subjects) {
        rows[0].insert(rows[0].end(), {subject.id + ": boards", "redraws", "spread", "batch", "solved"});
    }
    for (const auto& [fast, slow] : bench::pairs_of(result)) rows[0].push_back(fast + " : " + slow);
    std::vector<std::uint32_t> populations;
    for (const Measurement& measurement : result.measurements) {
        const bool is_new = std::ranges::count(populations, measurement.population) == 0;
        if (measurement.what == redraws && is_new) populations.push_back(measurement.population);
    }
    for (const std::uint32_t population : populations) {
        std::vector<std::string>& row = rows.emplace_back(1, std::to_string(population));
        for (const bench::Subject& subject : result.subjects) {
            const Measurement* solved = result.find(subject.id, boards, population);
            const Measurement* redrawn = result.find(subject.id, redraws, population);
            row.insert(row.end(), {rate_text(solved), rate_text(redrawn)});
            if (redrawn == nullptr) {
                row.insert(row.end(), 3, "-");
                continue;
            }
            const double share = solved ? solved->timing.items / static_cast<double>(solved->batch) : 0;
            row.insert(row.end(), {percent_text(redrawn->timing.spread()), std::to_string(redrawn->batch),
                                   fmt::format("{:.4g} %", 100 * share)});
        }
        for (const auto& [fast, slow] : bench::pairs_of(result)) {
            const auto ratio = bench::ratio_of(result, fast, slow, redraws, population);
            row.push_back(ratio ? marked(fmt::format("{:.2f}", ratio->ratio), ratio->unsteady) : "-");
        }
    }
    return fmt::format("\nBoards {}: solved per second, and redraws per second, the default configuration\n", name) +
           aligned(rows);
}

}  // namespace

std::string large_board_tables(const bench::Result& result) {
    std::string text;
    for (const std::string& name : sets_in(result)) text += table_of(result, name);
    return text;
}

}  // namespace evodoku::app
