// Puzzles in and out, without evolution. `evodoku check`: facts about them, or how many redraws each takes by the
// default search; `convert`: from any format to another; `generate`: from a seed.
#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "commands.hpp"
#include "core/host_work.hpp"
#include "counting/generating.hpp"
#include "devices/internal.hpp"
#include "evodoku/backend/solve.hpp"
#include "io/characters.hpp"
#include "io/json.hpp"
#include "io/puzzle_writer.hpp"
#include "logic/canonical.hpp"
#include "logic/logic.hpp"
#include "puzzle_input.hpp"
#include "runs.hpp"
#include "settings/puzzle_settings.hpp"
#include "statistics/statistics.hpp"

namespace evodoku::app {
namespace {

struct CheckSettings {
    bool json = false, quiet = false, summary = false, strict = false, canonical = false, duplicates = false;
    int order = 0;
    std::string column;
    std::uint64_t positions = 0;
    bool is_rated = false;  ///< and how:
    std::uint32_t runs = 100, threads = 0;
    std::uint64_t seed = 1;
    PresolveLevel presolve = PresolveLevel::full;
    std::string device = "cpu";
};

SettingTable<CheckSettings> check_settings() {
    using S = CheckSettings;
    using enum PresolveLevel;
    return {
        choice_row<S>({"format", "", "text or jsonl"}, "FORMAT", &S::json, {{"text", false}, {"jsonl", true}}),
        flag_row<S>({"quiet", "", "only puzzles that are not proper, and no summary", 'q'}, &S::quiet),
        flag_row<S>({"summary", "",
                     "in place of puzzles that are proper: a table of clues, of what logic solves, and of equal "
                     "puzzles"},
                    &S::summary),
        flag_row<S>({"canonical", "", "also the least form under all symmetries, and the symmetry; 9 x 9"},
                    &S::canonical),
        flag_row<S>({"duplicates", "", "name the earlier puzzle that one is equal to, also up to symmetry; 9 x 9"},
                    &S::duplicates),
        count_row<S>({"positions", "", "positions that the exact solver examines; 0 = 100000, from 16 x 16 on 2000"},
                     &S::positions, 0, ~std::uint64_t{0} >> 1),
        order_row<S>(&S::order),
        column_row<S>(&S::column),
        strict_row<S>(&S::strict),
        flag_row<S>({"rate", "", "rate puzzles with one solution: quantiles of the redraws of the default search"},
                    &S::is_rated),
        count_row<S>({"runs", "", "--rate: runs per puzzle"}, &S::runs, 1, 1'000'000),
        count_row<S>({"seed", "", "--rate: seed of the runs", 's'}, &S::seed, 0, std::uint64_t{1} << 62),
        choice_row<S>({"presolve", "", "--rate: logic before the search"}, "LEVEL", &S::presolve,
                      {{"none", none}, {"givens", givens}, {"singles", singles}, {"full", full}}),
        text_row<S>({"device", "", "--rate: cpu, cuda, cuda:N or auto", 'd'}, "DEVICE", &S::device,
                    {"cpu", "cuda", "auto"}),
        count_row<S>({"threads", "", "--rate: CPU threads; 0 = all", 'j'}, &S::threads, 0, 1024)};
}

/// Throws SettingError for options that do not go together.
void check_options(const CheckSettings& settings, const CommandLine& line) {
    if (settings.summary && settings.quiet)
        throw SettingError("--quiet shows no summary; leave out --quiet or --summary");
    if (settings.is_rated && (settings.summary || settings.quiet))
        throw SettingError("--rate prints a line per puzzle; leave out --quiet and --summary");
    for (const char* option : {"runs", "seed", "presolve", "device", "threads"})
        if (line.has(option) && !settings.is_rated) throw SettingError(fmt::format("--{} is for --rate", option));
}

/// Returns a function that rates puzzles one after another, whose givens do not conflict. Run r of a puzzle is that of
/// `evodoku solve` with this seed for the r-th puzzle of its input, from 0: it depends on the puzzle and the settings
/// alone. `label`: of the device, for messages. Throws as choose_device() and make_backend() do.
std::function<RedrawsOfRuns(const Grid&)> make_rater(const CheckSettings& settings, int order, std::string_view label) {
    const Config config = default_config(box_board_of(order));
    DeviceChoice choice = choose_device(device_for_order(settings.device, order), label);
    const std::shared_ptr<Backend> backend = open_or_fall_back(choice, say, [&](const Device& device) {
        const std::uint32_t slots = suitable_puzzle_slots(device, config, settings.threads, settings.runs);
        return make_backend(device, config, settings.threads, slots);
    });
    return [settings, backend](const Grid& puzzle) -> RedrawsOfRuns {
        std::uint32_t begun = 0;
        std::vector<double> redraws;
        SolveOptions options;
        options.seed = settings.seed, options.presolve = settings.presolve;
        const auto next = [&] { return begun++ < settings.runs ? std::optional(puzzle) : std::nullopt; };
        const Summary summary = solve(*backend, options, next, [&](const Outcome& outcome) {
            const bool is_solved = outcome.status == Status::solved;
            redraws.push_back(is_solved ? static_cast<double>(outcome.effort.redraws)
                                        : std::numeric_limits<double>::infinity());
        });
        const auto quantile = [&](double share) { return statistics::quantile(redraws, share).value_or(0); };
        const std::optional<statistics::Interval> median = statistics::median_interval(redraws);
        return {.runs = summary.puzzles,
                .solved = summary.solved,
                .q25 = quantile(0.25),
                .median = quantile(0.5),
                .q75 = quantile(0.75),
                .median_low = median ? std::optional(median->low) : std::nullopt,
                .median_high = median ? std::optional(median->high) : std::nullopt};
    };
}

struct ConvertSettings {
    std::string form;  ///< empty: line, and numbers for order 7
    std::string blank, column;
    int order = 0;
    bool strict = false, unique = false;
};

SettingTable<ConvertSettings> convert_settings() {
    using S = ConvertSettings;
    return {
        text_row<S>({"to", "", "the format to write, see below; line, for order 7 numbers", 't'}, "FORM", &S::form,
                    io::form_names()),
        text_row<S>({"blank", "", "the character for a blank: one of . 0 x X * _ (default: that of the format)"},
                    "SIGN", &S::blank),
        flag_row<S>({"unique", "", "leave out puzzles that are equal to an earlier one, also up to symmetry; 9 x 9"},
                    &S::unique),
        order_row<S>(&S::order),
        column_row<S>(&S::column),
        strict_row<S>(&S::strict)};
}

/// A puzzle with what is known of it.
io::Record record_of(const logic::GeneratedPuzzle& generated, std::uint32_t number, const GenerateSettings& settings,
                     const io::PuzzleWriter& writer) {
    io::Record fields;
    fields("id", number);
    fields("puzzle", writer.cells(generated.puzzle));
    fields("solution", writer.cells(generated.solution));
    describe(fields, generated);
    fields("symmetry", to_text(settings.symmetry));
    fields("seed", *settings.seed);
    return fields;
}

}  // namespace

std::vector<Option> check_options() { return options_of(check_settings()); }

int run_check(const std::string&, const CommandLine& line) {
    const Environment from = line.has("rate") ? Environment::read : Environment::ignored;
    const CheckSettings settings = read_settings(check_settings(), line, {}, from);
    check_options(settings, line);
    if (settings.is_rated) std::ranges::for_each(misspelt_variables({"device", "threads"}), say);
    std::vector<InputSource> sources = filter_sources(line.arguments);
    read_as(sources, {.column = settings.column, .keeps_fields = true, .refuses_text = settings.strict});
    const int order = order_of_input(sources, settings.order);
    if (settings.canonical || settings.duplicates)
        require_9x9(settings.canonical ? "--canonical" : "--duplicates", order);
    const std::uint64_t positions = settings.positions != 0 ? settings.positions : logic::positions_for(order);
    const auto rate = settings.is_rated ? make_rater(settings, order, line.label_of("device")) : nullptr;
    CheckTotals totals;
    PuzzleTable table;
    const auto take = [&](CheckedPuzzle checked) {
        const bool is_good = checked.is_good();
        if (settings.canonical && is_good) checked.canonical = logic::canonical(*checked.puzzle);
        if ((settings.duplicates || settings.summary) && is_good)
            table.find_earlier(checked, settings.duplicates ? printable(checked.file) : "");
        totals.add(checked);
        const logic::PuzzleStatus status = checked.found.status;
        const bool is_fine =
            status == logic::unique && checked.is_right() && (checked.equal_to + checked.symmetric_to).empty();
        if (settings.quiet && is_fine) return;
        checked.use_logic();
        if (settings.summary && is_good) table.add(checked);
        if (settings.summary && is_fine) return;
        if (rate && (status == logic::unique || status == logic::undecided)) checked.redraws = rate(*checked.puzzle);
        write_result(settings.json ? to_json(checked, order) + '\n'
                                   : fmt::format("{}:{}: {}\n", printable(checked.file), checked.line,
                                                 to_text(checked, positions)));
        if (checked.redraws) std::cout.flush();  // an interrupt loses nothing
    };
    visit_puzzles(
        sources, order, [&](const io::ReadPuzzle& job) { take(CheckedPuzzle(job, positions)); },
        [&](const io::ParseError& error) { take(CheckedPuzzle(error)); });
    if (settings.summary) write_result(settings.json ? table.json(order) : table.text(order));
    flush_results();
    say_unless(settings.quiet, totals.text());
    if (totals.bad() != 0) return bad_puzzle;
    if (totals.wrong_answers != 0) return wrong_answer;
    return totals.by_status[logic::unique] == totals.well_formed() ? all_solved : some_not_solved;
}

std::vector<Option> convert_options() { return options_of(convert_settings()); }

int run_convert(const std::string&, const CommandLine& line) {
    const ConvertSettings settings = read_settings(convert_settings(), line);
    std::vector<InputSource> sources = filter_sources(line.arguments);
    const bool is_table = settings.form == "csv" || settings.form == "tsv";
    read_as(sources, {.column = settings.column, .keeps_fields = is_table, .refuses_text = settings.strict});
    const int order = order_of_input(sources, settings.order);
    io::PuzzleWriter writer = writer_for(settings.form, settings.blank, order);
    BadPuzzles bad;
    const char separator = settings.form == "tsv" ? '\t' : ',';
    KeptColumns columns;
    if (settings.unique) require_9x9("--unique", order);
    logic::SymmetryClasses classes;
    std::uint64_t read = 0, left_out = 0;
    bool begun = false;
    const auto begin = [&] {
        const auto& names = columns.names();
        if (!std::exchange(begun, true)) std::cout << (names.empty() ? writer.begin() : io::csv_row(names, separator));
    };
    const auto convert = [&](const io::ReadPuzzle& job) {
        ++read;
        if (settings.unique) refuse_conflict(job);
        if (settings.unique && (*classes.add(job.grid).symmetric)++ != 0) return void(++left_out);
        std::vector<std::string> fields;
        if (is_table) fields = columns.fields_of(job);
        begin();
        if (!fields.empty()) fields[columns.puzzle()] = writer.cells(job.grid);
        write_result(fields.empty() ? writer.puzzle(job.grid) : io::csv_row(fields, separator));
    };
    visit_puzzles(sources, order, convert, [&](const io::ParseError& error) { bad.add(error); });
    begin();
    std::cout << writer.end();
    flush_results();
    const int code = bad.sum_up();
    if (settings.unique) say(fmt::format("{} of {} left out", left_out, counted(read, "puzzle")));
    return code;
}

std::vector<Option> generate_options() { return options_of(generate_settings()); }

int run_generate(const std::string&, const CommandLine& line) {
    const Clock::time_point start = Clock::now();
    GenerateSettings settings = read_settings(generate_settings(), line);
    const bool is_drawn = !settings.seed;
    if (is_drawn) settings.seed = random_seed();
    io::PuzzleWriter writer = writer_for(settings.form, "", settings.order);
    std::optional<io::RecordLines> lines;  // where the form has columns or keys: puzzles with one solution have facts
    if (settings.is_proper() && !settings.solutions) {
        if (settings.form == "jsonl") lines.emplace('\0');
        if (settings.form == "csv" || settings.form == "tsv") lines.emplace(settings.form == "csv" ? ',' : '\t');
    }
    const auto should_stop = [&] {
        return interrupt_signal() != 0 || (settings.timeout && Clock::now() - start >= *settings.timeout);
    };
    const auto next = make_puzzles(settings, should_stop, say);
    std::optional<AppendedFile> file;
    if (!settings.output.empty() && settings.output != "-") file.emplace(settings.output);
    if (file && file->size()) file->cut(0);
    const auto write = [&](const std::string& text) {
        if (file) return file->append(text);
        std::cout << text;
        if (settings.is_proper()) std::cout.flush();  // an interrupt loses nothing
        if (!std::cout) flush_results();
    };
    if (is_drawn) say(fmt::format("seed {}", *settings.seed));
    watch_for_interrupt(false);
    std::uint32_t written = 0, missing = 0;
    if (!lines) write(writer.begin());
    for (; const auto puzzle = next(); ++written) {
        if (const auto& found = puzzle->found) {
            write(lines ? lines->line(record_of(*found, written + 1, settings, writer))
                        : writer.puzzle(settings.solutions ? found->solution : found->puzzle));
        } else if (++missing <= 20) {
            say(settings.not_found(written, *puzzle));
        }
    }
    write(writer.end());
    file ? file->sync() : flush_results();
    const std::uint32_t left = settings.wanted() - written;
    if (left != 0) say(fmt::format("stopped: {} of {} not made", left, settings.wanted()));
    if (settings.is_proper())
        say(fmt::format("{} with one solution, seed {}{}", counted(written - missing, "puzzle"), *settings.seed,
                        missing != 0 ? fmt::format("; {} not found", missing) : ""));
    if (interrupt_signal() != 0) return interrupted + interrupt_signal();
    return missing + left != 0 ? some_not_made : all_solved;
}

}  // namespace evodoku::app
