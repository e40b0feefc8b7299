// The settings with which puzzles are generated and written, for `evodoku generate` and `evodoku convert`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "evodoku/io/puzzle_reader.hpp"
#include "io/puzzle_writer.hpp"
#include "logic/generator.hpp"
#include "logic/logic.hpp"
#include "settings/setting.hpp"

namespace evodoku {

/// Writes puzzles as --to and --blank say; without --to as lines. Throws SettingError.
io::PuzzleWriter writer_for(const std::string& to, const std::string& blank, int order);

/// Throws ParseError for a puzzle whose givens conflict.
void refuse_conflict(const io::ReadPuzzle& job);
/// Why an answer beside a puzzle in the input is wrong; empty if all are right, none if there is none.
std::optional<std::string> fault_of_answer(const io::ReadPuzzle& job);

/// An order, 3 for 9 x 9. Throws SettingError.
int read_order(std::string_view label, std::string_view text);

struct GenerateSettings {
    int order = 3;
    std::uint32_t count = 1;
    std::string clues;  ///< a number, few or min
    logic::Symmetry symmetry = logic::Symmetry::none;
    std::optional<logic::Rating> rating;  ///< empty: any
    std::uint32_t tries = 1'000;
    std::string filled;  ///< empty: not given
    std::optional<logic::Holes> holes;
    std::string form;                   ///< empty: line, and numbers for order 7
    std::optional<std::uint64_t> seed;  ///< none: the caller draws one, and sets it
    std::optional<std::chrono::milliseconds> timeout;
    std::string output;  ///< a file's name; empty: standard output
    bool solutions = false;
    std::optional<bool> sampled;  ///< solved grids drawn from all, not of one orbit; none: without --filled and --holes
    std::uint32_t grids = 0;      ///< solved grids in place of puzzles
    std::uint32_t population = 0, threads = 0;  ///< see SampleOptions
    std::string device = "cpu";

    /// Puzzles, or grids.
    std::uint32_t wanted() const { return grids != 0 ? grids : count; }
    bool is_sampled() const { return sampled.value_or(filled.empty() && !holes); }
    /// Whether an option was chosen that only puzzles with one solution have.
    bool wants_proper() const;
    /// Whether all puzzles have one solution: by default those up to 9 x 9, unless --filled or --holes is given. Throws
    /// SettingError for options that exclude each other.
    bool is_proper() const;
    /// The request if is_proper(). Throws SettingError if no puzzle can meet it.
    logic::ProperRequest proper_request() const;
    /// The request if not is_proper(). Throws SettingError for a share that is none.
    logic::PuzzleRequest request() const;
    /// Why there is no puzzle `index`, and what was tried.
    std::string not_found(std::uint32_t index, const logic::Digging& digging) const;
};
SettingTable<GenerateSettings> generate_settings();

const char* to_text(logic::Rating rating);
std::string to_text(logic::Symmetry symmetry);

namespace logic {

/// What is known of a puzzle besides its cells: only the clues if it may have several solutions.
void describe(auto& fields, const logic::GeneratedPuzzle& generated) {
    const logic::PuzzleFacts facts = generated.facts.value_or(logic::PuzzleFacts{});
    const bool is_known = generated.facts.has_value();
    fields("clues", logic::clues_of(generated.puzzle), "Cells that are given.");
    fields("rating", is_known ? std::optional<std::string>(to_text(facts.rating)) : std::nullopt,
           "The logic that it needs: 'singles', 'full' or 'search'; None if there may be several solutions.");
    fields("positions", facts.positions,
           "Positions that the exact solver examines, 1 if singles solve it; None if that is not known.");
    fields("minimal", facts.is_minimal, "Whether no clue can be removed; None if that is not known.");
}

}  // namespace logic

}  // namespace evodoku
