// How hard puzzles are for the default search: the work of many runs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "evodoku/backend/solve.hpp"
#include "evodoku/core/grid.hpp"
#include "settings/setting.hpp"
#include "statistics/statistics.hpp"

namespace evodoku::app {

struct RateSettings {
    bool is_rated = false;
    std::uint32_t runs = 100, threads = 0;
    std::uint64_t seed = 1;
    PresolveLevel presolve = PresolveLevel::full;
    std::string device = "cpu";
};
SettingTable<RateSettings> rate_settings();

/// Redraws of a puzzle's runs: 0 where logic solves it, infinite for a run that its budget ended.
struct Rated {
    std::uint64_t runs = 0, solved = 0;
    double q25 = 0, median = 0, q75 = 0;
    std::optional<statistics::Interval> of_median;  ///< 95 %; empty for fewer than six runs
};
std::string to_text(const Rated& rated);
void describe(auto& fields, const Rated& rated) {
    const auto bound = [&](double statistics::Interval::*end) {
        return rated.of_median ? std::optional((*rated.of_median).*end) : std::nullopt;
    };
    fields("runs", rated.runs);
    fields("solved_runs", rated.solved);
    fields("redraws_q25", rated.q25);
    fields("redraws_median", rated.median);
    fields("redraws_q75", rated.q75);
    fields("median_low", bound(&statistics::Interval::low));
    fields("median_high", bound(&statistics::Interval::high));
}

/// Returns a function that rates one puzzle after another, whose givens do not conflict. Run r of a puzzle is that of
/// `evodoku solve` with this seed for the r-th puzzle of its input, from 0: it depends on the puzzle and the settings
/// alone. Throws as choose_device() and make_backend() do.
std::function<Rated(const Grid&)> make_rater(const RateSettings& settings, int order);

}  // namespace evodoku::app
