// `evodoku solve`: puzzles in, answers out.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "command_line.hpp"
#include "commands.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/numbers.hpp"
#include "exit_codes.hpp"
#include "interrupt.hpp"
#include "messages.hpp"
#include "puzzle_input.hpp"
#include "report.hpp"
#include "runs.hpp"
#include "solve_options.hpp"
#include "solve_settings.hpp"
#include "version.hpp"
#include "wording.hpp"

namespace evodoku::app {
namespace {

/// Names every bad puzzle; true where the run may go on.
bool accept(const PuzzleInput& input, bool keep_going) {
    if (input.bad() == 0) return true;
    for (const std::string& error : input.errors()) say(error);
    if (input.bad() > input.errors().size()) say(fmt::format("... and {} more", input.bad() - input.errors().size()));
    if (input.good() == 0) return false;
    if (!keep_going) {
        say(fmt::format("nothing was solved; --keep-going solves the other {}", counted(input.good(), "puzzle")));
    }
    return keep_going;
}

/// Settles what was left to the device and to the input.
Device resolve(SolveSettings& settings, std::size_t puzzles) {
    const DeviceChoice choice = choose_device(settings.device);
    if (!settings.quiet && !choice.note.empty()) say(choice.note);
    Config& config = settings.config;
    if (settings.automatic_population) {
        config.population =
            std::max(config.islands, suitable_population(choice.device) / config.islands * config.islands);
    }
    settings.automatic_population = false;
    fit(settings, settings.named);
    try {
        validate(config);
    } catch (const std::invalid_argument& error) {
        throw SettingError(with_origins(error.what(), settings, settings.given));
    }
    if (settings.format == Format::automatic) {
        settings.format = puzzles == 1 && settings.runs == 1 ? Format::grid : Format::line;
    }
    return choice.device;
}

/// Puzzles side by side, no more than there are.
std::uint32_t puzzle_slots(const Device& device, const SolveSettings& settings, std::size_t puzzles) {
    const std::uint32_t fit = suitable_puzzle_slots(device, settings.config, settings.threads);
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(puzzles, 1, fit));
}

}  // namespace

int solve_command(const std::string& program, int argc, const char* const* argv) {
    SolveSettings settings = parse_solve_options(argc, argv);
    if (settings.help || settings.version) {
        std::cout << (settings.help ? solve_help() : fmt::format("evodoku {}\n", version));
        return all_solved;
    }
    if (settings.print_config) {
        resolve(settings, 1);
        std::cout << config_text(settings);
        return all_solved;
    }
    PuzzleInput input(settings.inputs);
    if (!accept(input, settings.keep_going)) return bad_puzzle;

    const Device device = resolve(settings, input.good());
    const std::unique_ptr<Backend> backend =
        make_backend(device, settings.config, settings.threads, puzzle_slots(device, settings, input.good()));
    if (!settings.quiet) say(fmt::format("seed {} on {}", *settings.seed, backend->name()));
    // A seed that nobody else knows is never kept back.
    if (!settings.quiet || settings.random_seed) say("replay: " + replay_command(program, settings, to_text(device)));

    watch_for_interrupt();
    const Report report(settings, to_text(device));
    const bool solved = Runs(*backend, settings, input, report)();
    if (interrupt_signal() != 0) return interrupted + interrupt_signal();
    if (input.bad() != 0) return bad_puzzle;
    return solved ? all_solved : some_not_solved;
}

}  // namespace evodoku::app
