// Facts about larger puzzles: conflicts, logic, and the number of solutions where the exact solver ends.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/every_order.hpp"
#include "core/large_puzzle.hpp"
#include "io/json_text.hpp"
#include "io/large_writer.hpp"
#include "large_input.hpp"
#include "logic/large_exact_solver.hpp"
#include "logic/large_verifier.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

/// Positions after which the exact solver stops without an answer.
constexpr int max_positions = 2'000;

enum class LargeStatus { unique, none, several, undecided, conflict, malformed };
constexpr const char* status_names[] = {"unique", "none", "several", "undecided", "conflict", "malformed"};

/// The result of logic on a puzzle.
struct LargeFindings {
    int filled = 0, struck = 0, left = 0;
    std::string contradiction;
};

template <int order>
LargeFindings find_by_logic(const LargeGrid& grid) {
    using Shape = LargeGeometry<order>;
    const auto job = std::make_unique<LargeJob<order>>();  // too large for the stack of some threads
    std::copy_n(grid.digit.begin(), Shape::cells, job->givens);
    const auto found = std::make_unique<LargePresolved<order>>(presolve(*job));
    LargeFindings logic{found->filled, found->struck, 0, ""};
    for (const std::uint8_t digit : found->grid) logic.left += digit == 0;
    if (!found->contradiction) return logic;
    static constexpr const char* kinds[] = {"row", "column", "box"};
    logic.contradiction =
        found->unit < 0
            ? fmt::format("r{}c{} has no candidate", Shape::row_of(found->cell) + 1, Shape::column_of(found->cell) + 1)
        : found->digit == 0 ? fmt::format("the digits that box {} misses do not fit into its blank cells",
                                          found->unit % Shape::size + 1)
                            : fmt::format("{} {} has no place for {}", kinds[found->unit / Shape::size],
                                          found->unit % Shape::size + 1, found->digit);
    return logic;
}

LargeFindings find_by_logic(const LargeGrid& grid) {
#define EVODOKU_LOGIC_OF(number, ...) \
    if (grid.order == number) return find_by_logic<number>(grid);
    EVODOKU_FOR_EVERY_ORDER(EVODOKU_LOGIC_OF)
#undef EVODOKU_LOGIC_OF
    return find_by_logic<3>(grid);
}

std::string describe(const LargeFindings& logic) {
    if (!logic.contradiction.empty()) return "logic finds a contradiction: " + logic.contradiction;
    if (logic.left == 0) return "logic solves it";
    return fmt::format("logic fills {} and strikes out {}; {} left",
                       counted(static_cast<std::uint64_t>(logic.filled), "cell"),
                       counted(static_cast<std::uint64_t>(logic.struck), "candidate"),
                       counted(static_cast<std::uint64_t>(logic.left), "cell"));
}

std::string describe(LargeStatus status) {
    if (status == LargeStatus::undecided)
        return fmt::format("number of solutions undecided after {} positions", max_positions);
    return status == LargeStatus::unique ? "one solution"
           : status == LargeStatus::none ? "no solution"
                                         : "several solutions";
}

LargeStatus status_of(const logic::LargeExactResult& exact) {
    if (exact.solutions > 1) return LargeStatus::several;
    if (!exact.complete) return LargeStatus::undecided;
    return exact.solutions == 1 ? LargeStatus::unique : LargeStatus::none;
}

class LargeCheck {
public:
    LargeCheck(int order, bool json, bool quiet) : order_(order), json_(json), quiet_(quiet) {}

    void puzzle(const LargeGrid& grid, const std::string& source, std::size_t line) {
        const auto clues = clues_of(grid);
        if (const auto conflict = logic::first_conflict(grid)) {
            bad(LargeStatus::conflict, source, line, "givens conflict: " + logic::describe(*conflict, grid.order),
                &grid);
            return;
        }
        const logic::LargeExactResult exact = logic::solve_exactly(grid, max_positions);
        const LargeStatus status = status_of(exact);
        note(status);
        if (quiet_ && status == LargeStatus::unique) return;
        const LargeFindings logic = find_by_logic(grid);
        if (json_) {
            io::JsonObject object = begin(status, &grid);
            object.put("solutions",
                       exact.complete || exact.solutions > 1 ? std::optional(exact.solutions) : std::nullopt);
            object.put("solution", text_of(exact.first));
            object.put("other_solution", text_of(exact.second));
            object.put("clues", clues);
            object.put("filled", logic.filled);
            object.put("struck", logic.struck);
            object.put("left", logic.left);
            if (!logic.contradiction.empty()) object.put("reason", logic.contradiction);
            end(object, source, line);
        } else {
            std::cout << fmt::format("{}:{}: {}; {}; {}\n", printable(source), line, describe(status),
                                     counted(static_cast<std::uint64_t>(clues), "clue"), describe(logic));
        }
        if (!std::cout) flush_results();
    }

    void error(const io::ParseError& error) {
        const std::string cell = error.cell().empty() ? "" : error.cell() + ": ";
        bad(LargeStatus::malformed, error.source(), error.line(), cell + error.message(), nullptr);
    }

    int finish() const {
        flush_results();
        const std::uint64_t unique = count(LargeStatus::unique),
                            bad = count(LargeStatus::conflict) + count(LargeStatus::malformed);
        if (!quiet_) {
            std::string text = fmt::format("{}: {} with one solution", counted(all_, "puzzle"), unique);
            const std::pair<LargeStatus, const char*> others[] = {{LargeStatus::none, "with none"},
                                                                  {LargeStatus::several, "with several"},
                                                                  {LargeStatus::undecided, "undecided"},
                                                                  {LargeStatus::conflict, "with givens in conflict"},
                                                                  {LargeStatus::malformed, "malformed"}};
            for (const auto& [status, words] : others) {
                if (count(status) != 0) text += fmt::format(", {} {}", count(status), words);
            }
            say(text);
        }
        return bad != 0 ? bad_puzzle : unique == all_ ? all_solved : some_not_solved;
    }

private:
    std::uint64_t count(LargeStatus status) const { return counts_[static_cast<int>(status)]; }

    void note(LargeStatus status) {
        ++counts_[static_cast<int>(status)];
        all_ += status != LargeStatus::malformed;
    }

    void bad(LargeStatus status, const std::string& source, std::size_t line, const std::string& reason,
             const LargeGrid* grid) {
        note(status);
        if (json_) {
            io::JsonObject object = begin(status, grid);
            if (grid != nullptr) object.put("clues", clues_of(*grid));
            object.put("reason", reason);
            end(object, source, line);
        } else {
            std::cout << fmt::format("{}:{}: {}\n", printable(source), line, reason);
        }
        if (!std::cout) flush_results();
    }

    static std::ptrdiff_t clues_of(const LargeGrid& grid) {
        return std::ranges::count_if(grid.digit, [](std::uint8_t digit) { return digit != 0; });
    }

    static std::optional<std::string> text_of(const LargeGrid& grid) {
        return grid.order != 0 ? std::optional(io::large_line(grid)) : std::nullopt;
    }

    io::JsonObject begin(LargeStatus status, const LargeGrid* grid) const {
        io::JsonObject object;
        object.put("order", order_);
        object.put("puzzle", grid != nullptr ? text_of(*grid) : std::nullopt);
        object.put("status", status_names[static_cast<int>(status)]);
        return object;
    }

    static void end(io::JsonObject& object, const std::string& source, std::size_t line) {
        object.put("file", source);
        object.put("line", line);
        std::cout << object.on_one_line() << '\n';
    }

    int order_;
    bool json_, quiet_;
    std::uint64_t all_ = 0;         // well-formed puzzles
    std::uint64_t counts_[6] = {};  // by status
};

}  // namespace

int check_large_puzzles(const std::vector<InputSource>& sources, int order, bool json, bool quiet) {
    LargeCheck check(order, json, quiet);
    visit_large_puzzles(
        sources, order,
        {[&](const LargeGrid& grid, const std::string& source, std::size_t line) { check.puzzle(grid, source, line); },
         [&](const io::ParseError& error) { check.error(error); }});
    return check.finish();
}

}  // namespace evodoku::app
