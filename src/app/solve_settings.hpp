// All settings of `evodoku solve`: the search, the machine, the output; `evodoku count` takes a part of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "commands.hpp"
#include "evodoku/counting/count.hpp"
#include "output.hpp"
#include "puzzle_input.hpp"
#include "saved_solve.hpp"
#include "settings/search_settings.hpp"

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

/// Reading an input is an error after --timeout, which began that many seconds before this command.
void end_reading_in_time(SolveSettings& settings, double seconds);

/// All settings that a checkpoint keeps.
std::vector<Value> saved_settings(const SolveSettings& settings);

/// The settings that determine the results, as a configuration file that replays the run.
std::string config_text(const SolveSettings& settings);

/// A command line that replays the run: the preset, the seed and what the user set. With -v every setting is spelled
/// out, so that it replays the run even if defaults change. `program`: its name as it was called. `settings`: nothing
/// is left to `auto` except the device, which is `device`. The time limit, threads, -q and -v are left out: they do not
/// change the results.
std::string replay_command(const std::string& program, const SolveSettings& settings, const std::string& device);

/// The command that checks whether these puzzles have a solution.
std::string check_call(const std::string& program, const std::vector<InputSource>& inputs);

}  // namespace evodoku::app
