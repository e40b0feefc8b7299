// The puzzles of `evodoku generate`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "evodoku/counting/sample.hpp"
#include "logic/proper_puzzle.hpp"
#include "settings/puzzle_settings.hpp"

namespace evodoku {

/// Makes the puzzles of the settings one after another. Puzzle k is the same for any number of them.
class Generating {
public:
    /// Throws as GridSampler does, and SettingError for settings that do not go together.
    explicit Generating(const GenerateSettings& settings, const std::function<bool()>& should_stop = {});

    /// None after the last, and where should_stop() was true. A puzzle that was not found is empty. Solved grids have
    /// no puzzle: all cells are clues.
    std::optional<logic::Digging> next();
    /// The calls of next() that did not return none: the number of the last puzzle, from 1.
    std::uint32_t count() const { return request_.index; }

private:
    logic::PuzzleRequest request_;
    std::optional<logic::ProperRequest> proper_;  ///< of puzzles with one solution
    std::uint32_t count_;
    bool only_grids_;
    std::optional<GridSampler> sampler_;
};

}  // namespace evodoku
