// The findings of a puzzle in words; of many as a line, as tables and as JSON.
#include "settings/puzzle_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "evodoku/io/grid_text.hpp"
#include "io/characters.hpp"
#include "io/json.hpp"

namespace evodoku {
namespace {

using io::counted;

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

std::string logic_text(const logic::Findings& findings, bool is_full) {
    if (is_full) return "no blank is left";
    if (findings.logic.contradiction)
        return "logic finds a contradiction: " + logic::describe_contradiction(findings.logic);
    if (findings.level == "singles") return "singles solve it";
    if (findings.level == "full") return "singles, pairs and locked candidates solve it";
    return fmt::format("logic fills {} and strikes out {}; {} left", counted(findings.logic.filled, "cell"),
                       counted(findings.logic.struck, "candidate"), counted(findings.left, "cell"));
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

constexpr std::string_view level_names[] = {"singles", "full", "none"},
                           level_texts[] = {"singles", "singles, pairs and locked candidates", "search"};

}  // namespace

std::string to_text(const RedrawsOfRuns& all) {
    const auto number = [](double redraws) { return redraws < 1e18 ? fmt::format("{:.0f}", redraws) : "unsolved"; };
    std::string text = fmt::format("redraws of {}: median {}", counted(all.runs, "run"), number(all.median));
    text += all.median_low ? fmt::format(" (95 %: {} to {})", number(*all.median_low), number(*all.median_high))
                           : " (an interval needs 6 runs)";
    text += fmt::format(", quartiles {} and {}", number(all.q25), number(all.q75));
    return text + (all.solved == all.runs ? "" : fmt::format(", {} unsolved", all.runs - all.solved));
}

std::string to_text(const CheckedPuzzle& puzzle, std::uint64_t positions) {
    if (!puzzle.is_good()) return puzzle.reason();
    const std::uint64_t clues = logic::clues_of(*puzzle.puzzle);
    std::string line = fmt::format(fmt::runtime(status_texts[puzzle.found.status].finding), positions);
    line += fmt::format("; {}; {}", counted(clues, "clue"),
                        logic_text(*puzzle.by_logic, clues == puzzle.puzzle->cells().size()));
    if (puzzle.redraws) line += "; " + to_text(*puzzle.redraws);
    if (!puzzle.is_right()) line += "; wrong answer: " + *puzzle.answer_fault;
    if (puzzle.lacks_answer) line += "; no answer";
    if (puzzle.canonical) line += "; canonical " + io::to_line(puzzle.canonical->form);
    if (!puzzle.equal_to.empty()) line += "; equal to " + puzzle.equal_to;
    if (!puzzle.symmetric_to.empty()) line += "; equal up to symmetry to " + puzzle.symmetric_to;
    if (puzzle.found.status != logic::several) return line;
    const Grid &one = *puzzle.found.exact.first, &other = *puzzle.found.exact.second;
    return line + fmt::format("\n  {}\n  {}\n  {}", io::to_line(one), io::to_line(other), differences(one, other));
}

std::string to_json(const CheckedPuzzle& puzzle, int order) {
    const std::string reason = puzzle.reason();
    io::Record object;
    if (order != 3) object("order", order);
    object("puzzle", puzzle.puzzle);
    object("status", logic::status_names[puzzle.found.status]);
    describe(object, puzzle);
    if (!puzzle.is_right()) object("answer_fault", *puzzle.answer_fault);
    object.optional("reason", reason, !reason.empty());
    if (puzzle.redraws) describe(object, *puzzle.redraws);
    object.optional("canonical", puzzle.canonical, puzzle.canonical.has_value());
    object.optional("equal_to", puzzle.equal_to, !puzzle.equal_to.empty());
    object.optional("symmetric_to", puzzle.symmetric_to, !puzzle.symmetric_to.empty());
    object("file", puzzle.file);
    object("line", puzzle.line);
    return object.on_one_line();
}

void CheckTotals::add(const CheckedPuzzle& checked) {
    ++by_status[checked.found.status];
    answers += checked.answer_fault.has_value(), wrong_answers += !checked.is_right();
    no_answers += checked.lacks_answer;
    equal += !checked.equal_to.empty(), symmetric += !checked.symmetric_to.empty();
}

std::uint64_t CheckTotals::well_formed() const {
    return std::accumulate(by_status, by_status + logic::malformed, std::uint64_t{0});
}

std::string CheckTotals::text() const {
    std::string text = counted(well_formed(), "puzzle");
    for (std::size_t status = 0; status < std::size(status_texts); ++status) {
        if (status == logic::unique || by_status[status] != 0)
            text += fmt::format(fmt::runtime(status_texts[status].total), by_status[status]);
    }
    if (answers != 0) text += fmt::format("; {} of {} wrong", wrong_answers, counted(answers, "answer"));
    if (no_answers != 0) text += fmt::format("; {} without an answer", no_answers);
    if (equal + symmetric != 0)
        text += fmt::format("; {} equal to an earlier one, {} more up to symmetry", equal, symmetric);
    return text;
}

void PuzzleTable::find_earlier(CheckedPuzzle& checked, const std::string& file) {
    const auto [equal, symmetric] = all_.add(*checked.puzzle);
    if (file.empty()) return;
    if (files_.empty() || files_.back() != file) files_.push_back(file);
    places_.emplace_back(files_.size() - 1, checked.line);
    std::string& earlier = *equal != 0 ? checked.equal_to : checked.symmetric_to;
    const std::size_t first = *equal != 0 ? *equal : *symmetric;  // from 1
    for (std::size_t* const number : {equal, symmetric})
        if (*number == 0) *number = places_.size();
    if (first != 0) earlier = fmt::format("{}:{}", files_[places_[first - 1].first], places_[first - 1].second);
}

void PuzzleTable::add(const CheckedPuzzle& checked) {
    ++clues_[logic::clues_of(*checked.puzzle)];
    ++levels_[std::ranges::find(level_names, checked.by_logic->level) - level_names];
}

std::string PuzzleTable::text(int order) const {
    std::string text = "clues   puzzles\n";
    for (const auto& [clues, count] : clues_) text += fmt::format("{:<6}{:>9}\n", clues, count);
    text += "\nsolved by                                   puzzles    share\n";
    for (std::size_t k = 0; k < std::size(level_names); ++k) {
        text += fmt::format("{:<42}{:>9}  {:>5.1f} %\n", level_texts[k], levels_[k],
                            100.0 * static_cast<double>(levels_[k]) / std::max(static_cast<double>(all_.count()), 1.0));
    }
    text += fmt::format("\nequal to an earlier puzzle: {} of {}\n", all_.equal(), all_.count());
    if (order != 3) return text + "equal up to symmetry: computed for 9 x 9 only\n";
    return text + fmt::format("equal up to symmetry, those included: {} of {}\n", all_.symmetric(), all_.count());
}

std::string PuzzleTable::json(int order) const {
    io::Record clues, levels, object;
    for (const auto& [number, count] : clues_) clues.put(std::to_string(number), count);
    for (std::size_t k = 0; k < std::size(level_names); ++k) levels.put(level_names[k], levels_[k]);
    object.put("puzzles", all_.count());
    object.put_json("clues", clues.on_one_line());
    object.put_json("logic", levels.on_one_line());
    object.put("duplicates", all_.equal());
    object.put("equal_up_to_symmetry", order == 3 ? std::optional(all_.symmetric()) : std::nullopt);
    return object.on_one_line() + '\n';
}

}  // namespace evodoku
