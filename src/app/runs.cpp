// Runs one after another, and what they come to together.
#include "runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "interrupt.hpp"
#include "messages.hpp"
#include "progress_line.hpp"
#include "wording.hpp"

namespace evodoku::app {
namespace {

bool solved_all(const Summary& run) { return run.solved == run.puzzles; }

}  // namespace

Runs::Runs(Backend& backend, const SolveSettings& settings, PuzzleInput& input, const Report& report)
    : backend_(backend), settings_(settings), input_(input), report_(report) {}

bool Runs::operator()() {
    std::vector<Summary> runs;
    do {  // the first in any case: every puzzle has its line in the results
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
    ProgressLine line(settings_.verbose, input_.good());
    SolveOptions options;
    options.seed = seed;
    options.presolve = settings_.presolve;
    options.should_stop = [this] { return should_stop(); };
    options.every_generation = settings_.verbose;
    if (!settings_.quiet) options.on_progress = [&](const Backend& backend) { line.show(backend); };
    input_.rewind();
    std::deque<InputPuzzle> on_their_way;
    std::string only_puzzle;  // what became of it, where there is but one
    const auto next = [&]() -> std::optional<Grid> {
        InputPuzzle puzzle;
        if (!input_.next(puzzle)) return std::nullopt;
        on_their_way.push_back(puzzle);
        return puzzle.grid;
    };
    const auto on_outcome = [&](const Outcome& outcome) {
        line.settle(outcome.evaluations);
        if (input_.good() == 1) only_puzzle = describe(outcome);
        report_.outcome(outcome, on_their_way.front(), seed);
        on_their_way.pop_front();
    };
    const Summary summary = solve(backend_, options, next, on_outcome);
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
    std::vector<double> efforts;  // evaluations of the runs that solved everything
    for (const Summary& run : runs) {
        if (solved_all(run)) efforts.push_back(static_cast<double>(run.evaluations));
    }
    std::string text = fmt::format("{} of {} solved {}", efforts.size(), counted(runs.size(), "run"),
                                   input_.good() == 1 ? "the puzzle" : "all puzzles");
    if (runs.size() < settings_.runs) text += fmt::format(" (stopped; {} not begun)", settings_.runs - runs.size());
    if (!efforts.empty()) {
        std::ranges::sort(efforts);
        text += fmt::format("; evaluations of those: least {}, median {}, most {}", rounded(efforts.front()),
                            rounded(efforts[efforts.size() / 2]), rounded(efforts.back()));
    }
    tell(text);
}

}  // namespace evodoku::app
