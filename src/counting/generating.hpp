// What the program and Python share of `evodoku generate` and `evodoku count`: puzzles, and options by name.
#pragma once

#include <functional>
#include <optional>

#include "evodoku/counting/count.hpp"
#include "logic/proper_puzzle.hpp"
#include "settings/puzzle_settings.hpp"

namespace evodoku {

/// Returns a function that makes the puzzles of the settings one after another. It returns none after the last, and
/// where should_stop() is true. A puzzle that was not found is empty. Solved grids have no puzzle: all cells are clues.
/// Puzzle k is the same for any number of them. Requires a seed. Throws as GridSampler does, and SettingError for
/// settings that do not go together.
std::function<std::optional<logic::Digging>()> make_puzzles(const GenerateSettings& settings,
                                                            const std::function<bool()>& should_stop);

/// The options of a count, without the seed and the schedule, which all runs have.
SettingTable<CountOptions> count_options();

}  // namespace evodoku
