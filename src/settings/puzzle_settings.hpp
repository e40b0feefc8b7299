// The settings with which puzzles are generated and written, for `evodoku generate` and `evodoku convert`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "io/puzzle_writer.hpp"
#include "logic/generator.hpp"
#include "settings/setting.hpp"

namespace evodoku {

/// Writes puzzles as --to and --blank say; without --to as lines. Throws SettingError.
io::PuzzleWriter writer_for(const std::string& to, const std::string& blank, int order);

/// Throws ParseError for a puzzle whose givens conflict.
void refuse_conflict(const io::Job& job);
/// The text of a puzzle, whose solution in the input must be one. Throws ParseError.
std::string checked_text(io::PuzzleWriter& writer, const io::Job& job);

struct GenerateSettings {
    std::uint32_t order = 4, count = 1;
    std::string filled;  ///< empty: 50%
    std::string form;  ///< empty: line, and numbers for order 7
    std::optional<logic::Holes> holes;  ///< none: random
    std::uint64_t seed = 1;
    bool solutions = false;
    std::optional<bool> sampled;  ///< solved grids drawn from all, not of one orbit; none: without --filled and --holes
    std::uint32_t grids = 0;   ///< solved grids in place of puzzles
    std::uint32_t population = 0, threads = 0;  ///< see SampleOptions
    std::string device = "cpu";

    /// The first puzzle of `count`; the others differ in their index. Throws SettingError for a share that is none.
    logic::PuzzleRequest request() const;
    bool is_sampled() const { return sampled.value_or(filled.empty() && !holes); }
};
SettingTable<GenerateSettings> generate_settings();

}  // namespace evodoku
