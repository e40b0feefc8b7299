// A history: its lines, with the one description of their fields, from which both forms of a file, the reader, the
// report, the schema and Python take them (docs/reference/history.schema.json explains them); the recording, which
// reads a backend after every generation, changes nothing, and writes JSON lines or CSV; and the reader of JSON lines.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/host_work.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "files/written_file.hpp"
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
        fields.decimals("log_weight", line.log_weight, 4, true);
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
    void decimals(std::string_view name, const std::optional<double>& value, int places, bool /*any_sign*/ = false) {
        part(value.has_value(), [&](auto&) { decimals(name, value.value_or(0), places); });
    }
};

/// All fields of the lines of a kind, or those that every one has.
LineRecord fields_of(LineKind kind, bool with_optional = true);

/// "kind,event,seed,...".
std::string csv_columns();

enum class FileFormat { json_lines, csv };

/// By the ending of the name, .jsonl or .csv. Throws SettingError for any other; `label` names the setting.
FileFormat format_of(std::string_view label, std::string_view name);

/// The generations that have a row: those divisible by `every`, and an island's last. The rows with distinct boards
/// and entropy, which read every board, have a schedule of their own.
struct Schedule {
    std::uint32_t every = 1, diversity_every = 1;
};

struct Header {
    std::string version = {}, commit = {};
    std::string started = {};  ///< see time_text()
    std::vector<std::string> devices = {};
    std::uint64_t seed = 0;
    std::uint64_t run_seed = 0;                               ///< of an experiment's run itself; 0: none
    std::uint64_t configuration_place = 0, puzzle_place = 0;  ///< in its plan, from 1; 0: none
    std::uint32_t runs = 1;                                   ///< with the seeds seed, seed + 1, ...
    std::string name = {};                                    ///< of the configuration, in an experiment; else empty
    std::vector<std::pair<std::string, std::string>> configuration = {};
    Schedule schedule = {};
};
/// A line of JSON, or comments "# name = value", each with its end.
std::string to_text(const Header& header, FileFormat format);

/// The time now as 2026-01-31T12:00:00Z.
std::string time_text();

using AnyLine = std::variant<Header, Line>;
/// Reads a line without its end. Throws std::invalid_argument with its fault: an unknown kind, a field that is missing
/// or that has no valid value.
AnyLine parse_line(const std::string& text);

/// `every` = 0: every generation, and the diversity so seldom that it costs little of a large population's time.
Schedule schedule_of(const Config& config, std::uint32_t every);

/// Records runs in a file. Lines reach the operating system within a second; after a failure nothing more is written.
class Recording {
public:
    /// Replaces an existing file and writes the header, to which the time is added if it has none. `resumed`: the file
    /// goes on after its last complete line. Throws FileError.
    Recording(std::string name, FileFormat format, const Config& config, Header header, bool resumed = false);
    ~Recording() { write_pending(); }

    /// A run over all puzzles begins: from now on lines have this seed.
    void begin_run(std::uint64_t seed);
    /// Before it is tried.
    void begin_puzzle(std::uint32_t puzzle_index, const Grid& givens, const std::string& file, std::size_t line);
    /// After every generation: between two calls no island may make more than one.
    void sample(const Backend& backend);
    /// After a stop: the last generation of each island gets a complete row.
    void end(const Backend& backend);
    void end_puzzle(const Outcome& outcome);
    /// A line of any kind.
    void add(const Line& line);
    /// Writes the rows that wait. `to_disk`: returns when they are on the disk.
    void flush(bool to_disk = false);
    /// Why writing failed, or empty.
    const std::string& failure() const { return failure_; }

private:
    /// What is known about an island.
    struct Track {
        std::optional<std::uint32_t> generation = {};
        std::uint32_t best = ~0u, restarts = 0;
        bool is_complete = false;  ///< the generation has a row with diversity
        /// The row of the generation without diversity, and the lines behind it: they wait until the next generation
        /// shows that the row is not the last.
        std::vector<Line> waiting = {};
    };
    /// The lines of an island, without what they take from its population.
    struct News {
        Detail detail;  ///< what is to be read of the population
        std::vector<Line> lines = {};
    };

    bool migrates() const { return config_.islands > 1 && config_.migrants > 0; }
    News news_of(const IslandProgress& island, Track& track) const;
    void write(std::vector<News> all, const Backend& backend);
    void write_pending(bool to_disk = false);
    void add_waiting(Track& track);
    Track& track_of(const IslandProgress& island) { return tracks_[{island.puzzle_index, island.island_of_puzzle}]; }
    /// With what lines of every kind have.
    Line line(LineKind kind, const IslandProgress& of) const;

    Config config_;
    Schedule schedule_;
    AppendedFile file_;
    FileFormat format_;
    std::string pending_, failure_;
    Clock::time_point flushed_ = Clock::now();
    std::uint64_t seed_ = 0;
    bool several_ranks_ = false;
    Clock::time_point begin_ = Clock::now();
    std::map<std::pair<std::uint32_t, std::uint32_t>, Track> tracks_;  ///< by puzzle and island
};

}  // namespace evodoku::history
