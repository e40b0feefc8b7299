// The lines of a history: what they hold, and the one description of their fields. The recording, both forms of a file,
// the reader, the report, the schema and Python take them from it. docs/reference/history.schema.json explains them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "evodoku/backend/backend.hpp"
#include "io/json.hpp"

namespace evodoku::history {

enum LineKind { puzzle_line, generation_line, event_line, result_line };
inline constexpr LineKind all_kinds[] = {puzzle_line, generation_line, event_line, result_line};
inline constexpr std::string_view kind_names[] = {"puzzle", "generation", "event", "result"};

/// Members that its kind does not have are empty or 0.
struct Line {
    LineKind kind = puzzle_line;
    std::uint64_t seed = 0;
    double seconds = 0;              ///< since the run began; of a result: from the start of its puzzle to its end
    IslandProgress island = {};      ///< of a puzzle and a result: the puzzle, and what was spent
    PopulationNumbers numbers = {};  ///< likewise
    std::string board = {};          ///< empty: an event without one
    // of a puzzle
    std::string givens = {}, file = {};
    std::uint64_t line = 0;
    // of a generation or an event
    std::optional<std::uint32_t> rank = {};  ///< if there are several
    std::string event = {};                  ///< new_best, migration, restart or solved
    std::uint32_t migrations = 0;
    std::optional<double> entropy = {}, log_weight = {};  ///< the mean of the cells; see AnnealedPopulation
    std::string cell_entropy = {};                        ///< a digit per cell: tenths of the highest
    // of a result
    std::string status = {};
    bool stopped = false;
    double work_seconds = 0;
    std::uint64_t fingerprint = 0;

    void add(const PopulationProgress& population);
    void add(const Outcome& outcome);

    /// {"kind":"generation",...}
    std::string json() const;
    /// A field per name of csv_columns(); empty without a value.
    std::string csv() const;
};

/// In the order of a line of JSON.
void describe(auto& fields, io::Described<Line> auto& line) {
    const bool is_row = line.kind == generation_line, is_event = line.kind == event_line;
    const bool is_puzzle = line.kind == puzzle_line, is_result = line.kind == result_line;
    auto& island = line.island;
    auto& numbers = line.numbers;
    fields("seed", line.seed);
    fields.from_one("puzzle", island.puzzle_index);
    if (is_row || is_event) {
        fields.from_one("island", island.island_of_puzzle);
        fields.optional("rank", line.rank, line.rank.has_value());
    }
    if (is_result) {
        fields("status", line.status);
        fields("stopped", line.stopped);
    }
    if (!is_puzzle) {
        fields("generation", island.generation);
        fields("evaluations", island.evaluations);
    }
    if (is_row || is_result) {
        fields("trials", numbers.effort.trials);
        fields("redraws", numbers.effort.redraws);
    }
    if (is_event) fields("event", line.event);
    if (is_result) fields("restarts", island.restarts);
    fields.decimals("seconds", line.seconds, 6);
    if (is_result) fields.decimals("work_seconds", line.work_seconds, 6);
    if (is_puzzle) {
        fields("givens", line.givens);
        fields("file", line.file);
        fields("line", line.line);
    }
    if (is_row) {
        fields("size", island.size, 1);
        fields("best", numbers.cost);
    }
    if (is_row || is_result) fields("best_so_far", numbers.cost_so_far);
    if (is_event) fields.optional("best_so_far", numbers.cost_so_far, !line.board.empty());
    if (is_row) {
        fields.decimals("mean", numbers.mean, 4);
        fields.decimals("deviation", numbers.deviation, 4);
        fields("q10", numbers.q10);
        fields("q25", numbers.q25);
        fields("median", numbers.median);
        fields("q75", numbers.q75);
        fields("q90", numbers.q90);
        fields("worst", numbers.worst);
        fields.optional("distinct", numbers.distinct, numbers.distinct != 0, 1);
        fields.decimals("entropy", line.entropy, 4);
        fields.optional("cell_entropy", line.cell_entropy, !line.cell_entropy.empty());
        fields.decimals("log_weight", line.log_weight, 4);
        fields("migrations", line.migrations);
        fields("restarts", island.restarts);
    }
    if (is_row || is_result) fields("board", line.board);
    if (is_event) fields.optional("board", line.board, !line.board.empty());
    if (is_result) fields.hexadecimal("fingerprint", line.fingerprint);
}

/// Writes the fields of a line.
struct LineRecord : io::Record {
    void from_one(std::string_view name, std::uint32_t from_zero) { put(name, std::uint64_t{from_zero} + 1); }
    void decimals(std::string_view name, double value, int places) {
        put_json(name, fmt::format("{:.{}f}", value, places));
    }
    void decimals(std::string_view name, const std::optional<double>& value, int places) {
        part(value.has_value(), [&] { decimals(name, value.value_or(0), places); });
    }
};

/// All fields of the lines of a kind, or those that every one has.
LineRecord fields_of(LineKind kind, bool with_optional = true);

/// "kind,event,seed,...".
std::string csv_columns();

}  // namespace evodoku::history
