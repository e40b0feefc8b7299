// `evodoku count`: the number of solutions of puzzles.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>
#include <utility>

#include "commands.hpp"
#include "core/bits.hpp"
#include "cpu/machine.hpp"
#include "evodoku/counting/count.hpp"
#include "evodoku/io/grid_text.hpp"
#include "io/json.hpp"
#include "output.hpp"
#include "process.hpp"
#include "puzzle_input.hpp"
#include "resuming.hpp"
#include "runs.hpp"
#include "session.hpp"
#include "solve_settings.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

struct CountSettings : SolveSettings {
    CountOptions count;
    bool json = false;
};

template <class Field>
auto in_count(Field CountOptions::*field) {
    return field_of(&CountSettings::count, field);
}

SettingTable<CountSettings> count_settings() {
    using S = CountSettings;
    SettingTable<S> table = {
        count_row<S>({"population", "Estimate", "boards of each population, as in 10k or 1M", 'p', Tier::basic},
                     in_count(&CountOptions::population), 2, max_individuals),
        count_row<S>({"populations", "Estimate", "independent populations of a batch", '\0', Tier::basic},
                     in_count(&CountOptions::populations), 1, max_individuals),
        share_row<S>({"error", "Estimate", "batches are made until the relative standard error is no larger", '\0',
                      Tier::basic, may_differ},
                     in_count(&CountOptions::error)),
        count_row<S>({"batches", "Estimate", "batches, at most", '\0', Tier::advanced, may_differ},
                     in_count(&CountOptions::batches), 1, 1'000'000),
        count_row<S>({"positions", "Exact", "positions that the exact solver examines first; 0 = none", '\0',
                      Tier::basic},
                     in_count(&CountOptions::positions), 0, ~std::uint64_t{0} >> 1),
        count_row<S>({"sweeps", "Estimate", "changes proposed per free cell and generation; 0 = a pilot run chooses"},
                     in_count(&CountOptions::sweeps), 0, 1'000'000),
        field_row<S>({"mutation", "Estimate",
                      "how boards change: metropolis-swap or heat-bath-cells:cells=N; --sweeps sets its trials"},
                     "OP", in_count(&CountOptions::mutation), parse_operator<Mutation>,
                     [](const Mutation& op) { return to_text(op); }),
        choice_row<S>({"format", "Output", "text or jsonl", '\0', Tier::basic}, "FORMAT", &S::json,
                      {{"text", false}, {"jsonl", true}})};
    for (const Setting<SolveSettings>& row : solve_settings()) {
        static constexpr std::string_view taken[] = {
            "order", "column", "strict", "presolve", "schedule",         "device",  "threads",  "spread", "seed",
            "timeout", "checkpoint", "checkpoint-every", "history", "history-every", "quiet", "progress"};
        if (std::ranges::count(taken, row.name) != 0) table.push_back(row_for<S>(row));
    }
    return table;
}

CountSettings read_count_settings(const CommandLine& line, const Resumed* resumed) {
    const SettingTable<CountSettings> table = count_settings();
    CountSettings settings;
    if (resumed != nullptr) {
        for (const Value& value : resumed->saved.command.settings)
            settings.given.push_back({value.name, value.text, resumed->file.name()});
        const std::vector<std::string> free = names_of(table, may_differ);
        for (const Assignment& each : line.arguments) {
            const bool is_setting = std::ranges::count(names_of(table), each.name) != 0;
            const Assignment* const before = last(settings.given, each.name);
            if (!is_setting || std::ranges::count(free, each.name) != 0 || (before && before->text == each.text)) continue;
            throw SettingError(fmt::format("{} differs from the run in {}; leave it out, or start anew without --resume",
                                           each.label, resumed->file.name()));
        }
    }
    settings.given.insert(settings.given.end(), line.arguments.begin(), line.arguments.end());
    assign(settings, table, settings.given);
    settings.inputs = input_sources(line.arguments);
    if (resumed != nullptr) {
        if (settings.inputs.empty()) settings.inputs = resumed->saved.command.inputs;
        if (settings.checkpoint.empty()) settings.checkpoint = resumed->file.name();
    }
    if (settings.inputs.empty()) {
        throw SettingError(
            "no puzzle given: name a file, - for standard input, or a puzzle in one word; see evodoku count --help");
    }
    settings.random_seed = !settings.seed;
    if (settings.random_seed) settings.seed = random_seed();
    end_reading_in_time(settings, 0);
    read_as(settings.inputs, settings.column, settings.strict);
    settings.order = order_of_input(settings.inputs, settings.order);
    settings.config.representation = box_board_of(settings.order);
    check_order(settings, settings.order);
    CountOptions& count = settings.count;
    count.seed = *settings.seed, count.presolve = settings.presolve, count.schedule = settings.config.schedule;
    validate(count);
    return settings;
}

/// The runs write no results: the estimate of all is printed at their end.
class NoResults final : public Results {
public:
    void write(std::span<const Outcome>, const std::deque<io::Job>&, std::uint64_t) override {}
};

class Counting {
public:
    Counting(std::string program, CountSettings& settings, const Resumed* resumed, Ranks* session)
        : program_(std::move(program)), settings_(settings), resumed_(resumed), session_(session) {
        settings_.count.should_stop = [this] { return should_stop(); };
    }

    int all() {
        PuzzleInput input(settings_.inputs, settings_.order);
        input.bad().sum_up(check_call(program_, settings_.inputs));
        if (input.good() == 0) return bad_puzzle;
        if (input.good() > 1 && !(settings_.checkpoint + settings_.history).empty()) {
            throw SettingError(
                fmt::format("{} is of one puzzle, and these are {}; count one at a time",
                            settings_.checkpoint.empty() ? "--history" : "--checkpoint", input.good()));
        }
        if (resumed_ != nullptr) {
            check_input(input, resumed_->saved.command, resumed_->file.name());
            begin_resumed(*resumed_, settings_);
        }
        const bool is_only = input.good() == 1;
        io::Job puzzle;
        std::vector<io::Job> puzzles;
        while (input.next(puzzle)) puzzles.push_back(puzzle);
        watch_for_interrupt(settings_.quiet, settings_.checkpoint);
        if (settings_.quiet && settings_.random_seed) say(fmt::format("seed {}", *settings_.seed));
        int code = all_solved;
        for (const io::Job& each : puzzles) {
            if (is_only) {
                input.rewind();
                code = std::max(code, one(each, input));
            } else {
                PuzzleInput alone({{InputSource::Kind::text, io::to_line(each.grid)}}, settings_.order);
                code = std::max(code, one(each, alone));
            }
        }
        flush_results();
        if (interrupt_signal() != 0) return interrupted + interrupt_signal();
        return input.bad().count() != 0 ? bad_puzzle : code;
    }

private:
    bool should_stop() const {
        const std::chrono::duration<double> taken(earlier() + seconds_since(settings_.start));
        return interrupt_signal() != 0 || (settings_.timeout && taken >= *settings_.timeout);
    }
    /// Seconds that the calls before a resumed one took.
    double earlier() const { return resumed_ != nullptr ? resumed_->saved.position.seconds : 0; }

    int one(const io::Job& puzzle, PuzzleInput& input) {
        const Clock::time_point begin = Clock::now();
        Count made;
        made.stopped = resumed_ == nullptr && should_stop();
        if (resumed_ != nullptr) {
            made = estimated(puzzle, input);
        } else if (!made.stopped) {
            const std::optional<Count> exact = count_exactly(puzzle.grid, settings_.count);
            made = exact ? *exact : estimated(puzzle, input);
        }
        report(puzzle, made, earlier() + seconds_since(begin));
        return made.exact || (made.estimate.doubt.empty() && !made.stopped) ? all_solved : some_in_doubt;
    }

    Count estimated(const io::Job& puzzle, PuzzleInput& input) {
        Count made;
        made.stopped = true;
        const bool has_pilot = settings_.count.sweeps == 0 || settings_.count.schedule.empty();
        if (has_pilot && resumed_ == nullptr)
            say_unless(settings_.quiet, fmt::format("seed {}: pilot runs choose the temperatures", *settings_.seed));
        settings_.count.after_pilot = [this](const CountPlan& tried, std::uint32_t cost) {
            tell_plan(tried, "pilot run", cost != 0 ? ": no solution" : fmt::format(": families of {:.0f} boards", tried.family));
        };
        const std::optional<CountPlan> plan = plan_count(puzzle.grid, settings_.count, settings_.threads);
        if (!plan) return made;
        made.plan = *plan;
        CountSettings run = settings_;
        run.config = plan->config, run.runs = settings_.count.batches, run.seed = seed_of_batch(*settings_.seed, 0);
        run.count.sweeps = plan->sweeps;
        if (!chosen_) {
            chosen_ = choose_for(settings_.device, settings_.label_of("device"), settings_.threads, settings_.order,
                                 session_);
        }
        const std::unique_ptr<Backend> backend = open(run);
        tell_plan(*plan, fmt::format("seed {} on {}: {} of {} boards", *settings_.seed, backend->name(),
                                     counted(plan->config.islands, "population"), settings_.count.population));
        if (resumed_ == nullptr || settings_.checkpoint != resumed_->file.name()) check_is_free(settings_);
        std::optional<Checkpointer> checkpoints;
        if (!settings_.checkpoint.empty()) checkpoints.emplace(settings_.checkpoint, settings_.checkpoint_every);
        if (resumed_ != nullptr) check_unchanged(*resumed_);
        std::vector<std::string> devices = chosen_->others;
        devices.insert(devices.begin(), backend->name());
        const std::unique_ptr<history::Recording> history = open_history(run, devices, resumed_ != nullptr);
        if (checkpoints) watch_for_checkpoint_request();
        NoResults results;
        SavedCommand command{"count", version, saved(run), settings_.inputs, input.good(), input.checksum()};
        const std::unique_ptr<cpu::Workers> helpers = cpu::make_tbb_workers(settings_.threads);
        const RunsMade runs = make_runs_of(
            {.backend = *backend,
             .settings = run,
             .input = input,
             .results = results,
             .for_each = [&](std::uint32_t count, const auto& task) { helpers->for_each(count, task); },
             .history = history.get(),
             .checkpoints = checkpoints ? &*checkpoints : nullptr,
             .command = command,
             .begin = resumed_ != nullptr ? resumed_->saved.position : SavedPosition{},
             .state = resumed_ != nullptr ? resumed_->source : StateReader{},
             .after_run =
                 [&](const std::vector<AnnealedPopulation>& populations) {
                     if (populations.empty()) return false;
                     const bool is_enough = made.judge(populations, settings_.count);
                     if (!is_enough) {
                         const std::string& doubt = made.estimate.doubt;
                         say_unless(settings_.quiet, fmt::format("{}: {}{}", counted(populations.size(), "population"),
                                                                 to_text(made.estimate),
                                                                 doubt.empty() ? "" : "; no interval: " + doubt));
                     }
                     return is_enough;
                 }});
        if (!runs.position.annealed.empty()) made.judge(runs.position.annealed, settings_.count);
        for (const Summary& each : runs.position.runs) {
            made.evaluations += each.evaluations, made.effort.add(each.effort);
            made.fingerprint = mix(made.fingerprint ^ each.fingerprint);
        }
        const bool goes_on = runs.is_saved || (checkpoints && !checkpoints->failed() && should_stop());  // or between runs
        if (goes_on && !settings_.quiet) {
            const double seconds = earlier() + seconds_since(settings_.start);
            say(fmt::format("stopped: {} goes on", call_to_resume(program_, "count", settings_, seconds)));
        }
        return made;
    }

    std::unique_ptr<Backend> open(const CountSettings& run) {
        try {
            return open_backend(*chosen_, run, 1);
        } catch (const DeviceError& error) {
            if (!falls_back(*chosen_, run, error)) throw;
        }
        say_unless(settings_.quiet, chosen_->devices.front().note);
        return open_backend(*chosen_, run, 1);
    }

    /// `begin`: of what, in words.
    void tell_plan(const CountPlan& plan, const std::string& begin, const std::string& end = "") const {
        say_unless(settings_.quiet, fmt::format("{}, {}, {} per free cell and step{}", begin,
                                                counted(plan.config.schedule.size(), "step"),
                                                counted(plan.sweeps, "change"), end));
    }

    /// All that the run is made of: nothing is left to a pilot.
    std::vector<Value> saved(const CountSettings& run) const {
        CountSettings of = run;
        of.seed = settings_.seed;
        std::vector<Value> values = values_of(of, count_settings());
        const std::vector<std::string> left_out = names_of(count_settings(), not_saved);
        std::erase_if(values, [&](const Value& value) { return std::ranges::count(left_out, value.name) != 0; });
        return values;
    }

    void report(const io::Job& puzzle, const Count& made, double seconds) const {
        const CountEstimate& estimate = made.estimate;
        const bool is_counted = made.exact || estimate.populations != 0;
        if (settings_.json) {
            io::JsonObject object;
            if (settings_.order != 3) object.put("order", settings_.order);
            object.put("puzzle", io::to_line(puzzle.grid));
            object.put("file", std::string(puzzle.source));
            object.put("line", puzzle.line);
            object.put("exact", made.exact);
            object.put("method", made.exact ? made.method : is_counted ? "annealing" : "none");
            if (!made.exact && is_counted) put_estimate(object, made);
            object.put("stopped", made.stopped);
            object.put("seconds", seconds);
            std::cout << object.on_one_line() + '\n';
        } else {
            std::string text;
            if (made.exact) {
                text = fmt::format("{} ({})", counted(*made.exact, "solution"), made.method);
            } else if (is_counted) {
                text = fmt::format("{}, {} of {} ({:.1f} s)", to_text(estimate),
                                   counted(estimate.populations, "population"), settings_.count.population, seconds);
            } else {
                text = "not counted: stopped";
            }
            std::cout << fmt::format("{}:{}: {}\n", printable(puzzle.source), puzzle.line, text);
        }
        flush_results();
        if (settings_.quiet || !is_counted) return;
        if (!estimate.doubt.empty()) say("no interval: " + estimate.doubt);
        if (made.stopped && !estimate.is_hopeless)
            say(fmt::format("stopped before the error was {:.2g} %", 100 * settings_.count.error));
    }

    void put_estimate(io::JsonObject& object, const Count& made) const {
        const CountEstimate& estimate = made.estimate;
        const auto number = [](double value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; };
        object.put("log10", number(estimate.log10));
        object.put("relative_error", number(estimate.error));
        const bool is_trusted = estimate.doubt.empty();
        object.put("log10_low", is_trusted ? std::optional(estimate.log10_low) : std::nullopt);
        object.put("log10_high", is_trusted ? std::optional(estimate.log10_high) : std::nullopt);
        object.put("doubt", is_trusted ? std::nullopt : std::optional(estimate.doubt));
        object.put("populations", estimate.populations);
        object.put("population", settings_.count.population);
        object.put("temperatures", made.plan.config.schedule.size());
        object.put("sweeps", made.plan.sweeps);
        object.put("mutation", to_text(made.plan.config.mutation));
        object.put("family", estimate.family);
        object.put("seed", *settings_.seed);
        object.put("evaluations", made.evaluations);
        object.put("trials", made.effort.trials);
        object.put("fingerprint", fmt::format("{:016x}", made.fingerprint));
    }

    std::string program_;
    CountSettings& settings_;
    const Resumed* resumed_;
    Ranks* session_;
    std::optional<Chosen> chosen_;
};

}  // namespace

CommandInfo count_info() {
    CommandInfo info;
    info.options = {{{"puzzle", "Input", "a puzzle in one word (may be repeated)", '\0', Tier::basic}, "STRING"},
                    {{"resume", "Checkpoints", "go on with the count of a checkpoint, on any device"}, "FILE"}};
    for (const OptionInfo& option : options_of(count_settings())) info.options.push_back(option);
    static constexpr std::string_view groups[] = {"Input", "Exact",       "Estimate", "Evolution",
                                                  "Budget", "Checkpoints", "Machine",  "Output"};
    std::ranges::stable_sort(info.options, {},
                             [](const OptionInfo& option) { return std::ranges::find(groups, option.group); });
    info.notes = count_notes;
    return info;
}

int run_count(const std::string& program, const CommandLine& line) {
    Ranks* const session = join_session(line);
    if (session != nullptr && session->rank() != 0) return serve_session(*session, line);
    const std::unique_ptr<Resumed> resumed = open_resumed(line, "count");
    CountSettings settings = read_count_settings(line, resumed.get());
    check_files(settings, line);
    return Counting(program, settings, resumed.get(), session).all();
}

}  // namespace evodoku::app
