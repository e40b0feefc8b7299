// The settings of islands that grow on stagnation (the operator `grow`, with --largest): their checks and defaults.
// What the phases do is in operators/stagnation/growing.hpp. Host code.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "evodoku/engine/config.hpp"

namespace evodoku {

/// True if islands grow: the operator is `grow`, and an island can stagnate.
bool grows(const Config& config);

/// The elites of an island that has stagnated once; empty if islands do not grow.
std::optional<Amount> grown_elite(const Config& config);

/// Individuals per puzzle that all stalls of a run together may need: at most ten times the population, and not less
/// than `largest`. Shared evenly by the islands. Requires that islands grow.
std::uint32_t largest_for_all_stalls(const Config& config);

/// Throws SettingError unless `largest` and `grow` agree.
void check_growth(const Config& config);
/// The same unless an island can stagnate and has room. Checked last: other errors explain more.
void check_room_to_grow(const Config& config);
/// Where a generation needs an elite (`needs_elite` says why), an island that has stalled and grown must keep one, too.
void check_elite_after_stall(const Config& config, std::string_view needs_elite);

}  // namespace evodoku
