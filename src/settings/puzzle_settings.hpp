// The settings with which puzzles are generated and written, for `evodoku generate` and `evodoku convert`.
#pragma once

#include <cstdint>
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
    std::string filled = "50%";
    std::string form;  ///< empty: line, and numbers for order 7
    logic::Holes holes = logic::Holes::random;
    std::uint64_t seed = 1;
    bool solutions = false;

    /// The first puzzle of `count`; the others differ in their index. Throws SettingError for a share that is none.
    logic::PuzzleRequest request() const;
};
SettingTable<GenerateSettings> generate_settings();

}  // namespace evodoku
