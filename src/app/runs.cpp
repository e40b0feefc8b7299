// Runs one after another, their results, their progress, and their totals.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <iostream>
#include <ranges>
#include <span>
#include <utility>

#include "backend/records.hpp"
#include "commit.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/logic/verifier.hpp"
#include "history/history.hpp"
#include "io/characters.hpp"
#include "io/json.hpp"
#include "runs.hpp"
#include "statistics/statistics.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

bool solved_all(const Summary& run) { return run.solved == run.puzzles; }

/// ", 5.2 M redraws", if there are any.
std::string effort_text(const SearchWork& effort) {
    std::string text;
    if (effort.redraws != 0) text += fmt::format(", {} redraws", rounded(static_cast<double>(effort.redraws)));
    if (effort.trials != 0) text += fmt::format(", {} trials", rounded(static_cast<double>(effort.trials)));
    return text;
}

/// "(0.016 s, 195 k evaluations, 0 restarts; logic filled 3 cells and struck out 2 candidates)"
std::string describe_work(const Outcome& outcome) {
    std::string text = fmt::format("({:.3f} s, {} evaluations{}, {}", outcome.seconds,
                                   rounded(static_cast<double>(outcome.evaluations)), effort_text(outcome.effort),
                                   counted(outcome.restarts, "restart"));
    if (outcome.filled != 0 || outcome.struck != 0) {
        text += fmt::format("; logic filled {} and struck out {}", counted(outcome.filled, "cell"),
                            counted(outcome.struck, "candidate"));
    }
    return text + ")";
}

/// "solved in generation 40 (0.016 s, 195 k evaluations, 0 restarts)"
std::string describe(const Outcome& outcome) {
    if (outcome.status == Status::unsatisfiable) return "no solution: " + outcome.reason;
    if (outcome.status == Status::unsolved) {
        if (!was_tried(outcome)) return "not solved: the run was stopped before this puzzle began";
        return fmt::format("not solved{}: best cost {} after {} {}", outcome.stopped ? ", the run was stopped" : "",
                           outcome.cost, counted(outcome.generations, "generation"), describe_work(outcome));
    }
    if (outcome.evaluations != 0)
        return fmt::format("solved in generation {} {}", outcome.generations, describe_work(outcome));
    if (outcome.filled == 0) return "solved: the puzzle has no blank";
    return fmt::format("solved by logic alone ({})", counted(outcome.filled, "cell"));
}

/// "10 of 12 solved, 1 not solved, 1 without a solution; 1.200 s, ..."
std::string describe(const Summary& summary) {
    const auto evaluations = static_cast<double>(summary.evaluations);
    std::string text = fmt::format("{} of {} solved", summary.solved, summary.puzzles);
    if (summary.by_logic != 0 && summary.puzzles > 1) text += fmt::format(" ({} by logic alone)", summary.by_logic);
    if (summary.unsolved != 0) text += fmt::format(", {} not solved", summary.unsolved);
    if (summary.untried != 0) text += fmt::format(", {} not tried", summary.untried);
    if (summary.unsatisfiable != 0) text += fmt::format(", {} without a solution", summary.unsatisfiable);
    if (summary.stopped) text += " (stopped)";
    text += fmt::format("; {:.3f} s, ", summary.seconds);
    if (summary.puzzles > 1) {
        const double rate = static_cast<double>(summary.finished) / summary.seconds;
        text += fmt::format("{} puzzles/s, ", rate > 0 && rate < 10 ? fmt::format("{:.2f}", rate) : rounded(rate));
    }
    text += fmt::format("{} evaluations{}", rounded(evaluations), effort_text(summary.effort));
    if (summary.evaluations != 0) text += fmt::format(", {} evaluations/s", rounded(evaluations / summary.seconds));
    if (summary.effort.trials != 0) {
        text += fmt::format(", {} trials/s", rounded(static_cast<double>(summary.effort.trials) / summary.seconds));
    }
    return text + fmt::format("; fingerprint {:016x}", summary.fingerprint);
}

/// Automatic: on a terminal with control codes, unless NO_COLOR is set (no-color.org); anywhere if FORCE_COLOR is set.
bool wants_color(When color) {
    if (color != When::automatic) return color == When::always;
    if (!environment("NO_COLOR").empty()) return false;
    return !environment("FORCE_COLOR").empty() || is_terminal(STDOUT_FILENO);
}

/// The results of `evodoku solve`: each puzzle as a grid, a line or JSON, on standard output or in the file of
/// --output. All functions throw FileError.
class ResultWriter {
public:
    /// Of a run that has read its input and opened its device, with a format other than auto. Keeps a reference to it.
    /// Where it goes on, the bytes that it has written stay.
    explicit ResultWriter(const PreparedRun& run)
        : run_(run),
          device_(to_text(run.chosen.first())),
          length_(run.resumed ? run.resumed->saved.position.output_bytes : 0) {
        if (!run_.settings.output.empty()) file_.emplace(run_.settings.output);
        color_ = file_ ? run_.settings.color == When::always : wants_color(run_.settings.color);
        is_apart_ = is_apart_from_terminals(file_ ? file_->descriptor() : STDOUT_FILENO);
        is_to_cut_ = file_ && file_->size();
    }

    /// Before the first write(): what a file has behind the bytes that stay is cut off.
    void cut() {
        if (std::exchange(is_to_cut_, false)) file_->cut(length_);
    }
    /// Some puzzles of one run, in order; `inputs` begins with those.
    void write(std::span<const Outcome> outcomes, const std::deque<io::ReadPuzzle>& inputs, std::uint64_t seed) {
        std::vector<std::string> texts(blocks_of(outcomes.size()));
        in_blocks(run_.for_each, outcomes.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) texts[block] += text(outcomes[k], inputs[k], seed);
        });
        if (!texts.empty()) cut();
        if (!texts.empty() && run_.settings.format == Format::csv && length_ == 0)
            texts[0].insert(0, head(fields_of(outcomes[0], inputs[0], seed)));
        for (const std::string& text : texts) {
            length_ += text.size();
            file_ ? file_->append(text) : void(std::cout << text);
        }
        if (!file_) flush_results();
    }
    /// Returns when the file is on the disk.
    void sync() {
        if (file_) file_->sync();
    }
    /// Nothing of it reaches a terminal: a plain file, or /dev/null.
    bool is_apart() const { return is_apart_; }
    /// Bytes of the file.
    std::uint64_t length() const { return length_; }

private:
    /// A row of CSV is that of the input with the columns of the outcome behind it.
    std::string text(const Outcome& outcome, const io::ReadPuzzle& input, std::uint64_t seed) const {
        if (run_.settings.format == Format::line)
            return (outcome.status == Status::solved ? io::to_line(outcome.board) : "-") + '\n';
        if (run_.settings.format == Format::jsonl) return fields_of(outcome, input, seed).on_one_line() + '\n';
        if (run_.settings.format == Format::csv) {
            std::string before = run_.input->columns().names().empty() ? "" : input.fields[0];
            if (!before.empty()) before.back() = ',';  // not a line end
            return before + fields_of(outcome, input, seed).csv() + '\n';
        }
        const std::vector<bool> conflicted = logic::conflicted_cells(outcome.board);
        return fmt::format("{}:{}: {}\n", printable(input.source), input.line, describe(outcome)) +
               io::to_boxed(outcome.board, {color_, &input.grid, &conflicted}) + '\n';
    }

    /// The names of the columns. Columns of the input get other names than those of the outcome.
    std::string head(const io::Record& record) const {
        const std::vector<std::string> own = record.names();
        std::vector<std::string> names = run_.input->columns().names();
        for (const std::string& name : own) {
            const auto same = std::ranges::find(names, name);
            if (same == names.end()) continue;
            std::string other = "input_" + name;
            while (std::ranges::count(names, other) != 0) other.insert(0, "input_");
            *same = std::move(other);
        }
        names.insert(names.end(), own.begin(), own.end());
        return io::csv_row(names);
    }

    io::Record fields_of(const Outcome& outcome, const io::ReadPuzzle& input, std::uint64_t seed) const {
        io::Record fields(run_.settings.format == Format::csv);
        const bool is_solved = outcome.status == Status::solved;
        if (outcome.puzzle.order() != 3) fields("order", outcome.puzzle.order());
        if (run_.input->columns().names().empty()) fields("puzzle", outcome.puzzle);  // else the input has it
        fields("solved", is_solved);
        fields.or_null("solution", outcome.board, is_solved);
        describe(fields, outcome);
        fields("elapsed_seconds", outcome.seconds);
        fields("work_seconds", outcome.work_seconds);
        fields("seed", seed);
        fields("device", device_);
        fields("population", run_.settings.config.population);
        fields.hexadecimal("fingerprint", outcome.fingerprint);
        fields("file", input.source);
        fields("line", input.line);
        return fields;
    }

    const PreparedRun& run_;
    const std::string device_;
    std::optional<AppendedFile> file_;
    bool color_, is_apart_, is_to_cut_ = false;
    std::uint64_t length_;
};

/// The history of all runs; null where none is wanted. `resumed`: at the end of the file.
std::unique_ptr<history::Recording> open_history(const SolveSettings& settings, const std::vector<std::string>& devices,
                                                 bool resumed) try {
    if (settings.history.empty()) return nullptr;
    history::Header header;
    header.version = version, header.commit = commit;
    header.devices = devices;
    header.seed = *settings.seed, header.runs = settings.runs;
    header.schedule = history::schedule_of(settings.config, settings.history_every);
    for (const Assignment& value : values_of<SearchSettings>(settings, search_settings())) {
        header.configuration.emplace_back(value.name, value.text);
    }
    const history::FileFormat format = history::format_of(settings.label_of("history"), settings.history);
    return std::make_unique<history::Recording>(settings.history, format, settings.config, header, resumed);
} catch (const FileError& error) {
    throw FileError(fmt::format("{}: {}", settings.label_of("history"), error.what()));
}

class Runs : RunParts {
public:
    /// Opens the files of results and of the history.
    Runs(PreparedRun& prepared, const RunParts& parts)
        : RunParts(parts),
          prepared_(prepared),
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
                 .are_batches = bool{batches_needed},
                 .seconds = at_.seconds}) {
        at_.output = at_.history = {};  // these may be other files
        if (!batches_needed) results_.emplace(prepared);
        std::vector<std::string> devices = prepared.chosen.others;
        devices.insert(devices.begin(), backend.name());
        history_ = open_history(settings, devices, prepared.resumed != nullptr);
        if (!prepared.resumed && results_) results_->cut();
        if (prepared.checkpoints) watch_for_checkpoint_request();
        SolveSettings saved = settings;
        saved.seed = prepared.settings.seed;
        command_ = {prepared.name,          version,
                    saved_settings(saved),  prepared.settings.inputs,
                    prepared.input->good(), prepared.input->checksum()};
    }

    RunsMade operator()() {
        // The first run in any case: every puzzle has its line in the results.
        while (make_next() && at_.runs.size() < needed() && !prepared_.should_stop()) continue;
        if (settings.runs > 1 && !is_saved_ && !batches_needed) sum_up();
        if (results_) results_->sync();
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
        return true;
    }

    /// Runs in all, as far as is known.
    std::size_t needed() {
        const std::size_t runs = batches_needed ? batches_needed(at_.annealed) : settings.runs;
        view_.expect(runs);
        return runs;
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
            view_.show(evolving, *solver, at_.runs, at_.reported);
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
        if (is_saved_ || batches_needed) return summary;
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
        if (results_ && !results_->is_apart()) view_.clear();
        for (const Outcome& outcome : outcomes) {
            if (history_ != nullptr) history_->end_puzzle(outcome);
            if (input.good() == 1) at_.only_puzzle = describe(outcome);
            if (batches_needed && !outcome.stopped)
                at_.annealed.insert(at_.annealed.end(), outcome.annealed.begin(), outcome.annealed.end());
            at_.unsolved += outcome.status == Status::unsolved && (!outcome.stopped || outcome.evaluations != 0);
            at_.only_logic &= outcome.status == Status::solved && outcome.evaluations == 0 && outcome.filled != 0;
        }
        if (results_) results_->write(outcomes, under_way_, seed);
        under_way_.erase(under_way_.begin(), under_way_.begin() + static_cast<std::ptrdiff_t>(outcomes.size()));
        at_.reported += outcomes.size();
    }

    /// Whether there are answers, and no checkpoint that knows their file: a resumed run takes no other for its own.
    bool has_new_output() const { return at_.output_bytes == 0 && !settings.output.empty() && results_->length() != 0; }

    bool save(const std::function<void(const StateWriter& to)>& write_run) {
        if (results_) results_->sync();  // what the checkpoint counts as written must not get lost after it
        at_.seconds = prepared_.seconds();
        at_.output_bytes = settings.output.empty() ? 0 : results_->length();
        if (history_ != nullptr) history_->flush(true);
        const auto write_all = [&](const StateWriter& to) {
            if (at_.output_bytes != 0) keep_beginning(at_.output, settings.output, at_.output_bytes);
            if (history_ != nullptr) keep_beginning(at_.history, settings.history);
            FieldWriter{to}(command_, at_);
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
        for (const Summary& run : runs)
            if (solved_all(run)) efforts.push_back(static_cast<double>(run.evaluations));
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
    std::optional<ResultWriter> results_;  ///< none for `evodoku count`
    std::unique_ptr<history::Recording> history_;
    SavedCommand command_;
    SavedPosition at_;
    StateReader state_;  ///< the rest of a checkpoint; empty for a new run
    LiveView view_;
    std::deque<io::ReadPuzzle> under_way_;  ///< puzzles that were taken and not reported
    bool is_saved_ = false;
};

}  // namespace

bool Checkpointer::save(const std::function<void(const StateWriter& to)>& state,
                        const std::function<void(const std::string& message)>& tell) {
    try {
        write_checkpoint_file(file_, state);
        if (std::exchange(failed_, false)) tell(fmt::format("{} could be written again", file_.name()));
    } catch (const FileError& error) {
        failed_ = true;
        if (reported_.insert(error.what()).second)
            tell(this_rank() + fmt::format("{}; the run goes on without it", error.what()));
    }
    if (std::exchange(requested_, false) && !failed_) tell(fmt::format("{} is written", file_.name()));
    next_ = Clock::now() + every_;  // after the time that it took: a slow disk does not fill the run
    return !failed_;
}

RunsMade PreparedRun::make(const RunParts& parts) { return Runs(*this, parts)(); }

}  // namespace evodoku::app
