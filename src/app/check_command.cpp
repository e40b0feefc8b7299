// `evodoku check`: facts about a puzzle without evolution.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <numeric>
#include <optional>

#include "commands.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/logic/verifier.hpp"
#include "io/json.hpp"
#include "logic/exact_solver.hpp"
#include "logic/logic.hpp"
#include "output.hpp"
#include "puzzle_input.hpp"
#include "settings/setting.hpp"

namespace evodoku::app {
namespace {

struct CheckSettings {
    bool json = false, quiet = false;
    int order = 0;
};

SettingTable<CheckSettings> check_settings() {
    using S = CheckSettings;
    return {choice_row<S>({"format", "", "text or jsonl"}, "FORMAT", &S::json, {{"text", false}, {"jsonl", true}}),
            flag_row<S>({"quiet", "", "only puzzles that are not proper, and no summary", 'q'}, &S::quiet),
            order_row<S>(&S::order)};
}

/// Positions of a board other than 9 x 9 after which the exact solver stops without an answer.
constexpr std::uint64_t max_positions = 2'000;

enum PuzzleStatus { unique, none, several, undecided, conflict, malformed };

struct StatusTexts {
    const char *name, *finding, *total;
};
constexpr StatusTexts status_texts[] = {
    {"unique", "one solution", ": {} with one solution"},
    {"none", "no solution", ", {} with none"},
    {"several", "several solutions", ", {} with several"},
    {"undecided", "number of solutions undecided after {} positions", ", {} undecided"},
    {"conflict", "", ", {} with givens in conflict"},
    {"malformed", "", "; {} malformed"}};

PuzzleStatus status_of(const logic::ExactResult& exact) {
    if (exact.solutions > 1) return several;
    if (!exact.complete) return undecided;
    return exact.solutions == 1 ? unique : none;
}

struct Findings {
    Logic logic;
    std::string_view level = "none";  ///< the level that solves it: "singles" or "full"
    std::ptrdiff_t left = 0;
};

Findings find_by_logic(const Grid& grid) {
    Findings findings{logic::apply_logic(grid, PresolveLevel::full)};
    findings.left = std::ranges::count(findings.logic.grid.cells(), 0);
    if (findings.logic.contradiction || findings.left != 0) return findings;
    const Logic singles = logic::apply_logic(grid, PresolveLevel::singles);
    findings.level = std::ranges::count(singles.grid.cells(), 0) == 0 ? "singles" : "full";
    return findings;
}

std::string describe(const Findings& found, bool is_full) {
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

class Check {
public:
    Check(int order, const CheckSettings& settings) : order_(order), settings_(settings) {}

    void puzzle(const io::Job& job) {
        const Grid& grid = job.grid;
        const std::string source(job.source);
        if (const auto found = logic::first_conflict(grid)) {
            return bad(conflict, source, job.line, "givens conflict: " + logic::describe(*found), &grid);
        }
        const logic::ExactResult exact = logic::solve_exactly(grid, 2, order_ == 3 ? ~std::uint64_t{0} : max_positions);
        const PuzzleStatus status = status_of(exact);
        ++counts_[status];
        if (settings_.quiet && status == unique) return;
        const Findings found = find_by_logic(grid);
        const std::uint64_t clues = clues_of(grid);
        std::string text = fmt::format(fmt::runtime(status_texts[status].finding), max_positions);
        text += fmt::format("; {}; {}", counted(clues, "clue"), describe(found, clues == grid.cells().size()));
        if (status == several) {
            text += fmt::format("\n  {}\n  {}\n  {}", io::to_line(*exact.first), io::to_line(*exact.second),
                                differences(*exact.first, *exact.second));
        }
        report(status, source, job.line, &grid, text, [&](io::JsonObject& object) {
            object.put("solutions", status == undecided ? std::nullopt : std::optional(exact.solutions));
            object.put("solution", text_of(exact.first));
            object.put("other_solution", text_of(exact.second));
            object.put("clues", clues);
            object.put("logic", found.level);
            object.put("filled", found.logic.filled);
            object.put("struck", found.logic.struck);
            object.put("left", found.left);
            if (found.logic.contradiction) object.put("reason", logic::describe_contradiction(found.logic));
        });
    }

    void error(const io::ParseError& error) {
        const std::string cell = error.cell().empty() ? "" : error.cell() + ": ";
        bad(malformed, error.source(), error.line(), cell + error.message(), nullptr);
    }

    int finish() const {
        flush_results();
        const std::uint64_t well_formed = std::accumulate(counts_, counts_ + malformed, std::uint64_t{0});
        std::string text = counted(well_formed, "puzzle");
        for (const PuzzleStatus status : {unique, none, several, undecided, conflict, malformed}) {
            if (status != unique && counts_[status] == 0) continue;
            text += fmt::format(fmt::runtime(status_texts[status].total), counts_[status]);
        }
        say_unless(settings_.quiet, text);
        if (counts_[conflict] + counts_[malformed] != 0) return bad_puzzle;
        return counts_[unique] == well_formed ? all_solved : some_not_solved;
    }

private:
    void bad(PuzzleStatus status, const std::string& source, std::size_t line, const std::string& reason,
             const Grid* grid) {
        ++counts_[status];
        report(status, source, line, grid, reason, [&](io::JsonObject& object) {
            if (grid != nullptr) object.put("clues", clues_of(*grid));
            object.put("reason", reason);
        });
    }

    /// Prints the text, or a line of JSON with the fields that `put` adds.
    void report(PuzzleStatus status, const std::string& source, std::size_t line, const Grid* grid,
                const std::string& text, const auto& put) const {
        std::string shown = fmt::format("{}:{}: {}", printable(source), line, text);
        if (settings_.json) {
            io::JsonObject object;
            if (order_ != 3) object.put("order", order_);
            object.put("puzzle", grid != nullptr ? std::optional(io::to_line(*grid)) : std::nullopt);
            object.put("status", status_texts[status].name);
            put(object);
            object.put("file", source);
            object.put("line", line);
            shown = object.on_one_line();
        }
        if (!(std::cout << shown + '\n')) flush_results();
    }

    static std::uint64_t clues_of(const Grid& grid) {
        return static_cast<std::uint64_t>(grid.cell_count() - std::ranges::count(grid.cells(), 0));
    }
    static std::optional<std::string> text_of(const std::optional<Grid>& grid) {
        return grid ? std::optional(io::to_line(*grid)) : std::nullopt;
    }

    int order_;
    const CheckSettings& settings_;
    std::uint64_t counts_[std::size(status_texts)] = {};  ///< by status
};

}  // namespace

CommandInfo check_info() { return {.options = options_of(check_settings()), .notes = std::string(check_notes)}; }

int run_check(const std::string&, const CommandLine& line) {
    const CheckSettings settings = read_settings(check_settings(), line);
    std::vector<InputSource> sources = filter_sources(line.arguments);
    const int order = order_of_input(sources, settings.order);
    Check check(order, settings);
    visit_puzzles(
        sources, order, [&](const io::Job& job) { check.puzzle(job); },
        [&](const io::ParseError& error) { check.error(error); });
    return check.finish();
}

}  // namespace evodoku::app
