// `evodoku check`: facts about a puzzle without evolution; `evodoku convert`: reads puzzles in any format and writes
// them in another.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "commands.hpp"
#include "evodoku/io/grid_text.hpp"
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
    bool json = false, quiet = false, summary = false, strict = false;
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
        count_row<S>({"positions", "", "positions that the exact solver examines; 0 = 100000, from 16 x 16 on 2000"},
                     &S::positions, 0, ~std::uint64_t{0} >> 1),
        order_row<S>(&S::order),
        column_row<S>(&S::column),
        strict_row<S>(&S::strict)};
    append(table, rate_settings());
    return table;
}

using logic::PuzzleStatus;
using enum logic::PuzzleStatus;

struct StatusTexts {
    const char *finding, *total;
};
constexpr StatusTexts status_texts[] = {
    {"one solution", ": {} with one solution"},
    {"no solution", ", {} with none"},
    {"several solutions", ", {} with several"},
    {"number of solutions undecided after {} positions (--positions examines more)", ", {} undecided"},
    {"", ", {} with givens in conflict"},
    {"", "; {} malformed"}};

std::string describe(const logic::Findings& found, bool is_full) {
    if (is_full) return "no blank is left";
    if (found.logic.contradiction) return "logic finds a contradiction: " + logic::describe_contradiction(found.logic);
    if (found.level == "singles") return "singles solve it";
    if (found.level == "full") return "singles, pairs and locked candidates solve it";
    return fmt::format("logic fills {} and strikes out {}; {} left", counted(found.logic.filled, "cell"),
                       counted(found.logic.struck, "candidate"), counted(found.left, "cell"));
}

/// Cells in which two solutions differ, the first of them by name.
std::string differences(const Grid& one, const Grid& other) {
    std::string cells;
    std::uint64_t count = 0;
    for (int cell = 0; cell < one.cell_count(); ++cell) {
        if (one[cell] == other[cell] || ++count > 4) continue;
        cells += (cells.empty() ? "" : " ") + cell_name(cell, one.size());
    }
    return fmt::format("they differ in {}: {}{}", counted(count, "cell"), cells, count > 4 ? " ..." : "");
}

/// What many puzzles have in common. Memory: 16 bytes per puzzle.
class CheckSummary {
public:
    void add(const Grid& grid, std::uint64_t clues, std::string_view level) {
        ++clues_[clues];
        ++levels_[static_cast<std::size_t>(std::ranges::find(level_names, level) - level_names)];
        grids_.push_back(hash_of(grid));
        is_9x9_ = grid.order() == 3;
        if (!is_9x9_) return;
        forms_.push_back(hash_of(logic::canonical_form(grid)));
    }

    std::string text() {
        const std::uint64_t all = grids_.size();
        std::string text = "clues   puzzles\n";
        for (const auto& [clues, count] : clues_) text += fmt::format("{:<6}{:>9}\n", clues, count);
        text += "\nsolved by                                   puzzles    share\n";
        for (std::size_t k = 0; k < std::size(level_names); ++k) {
            text += fmt::format("{:<42}{:>9}  {:>5.1f} %\n", level_texts[k], levels_[k],
                                100.0 * static_cast<double>(levels_[k]) / std::max(static_cast<double>(all), 1.0));
        }
        text += fmt::format("\nequal to an earlier puzzle: {} of {}\n", repeated(grids_), all);
        if (!is_9x9_) return text + "equal up to symmetry: computed for 9 x 9 only\n";
        return text + fmt::format("equal up to symmetry, those included: {} of {}\n", repeated(forms_), all);
    }
    std::string json() {
        io::Record clues, levels, object;
        for (const auto& [number, count] : clues_) clues.put(std::to_string(number), count);
        for (std::size_t k = 0; k < std::size(level_names); ++k) levels.put(level_names[k], levels_[k]);
        object.put("puzzles", grids_.size());
        object.put_json("clues", clues.on_one_line());
        object.put_json("logic", levels.on_one_line());
        object.put("duplicates", repeated(grids_));
        object.put("equal_up_to_symmetry", is_9x9_ ? std::optional(repeated(forms_)) : std::nullopt);
        return object.on_one_line() + '\n';
    }

private:
    static constexpr std::string_view level_names[] = {"singles", "full", "none"},
                                      level_texts[] = {"singles", "singles, pairs and locked candidates", "search"};

    static std::size_t hash_of(const Grid& grid) {
        const auto cells = grid.cells();
        return std::hash<std::string_view>{}({reinterpret_cast<const char*>(cells.data()), cells.size()});
    }
    /// How many have an equal one before them.
    static std::uint64_t repeated(std::vector<std::size_t>& hashes) {
        std::ranges::sort(hashes);
        return static_cast<std::uint64_t>(std::ranges::unique(hashes).size());
    }

    std::map<std::uint64_t, std::uint64_t> clues_;  ///< clues -> puzzles
    std::uint64_t levels_[3] = {};
    std::vector<std::size_t> grids_, forms_;  ///< hashes
    bool is_9x9_ = true;                      ///< all of them, or none
};

class Check {
public:
    Check(int order, const CheckSettings& settings) : order_(order), settings_(settings) {
        if (settings.is_rated) rater_.emplace(settings, order);
    }

    void puzzle(const io::Job& job) {
        const std::uint64_t positions = settings_.positions != 0 ? settings_.positions : logic::positions_for(order_);
        CheckedPuzzle checked(job, positions);
        const PuzzleStatus status = checked.found.status;
        ++counts_[status];
        if (status == conflict) return report(checked, [&] { return checked.reason(); });
        const bool lacks_answer = job.notes != nullptr && job.notes->lacks_answer, is_right = checked.is_right();
        answers_ += checked.answer_fault.has_value(), wrong_answers_ += !is_right, no_answers_ += lacks_answer;
        if (settings_.quiet && status == unique && is_right) return;
        checked.use_logic();
        const std::uint64_t clues = logic::clues_of(job.grid);
        if (settings_.summary) {
            summary_.add(job.grid, clues, checked.by_logic->level);
            if (status == unique && is_right) return;
        }
        std::optional<Rated> rated;
        if (rater_ && (status == unique || status == undecided)) rated = rater_->rate(job.grid);
        const auto text = [&] {
            std::string line = fmt::format(fmt::runtime(status_texts[status].finding), positions);
            line += fmt::format("; {}; {}", counted(clues, "clue"),
                                describe(*checked.by_logic, clues == job.grid.cells().size()));
            if (rated) line += "; " + to_text(*rated);
            if (!is_right) line += "; wrong answer: " + *checked.answer_fault;
            if (lacks_answer) line += "; no answer";
            if (status != several) return line;
            const Grid &one = *checked.found.exact.first, &other = *checked.found.exact.second;
            return line +
                   fmt::format("\n  {}\n  {}\n  {}", io::to_line(one), io::to_line(other), differences(one, other));
        };
        report(checked, text, rated);
        if (rated) std::cout.flush();  // an interrupt loses nothing
    }

    void error(const io::ParseError& error) {
        const CheckedPuzzle checked(error);
        ++counts_[malformed];
        report(checked, [&] { return checked.reason(); });
    }

    int finish() {
        if (settings_.summary) std::cout << (settings_.json ? summary_.json() : summary_.text());
        flush_results();
        const std::uint64_t well_formed = std::accumulate(counts_, counts_ + malformed, std::uint64_t{0});
        std::string text = counted(well_formed, "puzzle");
        for (const PuzzleStatus status : {unique, none, several, undecided, conflict, malformed}) {
            if (status != unique && counts_[status] == 0) continue;
            text += fmt::format(fmt::runtime(status_texts[status].total), counts_[status]);
        }
        if (answers_ != 0) text += fmt::format("; {} of {} wrong", wrong_answers_, counted(answers_, "answer"));
        if (no_answers_ != 0) text += fmt::format("; {} without an answer", no_answers_);
        say_unless(settings_.quiet, text);
        if (counts_[conflict] + counts_[malformed] != 0) return bad_puzzle;
        if (wrong_answers_ != 0) return wrong_answer;
        return counts_[unique] == well_formed ? all_solved : some_not_solved;
    }

private:
    /// Prints the text that `text` makes, or a line of JSON.
    void report(const CheckedPuzzle& checked, const auto& text, const std::optional<Rated>& rated = {}) const {
        std::string shown;
        if (!settings_.json) {
            shown = fmt::format("{}:{}: {}", printable(checked.file), checked.line, text());
        } else {
            const std::string reason = checked.reason();
            io::Record object;
            if (order_ != 3) object("order", order_);
            object("puzzle", checked.puzzle);
            object("status", logic::status_names[checked.found.status]);
            describe(object, checked);
            if (!checked.is_right()) object("answer_fault", *checked.answer_fault);
            object.optional("reason", reason, !reason.empty());
            if (rated) describe(object, *rated);
            object("file", checked.file);
            object("line", checked.line);
            shown = object.on_one_line();
        }
        if (!(std::cout << shown + '\n')) flush_results();
    }

    int order_;
    const CheckSettings& settings_;
    std::uint64_t counts_[std::size(status_texts)] = {};  ///< by status
    std::uint64_t answers_ = 0, wrong_answers_ = 0, no_answers_ = 0;
    CheckSummary summary_;
    std::optional<Rater> rater_;
};

struct ConvertSettings {
    std::string form;  ///< empty: line, and numbers for order 7
    std::string blank, column;
    int order = 0;
    bool strict = false;
};

SettingTable<ConvertSettings> convert_settings() {
    using S = ConvertSettings;
    return {text_row<S>({"to", "", "the format to write, see below; line, for order 7 numbers", 't'}, "FORM", &S::form,
                        io::form_names()),
            text_row<S>({"blank", "", "the character for a blank: one of . 0 x X * _ (default: that of the format)"},
                        "SIGN", &S::blank),
            order_row<S>(&S::order), column_row<S>(&S::column), strict_row<S>(&S::strict)};
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
    Check check(order, settings);
    visit_puzzles(
        sources, order, [&](const io::Job& job) { check.puzzle(job); },
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
    bool begun = false;
    const auto begin = [&] {
        const auto& names = columns.names();
        if (!std::exchange(begun, true)) std::cout << (names.empty() ? writer.begin() : io::csv_row(names, separator));
    };
    const auto convert = [&](const io::Job& job) {
        std::vector<std::string> fields;
        if (is_table) fields = columns.fields_of(job);
        begin();
        if (!fields.empty()) fields[columns.puzzle()] = writer.cells(job.grid);
        if (!(std::cout << (fields.empty() ? checked_text(writer, job) : io::csv_row(fields, separator))))
            flush_results();
    };
    visit_puzzles(
        sources, order, convert, [&](const io::ParseError& error) { bad.add(error); }, is_table || writer.is_sheet());
    begin();
    std::cout << writer.end();
    flush_results();
    bad.sum_up(check_call(program, sources));
    return bad.count() != 0 ? bad_puzzle : all_solved;
}

}  // namespace evodoku::app
