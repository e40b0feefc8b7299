// `evodoku solve`: puzzles in, answers out. `evodoku count`: the number of their solutions.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "counting/generating.hpp"
#include "devices/internal.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/io/grid_text.hpp"
#include "io/json.hpp"
#include "runs.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

/// Chooses the settings that depend on the device and on the input.
void resolve(SolveSettings& settings, const Device& device, std::size_t puzzles) {
    const Config& config = settings.config;
    const std::uint32_t wanted = config.population;
    complete(settings, suitable_population(device, settings.order));
    if (!settings.quiet && wanted != 0 && config.population != wanted) {
        say(fmt::format("population {}: {} for each of {} islands; --population sets it", config.population, wanted,
                        config.islands));
    }
    if (settings.format == Format::automatic)
        settings.format = puzzles == 1 && settings.runs == 1 && settings.part.count == 1 ? Format::grid : Format::line;
}

const SettingTable<SolveSettings>& count_settings() {
    using S = SolveSettings;
    static const SettingTable<S> table = [] {
        static constexpr std::string_view taken[] = {
            "order",         "part",   "column",  "strict",  "presolve",   "schedule",         "device",
            "threads",       "spread", "seed",    "timeout", "checkpoint", "checkpoint-every", "history",
            "history-every", "quiet",  "progress"};
        SettingTable<S> rows;
        append(rows, evodoku::count_options(), {}, &S::count);
        rows.push_back(choice_row<S>({"format", "Output", "text or jsonl", '\0', basic | may_differ}, "FORMAT",
                                     &S::format, {{"text", Format::automatic}, {"jsonl", Format::jsonl}}));
        append(rows, solve_settings(), taken);
        return rows;
    }();
    return table;
}

/// None if a checkpoint holds it.
std::optional<Count> estimate(PreparedRun& run, const io::ReadPuzzle& puzzle, const CountPlan& plan) {
    const SolveSettings& settings = run.settings;
    SolveSettings batch = settings;
    batch.config = plan.config, batch.runs = settings.count.batches, batch.count.sweeps = plan.sweeps;
    batch.seed = seed_of_batch(*settings.seed, 0);
    const std::unique_ptr<Backend> backend = run.open(batch, 1);
    run.tell(fmt::format("seed {} on {}: {} of {} boards, {}", *settings.seed, backend->name(),
                         counted(plan.config.islands, "population"), settings.count.population, to_text(plan)));
    std::optional<PuzzleInput> alone;  // of a list: the runs read their input from its beginning
    if (run.input->good() > 1 || settings.part.count > 1)
        alone.emplace(std::vector{InputSource{InputSource::Kind::text, io::to_line(puzzle.grid)}}, settings.order);
    Count count{.plan = plan, .stopped = true};
    const auto needed = [&](const auto& all) { return batches_needed(count, all, settings.count); };
    const RunsMade runs = run.make(
        {.backend = *backend, .settings = batch, .input = alone ? *alone : *run.input, .batches_needed = needed});
    const std::vector<AnnealedPopulation>& all = runs.position.annealed;
    if (!all.empty()) count.judge(all, settings.count);  // also those before a batch that was stopped
    for (const Summary& made : runs.position.runs) count.add(made);
    const bool is_kept = run.checkpoints && !run.checkpoints->failed();
    if (!runs.is_saved && !(is_kept && run.should_stop())) return count;  // or between runs
    run.tell(fmt::format("stopped: {} goes on", run.call_to_resume(run.seconds())));
    return std::nullopt;
}

std::optional<Count> count_one(PreparedRun& run, const io::ReadPuzzle& puzzle) {
    if (run.resumed || !run.should_stop()) {
        const CountOptions& options = run.settings.count;
        const std::optional<Count> exact = count_exactly(puzzle.grid, options);
        if (exact && run.resumed) throw CheckpointError("the checkpoint contradicts itself");
        if (exact && !(run.settings.history.empty() && run.settings.checkpoint.empty()))
            run.tell("an exact count has no history and no checkpoint");
        if (exact) return *exact;
        const std::optional<CountPlan> plan = plan_count(puzzle.grid, options, run.settings.threads);
        if (plan) return estimate(run, puzzle, *plan);
    }
    if (run.checkpoints && !run.resumed) run.tell("stopped before the first population: there is no checkpoint");
    return Count{.stopped = true};
}

int list(PreparedRun& run, const io::ReadPuzzle& puzzle, std::uint64_t most) {
    const SolveSettings& settings = run.settings;
    const ListedSolutions solutions = list_solutions(puzzle.grid, most, settings.count, [&](const Grid& solution) {
        io::Record row;
        row("file", puzzle.source), row("line", puzzle.line), row("solution", solution);
        write_result((settings.format == Format::jsonl ? row.on_one_line() : io::to_line(solution)) + '\n');
    });
    run.tell(to_text(solutions, settings.count));
    return solutions.listed == most || solutions.is_complete ? all_solved : some_in_doubt;
}

int count(PreparedRun& run, const io::ReadPuzzle& puzzle) {
    const SolveSettings& settings = run.settings;
    const std::chrono::duration<double> before = Clock::now() - settings.start;
    const std::optional<Count> found = count_one(run, puzzle);
    if (!found) return some_in_doubt;
    const Count& count = *found;
    const double seconds = run.seconds() - before.count();
    if (settings.format == Format::jsonl) {
        io::Record fields;
        if (settings.order != 3) fields("order", settings.order);
        fields("puzzle", puzzle.grid), fields("file", puzzle.source), fields("line", puzzle.line);
        describe(fields, count);
        fields("seconds", seconds);
        write_result(fields.on_one_line() + '\n');
    } else {
        write_result(fmt::format("{}:{}: {}\n", printable(puzzle.source), puzzle.line, to_text(count, seconds)));
    }
    flush_results();
    for (const std::string& remark : remarks_on(count, settings.count)) run.tell(remark);
    return count.exact || (count.estimate.doubt.empty() && !count.stopped) ? all_solved : some_in_doubt;
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
    if (line.is_on("version")) {
        std::cout << fmt::format("evodoku {}\n", version);
        return all_solved;
    }
    PreparedRun run{program, "solve", line, solve_settings()};
    SolveSettings& settings = run.settings;
    if (line.is_on("print-config")) {
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
        say("is there a solution? evodoku check, with the same puzzles, tells");
    if (input.bad().count() != 0) return bad_puzzle;
    const std::vector<Summary>& summaries = runs.position.runs;
    const bool is_complete = summaries.size() == settings.runs && std::ranges::none_of(summaries, &Summary::stopped);
    return runs.are_solved || (settings.unsolved_ok && is_complete) ? all_solved : some_not_solved;
}

std::vector<Option> count_options() {
    const Option puzzle{{"puzzle", "Input", "a puzzle in one word (may be repeated)", '\0', basic}, "STRING"};
    const Option list{{"list", "Output", "write the first N solutions, or all, in place of their number", '\0', basic},
                      "N"};
    return run_options(count_settings(), {puzzle, list});
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
    const std::size_t puzzles = run.input->good();
    const bool has_files = !(settings.checkpoint + settings.history).empty();
    if (puzzles > 1 && has_files)
        throw SettingError(fmt::format("{} is of one puzzle, and these are {}; count one at a time",
                                       settings.checkpoint.empty() ? "--history" : "--checkpoint", puzzles));
    const Assignment* const word = last(line.arguments, "list");
    constexpr std::uint64_t all = ~std::uint64_t{0};
    const std::uint64_t most = word == nullptr       ? 0
                               : word->text == "all" ? all
                                                     : read_count("--list", word->text, 1, all - 1);
    if (most != 0 && has_files) throw SettingError("--list writes solutions; leave out --checkpoint and --history");
    watch_for_interrupt(settings.quiet, settings.checkpoint);
    // A wrong device is refused even if the exact solver counts all.
    if (settings.device != "auto" && session_ranks() == nullptr) run.choose();
    if (settings.quiet && !settings.named.contains("seed") && most == 0) say(fmt::format("seed {}", *settings.seed));
    count.should_stop = [&run] { return run.should_stop(); };
    count.tell = [&run](const std::string& step) { run.tell(step); };
    if (run.resumed) count.positions = 0;
    int code = all_solved;
    io::ReadPuzzle puzzle;
    for (std::size_t number = 1; number <= puzzles && run.input->next(puzzle); ++number) {
        if (puzzles > 1) run.title = fmt::format("puzzle {} of {}", number, puzzles);
        code = std::max(code, most != 0 ? list(run, puzzle, most) : app::count(run, puzzle));
    }
    if (const int failure = run.failure(); failure != 0) return failure;
    return run.input->bad().count() != 0 ? bad_puzzle : code;
}

}  // namespace evodoku::app
