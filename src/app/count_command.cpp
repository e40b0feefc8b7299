// `evodoku count`: the number of solutions of puzzles.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "commands.hpp"
#include "evodoku/io/grid_text.hpp"
#include "io/json.hpp"
#include "prepared_run.hpp"

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
        append(rows, evodoku::count_options(), {}, &S::count);
        rows.push_back(choice_row<S>({"format", "Output", "text or jsonl", '\0', basic | may_differ}, "FORMAT",
                                     &S::format, {{"text", Format::automatic}, {"jsonl", Format::jsonl}}));
        append(rows, solve_settings(), taken);
        return rows;
    }();
    return table;
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
    const Count count = count_one(run, puzzle);
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
