// Each puzzle as a grid, a line or JSON; its outcome in words.
#include "result_writer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <vector>

#include "backend/records.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/logic/verifier.hpp"
#include "io/csv.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

/// Automatic: on a terminal with control codes, unless NO_COLOR is set (no-color.org); anywhere if FORCE_COLOR is set.
bool wants_color(When color) {
    if (color != When::automatic) return color == When::always;
    if (!environment("NO_COLOR").empty()) return false;
    return !environment("FORCE_COLOR").empty() || is_terminal(STDOUT_FILENO);
}

/// ", 5.2 M redraws", if there are any.
std::string effort_text(const SearchWork& effort) {
    std::string text;
    if (effort.redraws != 0) text += fmt::format(", {} redraws", rounded(static_cast<double>(effort.redraws)));
    if (effort.trials != 0) text += fmt::format(", {} trials", rounded(static_cast<double>(effort.trials)));
    return text;
}

/// "(0.016 s, 195 k evaluations, 0 restarts; logic filled 3 cells and struck out 2 candidates)"
std::string describe_work(const Outcome& outcome) {
    std::string text = fmt::format("({:.3f} s, {} evaluations{}, {}", outcome.seconds,
                                   rounded(static_cast<double>(outcome.evaluations)), effort_text(outcome.effort),
                                   counted(outcome.restarts, "restart"));
    if (outcome.filled != 0 || outcome.struck != 0) {
        text += fmt::format("; logic filled {} and struck out {}", counted(outcome.filled, "cell"),
                            counted(outcome.struck, "candidate"));
    }
    return text + ")";
}

}  // namespace

ResultWriter::ResultWriter(const PreparedRun& run)
    : run_(run),
      device_(to_text(run.chosen.first())),
      length_(run.resumed ? run.resumed->saved.position.output_bytes : 0) {
    if (!run_.settings.output.empty()) file_.emplace(run_.settings.output);
    color_ = file_ ? run_.settings.color == When::always : wants_color(run_.settings.color);
    is_apart_ = is_apart_from_terminals(file_ ? file_->descriptor() : STDOUT_FILENO);
    is_to_cut_ = file_ && file_->size();
}

void ResultWriter::write(std::span<const Outcome> outcomes, const std::deque<io::ReadPuzzle>& inputs,
                         std::uint64_t seed) {
    std::vector<std::string> texts(blocks_of(outcomes.size()));
    in_blocks(run_.for_each, outcomes.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) texts[block] += text(outcomes[k], inputs[k], seed);
    });
    if (!texts.empty()) cut();
    if (!texts.empty() && run_.settings.format == Format::csv && length_ == 0)
        texts[0].insert(0, head(fields_of(outcomes[0], inputs[0], seed)));
    for (const std::string& text : texts) {
        length_ += text.size();
        file_ ? file_->append(text) : void(std::cout << text);
    }
    if (!file_) flush_results();
}

/// A row of CSV is that of the input with the columns of the outcome behind it.
std::string ResultWriter::text(const Outcome& outcome, const io::ReadPuzzle& input, std::uint64_t seed) const {
    if (run_.settings.format == Format::line)
        return (outcome.status == Status::solved ? io::to_line(outcome.board) : "-") + '\n';
    if (run_.settings.format == Format::jsonl) return fields_of(outcome, input, seed).on_one_line() + '\n';
    if (run_.settings.format == Format::csv) {
        std::string before = run_.input->columns().names().empty() ? "" : input.fields[0];
        if (!before.empty()) before.back() = ',';  // not a line end
        return before + fields_of(outcome, input, seed).csv() + '\n';
    }
    const std::vector<bool> conflicted = logic::conflicted_cells(outcome.board);
    return fmt::format("{}:{}: {}\n", printable(input.source), input.line, describe(outcome)) +
           io::to_boxed(outcome.board, {color_, &input.grid, &conflicted}) + '\n';
}

/// The names of the columns. Columns of the input get other names than those of the outcome.
std::string ResultWriter::head(const io::Record& record) const {
    const std::vector<std::string> own = record.names();
    std::vector<std::string> names = run_.input->columns().names();
    for (const std::string& name : own) {
        const auto same = std::ranges::find(names, name);
        if (same == names.end()) continue;
        std::string other = "input_" + name;
        while (std::ranges::count(names, other) != 0) other.insert(0, "input_");
        *same = std::move(other);
    }
    names.insert(names.end(), own.begin(), own.end());
    return io::csv_row(names);
}

io::Record ResultWriter::fields_of(const Outcome& outcome, const io::ReadPuzzle& input, std::uint64_t seed) const {
    io::Record fields(run_.settings.format == Format::csv);
    const bool is_solved = outcome.status == Status::solved;
    if (outcome.puzzle.order() != 3) fields("order", outcome.puzzle.order());
    if (run_.input->columns().names().empty()) fields("puzzle", outcome.puzzle);  // else the input has it
    fields("solved", is_solved);
    fields.or_null("solution", outcome.board, is_solved);
    describe(fields, outcome);
    fields("elapsed_seconds", outcome.seconds);
    fields("work_seconds", outcome.work_seconds);
    fields("seed", seed);
    fields("device", device_);
    fields("population", run_.settings.config.population);
    fields.hexadecimal("fingerprint", outcome.fingerprint);
    fields("file", input.source);
    fields("line", input.line);
    return fields;
}

std::string describe(const Outcome& outcome) {
    if (outcome.status == Status::unsatisfiable) return "no solution: " + outcome.reason;
    if (outcome.status == Status::unsolved) {
        if (!was_tried(outcome)) return "not solved: the run was stopped before this puzzle began";
        return fmt::format("not solved{}: best cost {} after {} {}", outcome.stopped ? ", the run was stopped" : "",
                           outcome.cost, counted(outcome.generations, "generation"), describe_work(outcome));
    }
    if (outcome.evaluations != 0)
        return fmt::format("solved in generation {} {}", outcome.generations, describe_work(outcome));
    if (outcome.filled == 0) return "solved: the puzzle has no blank";
    return fmt::format("solved by logic alone ({})", counted(outcome.filled, "cell"));
}

std::string describe(const Summary& summary) {
    const auto evaluations = static_cast<double>(summary.evaluations);
    std::string text = fmt::format("{} of {} solved", summary.solved, summary.puzzles);
    if (summary.by_logic != 0 && summary.puzzles > 1) text += fmt::format(" ({} by logic alone)", summary.by_logic);
    if (summary.unsolved != 0) text += fmt::format(", {} not solved", summary.unsolved);
    if (summary.untried != 0) text += fmt::format(", {} not tried", summary.untried);
    if (summary.unsatisfiable != 0) text += fmt::format(", {} without a solution", summary.unsatisfiable);
    if (summary.stopped) text += " (stopped)";
    text += fmt::format("; {:.3f} s, ", summary.seconds);
    if (summary.puzzles > 1) {
        const double rate = static_cast<double>(summary.finished) / summary.seconds;
        text += fmt::format("{} puzzles/s, ", rate > 0 && rate < 10 ? fmt::format("{:.2f}", rate) : rounded(rate));
    }
    text += fmt::format("{} evaluations{}", rounded(evaluations), effort_text(summary.effort));
    if (summary.evaluations != 0) text += fmt::format(", {} evaluations/s", rounded(evaluations / summary.seconds));
    if (summary.effort.trials != 0) {
        text += fmt::format(", {} trials/s", rounded(static_cast<double>(summary.effort.trials) / summary.seconds));
    }
    return text + fmt::format("; fingerprint {:016x}", summary.fingerprint);
}

}  // namespace evodoku::app
