// Runs one after another, their progress, and their totals.
#include "runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <utility>

#include "output.hpp"
#include "process.hpp"
#include "statistics/quantile.hpp"
#include "team.hpp"

namespace evodoku::app {
namespace {

bool solved_all(const Summary& run) { return run.solved == run.puzzles; }

std::optional<double> seconds_of(const std::optional<std::chrono::milliseconds>& time) {
    return time ? std::optional(static_cast<double>(time->count()) / 1000) : std::nullopt;
}

/// The puzzles of a checkpoint must be those of the input.
void check_resumed(std::span<const Outcome> outcomes, const std::deque<InputPuzzle>& on_their_way) {
    const auto is_that = [](const Outcome& outcome, const InputPuzzle& input) { return outcome.puzzle == input.grid; };
    if (outcomes.size() > on_their_way.size() ||
        !std::equal(outcomes.begin(), outcomes.end(), on_their_way.begin(), is_that)) {
        throw CheckpointError("the checkpoint contradicts itself");
    }
}

}  // namespace

Runs::Runs(Backend& backend, const SolveSettings& settings, PuzzleInput& input, const Report& report,
           SolveHistory* history, ForEach for_each)
    : backend_(backend),
      settings_(settings),
      input_(input),
      report_(report),
      history_(history),
      for_each_(std::move(for_each)) {}

void Runs::resume(const SavedPosition& position, ByteSource state) {
    at_ = position;
    seconds_before_ = position.seconds;
    resumed_ = std::move(state);
}

bool Runs::operator()() {
    LiveView view({settings_.quiet ? When::never : settings_.progress, settings_.verbose, input_.good(), settings_.runs,
                   settings_.config.generations, seconds_of(settings_.timeout), seconds_before_,
                   settings_.config.islands});
    for (const Summary& run : at_.runs) view.end_run(run);
    do {  // the first run in any case: every puzzle has its line in the results
        const Summary run = one_run(*settings_.seed + at_.runs.size(), view);
        if (is_saved_) return false;
        at_.runs.push_back(run);
        view.end_run(run);
    } while (at_.runs.size() < settings_.runs && !should_stop());
    if (settings_.runs > 1) sum_up();
    return at_.runs.size() == settings_.runs && std::ranges::all_of(at_.runs, solved_all);
}

double Runs::seconds() const {
    return seconds_before_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

bool Runs::should_stop() const {
    return interrupt_signal() != 0 || (settings_.timeout && seconds() >= *seconds_of(settings_.timeout));
}

/// What solve() needs to write checkpoints, and to go on from one.
Checkpoints Runs::checkpoints(LiveView& view) {
    Checkpoints hooks;
    if (resumed_) hooks.taken = at_.taken, hooks.reported = at_.reported;
    hooks.resume = std::exchange(resumed_, {});
    if (checkpoints_ == nullptr) return hooks;
    hooks.due = [this] { return checkpoints_->due(); };
    hooks.save = [this, &view](const std::function<void(const ByteSink& to)>& write_run) {
        if (checkpoints_->is_slow()) view.show_writing(checkpoints_->name());
        ResultSink& results = report_.results();
        results.sync();  // what the checkpoint counts as written must not get lost after it
        at_.seconds = seconds();
        at_.output_bytes = results.is_file() ? results.length() : 0;
        const auto write_all = [&](const ByteSink& to) {
            write({*command_, at_}, to);
            write_run(to);
        };
        const bool saved = checkpoints_->save(write_all, [&](const std::string& message) {
            view.clear();
            say(message);
        });
        is_saved_ = saved;
        return saved;
    };
    return hooks;
}

Summary Runs::one_run(std::uint64_t seed, LiveView& view) {
    view.begin_run(seed);
    std::optional<Solver> solver;
    SolveOptions options;
    options.seed = seed;
    options.presolve = settings_.presolve;
    options.should_stop = [this, &view] {
        view.tick();
        return should_stop();
    };
    options.for_each = for_each_;
    options.every_generation = settings_.verbose || history_ != nullptr;
    options.on_progress = [&](const Backend& backend) {
        if (history_ != nullptr) record(backend, view);
        view.show(backend, *solver);
    };
    if (history_ != nullptr) history_->recorder().begin_run(seed);
    input_.rewind();
    std::deque<InputPuzzle> on_their_way;
    const bool is_resumed{resumed_};
    if (is_resumed) {
        InputPuzzle puzzle;
        for (std::uint64_t k = 0; k < at_.taken && input_.next(puzzle); ++k) {
            if (k < at_.reported) continue;
            on_their_way.push_back(puzzle);
            if (history_ != nullptr) begin_in_history(k, puzzle);
        }
    } else {
        at_.taken = at_.reported = 0;
        at_.only_puzzle.clear();
    }
    options.checkpoints = checkpoints(view);
    const auto next = [&]() -> std::optional<Grid> {
        InputPuzzle puzzle;
        if (!input_.next(puzzle)) return std::nullopt;
        on_their_way.push_back(puzzle);
        if (history_ != nullptr) begin_in_history(at_.taken, puzzle);
        ++at_.taken;
        return puzzle.grid;
    };
    const auto on_outcomes = [&](std::span<const Outcome> outcomes) {
        if (is_resumed) check_resumed(outcomes, on_their_way);
        if (!report_.results().is_apart()) view.clear();
        for (const Outcome& outcome : outcomes) {
            if (history_ != nullptr) history_->recorder().end_puzzle(outcome);
            if (input_.good() == 1) at_.only_puzzle = describe(outcome);
            at_.unsolved += outcome.status == Status::unsolved && (!outcome.stopped || outcome.evaluations != 0);
            at_.only_logic &= outcome.status == Status::solved && outcome.evaluations == 0 && outcome.filled != 0;
        }
        report_.outcomes(outcomes, on_their_way, seed);
        const auto count = static_cast<std::ptrdiff_t>(outcomes.size());
        on_their_way.erase(on_their_way.begin(), on_their_way.begin() + count);
        at_.reported += outcomes.size();
    };
    solver.emplace(backend_, options, next, on_outcomes);
    while (solver->advance()) {
    }
    const Summary summary = solver->finish();
    view.clear();
    is_saved_ = is_saved_ && summary.stopped;
    if (is_saved_) return summary;
    if (settings_.runs == 1) {
        tell(describe(summary));
    } else {
        tell(fmt::format("seed {}: {}", seed, input_.good() == 1 ? at_.only_puzzle : describe(summary)));
    }
    return summary;
}

void Runs::record(const Backend& backend, LiveView& view) {
    history_->recorder().look(backend);
    if (const std::string failure = history_->new_failure(); !failure.empty()) {
        view.clear();
        say(this_rank() + failure);
    }
}

void Runs::begin_in_history(std::uint64_t puzzle_index, const InputPuzzle& puzzle) {
    history_->recorder().begin_puzzle(static_cast<std::uint32_t>(puzzle_index), puzzle.grid, std::string(puzzle.source),
                                      puzzle.line);
}

void Runs::tell(const std::string& text) const {
    if (!settings_.quiet) say(text);
}

void Runs::sum_up() const {
    const std::vector<Summary>& runs = at_.runs;
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
