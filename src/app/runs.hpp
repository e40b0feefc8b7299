// A run of `evodoku solve` or `evodoku count` from its command line to its end: all settings; the processes that mpirun
// or srun started together, of which rank 0 makes it, and the others serve; devices, input, files; then all puzzles,
// once for each seed.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>

#include "checkpoint/checkpoint_file.hpp"
#include "commands.hpp"
#include "evodoku/counting/count.hpp"
#include "evodoku/devices/devices.hpp"
#include "puzzle_input.hpp"
#include "ranks/over_ranks.hpp"
#include "ranks/ranks.hpp"
#include "saved_solve.hpp"

namespace evodoku::app {

/// What a run on several ranks or devices divides: whole puzzles, or the islands of each.
enum class Spread { automatic, puzzles, islands };

enum class Format { automatic, grid, line, jsonl, csv };

struct SolveSettings : RunSettings {                     ///< the seed is always set by read_solve_settings
    const SettingTable<SolveSettings>* table = nullptr;  ///< the rows of the command
    std::vector<InputSource> inputs;                     ///< in the order of the command line
    Clock::time_point start = Clock::now();
    Spread spread = Spread::automatic;
    InputPart part;                ///< of the input
    int order = 0;                 ///< of the boards; always known after read_solve_settings()
    std::set<std::string> chosen;  ///< what the user set, also before a run was resumed
    std::uint32_t runs = 1;
    Format format = Format::automatic;
    When progress = When::automatic, color = When::automatic;
    std::string column;  ///< of tables: see column_row()
    bool strict = false, keep_going = false, unsolved_ok = false, quiet = false, verbose = false;
    std::string output;      ///< a file's name; empty: standard output
    std::string checkpoint;  ///< a file's name; empty: none
    std::chrono::milliseconds checkpoint_every{60'000};
    std::string history;              ///< a file's name; empty: none
    std::uint32_t history_every = 0;  ///< see history::schedule_of()
    CountOptions count;               ///< of `evodoku count`
};

const SettingTable<SolveSettings>& solve_settings();

/// Determines every setting. Precedence: option, environment (EVODOKU_ELITE for --elite), configuration file, preset,
/// default. Reports names that are nearly right. Throws SettingError, and FileError for a file that can't be read.
/// `resumed`: null for a new run; else its settings and inputs hold, and only settings of the machine and of messages
/// may differ. `table`: of the command.
SolveSettings read_solve_settings(const CommandLine& line, const Resumed* resumed,
                                  const SettingTable<SolveSettings>& table);

/// All settings that a checkpoint keeps.
std::vector<Assignment> saved_settings(const SolveSettings& settings);

/// The settings that determine the results, as a configuration file that replays the run.
std::string config_text(const SolveSettings& settings);

/// A command line that replays the run: the preset, the seed and what the user set. With -v every setting is spelled
/// out, so that it replays the run even if defaults change. `program`: its name as it was called. `settings`: nothing
/// is left to `auto` except the device, which is `device`. The time limit, threads, -q and -v are left out: they do not
/// change the results.
std::string replay_command(const std::string& program, const SolveSettings& settings, const std::string& device);

/// Joins the processes of the same mpirun, if there are any. Ranks other than 0 serve that one until its end, and have
/// an exit code. On rank 0 it throws SettingError if another rank runs another program, or has other settings.
std::optional<int> join_session(const CommandLine& line);
/// The processes that were joined; null for a process that is alone.
Ranks* session_ranks();
/// "rank 0 (process 4711 on node3): " for messages about the files of one of several ranks; else empty.
std::string this_rank();
/// The command ends: from now on a rank that is stopped (SIGSTOP) is an error.
void expect_end();
/// At the end of the program, with its exit code, which it returns.
int leave_session(int code);

/// The devices of a command, the first of them in this process.
struct Chosen {
    std::vector<DeviceChoice> devices;
    std::unique_ptr<Crew> crew;       ///< of several devices in this process
    Ranks* ranks = nullptr;           ///< of this command, or of the crew; null: one device makes the run
    std::vector<std::string> others;  ///< what to say about them

    const Device& first() const { return devices.front().device; }
};

/// The devices that a text names, for boards of an order. `label`: what named them. Throws as choose_device() does, for
/// any rank.
Chosen choose_for(const std::string& wanted, const std::string& label, unsigned threads, int order);

/// When a checkpoint is due, and warnings where one can't be written.
class Checkpointer {
public:
    /// Locks the file, also a new one. Throws FileError if it can't be written, or another process writes it.
    Checkpointer(const std::string& name, std::chrono::milliseconds every) : file_(name), every_(every) {
        file_.reserve();  // no other run may choose it before the first checkpoint
    }

    /// True at first, then at intervals, and after SIGUSR1, which save() confirms with a message.
    bool due() {
        requested_ = requested_ || take_checkpoint_request();
        return requested_ || Clock::now() >= next_;
    }
    /// Writes the checkpoint. If that fails, it tells each cause once and returns false.
    bool save(const std::function<void(const StateWriter& to)>& state,
              const std::function<void(const std::string& message)>& tell);

    /// Whether the last checkpoint could not be written.
    bool failed() const { return failed_; }

private:
    WrittenFile file_;
    std::chrono::milliseconds every_;
    Clock::time_point next_ = Clock::now();
    bool failed_ = false, requested_ = false;
    std::set<std::string> reported_;
};

/// The options of a command with these settings: `more` and those that all runs have. In groups.
std::vector<Option> run_options(const SettingTable<SolveSettings>& table, std::vector<Option> more);

/// Null for a new run. With --checkpoint of the same file that is not there yet, the run is new too: one command line
/// for the first call and all others. Throws SettingError for a checkpoint of another command.
std::unique_ptr<Resumed> open_resumed(const CommandLine& line, std::string_view command);

struct RunParts {
    Backend& backend;
    const SolveSettings& settings;  ///< of these runs: of a batch those of its plan
    PuzzleInput& input;
    /// For `evodoku count`, whose runs are batches: it prints in place of results and messages, and says after each how
    /// many it takes in all.
    std::function<std::size_t(std::span<const AnnealedPopulation> all)> batches_needed = {};
};

struct RunsMade {
    bool are_solved;         ///< all runs were made, and every puzzle was solved
    bool is_saved;           ///< the run was stopped, and the checkpoint holds the rest
    SavedPosition position;  ///< what was done
};

struct PreparedRun {
    std::string program, name;  ///< of the command: "solve"
    const CommandLine& line;
    const SettingTable<SolveSettings>& table;
    std::unique_ptr<Resumed> resumed = open_resumed(line, name);
    SolveSettings settings = read_solve_settings(line, resumed.get(), table);
    std::optional<PuzzleInput> input = {};
    std::optional<Checkpointer> checkpoints = {};
    Chosen chosen = {};  ///< no device before open()
    ForEach for_each = {};
    bool is_history_complete = true;
    std::string title = {};  ///< of the present puzzle, where a command takes them one by one

    /// Reads the puzzles, and locks the checkpoint. False where bad puzzles leave nothing to do. Throws SettingError
    /// and FileError.
    bool begin();
    /// The time of this call, and of those before it.
    double seconds() const;
    bool should_stop() const;
    /// Chooses the devices that the settings name, once. Throws as choose_for() does.
    void choose();
    /// Opens the device that the settings name, once, and a backend: on the CPU where the GPU of `auto` can't be used.
    /// `resolve`: chooses in `settings` what depends on the device. Throws SettingError and DeviceError.
    std::unique_ptr<Backend> open(SolveSettings& settings, std::size_t puzzles,
                                  const std::function<void(const Device&)>& resolve = {});
    /// Makes the runs until the last one, the time limit or the user ends them, and reports each; with a history and
    /// checkpoints. A resumed run goes on where it was. Throws FileError.
    RunsMade make(const RunParts& parts);
    /// A message of the present puzzle, unless --quiet is set.
    void tell(const std::string& text) const;
    /// The command that resumes the run after so many seconds, for a shell; --timeout counts all of them: if it has
    /// passed, there is one with as much time again.
    std::string call_to_resume(double seconds) const;
    /// The exit code of a run that a signal ended, or whose checkpoint or history could not be written; else 0.
    int failure() const;
};

}  // namespace evodoku::app
