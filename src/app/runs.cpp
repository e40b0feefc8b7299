// Runs one after another, their progress, and their totals.
#include "runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "live_view.hpp"
#include "output.hpp"
#include "process.hpp"
#include "statistics/quantile.hpp"

namespace evodoku::app {
namespace {

bool solved_all(const Summary& run) { return run.solved == run.puzzles; }

std::optional<double> seconds_of(const std::optional<std::chrono::milliseconds>& time) {
    return time ? std::optional(static_cast<double>(time->count()) / 1000) : std::nullopt;
}

}  // namespace

Runs::Runs(Backend& backend, const SolveSettings& settings, PuzzleInput& input, const Report& report)
    : backend_(backend), settings_(settings), input_(input), report_(report) {}

bool Runs::operator()() {
    std::vector<Summary> runs;
    do {  // the first run in any case: every puzzle has its line in the results
        runs.push_back(one_run(*settings_.seed + runs.size()));
    } while (runs.size() < settings_.runs && !should_stop());
    if (settings_.runs > 1) sum_up(runs);
    return runs.size() == settings_.runs && std::ranges::all_of(runs, solved_all);
}

bool Runs::should_stop() const {
    const auto elapsed = std::chrono::steady_clock::now() - begin_;
    return interrupt_signal() != 0 || (settings_.timeout && elapsed >= *settings_.timeout);
}

Summary Runs::one_run(std::uint64_t seed) {
    LiveView view({settings_.quiet ? When::never : settings_.progress, settings_.verbose, input_.good(),
                   settings_.config.generations, seconds_of(settings_.timeout)});
    SolveOptions options;
    options.seed = seed;
    options.presolve = settings_.presolve;
    options.should_stop = [this] { return should_stop(); };
    options.every_generation = settings_.verbose;
    options.on_progress = [&](const Backend& backend) { view.show(backend); };
    input_.rewind();
    std::deque<InputPuzzle> on_their_way;
    std::string only_puzzle;  // its result, if there is only one puzzle
    const auto next = [&]() -> std::optional<Grid> {
        InputPuzzle puzzle;
        if (!input_.next(puzzle)) return std::nullopt;
        on_their_way.push_back(puzzle);
        return puzzle.grid;
    };
    const auto on_outcome = [&](const Outcome& outcome) {
        view.settle(outcome.evaluations, outcome.effort.redraws);
        if (input_.good() == 1) only_puzzle = describe(outcome);
        report_.outcome(outcome, on_their_way.front(), seed);
        on_their_way.pop_front();
        only_logic_ &= outcome.status == Status::solved && outcome.evaluations == 0 && outcome.filled != 0;
    };
    const Summary summary = solve(backend_, options, next, on_outcome);
    unsolved_ += summary.unsolved;
    if (settings_.runs == 1) {
        tell(describe(summary));
    } else {
        tell(fmt::format("seed {}: {}", seed, input_.good() == 1 ? only_puzzle : describe(summary)));
    }
    return summary;
}

void Runs::tell(const std::string& text) const {
    if (!settings_.quiet) say(text);
}

void Runs::sum_up(const std::vector<Summary>& runs) const {
    std::vector<double> efforts;  // evaluations of the runs that solved all puzzles
    for (const Summary& run : runs) {
        if (solved_all(run)) efforts.push_back(static_cast<double>(run.evaluations));
    }
    std::string text = fmt::format("{} of {} solved {}", efforts.size(), counted(runs.size(), "run"),
                                   input_.good() == 1 ? "the puzzle" : "all puzzles");
    if (runs.size() < settings_.runs) text += fmt::format(" (stopped; {} not begun)", settings_.runs - runs.size());
    if (!efforts.empty()) {
        std::ranges::sort(efforts);
        text += fmt::format("; evaluations of solved runs: min {}, median {}, max {}", rounded(efforts.front()),
                            rounded(*statistics::quantile(efforts, 0.5)), rounded(efforts.back()));
    }
    tell(text);
}

}  // namespace evodoku::app
