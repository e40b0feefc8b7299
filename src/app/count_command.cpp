// `evodoku count`: the number of solutions of puzzles.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <optional>
#include <utility>

#include "commands.hpp"
#include "counting/generating.hpp"
#include "evodoku/counting/count.hpp"
#include "evodoku/engine/errors.hpp"
#include "evodoku/io/grid_text.hpp"
#include "io/json.hpp"
#include "output.hpp"
#include "prepared_run.hpp"
#include "process.hpp"

namespace evodoku::app {
namespace {

const SettingTable<SolveSettings>& count_settings() {
    using S = SolveSettings;
    static const SettingTable<S> table = [] {
        static constexpr std::string_view taken[] = {
            "order",         "part",   "column",  "strict",  "presolve",   "schedule",         "device",
            "threads",       "spread", "seed",    "timeout", "checkpoint", "checkpoint-every", "history",
            "history-every", "quiet",  "progress"};
        SettingTable<S> rows;
        append(rows, count_options(), {}, &S::count);
        rows.push_back(choice_row<S>({"format", "Output", "text or jsonl", '\0', Tier::basic, may_differ}, "FORMAT",
                                     &S::format, {{"text", Format::automatic}, {"jsonl", Format::jsonl}}));
        append(rows, solve_settings(), taken);
        return rows;
    }();
    return table;
}

class Counting {
public:
    /// Requires a run that has begun.
    Counting(PreparedRun& run, std::uint64_t list)
        : run_(run), settings_(run.settings), puzzles_(run.input->good()), list_(list) {
        CountOptions& count = settings_.count;
        count.should_stop = [&run] { return run.should_stop(); };
        count.after_pilot = [this](const CountPlan& tried, std::uint32_t cost) {
            tell_plan(tried, "pilot run",
                      cost != 0 ? ": no solution" : fmt::format(": families of {:.0f} boards", tried.family));
        };
        if (run.resumed) count.positions = 0;
    }

    int all() {
        int code = all_solved;
        io::ReadPuzzle puzzle;
        for (number_ = 1; number_ <= puzzles_ && run_.input->next(puzzle); ++number_)
            code = std::max(code, list_ != 0 ? list(puzzle) : one(puzzle));
        flush_results();
        if (const int failure = run_.failure(); failure != 0) return failure;
        return run_.input->bad().count() != 0 ? bad_puzzle : code;
    }

private:
    int list(const io::ReadPuzzle& puzzle) {
        const auto write = [&](const Grid& solution) {
            io::Record row;
            row("file", puzzle.source), row("line", puzzle.line), row("solution", solution);
            if (!(std::cout << (settings_.format == Format::jsonl ? row.on_one_line() : io::to_line(solution)) + '\n'))
                flush_results();
        };
        const ListedSolutions made = list_solutions(puzzle.grid, list_, settings_.count, write);
        tell(counted(made.listed, "solution") +
             (made.has_more        ? " listed; there are more"
              : made.is_complete   ? ", all listed"
              : run_.should_stop() ? " listed before it was stopped"
                                   : fmt::format(" listed in {} positions; there may be more, which a larger "
                                                 "--positions finds",
                                                 settings_.count.positions)));
        return made.has_more || made.is_complete ? all_solved : some_in_doubt;
    }

    int one(const io::ReadPuzzle& puzzle) {
        const Clock::time_point begin = Clock::now();
        Count made;
        made.stopped = !run_.resumed && run_.should_stop();
        if (!made.stopped) {
            const std::optional<Count> exact = count_exactly(puzzle.grid, settings_.count);
            if (exact && run_.resumed) throw CheckpointError("the checkpoint contradicts itself");
            made = exact ? *exact : estimated(puzzle);
        }
        if (made.stopped && made.plan.sweeps == 0 && run_.checkpoints && !run_.resumed)
            tell("stopped before the first population: there is no checkpoint");
        report(puzzle, made, run_.seconds() - std::chrono::duration<double>(begin - settings_.start).count());
        return made.exact || (made.estimate.doubt.empty() && !made.stopped) ? all_solved : some_in_doubt;
    }

    Count estimated(const io::ReadPuzzle& puzzle) {
        Count made;
        made.stopped = true;
        const bool has_pilot = settings_.count.sweeps == 0 || settings_.count.schedule.empty();
        if (has_pilot) tell(fmt::format("seed {}: pilot runs choose the temperatures", *settings_.seed));
        const std::optional<CountPlan> plan = plan_count(puzzle.grid, settings_.count, settings_.threads);
        if (!plan) return made;
        made.plan = *plan;
        SolveSettings batch = settings_;
        batch.config = plan->config, batch.runs = settings_.count.batches, batch.count.sweeps = plan->sweeps;
        batch.seed = seed_of_batch(*settings_.seed, 0);
        const std::unique_ptr<Backend> backend = run_.open(batch, 1);
        tell_plan(*plan, fmt::format("seed {} on {}: {} of {} boards", *settings_.seed, backend->name(),
                                     counted(plan->config.islands, "population"), settings_.count.population));
        std::optional<PuzzleInput> alone;  // of a list: the runs read their input from its beginning
        if (puzzles_ > 1 || settings_.part.count > 1)
            alone.emplace(std::vector{InputSource{InputSource::Kind::text, io::to_line(puzzle.grid)}}, settings_.order);
        Results none;  // the estimate of all runs is printed at their end
        const RunsMade runs = run_.make(
            {.backend = *backend,
             .settings = batch,
             .input = alone ? *alone : *run_.input,
             .results = none,
             .after_run = [&](const std::vector<AnnealedPopulation>& populations) -> std::size_t {
                 if (populations.empty()) return settings_.count.batches;
                 const std::uint32_t needed = made.judge(populations, settings_.count);
                 const std::string& doubt = made.estimate.doubt;
                 if (needed > made.batches) {
                     tell(fmt::format("{}: {}{}", counted(populations.size(), "population"), to_text(made.estimate),
                                      doubt.empty() ? "" : "; no interval: " + doubt));
                 }
                 return needed;
             },
             .title = title()});
        if (!runs.position.annealed.empty()) made.judge(runs.position.annealed, settings_.count);
        for (const Summary& each : runs.position.runs) made.add(each);
        const bool is_kept = run_.checkpoints && !run_.checkpoints->failed();
        if (runs.is_saved || (is_kept && run_.should_stop())) {  // or between runs
            tell(fmt::format("stopped: {} goes on", call_to_resume(run_.program, "count", settings_, run_.seconds())));
        }
        return made;
    }

    /// Of one of several puzzles.
    std::string title() const { return puzzles_ > 1 ? fmt::format("puzzle {} of {}", number_, puzzles_) : ""; }
    void tell(const std::string& text) const {
        say_unless(settings_.quiet, puzzles_ > 1 ? title() + ": " + text : text);
    }

    /// `begin`: of what, in words.
    void tell_plan(const CountPlan& plan, const std::string& begin, const std::string& end = "") const {
        tell(fmt::format("{}, {}, {} per free cell and step{}", begin, counted(plan.config.schedule.size(), "step"),
                         counted(plan.sweeps, "change"), end));
    }

    void report(const io::ReadPuzzle& puzzle, const Count& made, double seconds) const {
        const CountEstimate& estimate = made.estimate;
        const bool is_counted = made.exact || estimate.populations != 0;
        if (settings_.format == Format::jsonl) {
            io::Record fields;
            if (settings_.order != 3) fields("order", settings_.order);
            fields("puzzle", puzzle.grid), fields("file", puzzle.source), fields("line", puzzle.line);
            describe(fields, made);
            fields("seconds", seconds);
            std::cout << fields.on_one_line() + '\n';
        } else {
            const std::string text = made.exact ? fmt::format("{} ({})", counted(*made.exact, "solution"), made.method)
                                     : is_counted ? fmt::format("{}, {} of {} ({:.1f} s)", to_text(estimate),
                                                                counted(estimate.populations, "population"),
                                                                settings_.count.population, seconds)
                                                  : "not counted: stopped";
            std::cout << fmt::format("{}:{}: {}\n", printable(puzzle.source), puzzle.line, text);
        }
        flush_results();
        if (!is_counted) return;
        if (!estimate.doubt.empty()) tell("no interval: " + estimate.doubt);
        if (made.stopped && !estimate.is_hopeless) {
            tell(fmt::format("{} before the error was {:.2g} %",
                             run_.should_stop() ? "stopped" : "--batches was reached", 100 * settings_.count.error));
        }
    }

    PreparedRun& run_;
    SolveSettings& settings_;
    std::size_t puzzles_, number_ = 0;
    std::uint64_t list_;  ///< solutions that are listed in place of counting; 0: none
};

}  // namespace

CommandInfo count_info() {
    const OptionInfo puzzle{{"puzzle", "Input", "a puzzle in one word (may be repeated)", '\0', Tier::basic}, "STRING"};
    const OptionInfo list{
        {"list", "Output", "write the first N solutions, or all, in place of their number", '\0', Tier::basic}, "N"};
    return {.options = run_options(count_settings(), {puzzle, list}), .notes = std::string(count_notes)};
}

int run_count(const std::string& program, const CommandLine& line) {
    PreparedRun run{program, "count", line, count_settings()};
    SolveSettings& settings = run.settings;
    settings.config.representation = box_board_of(settings.order);
    settings.keep_going = true;
    CountOptions& count = settings.count;
    count.seed = *settings.seed, count.presolve = settings.presolve, count.schedule = settings.config.schedule;
    validate(count);
    if (!run.begin()) return bad_puzzle;
    if (run.input->good() > 1 && !(settings.checkpoint + settings.history).empty()) {
        throw SettingError(fmt::format("{} is of one puzzle, and these are {}; count one at a time",
                                       settings.checkpoint.empty() ? "--history" : "--checkpoint", run.input->good()));
    }
    const Assignment* const word = last(line.arguments, "list");
    constexpr std::uint64_t all = ~std::uint64_t{0};
    const std::uint64_t list = word == nullptr       ? 0
                               : word->text == "all" ? all
                                                     : read_count("--list", word->text, 1, all - 1);
    if (list != 0 && !(settings.checkpoint + settings.history).empty())
        throw SettingError("--list writes solutions; leave out --checkpoint and --history");
    watch_for_interrupt(settings.quiet, settings.checkpoint);
    // A wrong device is refused even if the exact solver counts all.
    if (settings.device != "auto" && session_ranks() == nullptr) run.choose();
    if (settings.quiet && settings.random_seed) say(fmt::format("seed {}", *settings.seed));
    return Counting(run, list).all();
}

}  // namespace evodoku::app
