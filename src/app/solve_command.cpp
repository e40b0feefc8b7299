// `evodoku solve`: puzzles in, answers out.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "devices/internal.hpp"
#include "evodoku/devices/devices.hpp"
#include "prepared_run.hpp"
#include "settings/config_file.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

/// Chooses the settings that depend on the device and on the input.
void resolve(SolveSettings& settings, const Device& device, std::size_t puzzles) {
    const Config& config = settings.config;
    const std::uint32_t wanted = settings.automatic_population ? 0 : config.population;
    complete(settings, suitable_population(device, settings.order));
    if (!settings.quiet && wanted != 0 && config.population != wanted) {
        say(fmt::format("population {}: {} for each of {} islands; --population sets it", config.population, wanted,
                        config.islands));
    }
    if (settings.format == Format::automatic) {
        settings.format = puzzles == 1 && settings.runs == 1 && settings.part.count == 1 ? Format::grid : Format::line;
    }
}

}  // namespace

std::vector<Option> solve_options() {
    return run_options(
        solve_settings(),
        {{{"puzzle", "Input", "a puzzle: 81 cells for 9 x 9, blanks . 0 x X * _ (may be repeated)", '\0', basic},
          "STRING"},
         {{"preset", "Configuration", "a built-in configuration; evodoku presets lists them", '\0', basic},
          "NAME",
          preset_names()},
         {{"print-config", "Configuration", "print every setting as a file for --config; solve nothing"}},
         {{"version", "Output", "print the version of the program"}}});
}

int run_solve(const std::string& program, const CommandLine& line) {
    if (line.has("version")) {
        std::cout << fmt::format("evodoku {}\n", version);
        return all_solved;
    }
    PreparedRun run{program, "solve", line, solve_settings()};
    SolveSettings& settings = run.settings;
    if (line.has("print-config")) {
        check_order(settings, settings.order);
        const std::string device = device_for_order(settings.device, settings.order);
        const DeviceChoice choice = choose_devices(device, settings.label_of("device")).front();
        if (!choice.note.empty()) say_unless(settings.quiet, choice.note);
        resolve(settings, choice.device, 1);
        std::cout << config_text(settings);
        return all_solved;
    }
    if (!run.begin()) return bad_puzzle;
    PuzzleInput& input = *run.input;
    const std::unique_ptr<Backend> backend =
        run.open(settings, input.good(), [&](const Device& device) { resolve(settings, device, input.good()); });
    const std::string device = to_text(run.chosen.first());
    if (!settings.quiet) {
        for (const std::string& other : run.chosen.others) say(other);
        say(fmt::format("seed {} on {}", *settings.seed, backend->name()));
        say("replay: " + replay_command(program, settings, device));
    } else if (!settings.named.contains("seed")) {
        say(fmt::format("seed {}", *settings.seed));  // nothing else knows it
    }

    watch_for_interrupt(settings.quiet, settings.checkpoint);
    const RunsMade runs = run.make({.backend = *backend, .settings = settings, .input = input});
    if (runs.is_saved) {
        run.tell(fmt::format("stopped: {} of {} answered; {} goes on", runs.position.reported,
                             counted(input.good(), "puzzle"), run.call_to_resume(runs.position.seconds)));
    }
    if (const int code = run.failure(); code != 0) return code;
    if (runs.is_saved) return some_not_solved;
    const bool is_bare = settings.order == 3 && !line.has("preset") && !settings.named.contains("presolve");
    if (runs.are_solved && runs.position.only_logic && is_bare && !settings.quiet) {
        say(fmt::format("solved by logic alone; --preset plain evolves {}", input.good() == 1 ? "it" : "them"));
    }
    if (runs.position.unsolved != 0 && !settings.quiet)
        say("is there a solution? " + check_call(program, settings.inputs));
    if (input.bad().count() != 0) return bad_puzzle;
    const std::vector<Summary>& summaries = runs.position.runs;
    const bool is_complete = summaries.size() == settings.runs && std::ranges::none_of(summaries, &Summary::stopped);
    return runs.are_solved || (settings.unsolved_ok && is_complete) ? all_solved : some_not_solved;
}

}  // namespace evodoku::app
