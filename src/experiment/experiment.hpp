// An experiment: its plan, puzzles x configurations x seeds, read from TOML; the runs of the plan, several at a time,
// and a file of their results that grows line by line and survives a crash; and the table of them.
// docs/how-to/experiments.md explains the keys of a plan and the columns of the table.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/host_work.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "files/written_file.hpp"
#include "settings/search_settings.hpp"
#include "statistics/statistics.hpp"

namespace evodoku::experiment {

/// Puzzles of a file: all, or those that begin on some lines.
struct PuzzleFile {
    std::string name;                                        ///< relative to the plan's folder
    std::vector<std::pair<std::size_t, std::size_t>> lines;  ///< first and last; none = all puzzles
    std::string location;                                    ///< "plan.toml:3:12", for messages
};

/// A puzzle of the plan. All of a plan have one order.
struct PlannedPuzzle {
    Grid grid;
    std::string file;      ///< as the plan names it
    std::size_t line = 0;  ///< where it begins
    /// Equal grids before it in the plan. Each has seeds of its own, so that their runs are independent.
    std::size_t occurrence = 0;
};

struct Configuration {
    std::string name;
    SearchSettings settings;
    std::uint64_t hash = 0;  ///< of the settings
};

/// One run: indices into the configurations and puzzles of the plan.
struct Run {
    std::size_t configuration = 0, puzzle = 0;
    std::uint64_t seed = 0;
};

struct Plan {
    std::string source;  ///< the plan's own name, for messages
    std::string output;  ///< relative to the plan's folder; empty if the plan names none
    int order = 3;       ///< of all its puzzles: see Grid
    std::vector<PuzzleFile> files;
    std::vector<PlannedPuzzle> puzzles;
    std::vector<std::string> remarks;  ///< on its files of puzzles, and its configurations
    std::vector<Configuration> configurations;
    std::vector<std::uint64_t> seeds;
    bool history = false;             ///< records every improvement
    bool full_history = false;        ///< writes generations to a file per run
    std::uint32_t history_every = 0;  ///< see history::schedule_of()

    const Configuration& configuration_of(const Run& run) const { return configurations[run.configuration]; }
    const PlannedPuzzle& puzzle_of(const Run& run) const { return puzzles[run.puzzle]; }
    std::size_t runs() const { return configurations.size() * puzzles.size() * seeds.size(); }
    /// The file of its results: relative to the plan's folder as the plan names it, else as the plan is called.
    std::string results() const;
};

/// Opens a file to read it once. Throws FileError.
using OpenFile = std::function<std::unique_ptr<std::istream>(const std::string& path)>;

/// Settings are complete and valid. Reads the plan's files, each once; malformed puzzles and givens that conflict go to
/// `on_error`, and then the plan has no puzzles. The order is that of the plan, else what its first file shows. Throws
/// SettingError with line and column of the mistake, also for a file of another order, lines on which no puzzle begins,
/// and a puzzle that is there twice; FileError for a file that can't be read. Without `open` no file is read, and
/// puzzles are 9 x 9 if the plan says nothing else.
Plan read_plan(std::string_view text, const std::string& source, const OpenFile& open = {},
               const io::OnError& on_error = {});

/// What made a run: results of two versions are not mixed unawares.
struct Provenance {
    std::string version, commit;
    std::string machine;  ///< its processor, and the device that the run used
    friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// The lowest cost of a run, and all that was spent until the end of a generation.
struct Spent : SearchWork {
    std::uint32_t generations = 0;
    std::uint64_t evaluations = 0;
    double seconds = 0;
    std::uint32_t cost = 0;

    /// The unit of budget: boards scored, swaps tried and boxes redrawn.
    std::uint64_t work() const { return evaluations + trials + redraws; }
};

struct Record : Spent {
    std::string puzzle;    ///< 81 digits and dots
    std::string file;      ///< as the plan names it
    std::size_t line = 0;  ///< where the puzzle begins in it
    std::string configuration;
    std::uint64_t config_hash = 0;
    std::uint64_t seed = 0;      ///< of the plan
    std::uint64_t run_seed = 0;  ///< of the run itself: what evodoku solve --seed repeats it with
    std::uint64_t configuration_place = 0, puzzle_place = 0;  ///< in the plan, from 1; 0: not known
    bool solved = false;
    std::string status;  ///< solved, unsolved, unsatisfiable
    std::uint32_t restarts = 0;
    double processor_seconds = 0;  ///< of its thread; 0: not known
    std::uint64_t fingerprint = 0;
    Provenance made_by;
    std::string settings;        ///< all of the configuration, as name=value; later only its cost
    std::vector<Spent> history;  ///< of each better board than all before; only with `history` in the plan

    /// cost=OPERATOR; empty if it is not known. Costs of two operators are not comparable.
    std::string cost_operator() const;
    /// False if logic proved that there is no solution: no board was scored.
    bool has_cost() const { return status != "unsatisfiable"; }
    /// Frees the texts that runs of a configuration share, most of a record's memory. Tables need the cost alone.
    void forget_shared_texts() {
        cost_operator().swap(settings);  // an assignment would keep the memory
        std::string().swap(made_by.machine);
    }
};

/// The beginning of every line; a line that begins otherwise is not a record.
inline constexpr std::string_view record_head = "{\"puzzle\":\"";

/// Without the end of the line.
std::string to_json(const Record& record);

/// Throws std::invalid_argument unless the line holds a complete record.
Record parse_record(std::string_view line);

/// The complete lines of a file of results: line k + 1 is the entry k. `torn_bytes` becomes the size of an incomplete
/// last line, 0 if there is none. Throws FileError, and SettingError for a file with other contents.
std::vector<Record> read_results(const AppendedFile& file, std::size_t& torn_bytes);

/// The record of a run before it is made: everything that identifies the run.
Record blank_record(const Plan& plan, const Run& run);

/// The runs without a record in `records`: seed by seed, puzzle by puzzle, then configuration by configuration, so that
/// partial results after an interruption can be compared. `part`: only those of every N-th pair of a seed and a puzzle.
/// Throws SettingError, naming `file` and line, for a record of a run that is not in the plan, for a second record of
/// the same run, and if a run to be made has the configuration and the run seed of a record.
std::vector<Run> runs_to_make(const Plan& plan, const std::vector<Record>& records, const std::string& file,
                              const InputPart& part = {});

/// What making runs needs from outside.
struct Machine {
    unsigned runs_here = 1;  ///< at once
    /// For so many puzzles side by side, or fewer. Called from several threads, as are the other functions.
    std::function<std::unique_ptr<Backend>(const Config& config, std::uint32_t puzzle_slots)> make_backend = {};
    std::function<bool()> should_stop = {};  ///< asked often
    Provenance provenance = {};
    std::string history_folder = {};  ///< where full histories go, if the plan wants them
    unsigned runs_elsewhere = 0;      ///< at once, on other machines
    std::function<std::unique_ptr<Backend>(const Config& config)> make_elsewhere = {};  ///< null: all are in use
};

/// A sentence about a plan and its results.
struct Note {
    enum Kind { warning, remark, count } kind;
    std::string text;
};

/// A plan that is carried out: the file of its results, the runs that it lacks, and the machine that makes them: call
/// prepare() before what needs one.
class Campaign {
public:
    /// Locks and reads the file of results; `results` is its name, or empty if none is kept. `machine`: what it has
    /// besides the device. `any_version`: results of another version or commit stay; else they are errors, but machines
    /// may differ. `part`: see runs_to_make(). Keeps a reference to the plan. Throws FileError, and SettingError for
    /// results that do not belong to the plan.
    Campaign(const Plan& plan, const std::string& results, Machine machine, bool any_version = false,
             const InputPart& part = {});
    /// Removes a file that is new, if no run was to be written to it.
    ~Campaign();

    /// Takes the device of a choice, or the CPU: see open_or_fall_back(). Tries whether every configuration with
    /// missing runs fits into memory, with as many runs at once: that many puzzles side by side take the same memory;
    /// more than the limit of a batch can't be tried. `threads`: runs at once on a CPU; 0: one per processor, or one in
    /// all if other machines make runs, too. A GPU makes one at a time. Throws SettingError, and DeviceError for a GPU.
    void prepare(
        DeviceChoice& choice, unsigned threads,
        const std::function<void(const std::string&)>& tell = [](const std::string&) {});
    /// What to know before the runs: how many there are, and all else.
    std::vector<Note> notes() const;

    /// Makes the missing runs, each on a backend of its own. Hands over the record of each complete run, one at a time,
    /// in the order in which they end. Results depend neither on that order nor on the number of parallel runs. Returns
    /// early if should_stop() is true. A full history is complete, or is not there. Throws FileError if one, or a
    /// result, can't be written; an exception in a run ends all of them and is rethrown.
    void make(const std::function<void(const Record&)>& on_record);

    /// Those in the file, and those that were made.
    const std::vector<Record>& records() const { return records_; }
    std::size_t left() const { return runs_.size() - made_; }
    std::size_t at_once() const {
        return std::min<std::size_t>(machine_.runs_here + machine_.runs_elsewhere, runs_.size());
    }

private:
    const Plan& plan_;
    Machine machine_;
    bool is_unused_ = false;            ///< the file is new
    std::optional<AppendedFile> file_;  ///< each line is written at once, where it survives a crash of the program
    std::size_t torn_bytes_ = 0;        ///< of an incomplete last line, which a crash left
    std::size_t other_hashes_ = 0;      ///< records of other versions, of settings with another hash
    std::vector<Record> records_;
    std::vector<Run> runs_;  ///< to make
    std::size_t made_ = 0;   ///< of those
};

/// How runs are grouped into rows.
enum class Grouping { configuration, file, puzzle };

/// Which configurations are compared.
struct Comparison {
    std::string first;   ///< with which the others are; empty: the first of the plan
    bool pairs = false;  ///< every two: a row is of a pair, and not of a configuration
};

/// With its interval, or a median with its quartiles.
struct Ranged {
    std::optional<double> value = {};
    std::optional<statistics::Interval> range = {};
};

/// What a table for programs shows of a group of runs; docs/how-to/experiments.md explains the columns. A value is
/// missing without a run, without a success, and for the first configuration, with which the others are compared.
struct Row {
    std::string puzzles, configuration;
    std::string against;  ///< the configuration that it is compared with; empty: none
    std::uint64_t runs = 0, planned = 0, solved = 0;
    Ranged success, generations, evaluations, cost;
    std::optional<double> cost_lowest;
    Ranged work;
    std::optional<statistics::Interval> work_median_range;
    Ranged ert_work;
    std::optional<double> seconds_median;
    double seconds = 0;
    std::optional<double> processor_seconds;  ///< together, where it is known of each run
    Ranged odds_ratio;                        ///< of success
    std::optional<double> success_p, success_p_holm;
    /// What a12 and p order runs by: "work", "cost", "work then cost"; "not comparable" where it would be different
    /// costs.
    std::string compared_by;
    std::uint64_t puzzles_compared = 0, puzzles_not_comparable = 0;  ///< by a12 and p
    Ranged a12;
    std::optional<double> p, p_holm, puzzles_better, puzzles_worse;
    std::optional<bool> p_exact;
    std::vector<double> puzzle_p, puzzle_p_holm, puzzle_a12;  ///< of each of several puzzles; not in tables
};

/// Every column, in its order.
void describe(auto& fields, const Row& row) {
    const auto range = [&](const std::string& name, const std::optional<statistics::Interval>& interval,
                           const char* low = "_low", const char* high = "_high") {
        fields(name + low, interval ? std::optional(interval->low) : std::nullopt);
        fields(name + high, interval ? std::optional(interval->high) : std::nullopt);
    };
    const auto ranged = [&](const std::string& name, const Ranged& of) {
        fields(name, of.value), range(name, of.range);
    };
    const auto quartiles = [&](const std::string& name, const Ranged& of) {
        fields(name + "_median", of.value), range(name, of.range, "_q1", "_q3");
    };
    fields("puzzles", row.puzzles);
    fields("configuration", row.configuration);
    fields("runs", row.runs);
    fields("planned", row.planned);
    fields("solved", row.solved);
    ranged("success", row.success);
    quartiles("generations", row.generations);
    quartiles("evaluations", row.evaluations);
    quartiles("cost", row.cost);
    fields("cost_lowest", row.cost_lowest);
    quartiles("work", row.work);
    range("work_median", row.work_median_range);
    ranged("ert_work", row.ert_work);
    fields("seconds_median", row.seconds_median);
    fields("seconds", row.seconds);
    fields("processor_seconds", row.processor_seconds);
    fields.or_null("against", row.against, !row.against.empty());
    ranged("odds_ratio", row.odds_ratio);
    fields("success_p", row.success_p);
    fields("success_p_holm", row.success_p_holm);
    fields.or_null("compared_by", row.compared_by, !row.compared_by.empty());
    fields.or_null("puzzles_compared", row.puzzles_compared, !row.compared_by.empty());
    fields.or_null("puzzles_not_comparable", row.puzzles_not_comparable, !row.compared_by.empty());
    ranged("a12", row.a12);
    fields("p", row.p);
    fields("p_holm", row.p_holm);
    fields("puzzles_better", row.puzzles_better);
    fields("puzzles_worse", row.puzzles_worse);
    fields("p_exact", row.p_exact);
}

/// Where a column of the table for people is shown: all are in files, and the widest are not on the page of a report.
enum class Shown { in_files, on_page, on_terminal };

struct TableColumn {
    enum class Of { both, runs, pairs };              ///< rows of configurations, or of pairs of them
    const char *heading, *explanation;                ///< the explanation may be empty
    std::string (*cell)(const experiment::Row& row);  ///< rounded
    Shown shown = Shown::on_page;
    Of of = Of::both;
};
/// Those for rows of configurations, or for rows of pairs, and for such a place; outside of files without the puzzles
/// where they are all.
std::vector<TableColumn> table_columns(std::span<const Row> rows, Shown place = Shown::in_files);

/// Why some rows can't be compared as they stand: budgets that differ. A sentence each.
std::vector<std::string> warnings_of(const std::vector<Record>& records);

/// Records as an experiment: configurations, puzzles and seeds in the order in which they appear.
Plan plan_of(const std::vector<Record>& records);

/// The names of configurations in the order of the plan, but `first` before all. Throws SettingError if it is none.
std::vector<std::string> names_of(const Plan& plan, const std::string& first);

/// Rows group by group, in the order of the plan. Throws SettingError if comparison.first is no configuration.
std::vector<Row> summarise(const Plan& plan, const std::vector<Record>& records, Grouping grouping,
                           const Comparison& comparison = {});

/// Every digit, as JSON has them. Empty for what is missing, also for the end of an interval without a bound.
std::string to_csv(const std::vector<Row>& rows);
std::string to_json(const std::vector<Row>& rows);

/// All columns for people, with rounded values.
std::string to_markdown(const std::vector<Row>& rows);

}  // namespace evodoku::experiment
