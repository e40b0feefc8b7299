// Each puzzle as a grid, a line or JSON; its outcome in words.
#include "result_writer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>

#include "evodoku/io/grid_text.hpp"
#include "evodoku/logic/verifier.hpp"
#include "io/csv.hpp"
#include "io/json.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

/// No board was scored: its cost has no meaning.
bool was_not_tried(const Outcome& outcome) { return outcome.status != Status::solved && outcome.evaluations == 0; }

std::string fingerprint_text(std::uint64_t fingerprint) { return fmt::format("{:016x}", fingerprint); }

/// ", 5.2 M redraws", if there are any.
std::string describe(const SearchWork& effort) {
    std::string text;
    if (effort.redraws != 0) text += fmt::format(", {} redraws", rounded(static_cast<double>(effort.redraws)));
    if (effort.trials != 0) text += fmt::format(", {} trials", rounded(static_cast<double>(effort.trials)));
    return text;
}

/// "(0.016 s, 195 k evaluations, 0 restarts; logic filled 3 cells and struck out 2 candidates)"
std::string describe_work(const Outcome& outcome) {
    std::string text = fmt::format("({:.3f} s, {} evaluations{}, {}", outcome.seconds,
                                   rounded(static_cast<double>(outcome.evaluations)), describe(outcome.effort),
                                   counted(outcome.restarts, "restart"));
    if (outcome.filled != 0 || outcome.struck != 0) {
        text += fmt::format("; logic filled {} and struck out {}", counted(outcome.filled, "cell"),
                            counted(outcome.struck, "candidate"));
    }
    return text + ")";
}

}  // namespace

ResultWriter::ResultWriter(const SolveSettings& settings, std::string device, ForEach for_each, KeptColumns columns,
                           std::uint64_t keep)
    : for_each_(std::move(for_each)),
      columns_(std::move(columns)),
      format_(settings.format),
      population_(settings.config.population),
      device_(std::move(device)),
      length_(keep) {
    if (!settings.output.empty()) file_.emplace(settings.output);
    color_ = file_ ? settings.color == When::always : wants_color(STDOUT_FILENO, settings.color);
    is_apart_ = is_apart_from_terminals(file_ ? file_->descriptor() : STDOUT_FILENO);
    is_to_cut_ = file_ && file_->size();
}

void ResultWriter::cut() {
    if (std::exchange(is_to_cut_, false)) file_->cut(length_);
}

void ResultWriter::write(std::span<const Outcome> outcomes, const std::deque<io::Job>& inputs, std::uint64_t seed) {
    std::vector<std::string> texts(blocks_of(outcomes.size()));
    in_blocks(for_each_, outcomes.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) texts[block] += text(outcomes[k], inputs[k], seed);
    });
    if (!texts.empty()) cut();
    if (!texts.empty() && format_ == Format::csv && length_ == 0)
        texts[0].insert(0, csv(json(outcomes[0], inputs[0], seed), io::csv_row(columns_.names()), true));
    for (const std::string& each : texts) {
        length_ += each.size();
        if (file_) {
            file_->append(each);
        } else {
            std::cout << each;
        }
    }
    if (!file_) flush_results();
}

void ResultWriter::sync() {
    if (file_) file_->sync();
}

std::string ResultWriter::text(const Outcome& outcome, const io::Job& input, std::uint64_t seed) const {
    if (format_ == Format::line) return (outcome.status == Status::solved ? io::to_line(outcome.board) : "-") + '\n';
    if (format_ == Format::jsonl) return json(outcome, input, seed).on_one_line() + '\n';
    if (format_ == Format::csv) return csv(json(outcome, input, seed), input.fields[0], false);
    const std::vector<bool> conflicted = logic::conflicted_cells(outcome.board);
    return fmt::format("{}:{}: {}\n", printable(input.source), input.line, describe(outcome)) +
           io::to_boxed(outcome.board, {color_, &input.grid, &conflicted}) + '\n';
}

/// The row of the input, and behind it the values of an outcome, or their names for the head of the table.
std::string ResultWriter::csv(const io::JsonObject& of, const std::string& row, bool head) const {
    const bool has_columns = !columns_.names().empty();
    std::vector<std::string> names = columns_.names();
    std::string text;
    for (const auto& [name, value] : of.fields()) {
        if (has_columns && name == "puzzle") continue;  // the input has it
        if (const auto same = std::ranges::find(names, name); same != names.end()) {
            std::string other = "input_" + *same;
            while (std::ranges::find(names, other) != names.end()) other.insert(0, "input_");
            *same = std::move(other);
        }
        text += "," + (head ? std::string(name) : io::csv_value(value));
    }
    std::string before = head ? io::csv_row(names) : row;
    before.pop_back();
    return (has_columns ? before + text : text.substr(1)) + '\n';
}

io::JsonObject ResultWriter::json(const Outcome& outcome, const io::Job& input, std::uint64_t seed) const {
    const bool solved = outcome.status == Status::solved;
    io::JsonObject line;
    if (outcome.puzzle.order() != 3) line.put("order", outcome.puzzle.order());
    line.put("puzzle", io::to_line(outcome.puzzle));
    line.put("solved", solved);
    line.put("solution", solved ? std::optional(io::to_line(outcome.board)) : std::nullopt);
    line.put("status", to_text(outcome.status));
    const bool has_all = format_ == Format::csv;
    if (has_all || !outcome.reason.empty()) line.put("reason", outcome.reason);
    if (has_all || outcome.stopped) line.put("stopped", outcome.stopped);
    line.put("cost", was_not_tried(outcome) ? std::nullopt : std::optional(outcome.cost));
    line.put("generations", outcome.generations);
    line.put("evaluations", outcome.evaluations);
    line.put("trials", outcome.effort.trials);
    line.put("redraws", outcome.effort.redraws);
    line.put("restarts", outcome.restarts);
    line.put("filled", outcome.filled);
    line.put("struck", outcome.struck);
    line.put("elapsed_seconds", outcome.seconds);
    line.put("work_seconds", outcome.work_seconds);
    line.put("seed", seed);
    line.put("device", device_);
    line.put("population", population_);
    line.put("fingerprint", fingerprint_text(outcome.fingerprint));
    line.put("file", input.source);
    line.put("line", input.line);
    return line;
}

std::string describe(const Outcome& outcome) {
    if (outcome.status == Status::unsatisfiable) return "no solution: " + outcome.reason;
    if (outcome.status == Status::unsolved) {
        if (was_not_tried(outcome)) return "not solved: the run was stopped before this puzzle began";
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
    text += fmt::format("{} evaluations{}", rounded(evaluations), describe(summary.effort));
    if (summary.evaluations != 0) text += fmt::format(", {} evaluations/s", rounded(evaluations / summary.seconds));
    if (summary.effort.trials != 0) {
        text += fmt::format(", {} trials/s", rounded(static_cast<double>(summary.effort.trials) / summary.seconds));
    }
    return text + "; fingerprint " + fingerprint_text(summary.fingerprint);
}

}  // namespace evodoku::app
