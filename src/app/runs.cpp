// Runs one after another, their progress, and their totals.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <ranges>
#include <span>
#include <utility>

#include "commit.hpp"
#include "history/history.hpp"
#include "live_view.hpp"
#include "output.hpp"
#include "prepared_run.hpp"
#include "process.hpp"
#include "result_writer.hpp"
#include "statistics/statistics.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

bool solved_all(const Summary& run) { return run.solved == run.puzzles; }

/// The history of all runs; null where none is wanted. `resumed`: at the end of the file.
std::unique_ptr<history::Recording> open_history(const SolveSettings& settings, const std::vector<std::string>& devices,
                                                 bool resumed) try {
    if (settings.history.empty()) return nullptr;
    history::Header header;
    header.version = version, header.commit = commit;
    header.devices = devices;
    header.seed = *settings.seed, header.runs = settings.runs;
    header.schedule = history::schedule_of(settings.config, settings.history_every);
    for (const Value& value : values_of<SearchSettings>(settings, search_settings())) {
        header.configuration.emplace_back(value.name, value.text);
    }
    const history::FileFormat format = history::format_of(settings.label_of("history"), settings.history);
    return std::make_unique<history::Recording>(settings.history, format, settings.config, header, resumed);
} catch (const FileError& error) {
    throw FileError(fmt::format("{}: {}", settings.label_of("history"), error.what()));
}

class Runs : RunParts {
public:
    /// `recording`: null where no history is written. `command`: for the checkpoints.
    Runs(PreparedRun& prepared, const RunParts& parts, history::Recording* recording, SavedCommand command)
        : RunParts(parts),
          prepared_(prepared),
          history_(recording),
          command_(std::move(command)),
          at_(prepared.resumed ? prepared.resumed->saved.position : SavedPosition{}),
          state_(prepared.resumed ? prepared.resumed->source : StateReader{}),
          view_(settings.quiet ? When::never : settings.progress, settings.verbose, settings.config.islands,
                {.runs = settings.runs,
                 .puzzles = input.good(),
                 .budget = settings.config.generations,
                 .timeout = settings.timeout ? std::optional(std::chrono::duration<double>(*settings.timeout).count() -
                                                             seconds_since(settings.start))
                                             : std::nullopt,
                 .title = prepared.title,
                 .are_batches = bool{make_batches},
                 .seconds = at_.seconds}) {
        at_.output = at_.history = {};  // these may be other files
    }

    RunsMade operator()() {
        for (const Summary& run : at_.runs) view_.end_run(run);
        if (make_batches) {
            make_batches([this](Batches& all, std::size_t needed) {
                view_.expect(needed);
                const bool is_made = make_next();
                all = {at_.annealed, at_.runs};
                return is_made;
            });
        } else {  // the first run in any case: every puzzle has its line in the results
            while (make_next() && at_.runs.size() < settings.runs && !prepared_.should_stop()) continue;
            if (settings.runs > 1 && !is_saved_) sum_up();
        }
        if (history_ != nullptr) {
            history_->flush();
            tell_history_failure();
        }
        return {at_.runs.size() == settings.runs && std::ranges::all_of(at_.runs, solved_all), is_saved_, at_};
    }

private:
    /// False if the run was stopped, and the checkpoint holds the rest.
    bool make_next() {
        const Summary run = one_run(*settings.seed + at_.runs.size());
        if (is_saved_) return false;
        at_.runs.push_back(run);
        view_.end_run(run);
        return true;
    }

    Summary one_run(std::uint64_t seed) {
        const bool is_resumed{state_};
        begin_run(seed, is_resumed);
        std::optional<Solver> solver;
        SolveOptions options;
        options.seed = seed;
        options.part = input.part();
        options.presolve = settings.presolve;
        options.should_stop = [this] {
            view_.tick();
            return prepared_.should_stop();
        };
        options.for_each = prepared_.for_each;
        options.every_generation = settings.verbose || history_ != nullptr;
        options.on_progress = [&](const Backend& evolving) {
            if (history_ != nullptr) {
                history_->sample(evolving);
                tell_history_failure();
            }
            view_.show(evolving, *solver, at_.reported);
        };
        Checkpoints& hooks = options.checkpoints;
        if (is_resumed) hooks.taken = at_.taken, hooks.reported = at_.reported;
        hooks.resume = std::exchange(state_, {});
        if (prepared_.checkpoints) {
            hooks.due = [this] { return prepared_.checkpoints->due() || has_new_output(); };
            hooks.save = [this](const auto& write_run) { return save(write_run); };
        }
        const auto next = [this] {
            std::optional<Grid> puzzle = take();
            at_.taken += puzzle.has_value();
            return puzzle;
        };
        const auto on_outcomes = [&](std::span<const Outcome> outcomes) {
            const auto taken = under_way_ | std::views::take(outcomes.size());
            if (is_resumed && !std::ranges::equal(outcomes, taken, {}, &Outcome::puzzle, &io::ReadPuzzle::grid))
                throw CheckpointError("the checkpoint contradicts itself");  // its puzzles are not those of the input
            report(outcomes, seed);
        };
        solver.emplace(backend, options, next, on_outcomes);
        while (solver->advance()) {
        }
        if (history_ != nullptr && !prepared_.checkpoints) history_->end(backend);  // else the next run goes on
        const Summary summary = solver->finish();
        view_.clear();
        is_saved_ = is_saved_ && summary.stopped;
        if (is_saved_ || make_batches) return summary;
        const std::string text = settings.runs > 1 && input.good() == 1 ? at_.only_puzzle : describe(summary);
        say_unless(settings.quiet, settings.runs > 1 ? fmt::format("seed {}: {}", seed, text) : text);
        return summary;
    }

    void begin_run(std::uint64_t seed, bool is_resumed) {
        view_.begin_run(seed);
        if (history_ != nullptr) history_->begin_run(seed);
        input.rewind();
        under_way_.clear();
        if (!is_resumed) {
            at_.taken = at_.reported = 0;
            at_.only_puzzle.clear();
            return;
        }
        io::ReadPuzzle reported;
        for (std::uint64_t k = 0; k < at_.reported && input.next(reported); ++k) continue;
        for (std::uint64_t k = at_.reported; k < at_.taken && take(); ++k) continue;
    }

    /// The next puzzle of the input.
    std::optional<Grid> take() {
        io::ReadPuzzle next;
        if (!input.next(next)) return std::nullopt;
        const io::ReadPuzzle& puzzle = under_way_.emplace_back(std::move(next));
        if (history_ != nullptr)
            history_->begin_puzzle(static_cast<std::uint32_t>(puzzle.index), puzzle.grid, std::string(puzzle.source),
                                   puzzle.line);
        return puzzle.grid;
    }

    void report(std::span<const Outcome> outcomes, std::uint64_t seed) {
        if (results != nullptr && !results->is_apart()) view_.clear();
        for (const Outcome& outcome : outcomes) {
            if (history_ != nullptr) history_->end_puzzle(outcome);
            if (input.good() == 1) at_.only_puzzle = describe(outcome);
            if (make_batches && !outcome.stopped) {
                at_.annealed.insert(at_.annealed.end(), outcome.annealed.begin(), outcome.annealed.end());
            }
            at_.unsolved += outcome.status == Status::unsolved && (!outcome.stopped || outcome.evaluations != 0);
            at_.only_logic &= outcome.status == Status::solved && outcome.evaluations == 0 && outcome.filled != 0;
        }
        if (results != nullptr) results->write(outcomes, under_way_, seed);
        under_way_.erase(under_way_.begin(), under_way_.begin() + static_cast<std::ptrdiff_t>(outcomes.size()));
        at_.reported += outcomes.size();
    }

    /// Whether there are answers, and no checkpoint that knows their file: a resumed run takes no other for its own.
    bool has_new_output() const { return at_.output_bytes == 0 && !settings.output.empty() && results->length() != 0; }

    bool save(const std::function<void(const StateWriter& to)>& write_run) {
        if (results != nullptr) results->sync();  // what the checkpoint counts as written must not get lost after it
        at_.seconds = prepared_.seconds();
        at_.output_bytes = settings.output.empty() ? 0 : results->length();
        if (history_ != nullptr) history_->flush(true);
        const auto write_all = [&](const StateWriter& to) {
            if (at_.output_bytes != 0) keep_beginning(at_.output, settings.output, at_.output_bytes);
            if (history_ != nullptr) keep_beginning(at_.history, settings.history);
            write({command_, at_}, to);
            write_run(to);
        };
        is_saved_ = prepared_.checkpoints->save(write_all, [this](const std::string& message) { interject(message); });
        return is_saved_;
    }

    /// Reads the beginning of a file that only grows, until it is complete.
    static void keep_beginning(FileBeginning& beginning, const std::string& file, std::uint64_t written = ~0ull) {
        constexpr std::uint64_t longest = 4096;
        if (beginning.bytes < longest) beginning = beginning_of(file, std::min(written, longest));
    }

    /// Says once why the history can't be written any more.
    void tell_history_failure() {
        const std::string& failure = history_->failure();
        if (failure.empty() || !std::exchange(prepared_.is_history_complete, false)) return;
        interject(fmt::format("{}--history: {}; the history ends here", this_rank(), failure));
    }

    /// Prints a message while the view is shown.
    void interject(const std::string& text) {
        view_.clear();
        say(text);
    }

    void sum_up() const {
        const std::vector<Summary>& runs = at_.runs;
        std::vector<double> efforts;  // evaluations of the runs that solved all puzzles
        for (const Summary& run : runs) {
            if (solved_all(run)) efforts.push_back(static_cast<double>(run.evaluations));
        }
        std::string text = fmt::format("{} of {} solved {}", efforts.size(), counted(runs.size(), "run"),
                                       input.good() == 1 ? "the puzzle" : "all puzzles");
        if (runs.size() < settings.runs) text += fmt::format(" (stopped; {} not begun)", settings.runs - runs.size());
        if (!efforts.empty()) {
            std::ranges::sort(efforts);
            text += fmt::format("; evaluations of solved runs: min {}, median {}, max {}", rounded(efforts.front()),
                                rounded(*statistics::quantile(efforts, 0.5)), rounded(efforts.back()));
        }
        say_unless(settings.quiet, text);
    }

    PreparedRun& prepared_;
    history::Recording* const history_;
    const SavedCommand command_;
    SavedPosition at_;
    StateReader state_;  ///< the rest of a checkpoint; empty for a new run
    LiveView view_;
    std::deque<io::ReadPuzzle> under_way_;  ///< puzzles that were taken and not reported
    bool is_saved_ = false;
};

}  // namespace

Checkpointer::Checkpointer(const std::string& name, std::chrono::milliseconds every) : file_(name), every_(every) {
    file_.reserve();  // no other run may choose it before the first checkpoint
}

bool Checkpointer::due() {
    requested_ = requested_ || take_checkpoint_request();
    return requested_ || Clock::now() >= next_;
}

bool Checkpointer::save(const std::function<void(const StateWriter& to)>& state,
                        const std::function<void(const std::string& message)>& tell) {
    try {
        write_checkpoint_file(file_, state);
        if (std::exchange(failed_, false)) tell(fmt::format("{} could be written again", file_.name()));
    } catch (const FileError& error) {
        failed_ = true;
        if (reported_.insert(error.what()).second) {
            tell(this_rank() + fmt::format("{}; the run goes on without it", error.what()));
        }
    }
    if (std::exchange(requested_, false) && !failed_) tell(fmt::format("{} is written", file_.name()));
    next_ = Clock::now() + every_;  // after the time that it took: a slow disk does not fill the run
    return !failed_;
}

RunsMade PreparedRun::make(const RunParts& parts) {
    std::vector<std::string> devices = chosen.others;
    devices.insert(devices.begin(), parts.backend.name());
    const std::unique_ptr<history::Recording> history = open_history(parts.settings, devices, resumed != nullptr);
    if (!resumed && parts.results != nullptr) parts.results->cut();
    if (checkpoints) watch_for_checkpoint_request();
    SolveSettings saved = parts.settings;
    saved.seed = settings.seed;
    return Runs(*this, parts, history.get(),
                {name, version, saved_settings(saved), settings.inputs, input->good(), input->checksum()})();
}

}  // namespace evodoku::app
