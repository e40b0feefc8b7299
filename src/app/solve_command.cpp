// `evodoku solve`: puzzles in, answers out.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>

#include "checkpoint/checkpoint_file.hpp"
#include "commands.hpp"
#include "cpu/machine.hpp"
#include "devices/internal.hpp"
#include "engine/text.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/errors.hpp"
#include "output.hpp"
#include "process.hpp"
#include "puzzle_input.hpp"
#include "resuming.hpp"
#include "result_writer.hpp"
#include "runs.hpp"
#include "saved_solve.hpp"
#include "session.hpp"
#include "settings/config_file.hpp"
#include "solve_settings.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

/// True if the run may continue in spite of bad puzzles. `check`: the command that lists all.
bool accept(const PuzzleInput& input, bool keep_going, const std::string& check) {
    const BadPuzzles& bad = input.bad();
    if (bad.count() == 0) return true;
    bad.sum_up(check);
    if (input.good() == 0) return false;
    if (!keep_going) {
        say(fmt::format("nothing was solved; --keep-going solves the rest: {}", counted(input.good(), "puzzle")));
    }
    return keep_going;
}

/// Chooses the settings that depend on the device and on the input.
void resolve(SolveSettings& settings, const DeviceChoice& choice, std::size_t puzzles) {
    if (!settings.quiet && !choice.note.empty()) say(choice.note);
    const Config& config = settings.config;
    const std::uint32_t wanted = settings.automatic_population ? 0 : config.population;
    derive_defaults(settings, settings.named, suitable_population(choice.device, settings.order));
    check_combinations(settings, settings.given);
    if (!settings.quiet && wanted != 0 && config.population != wanted) {
        say(fmt::format("population {}: {} for each of {} islands; --population sets it", config.population, wanted,
                        config.islands));
    }
    if (settings.format == Format::automatic) {
        settings.format = puzzles == 1 && settings.runs == 1 ? Format::grid : Format::line;
    }
}

/// Resolves the settings, then opens the backend: on the CPU where the GPU of `auto` has too little memory.
std::unique_ptr<Backend> open_resolved(Chosen& chosen, SolveSettings& settings, std::size_t puzzles) {
    const bool automatic_population = settings.automatic_population;
    try {
        resolve(settings, chosen.devices.front(), puzzles);
        return open_backend(chosen, settings, puzzles);
    } catch (const DeviceError& error) {
        if (!falls_back(chosen, settings, error)) throw;
    }
    settings.automatic_population = automatic_population;
    resolve(settings, chosen.devices.front(), puzzles);
    return open_backend(chosen, settings, puzzles);
}

/// What a stopped run leaves to do.
void tell_saved(const std::string& program, const RunsMade& runs, const SolveSettings& settings, std::size_t puzzles) {
    say(fmt::format("stopped: {} of {} answered; {} goes on", runs.position.reported, counted(puzzles, "puzzle"),
                    call_to_resume(program, "solve", settings, runs.position.seconds)));
}

/// Solves the puzzles of a command; returns the exit code. `resumed`: null for a new run. `session`: null for a process
/// that is alone.
int solve_input(const std::string& program, const CommandLine& line, SolveSettings& settings, const Resumed* resumed,
                Ranks* session) {
    if (!settings.quiet) std::ranges::for_each(settings.inputs, tell_if_waiting);
    end_reading_in_time(settings, resumed ? resumed->saved.position.seconds : 0);
    PuzzleInput input(settings.inputs, settings.order, settings.format == Format::csv);
    if (!accept(input, settings.keep_going, check_call(program, settings.inputs))) return bad_puzzle;

    if (resumed) {
        check_input(input, resumed->saved.command, resumed->file.name());
        begin_resumed(*resumed, settings);
    }
    if (!resumed || settings.checkpoint != resumed->file.name()) check_is_free(settings);
    std::optional<Checkpointer> checkpoints;
    if (!settings.checkpoint.empty()) checkpoints.emplace(settings.checkpoint, settings.checkpoint_every);
    if (resumed) check_unchanged(*resumed);

    Chosen chosen = choose_for(settings.device, settings.label_of("device"), settings.threads, settings.order, session);
    const std::unique_ptr<Backend> backend = open_resolved(chosen, settings, input.good());
    const Device& device = chosen.first();
    if (!settings.quiet) {
        for (const std::string& other : chosen.others) say(other);
        say(fmt::format("seed {} on {}", *settings.seed, backend->name()));
        say("replay: " + replay_command(program, settings, to_text(device)));
    } else if (settings.random_seed) {
        say(fmt::format("seed {}", *settings.seed));  // nothing else knows it
    }

    std::vector<std::string> devices = chosen.others;
    devices.insert(devices.begin(), backend->name());
    watch_for_interrupt(settings.quiet, settings.checkpoint);
    const std::unique_ptr<cpu::Workers> helpers = cpu::make_tbb_workers(settings.threads);
    const ForEach for_each = [&](std::uint32_t count, const auto& task) { helpers->for_each(count, task); };
    ResultWriter results(settings, to_text(device), for_each, input.columns(),
                         resumed ? resumed->saved.position.output_bytes : 0);
    const std::unique_ptr<history::Recording> history = open_history(settings, devices, resumed != nullptr);
    if (!resumed) results.cut();
    if (checkpoints) watch_for_checkpoint_request();
    const RunsMade runs =
        make_runs_of({.backend = *backend,
                      .settings = settings,
                      .input = input,
                      .results = results,
                      .for_each = for_each,
                      .history = history.get(),
                      .checkpoints = checkpoints ? &*checkpoints : nullptr,
                      .command = {"solve", version, saved_settings(settings), settings.inputs, input.good(), input.checksum()},
                      .begin = resumed ? resumed->saved.position : SavedPosition{},
                      .state = resumed ? resumed->source : StateReader{}});
    const bool complete = !history || history->file().failure().empty();
    if (runs.is_saved && !settings.quiet) tell_saved(program, runs, settings, input.good());
    if (interrupt_signal() != 0) return interrupted + interrupt_signal();
    if (checkpoints && checkpoints->failed()) return input_output_error;
    if (!complete) return input_output_error;
    if (runs.is_saved) return some_not_solved;
    const bool is_bare = settings.order == 3 && !line.has("preset") && !settings.named.contains("presolve");
    if (runs.are_solved && runs.position.only_logic && is_bare && !settings.quiet) {
        say(fmt::format("solved by logic alone; --preset plain evolves {}", input.good() == 1 ? "it" : "them"));
    }
    if (runs.position.unsolved != 0 && !settings.quiet)
        say("is there a solution? " + check_call(program, settings.inputs));
    if (input.bad().count() != 0) return bad_puzzle;
    return runs.are_solved ? all_solved : some_not_solved;
}

}  // namespace

CommandInfo solve_info() {
    CommandInfo info;
    info.options = {
        {{"puzzle", "Input", "a puzzle: 81 cells for 9 x 9, blanks . 0 x X * _ (may be repeated)", '\0', Tier::basic},
         "STRING"},
        {{"preset", "Configuration", "a built-in configuration; evodoku presets lists them", '\0', Tier::basic},
         "NAME",
         "",
         preset_names()},
        {{"config", "Configuration", "settings from a file (TOML)", '\0', Tier::basic}, "FILE"},
        {{"print-config", "Configuration", "print every setting as such a file; solve nothing"}},
        {{"resume", "Checkpoints", "go on with the run of a checkpoint, on any device; its settings and puzzles hold"},
         "FILE"}};
    for (const OptionInfo& option : options_of(solve_settings())) info.options.push_back(option);
    info.options.push_back({{"version", "Output", "print the version of the program"}});
    static constexpr std::string_view groups[] = {"Input",   "Configuration", "Machine",     "Evolution",
                                                  "Islands", "Budget",        "Checkpoints", "Output"};
    std::ranges::stable_sort(info.options, {},
                             [](const OptionInfo& option) { return std::ranges::find(groups, option.group); });
    info.notes = solve_notes;
    info.more = solve_more;
    return info;
}

int run_solve(const std::string& program, const CommandLine& line) {
    if (line.has("version")) {
        std::cout << fmt::format("evodoku {}\n", version);
        return all_solved;
    }
    Ranks* const session = join_session(line);
    if (session != nullptr && session->rank() != 0) return serve_session(*session, line);
    const std::unique_ptr<Resumed> resumed = open_resumed(line, "solve");
    SolveSettings settings =
        resumed ? read_solve_settings(line, &resumed->saved.command, resumed->file.name()) : read_solve_settings(line);
    if (line.has("print-config")) {
        check_order(settings, settings.order);
        resolve(settings,
                choose_devices(device_for_order(settings.device, settings.order), settings.label_of("device")).front(),
                1);
        std::cout << config_text(settings);
        return all_solved;
    }
    if (settings.inputs.empty()) {
        throw SettingError(
            "no puzzle given: name a file, - for standard input, or a puzzle in one word; see evodoku solve --help");
    }
    check_order(settings, settings.order);
    check_files(settings, line);
    return solve_input(program, line, settings, resumed.get(), session);
}

}  // namespace evodoku::app
