// How hard puzzles are for the default search: the work of many runs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "evodoku/backend/solve.hpp"
#include "evodoku/core/grid.hpp"
#include "settings/checked_puzzle.hpp"
#include "settings/setting.hpp"

namespace evodoku::app {

struct RateSettings {
    bool is_rated = false;
    std::uint32_t runs = 100, threads = 0;
    std::uint64_t seed = 1;
    PresolveLevel presolve = PresolveLevel::full;
    std::string device = "cpu";
};
SettingTable<RateSettings> rate_settings();

/// Returns a function that rates one puzzle after another, whose givens do not conflict. Run r of a puzzle is that of
/// `evodoku solve` with this seed for the r-th puzzle of its input, from 0: it depends on the puzzle and the settings
/// alone. Throws as choose_device() and make_backend() do.
std::function<RedrawsOfRuns(const Grid&)> make_rater(const RateSettings& settings, int order);

}  // namespace evodoku::app
