// `evodoku check`: facts about a puzzle without evolution.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "commands.hpp"
#include "core/cell_name.hpp"
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

enum class CheckFormat { text, jsonl };

struct CheckSettings {
    CheckFormat format = CheckFormat::text;
    bool quiet = false;
    int order = 0;
};

const SettingTable<CheckSettings>& check_settings() {
    using S = CheckSettings;
    static const Choices<CheckFormat> formats = {{"text", CheckFormat::text}, {"jsonl", CheckFormat::jsonl}};
    static const SettingTable<S> table = {
        choice_row<S>({"format", "", "text or jsonl"}, "FORMAT", &S::format, formats),
        flag_row<S>({"quiet", "", "only puzzles that are not proper, and no summary", 'q'}, &S::quiet),
        order_row<S>(&S::order)};
    return table;
}

/// Positions of a board other than 9 x 9 after which the exact solver stops without an answer.
constexpr std::uint64_t max_positions = 2'000;

enum class PuzzleStatus { unique, none, several, undecided, conflict, malformed };
constexpr const char* names[] = {"unique", "none", "several", "undecided", "conflict", "malformed"};

std::string describe(PuzzleStatus status) {
    static constexpr const char* texts[] = {"one solution", "no solution", "several solutions"};
    if (status != PuzzleStatus::undecided) return texts[static_cast<int>(status)];
    return fmt::format("number of solutions undecided after {} positions", max_positions);
}

PuzzleStatus status_of(const logic::ExactResult& exact) {
    if (exact.solutions > 1) return PuzzleStatus::several;
    if (!exact.complete) return PuzzleStatus::undecided;
    return exact.solutions == 1 ? PuzzleStatus::unique : PuzzleStatus::none;
}

/// The result of logic on a puzzle.
struct Findings {
    Logic logic;
    const char* level = "none";  ///< the level that solves it: "singles" or "full"
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
    if (found.level == std::string_view("singles")) return "singles solve it";
    if (found.level == std::string_view("full")) return "singles, pairs and locked candidates solve it";
    return fmt::format("logic fills {} and strikes out {}; {} left",
                       counted(static_cast<std::uint64_t>(found.logic.filled), "cell"),
                       counted(static_cast<std::uint64_t>(found.logic.struck), "candidate"),
                       counted(static_cast<std::uint64_t>(found.left), "cell"));
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
    Check(int order, const CheckSettings& settings)
        : order_(order), json_(settings.format == CheckFormat::jsonl), quiet_(settings.quiet) {}

    void puzzle(const io::Job& job) {
        const Grid& grid = job.grid;
        const auto place = std::pair(std::string(job.source), job.line);
        if (const auto conflict = logic::first_conflict(grid))
            return bad(PuzzleStatus::conflict, place, fmt::format("givens conflict: {}", logic::describe(*conflict)),
                       &grid);
        const logic::ExactResult exact = logic::solve_exactly(grid, 2, order_ == 3 ? ~std::uint64_t{0} : max_positions);
        const PuzzleStatus status = status_of(exact);
        count(status);
        if (quiet_ && status == PuzzleStatus::unique) return;
        const Findings found = find_by_logic(grid);
        const std::uint64_t clues = clues_of(grid);
        if (json_) {
            io::JsonObject object = begin(status, &grid);
            object.put("solutions", status == PuzzleStatus::undecided ? std::nullopt : std::optional(exact.solutions));
            object.put("solution", text_of(exact.first));
            object.put("other_solution", text_of(exact.second));
            object.put("clues", clues);
            object.put("logic", found.level);
            object.put("filled", found.logic.filled);
            object.put("struck", found.logic.struck);
            object.put("left", found.left);
            if (found.logic.contradiction) object.put("reason", logic::describe_contradiction(found.logic));
            return end(object, place);
        }
        print(fmt::format("{}:{}: {}; {}; {}\n", printable(place.first), place.second, describe(status),
                          counted(clues, "clue"), describe(found, clues == grid.cells().size())));
        if (status == PuzzleStatus::several)
            print(fmt::format("  {}\n  {}\n  {}\n", io::to_line(*exact.first), io::to_line(*exact.second),
                              differences(*exact.first, *exact.second)));
    }

    void error(const io::ParseError& error) {
        const std::string cell = error.cell().empty() ? "" : error.cell() + ": ";
        bad(PuzzleStatus::malformed, {error.source(), error.line()}, cell + error.message(), nullptr);
    }

    int finish() const {
        flush_results();
        const auto count_of = [&](PuzzleStatus status) { return counts_[static_cast<int>(status)]; };
        std::uint64_t all = 0;  // well-formed puzzles
        for (const std::uint64_t count : counts_) all += count;
        all -= count_of(PuzzleStatus::malformed);
        std::string text =
            fmt::format("{}: {} with one solution", counted(all, "puzzle"), count_of(PuzzleStatus::unique));
        static constexpr const char* others[] = {"",
                                                 ", {} with none",
                                                 ", {} with several",
                                                 ", {} undecided",
                                                 ", {} with givens in conflict",
                                                 "; {} malformed"};
        for (std::size_t status = 1; status < std::size(others); ++status)
            if (counts_[status] != 0) text += fmt::format(fmt::runtime(others[status]), counts_[status]);
        if (!quiet_) say(text);
        const bool any_bad = count_of(PuzzleStatus::conflict) + count_of(PuzzleStatus::malformed) != 0;
        return any_bad ? bad_puzzle : count_of(PuzzleStatus::unique) == all ? all_solved : some_not_solved;
    }

private:
    using Place = std::pair<std::string, std::size_t>;  ///< file, line

    void count(PuzzleStatus status) { ++counts_[static_cast<int>(status)]; }

    void bad(PuzzleStatus status, const Place& place, const std::string& reason, const Grid* grid) {
        count(status);
        if (!json_) return print(fmt::format("{}:{}: {}\n", printable(place.first), place.second, reason));
        io::JsonObject object = begin(status, grid);
        if (grid != nullptr) object.put("clues", clues_of(*grid));
        object.put("reason", reason);
        end(object, place);
    }

    static std::uint64_t clues_of(const Grid& grid) {
        return static_cast<std::uint64_t>(grid.cell_count() - std::ranges::count(grid.cells(), 0));
    }
    static std::optional<std::string> text_of(const std::optional<Grid>& grid) {
        return grid ? std::optional(io::to_line(*grid)) : std::nullopt;
    }

    io::JsonObject begin(PuzzleStatus status, const Grid* grid) const {
        io::JsonObject object;
        if (order_ != 3) object.put("order", order_);
        object.put("puzzle", grid != nullptr ? std::optional(io::to_line(*grid)) : std::nullopt);
        object.put("status", names[static_cast<int>(status)]);
        return object;
    }
    static void end(io::JsonObject& object, const Place& place) {
        object.put("file", place.first);
        object.put("line", place.second);
        print(object.on_one_line() + '\n');
    }
    static void print(const std::string& text) {
        if (!(std::cout << text)) flush_results();
    }

    int order_;
    bool json_, quiet_;
    std::uint64_t counts_[6] = {};  ///< by status
};

}  // namespace

CommandInfo check_info() {
    CommandInfo info;
    info.options = options_of(check_settings());
    info.notes =
        R"(A filter, standard input to standard output: one line per puzzle. Is it well-formed, do its givens conflict, has it
no solution, one or several (two of them are shown), how many clues has it, and what does logic leave? Solutions are
counted by an exact solver. Larger boards are checked, too; their solutions are counted up to a limit of the search.

Exit codes: 0 every puzzle has exactly one solution; 1 some have none or several; 2 usage;
            3 some are malformed, or their givens conflict; 5 input or output

Examples:
  evodoku check puzzles.txt
  evodoku check 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  cat puzzles.txt | evodoku check --format jsonl | jq -c 'select(.status != "unique")'
)";
    return info;
}

int run_check(const std::string&, const CommandLine& line) {
    CheckSettings settings;
    assign(settings, check_settings(), line);
    std::vector<InputSource> sources = filter_sources(line.arguments);
    const int order = order_of_input(sources, settings.order);
    Check check(order, settings);
    visit_puzzles(
        sources, order,
        {[&](const io::Job& job) { check.puzzle(job); }, [&](const io::ParseError& error) { check.error(error); }});
    return check.finish();
}

}  // namespace evodoku::app
