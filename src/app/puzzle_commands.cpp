// `evodoku check`: facts about puzzles without evolution, or how many redraws each takes; `evodoku convert`: reads
// puzzles in any format and writes them in another.
#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "io/csv.hpp"
#include "io/json.hpp"
#include "io/puzzle_writer.hpp"
#include "logic/canonical.hpp"
#include "logic/logic.hpp"
#include "output.hpp"
#include "puzzle_input.hpp"
#include "rating.hpp"
#include "settings/checked_puzzle.hpp"
#include "settings/puzzle_settings.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {
namespace {

struct CheckSettings : RateSettings {
    bool json = false, quiet = false, summary = false, strict = false, canonical = false, duplicates = false;
    int order = 0;
    std::string column;
    std::uint64_t positions = 0;
};

SettingTable<CheckSettings> check_settings() {
    using S = CheckSettings;
    SettingTable<S> table = {
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
        strict_row<S>(&S::strict)};
    append(table, rate_settings());
    return table;
}

class Check {
public:
    Check(int order, const CheckSettings& settings) : order_(order), settings_(settings) {
        if (settings.is_rated) rate_ = make_rater(settings, order);
        if (settings_.positions == 0) positions_ = logic::positions_for(order_);
    }

    void puzzle(const io::ReadPuzzle& job) {
        CheckedPuzzle checked(job, positions_);
        if (settings_.canonical && checked.is_good()) checked.canonical = logic::canonical(job.grid);
        if ((settings_.duplicates || settings_.summary) && checked.is_good()) find_earlier(checked);
        totals_.add(checked);
        const logic::PuzzleStatus status = checked.found.status;
        if (!checked.is_good()) return report(checked);
        const bool is_fine =
            status == logic::unique && checked.is_right() && (checked.equal_to + checked.symmetric_to).empty();
        if (settings_.quiet && is_fine) return;
        checked.use_logic();
        if (settings_.summary) table_.add(checked);
        if (settings_.summary && is_fine) return;
        const bool is_rated = rate_ && (status == logic::unique || status == logic::undecided);
        report(checked, is_rated ? std::optional(rate_(job.grid)) : std::nullopt);
        if (is_rated) std::cout.flush();  // an interrupt loses nothing
    }

    void error(const io::ParseError& error) {
        const CheckedPuzzle checked(error);
        totals_.add(checked);
        report(checked);
    }

    int finish() {
        if (settings_.summary)
            write_result(settings_.json ? table_.json(classes_, order_) : table_.text(classes_, order_));
        flush_results();
        say_unless(settings_.quiet, totals_.text());
        if (totals_.bad() != 0) return bad_puzzle;
        if (totals_.wrong_answers != 0) return wrong_answer;
        return totals_.by_status[logic::unique] == totals_.well_formed() ? all_solved : some_not_solved;
    }

private:
    void find_earlier(CheckedPuzzle& checked) {
        const auto [equal, symmetric] = classes_.add(*checked.puzzle);
        if (!settings_.duplicates) return;
        if (files_.empty() || files_.back() != checked.file) files_.push_back(checked.file);
        places_.emplace_back(files_.size() - 1, checked.line);
        std::string& earlier = *equal != 0 ? checked.equal_to : checked.symmetric_to;
        const std::size_t first = *equal != 0 ? *equal : *symmetric;  // from 1
        for (std::size_t* const number : {equal, symmetric})
            if (*number == 0) *number = places_.size();
        if (first == 0) return;
        const auto [file, line] = places_[first - 1];
        earlier = fmt::format("{}:{}", printable(files_[file]), line);
    }

    void report(const CheckedPuzzle& checked, const std::optional<Rated>& rated = {}) const {
        const std::string text = settings_.json
                                     ? json_of(checked, rated)
                                     : fmt::format("{}:{}: {}", printable(checked.file), checked.line,
                                                   to_text(checked, positions_, rated ? to_text(*rated) : ""));
        write_result(text + '\n');
    }

    std::string json_of(const CheckedPuzzle& checked, const std::optional<Rated>& rated) const {
        const std::string reason = checked.reason();
        io::Record object;
        if (order_ != 3) object("order", order_);
        object("puzzle", checked.puzzle);
        object("status", logic::status_names[checked.found.status]);
        describe(object, checked);
        if (!checked.is_right()) object("answer_fault", *checked.answer_fault);
        object.optional("reason", reason, !reason.empty());
        if (rated) describe(object, *rated);
        object.optional("canonical", checked.canonical, checked.canonical.has_value());
        object.optional("equal_to", checked.equal_to, !checked.equal_to.empty());
        object.optional("symmetric_to", checked.symmetric_to, !checked.symmetric_to.empty());
        object("file", checked.file);
        object("line", checked.line);
        return object.on_one_line();
    }

    int order_;
    const CheckSettings& settings_;
    std::uint64_t positions_ = settings_.positions;
    CheckTotals totals_;
    PuzzleTable table_;
    std::function<Rated(const Grid&)> rate_;  ///< empty: puzzles are not rated
    logic::SymmetryClasses classes_;
    std::vector<std::pair<std::size_t, std::size_t>> places_;  ///< of the puzzles in the classes: file, and line
    std::vector<std::string> files_;
};

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

}  // namespace

CommandInfo check_info() { return {.options = options_of(check_settings()), .notes = std::string(check_notes)}; }

int run_check(const std::string&, const CommandLine& line) {
    const CheckSettings settings = read_settings(check_settings(), line);
    if (settings.summary && settings.quiet)
        throw SettingError("--quiet shows no summary; leave out --quiet or --summary");
    if (settings.is_rated && (settings.summary || settings.quiet))
        throw SettingError("--rate prints a line per puzzle; leave out --quiet and --summary");
    for (const char* option : {"runs", "seed", "presolve", "device", "threads"}) {
        if (line.has(option) && !settings.is_rated) throw SettingError(fmt::format("--{} is for --rate", option));
    }
    std::vector<InputSource> sources = filter_sources(line.arguments);
    read_as(sources, settings.column, settings.strict);
    const int order = order_of_input(sources, settings.order);
    if (settings.canonical || settings.duplicates)
        require_9x9(settings.canonical ? "--canonical" : "--duplicates", order);
    Check check(order, settings);
    visit_puzzles(
        sources, order, [&](const io::ReadPuzzle& job) { check.puzzle(job); },
        [&](const io::ParseError& error) { check.error(error); }, true);
    return check.finish();
}

CommandInfo convert_info() {
    std::string forms;
    for (const io::PuzzleForm& form : io::puzzle_forms()) forms += fmt::format("  {:<11} {}\n", form.name, form.help);
    return {.options = options_of(convert_settings()), .notes = fmt::format(fmt::runtime(convert_notes), forms)};
}

int run_convert(const std::string& program, const CommandLine& line) {
    const ConvertSettings settings = read_settings(convert_settings(), line);
    std::vector<InputSource> sources = filter_sources(line.arguments);
    read_as(sources, settings.column, settings.strict);
    const int order = order_of_input(sources, settings.order);
    io::PuzzleWriter writer = writer_for(settings.form, settings.blank, order);
    BadPuzzles bad;
    const bool is_table = settings.form == "csv" || settings.form == "tsv";
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
    visit_puzzles(
        sources, order, convert, [&](const io::ParseError& error) { bad.add(error); }, is_table);
    begin();
    std::cout << writer.end();
    flush_results();
    bad.sum_up(check_call(program, sources));
    if (settings.unique) say(fmt::format("{} of {} left out", left_out, counted(read, "puzzle")));
    return bad.count() != 0 ? bad_puzzle : all_solved;
}

}  // namespace evodoku::app
