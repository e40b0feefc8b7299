// `evodoku solve`: puzzles in, answers out.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "command_line.hpp"
#include "commands.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/solve.hpp"
#include "exit_codes.hpp"
#include "interrupt.hpp"
#include "progress_line.hpp"
#include "puzzle_input.hpp"
#include "report.hpp"
#include "solve_options.hpp"

namespace evodoku::app {
namespace {

using Clock = std::chrono::steady_clock;

void say(const SolveSettings& settings, const std::string& text) {
    if (!settings.quiet && !text.empty()) fmt::print(stderr, "evodoku: {}\n", text);
}

/// Names every bad puzzle; true where the run may go on.
bool accept(const PuzzleInput& input, const SolveSettings& settings) {
    constexpr std::size_t most = 20;
    for (std::size_t k = 0; k < std::min(most, input.errors.size()); ++k) {
        fmt::print(stderr, "evodoku: {}\n", input.errors[k]);
    }
    if (input.errors.size() > most) fmt::print(stderr, "evodoku: ... and {} more\n", input.errors.size() - most);
    if (input.errors.empty()) return true;
    if (settings.keep_going) return !input.puzzles.empty();
    if (!input.puzzles.empty()) {
        fmt::print(stderr, "evodoku: nothing was solved; --keep-going solves the other {} puzzle{}\n",
                   input.puzzles.size(), input.puzzles.size() == 1 ? "" : "s");
    }
    return false;
}

/// Settles what was left to the device.
Device resolve(SolveSettings& settings) {
    const DeviceChoice choice = choose_device(settings.device);
    say(settings, choice.note);
    Config& config = settings.config;
    if (settings.automatic_population) {
        config.population = std::max(config.islands, suitable_population(choice.device) / config.islands * config.islands);
    }
    return choice.device;
}

/// Puzzles side by side: as many as keep the machine busy with the population each of them has.
std::uint32_t puzzle_slots(const Device& device, const Config& config, std::size_t puzzles) {
    const std::uint32_t fit = std::max(1u, suitable_population(device) / config.population);
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(puzzles, 1, fit));
}

/// All runs of the command.
class Runs {
public:
    Runs(Backend& backend, const SolveSettings& settings, const std::vector<InputPuzzle>& puzzles, const Report& report)
        : backend_(backend),
          settings_(settings),
          puzzles_(puzzles),
          report_(report),
          progress_(settings.quiet, settings.verbose) {}

    /// Unsolved puzzles, over all runs.
    std::uint64_t operator()() {
        std::uint64_t solved_runs = 0, unsolved = 0, made = 0;
        for (std::uint32_t run = 0; run < settings_.runs && !should_stop(); ++run, ++made) {
            const std::uint64_t seed = settings_.seed + run;
            const Summary summary = one_run(seed);
            unsolved += summary.puzzles - summary.solved;
            solved_runs += summary.solved == summary.puzzles;
            if (settings_.runs > 1) say(settings_, fmt::format("seed {}: {}", seed, describe(summary)));
            if (settings_.runs == 1) say(settings_, describe(summary));
        }
        if (settings_.runs > 1) {
            say(settings_, fmt::format("{} of {} runs solved all puzzles; {}evaluations", solved_runs, settings_.runs,
                                       short_number(static_cast<double>(evaluations_))));
        }
        return unsolved + (settings_.runs - made);
    }

private:
    bool should_stop() const {
        return interrupt_signal() != 0 || (settings_.timeout && Clock::now() - begin_ >= *settings_.timeout);
    }

    Summary one_run(std::uint64_t seed) {
        SolveOptions options;
        options.seed = seed;
        options.presolve = settings_.presolve;
        options.should_stop = [this] { return should_stop(); };
        options.every_generation = settings_.verbose;
        if (!settings_.quiet) {
            options.on_progress = [this](const std::vector<Progress>& progress) { progress_.show(progress, evaluations_); };
        }
        std::size_t given = 0;
        const auto next = [&]() -> std::optional<Grid> {
            if (given == puzzles_.size()) return std::nullopt;
            return puzzles_[given++].grid;
        };
        const auto on_outcome = [&](const Outcome& outcome) {
            progress_.clear();
            evaluations_ += outcome.evaluations;
            report_.outcome(outcome, puzzles_[outcome.place], seed);
            if (!std::cout) throw InputOutputError("cannot write to standard output");
        };
        const Summary summary = solve(backend_, options, next, on_outcome);
        progress_.clear();
        return summary;
    }

    Backend& backend_;
    const SolveSettings& settings_;
    const std::vector<InputPuzzle>& puzzles_;
    const Report& report_;
    ProgressLine progress_;
    const Clock::time_point begin_ = Clock::now();
    std::uint64_t evaluations_ = 0;
};

}  // namespace

int solve_command(int argc, const char* const* argv) {
    SolveSettings settings = parse_solve_options(argc, argv);
    if (settings.help) {
        std::cout << solve_help();
        return all_solved;
    }
    const PuzzleInput input = read_puzzles(settings);
    if (!accept(input, settings)) return bad_puzzle;

    const Device device = resolve(settings);
    const std::unique_ptr<Backend> backend =
        make_backend(device, settings.config, settings.threads,
                     puzzle_slots(device, settings.config, input.puzzles.size()));
    const std::string replay = "replay: " + replay_command(settings, to_text(device));
    say(settings, fmt::format("seed {} on {}", settings.seed, backend->name()));
    say(settings, replay);
    // A seed that nobody else knows is never kept back.
    if (settings.quiet && settings.random_seed) fmt::print(stderr, "evodoku: {}\n", replay);

    Format format = settings.format;
    if (format == Format::automatic) format = input.puzzles.size() == 1 ? Format::grid : Format::line;
    const Report report(format, settings, to_text(device));
    watch_for_interrupt();
    const std::uint64_t unsolved = Runs(*backend, settings, input.puzzles, report)();
    if (interrupt_signal() != 0) return interrupted + interrupt_signal();
    if (!input.errors.empty()) return bad_puzzle;
    return unsolved == 0 ? all_solved : some_not_solved;
}

}  // namespace evodoku::app
