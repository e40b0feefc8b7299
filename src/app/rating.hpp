// How hard puzzles are for the default search.
#pragma once

#include <functional>

#include "evodoku/core/presolve.hpp"
#include "settings/checked_puzzle.hpp"

namespace evodoku::app {

struct RateSettings {
    std::uint32_t runs = 100, threads = 0;
    std::uint64_t seed = 1;
    PresolveLevel presolve = PresolveLevel::full;
    std::string device = "cpu";
};

/// Returns a function that rates puzzles one after another, whose givens do not conflict. Run r of a puzzle is that of
/// `evodoku solve` with this seed for the r-th puzzle of its input, from 0: it depends on the puzzle and the settings
/// alone. `label`: of the device, for messages. Throws as choose_device() and make_backend() do.
std::function<RedrawsOfRuns(const Grid&)> make_rater(const RateSettings& settings, int order, std::string_view label);

}  // namespace evodoku::app
