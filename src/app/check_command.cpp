// `evodoku check`: facts about puzzles without evolution, or how many redraws each takes.
#include <fmt/format.h>

#include <cstdint>
#include <iostream>

#include "commands.hpp"
#include "logic/canonical.hpp"
#include "logic/logic.hpp"
#include "puzzle_input.hpp"
#include "rating.hpp"
#include "settings/checked_puzzle.hpp"

namespace evodoku::app {
namespace {

struct CheckSettings : RateSettings {
    bool json = false, quiet = false, summary = false, strict = false, canonical = false, duplicates = false;
    int order = 0;
    std::string column;
    std::uint64_t positions = 0;
    bool is_rated = false;
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
    for (const char* option : {"runs", "seed", "presolve", "device", "threads"}) {
        if (line.has(option) && !settings.is_rated) throw SettingError(fmt::format("--{} is for --rate", option));
    }
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

}  // namespace evodoku::app
