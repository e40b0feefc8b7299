// `evodoku check`: facts about a puzzle without evolution.
#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "commands.hpp"
#include "core/presolver.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/logic/verifier.hpp"
#include "io/json_text.hpp"
#include "large_input.hpp"
#include "logic/exact_solver.hpp"
#include "output.hpp"
#include "puzzle_input.hpp"
#include "settings/setting_rows.hpp"

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

/// The result of logic on a puzzle.
struct Logic {
    const char* level;  ///< the level that solves it: "singles" or "full"; "none"
    int filled, struck, left;
    std::string contradiction;
};

Logic apply_logic(const Grid& grid) {
    const Presolved found = presolve(grid, PresolveLevel::full);
    Logic logic{"none", found.filled, found.struck, 0, ""};
    for (const std::uint8_t digit : found.grid.digit) logic.left += digit == 0;
    if (found.contradiction) {
        logic.contradiction =
            found.unit < 0 ? fmt::format("r{}c{} has no candidate", row_of(found.cell) + 1, column_of(found.cell) + 1)
                           : fmt::format("{} {} has no place for {}",
                                         found.unit < 9    ? "row"
                                         : found.unit < 18 ? "column"
                                                           : "box",
                                         found.unit % 9 + 1, found.digit);
    } else if (found.is_full()) {
        logic.level = presolve(grid, PresolveLevel::singles).is_full() ? "singles" : "full";
    }
    return logic;
}

std::string describe(const Logic& logic, int clues) {
    if (clues == cell_count) return "no blank is left";
    if (!logic.contradiction.empty()) return "logic finds a contradiction: " + logic.contradiction;
    if (logic.level == std::string_view("singles")) return "singles solve it";
    if (logic.level == std::string_view("full")) return "singles, pairs and locked candidates solve it";
    return fmt::format("logic fills {} and strikes out {}; {} left",
                       counted(static_cast<std::uint64_t>(logic.filled), "cell"),
                       counted(static_cast<std::uint64_t>(logic.struck), "candidate"),
                       counted(static_cast<std::uint64_t>(logic.left), "cell"));
}

enum class PuzzleStatus { unique, none, several, conflict, malformed };
constexpr const char* names[] = {"unique", "none", "several", "conflict", "malformed"};

/// Cells in which two solutions differ, the first of them by name.
std::string differences(const Grid& one, const Grid& other) {
    std::string cells;
    std::uint64_t count = 0;
    for (int cell = 0; cell < cell_count; ++cell) {
        if (one[cell] == other[cell] || ++count > 4) continue;
        cells += fmt::format("{}r{}c{}", cells.empty() ? "" : " ", row_of(cell) + 1, column_of(cell) + 1);
    }
    return fmt::format("they differ in {}: {}{}", counted(count, "cell"), cells, count > 4 ? " ..." : "");
}

class Check {
public:
    Check(bool json, bool quiet) : json_(json), quiet_(quiet) {}

    void puzzle(const Grid& grid, const std::string& source, std::size_t line) {
        int clues = 0;
        for (const std::uint8_t digit : grid.digit) clues += digit != 0;
        if (const auto conflict = logic::first_conflict(grid)) {
            bad(PuzzleStatus::conflict, source, line, fmt::format("givens conflict: {}", logic::describe(*conflict)),
                &grid, clues);
            return;
        }
        const logic::ExactResult exact = logic::solve_exactly(grid, 2);
        const PuzzleStatus status = exact.solutions == 0   ? PuzzleStatus::none
                                    : exact.solutions == 1 ? PuzzleStatus::unique
                                                           : PuzzleStatus::several;
        note(status);
        if (quiet_ && status == PuzzleStatus::unique) return;
        const Logic logic = apply_logic(grid);
        if (json_) {
            io::JsonObject object = begin(status, &grid);
            object.put("solutions", exact.solutions);
            object.put("solution", text_of(exact.first, exact.solutions > 0));
            object.put("other_solution", text_of(exact.second, exact.solutions > 1));
            object.put("clues", clues);
            object.put("logic", logic.level);
            object.put("filled", logic.filled);
            object.put("struck", logic.struck);
            object.put("left", logic.left);
            if (!logic.contradiction.empty()) object.put("reason", logic.contradiction);
            end(object, source, line);
        } else {
            static constexpr const char* counts[] = {"one solution", "no solution", "several solutions"};
            std::cout << fmt::format("{}:{}: {}; {}; {}\n", printable(source), line, counts[static_cast<int>(status)],
                                     counted(static_cast<std::uint64_t>(clues), "clue"), describe(logic, clues));
            if (status == PuzzleStatus::several)
                std::cout << fmt::format("  {}\n  {}\n  {}\n", io::to_line(exact.first), io::to_line(exact.second),
                                         differences(exact.first, exact.second));
        }
        if (!std::cout) flush_results();
    }

    void error(const io::ParseError& error) {
        const std::string cell = error.cell().empty() ? "" : error.cell() + ": ";
        bad(PuzzleStatus::malformed, error.source(), error.line(), cell + error.message(), nullptr, 0);
    }

    int finish() const {
        flush_results();
        const auto count = [&](PuzzleStatus status) { return counts_[static_cast<int>(status)]; };
        const std::uint64_t bad = count(PuzzleStatus::conflict) + count(PuzzleStatus::malformed);
        if (!quiet_) {
            std::string text =
                fmt::format("{}: {} with one solution", counted(all_, "puzzle"), count(PuzzleStatus::unique));
            if (count(PuzzleStatus::none) != 0) text += fmt::format(", {} with none", count(PuzzleStatus::none));
            if (count(PuzzleStatus::several) != 0)
                text += fmt::format(", {} with several", count(PuzzleStatus::several));
            if (count(PuzzleStatus::conflict) != 0)
                text += fmt::format(", {} with givens in conflict", count(PuzzleStatus::conflict));
            if (count(PuzzleStatus::malformed) != 0)
                text += fmt::format("; {} malformed", count(PuzzleStatus::malformed));
            say(text);
        }
        return bad != 0 ? bad_puzzle : count(PuzzleStatus::unique) == all_ ? all_solved : some_not_solved;
    }

private:
    void note(PuzzleStatus status) {
        ++counts_[static_cast<int>(status)];
        all_ += status != PuzzleStatus::malformed;
    }

    void bad(PuzzleStatus status, const std::string& source, std::size_t line, const std::string& reason,
             const Grid* grid, int clues) {
        note(status);
        if (json_) {
            io::JsonObject object = begin(status, grid);
            if (grid != nullptr) object.put("clues", clues);
            object.put("reason", reason);
            end(object, source, line);
        } else {
            std::cout << fmt::format("{}:{}: {}\n", printable(source), line, reason);
        }
        if (!std::cout) flush_results();
    }

    static std::optional<std::string> text_of(const Grid& grid, bool found) {
        return found ? std::optional(io::to_line(grid)) : std::nullopt;
    }

    static io::JsonObject begin(PuzzleStatus status, const Grid* grid) {
        io::JsonObject object;
        object.put("puzzle", grid != nullptr ? std::optional(io::to_line(*grid)) : std::nullopt);
        object.put("status", names[static_cast<int>(status)]);
        return object;
    }

    static void end(io::JsonObject& object, const std::string& source, std::size_t line) {
        object.put("file", source);
        object.put("line", line);
        std::cout << object.on_one_line() << '\n';
    }

    bool json_, quiet_;
    std::uint64_t all_ = 0;         // well-formed puzzles
    std::uint64_t counts_[5] = {};  // by status
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
    const std::vector<InputSource> sources = filter_sources(line.words());
    const bool json = settings.format == CheckFormat::jsonl;
    const int order = order_of_input(sources, settings.order);
    if (order != 3) return check_large_puzzles(sources, order, json, settings.quiet);
    Check check(json, settings.quiet);
    visit_puzzles(sources, {[&](const Grid& grid, const std::string& source, std::size_t number) {
                                check.puzzle(grid, source, number);
                            },
                            [&](const io::ParseError& error) { check.error(error); }});
    return check.finish();
}

}  // namespace evodoku::app
