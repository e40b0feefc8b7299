// What the commands on puzzles settle and find, as Python does: the settings with which puzzles are generated and
// written, and what `evodoku check` finds of a puzzle, and of all puzzles of an input.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evodoku/io/puzzle_reader.hpp"
#include "io/puzzle_writer.hpp"
#include "logic/canonical.hpp"
#include "logic/generator.hpp"
#include "logic/logic.hpp"
#include "settings/setting.hpp"

namespace evodoku {

/// Writes puzzles as --to and --blank say; without --to as lines. Throws SettingError.
io::PuzzleWriter writer_for(const std::string& to, const std::string& blank, int order);

/// The columns of the tables in some inputs. The first puzzle decides: a table behind it may have no other columns.
class KeptColumns {
public:
    /// One field per column; empty ones where the puzzle is in no table. Throws SettingError for another column.
    /// Columns without a name in the first line are added when a row has them.
    std::vector<std::string> fields_of(const io::ReadPuzzle& job);

    /// Empty if the first puzzle is in no table.
    const std::vector<std::string>& names() const { return names_; }
    /// The column with the puzzles.
    std::size_t puzzle() const { return first_.puzzle; }

private:
    bool begun_ = false;
    io::Table first_;
    std::vector<std::string> names_;
};

/// Throws ParseError for a puzzle whose givens conflict.
void refuse_conflict(const io::ReadPuzzle& job);
/// Why an answer beside a puzzle in the input is wrong; empty if all are right, none if there is none.
std::optional<std::string> fault_of_answer(const io::ReadPuzzle& job);

/// An order, 3 for 9 x 9. Throws SettingError.
int read_order(std::string_view label, std::string_view text);

struct GenerateSettings {
    int order = 3;
    std::uint32_t count = 1;
    std::string clues;  ///< a number, few or min
    logic::Symmetry symmetry = logic::Symmetry::none;
    std::optional<logic::Rating> rating;  ///< empty: any
    std::uint32_t tries = 1'000;
    std::string filled;  ///< empty: not given
    std::optional<logic::Holes> holes;
    std::string form;                   ///< empty: line, and numbers for order 7
    std::optional<std::uint64_t> seed;  ///< none: the caller draws one, and sets it
    std::optional<std::chrono::milliseconds> timeout;
    std::string output;  ///< a file's name; empty: standard output
    bool solutions = false;
    std::optional<bool> sampled;  ///< solved grids drawn from all, not of one orbit; none: without --filled and --holes
    std::uint32_t grids = 0;      ///< solved grids in place of puzzles
    std::uint32_t population = 0, threads = 0;  ///< see SampleOptions
    std::string device = "cpu";

    /// Puzzles, or grids.
    std::uint32_t wanted() const { return grids != 0 ? grids : count; }
    bool is_sampled() const { return sampled.value_or(filled.empty() && !holes); }
    /// Whether an option was chosen that only puzzles with one solution have.
    bool wants_proper() const;
    /// Whether all puzzles have one solution: by default those up to 9 x 9, unless --filled or --holes is given. Throws
    /// SettingError for options that exclude each other.
    bool is_proper() const;
    /// The request if is_proper(). Throws SettingError if no puzzle can meet it.
    logic::ProperRequest proper_request() const;
    /// The request if not is_proper(). Throws SettingError for a share that is none.
    logic::PuzzleRequest request() const;
    /// Why there is no puzzle `index`, and what was tried.
    std::string not_found(std::uint32_t index, const logic::Digging& digging) const;
};
SettingTable<GenerateSettings> generate_settings();

const char* to_text(logic::Rating rating);
std::string to_text(logic::Symmetry symmetry);

namespace logic {

/// What is known of a puzzle besides its cells: only the clues if it may have several solutions.
void describe(auto& fields, const logic::GeneratedPuzzle& generated) {
    const logic::PuzzleFacts facts = generated.facts.value_or(logic::PuzzleFacts{});
    const bool is_known = generated.facts.has_value();
    fields("clues", logic::clues_of(generated.puzzle), "Cells that are given.");
    fields("rating", is_known ? std::optional<std::string>(to_text(facts.rating)) : std::nullopt,
           "The logic that it needs: 'singles', 'full' or 'search'; None if there may be several solutions.");
    fields("positions", facts.positions,
           "Positions that the exact solver examines, 1 if singles solve it; None if that is not known.");
    fields("minimal", facts.is_minimal, "Whether no clue can be removed; None if that is not known.");
}

void describe(auto& fields, const Canonical& canonical) {
    const auto from_one = std::views::transform([](int place) { return place + 1; });
    fields("form", canonical.form), fields("transposed", canonical.is_transposed);
    fields("rows", canonical.rows | from_one), fields("columns", canonical.columns | from_one);
    fields("digits", std::span(canonical.digits).subspan(1));
}

}  // namespace logic

/// Redraws of a puzzle's runs by the default search: 0 where logic solves it, infinite for a run that its budget ended.
struct RedrawsOfRuns {
    std::uint64_t runs = 0, solved = 0;
    double q25 = 0, median = 0, q75 = 0;
    std::optional<double> median_low = {}, median_high = {};  ///< 95 %; empty for fewer than six runs
};
std::string to_text(const RedrawsOfRuns& redraws);
void describe(auto& fields, const RedrawsOfRuns& redraws) {
    fields("runs", redraws.runs);
    fields("solved_runs", redraws.solved);
    fields("redraws_q25", redraws.q25);
    fields("redraws_median", redraws.median);
    fields("redraws_q75", redraws.q75);
    fields("median_low", redraws.median_low);
    fields("median_high", redraws.median_high);
}

struct CheckedPuzzle {
    CheckedPuzzle() = default;
    /// Without logic. `positions`: that the exact solver examines; 0: as many as suits the order.
    explicit CheckedPuzzle(const io::ReadPuzzle& job, std::uint64_t positions = 0)
        : file(job.source), line(job.line), puzzle(job.grid), found(logic::solvability_of(job.grid, positions)) {
        if (!is_good()) return;
        answer_fault = fault_of_answer(job);
        lacks_answer = job.notes != nullptr && job.notes->lacks_answer;
    }
    explicit CheckedPuzzle(const io::ParseError& error)
        : file(error.source()),
          line(error.line()),
          found{.status = logic::malformed},
          fault((error.cell().empty() ? "" : error.cell() + ": ") + error.message()) {}

    bool is_good() const { return found.status != logic::malformed && found.status != logic::conflict; }
    bool is_right() const { return !answer_fault || answer_fault->empty(); }
    void use_logic() {
        if (is_good()) by_logic = logic::find_by_logic(*puzzle);
    }
    /// Why it has no solution or can't be read; empty if that is not known.
    std::string reason() const {
        if (by_logic && by_logic->logic.contradiction) return logic::describe_contradiction(by_logic->logic);
        return fault.empty() ? found.conflict : fault;
    }

    std::string file;
    std::size_t line = 0;
    std::optional<Grid> puzzle;  ///< none if it can't be read
    logic::Solvability found;
    std::string fault;                        ///< why it can't be read
    std::optional<std::string> answer_fault;  ///< see fault_of_answer()
    bool lacks_answer = false;                ///< though others of its table have one
    std::optional<logic::Findings> by_logic;  ///< after use_logic(), of one that is good
    std::optional<logic::Canonical> canonical = {};
    std::string equal_to = {}, symmetric_to = {};  ///< an earlier puzzle: "a.txt:3"
    std::optional<RedrawsOfRuns> redraws = {};
};

/// What is found of it, as a line; a puzzle with several solutions has three more. `positions`: that the exact solver
/// examined.
std::string to_text(const CheckedPuzzle& puzzle, std::uint64_t positions);
/// `order`: of all puzzles.
std::string to_json(const CheckedPuzzle& puzzle, int order);

/// Without the puzzle, its status and the reason for it.
void describe(auto& fields, const CheckedPuzzle& puzzle) {
    const logic::ExactResult& exact = puzzle.found.exact;
    const logic::Findings by_logic = puzzle.by_logic.value_or(logic::Findings{});
    const bool is_there = puzzle.by_logic.has_value(), is_known = is_there && puzzle.found.status != logic::undecided;
    const auto there = [&](auto value) { return is_there ? std::optional(value) : std::nullopt; };
    fields.optional("solutions", is_known ? std::optional(exact.solutions) : std::nullopt, is_there,
                    "0, 1, or 2 for several; None if that is not known.");
    fields.optional("solution", exact.first, is_there, "uint8[N, N]: a solution; None if none is known.");
    fields.optional("other_solution", exact.second, is_there, "uint8[N, N]: a second solution; None if none is known.");
    fields.optional("clues", puzzle.puzzle ? std::optional(logic::clues_of(*puzzle.puzzle)) : std::nullopt,
                    puzzle.puzzle.has_value(), "Cells that are given.");
    fields.optional("logic", there(std::string(by_logic.level)), is_there,
                    "The level of logic that solves it: 'singles', 'full' or 'none'.");
    fields.optional("filled", there(by_logic.logic.filled), is_there, "Cells that logic fills.");
    fields.optional("struck", there(by_logic.logic.struck), is_there, "Candidates that logic removes beyond singles.");
    fields.optional("left", there(by_logic.left), is_there, "Cells that logic leaves blank.");
    fields.optional(
        "answer",
        puzzle.answer_fault ? std::optional<std::string>(puzzle.is_right() ? "right" : "wrong") : std::nullopt,
        is_there, "'right' or 'wrong': the answers beside it in the input; None if there are none.");
}

struct CheckTotals {
    std::uint64_t by_status[6] = {};
    std::uint64_t answers = 0, wrong_answers = 0, no_answers = 0;
    std::uint64_t equal = 0, symmetric = 0;  ///< to an earlier one

    void add(const CheckedPuzzle& checked);
    std::uint64_t bad() const { return by_status[logic::conflict] + by_status[logic::malformed]; }
    std::uint64_t well_formed() const;
    /// "3 puzzles: 2 with one solution, 1 with none".
    std::string text() const;
};

/// What many puzzles have in common.
class PuzzleTable {
public:
    /// Requires a good puzzle. `file`: if not empty, as earlier puzzles are named; then it sets the names of those that
    /// are equal.
    void find_earlier(CheckedPuzzle& checked, const std::string& file);
    /// Requires that logic was used, and find_earlier().
    void add(const CheckedPuzzle& checked);
    /// `order`: of all puzzles.
    std::string text(int order) const;
    std::string json(int order) const;

private:
    std::map<std::uint64_t, std::uint64_t> clues_;  ///< clues -> puzzles
    std::uint64_t levels_[3] = {};
    logic::SymmetryClasses all_;
    std::vector<std::pair<std::size_t, std::size_t>> places_;  ///< of the puzzles in the classes: file, and line
    std::vector<std::string> files_;
};

}  // namespace evodoku
