// The runs of a plan: their results, and a file of them that grows line by line and survives a crash; the runs that are
// still missing, and how to make them, several at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/host_work.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/devices/devices.hpp"
#include "experiment/plan.hpp"
#include "files/written_file.hpp"

namespace evodoku::experiment {

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

class ResultFile {
public:
    /// Opens or creates the file and locks it against other experiments. Reads its contents and changes nothing. Throws
    /// FileError, and SettingError for a file with other contents.
    explicit ResultFile(std::string name);
    ~ResultFile();

    const std::string& name() const { return file_.name(); }
    /// The complete lines already in the file; records()[k] is line k + 1.
    const std::vector<Record>& records() const { return records_; }
    /// Bytes of an incomplete last line; 0 if there is none.
    std::size_t torn_bytes() const { return torn_.size(); }

    /// Removes such a line. Call it before the first append.
    void drop_torn_line();
    /// Writes a whole line to the operating system, where it survives a crash of the program. Data are flushed to the
    /// disk if a second has passed since the last flush, and at the end. Throws FileError.
    void append(const Record& record);
    /// Returns when all lines are on the disk. Throws FileError.
    void sync();

private:
    AppendedFile file_;
    std::vector<Record> records_;
    std::string torn_;
    Clock::time_point on_disk_ = Clock::now();
    bool is_on_disk_ = true;
};

/// The record of a run before it is made: everything that identifies the run.
Record blank_record(const Plan& plan, const Run& run);

/// The runs without a record in `records`: seed by seed, puzzle by puzzle, then configuration by configuration, so that
/// partial results after an interruption can be compared. `part`: only those of every N-th pair of a seed and a puzzle.
/// Throws SettingError, naming `file` and line, for a record of a run that is not in the plan, and for a second record
/// of the same run.
std::vector<Run> runs_to_make(const Plan& plan, const std::vector<Record>& records, const std::string& file,
                              const InputPart& part = {});

/// The seed that the run itself has. It depends on all that tells one run from another, so that no two share random
/// numbers: tests that take samples as independent may be used.
std::uint64_t seed_of(const Plan& plan, const Run& run);

/// Throws SettingError for the first record that another version or commit made. Machines may differ.
void check_provenance(const std::vector<Record>& records, const Provenance& provenance, const std::string& file);

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

    unsigned runs_at_once() const { return runs_here + runs_elsewhere; }
};

/// Makes runs, each on a backend of its own. Hands over the record of each complete run, one at a time, in the order in
/// which they end. Results depend neither on that order nor on the number of parallel runs. Returns early if
/// should_stop() is true. A full history is complete, or is not there. Throws FileError if one can't be
/// written; an exception in a run ends all of them and is rethrown.
void make_runs(const Plan& plan, const std::vector<Run>& runs, const Machine& machine,
               const std::function<void(const Record&)>& on_record);

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
    /// besides the device. `any_version`: results of others stay. `part`: see runs_to_make(). Keeps a reference to the
    /// plan. Throws FileError, and SettingError for results that do not belong to the plan.
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

    /// Makes the missing runs, see make_runs(). Throws FileError where a result can't be written.
    void make(const std::function<void(const Record&)>& on_record);

    /// Those in the file, and those that were made.
    const std::vector<Record>& records() const { return records_; }
    std::size_t left() const { return runs_.size() - made_; }
    std::size_t at_once() const { return std::min<std::size_t>(machine_.runs_at_once(), runs_.size()); }

private:
    void try_memory() const;

    const Plan& plan_;
    Machine machine_;
    bool is_unused_ = false;  ///< the file is new
    std::optional<ResultFile> file_;
    std::vector<Record> records_;
    std::vector<Run> runs_;  ///< to make
    std::size_t made_ = 0;   ///< of those
};

}  // namespace evodoku::experiment
