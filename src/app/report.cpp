#include "report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "evodoku/io/grid_text.hpp"
#include "evodoku/logic/verifier.hpp"
#include "progress_line.hpp"

namespace evodoku::app {
namespace {

bool wants_color() {
    const char* no_color = std::getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
}

std::string headline(const Outcome& outcome) {
    const std::string effort = fmt::format("{:.3f} s, {}evaluations, {} restart{}", outcome.seconds,
                                           short_number(static_cast<double>(outcome.evaluations)), outcome.restarts,
                                           outcome.restarts == 1 ? "" : "s");
    if (outcome.status == Status::unsatisfiable) return "no solution: " + outcome.reason;
    if (outcome.status == Status::solved && outcome.evaluations == 0) {
        return outcome.filled == 0 ? "solved: nothing was left to fill"
                                   : fmt::format("solved by logic alone ({} cells)", outcome.filled);
    }
    if (outcome.status == Status::solved) return fmt::format("solved in generation {} ({})", outcome.generations, effort);
    if (outcome.stopped && outcome.evaluations == 0) return "not solved: the run was stopped before it began";
    return fmt::format("not solved{}: cost {} is the best of {} generations ({})",
                       outcome.stopped ? ", the run was stopped" : "", outcome.cost, outcome.generations, effort);
}

}  // namespace

Report::Report(Format format, const SolveSettings& settings, std::string device)
    : format_(format),
      population_(settings.config.population),
      device_(std::move(device)),
      color_(wants_color()) {}

void Report::outcome(const Outcome& outcome, const InputPuzzle& input, std::uint64_t seed) const {
    switch (format_) {
        case Format::line:
            std::cout << (outcome.status == Status::solved ? io::to_line(outcome.board) : "-") << '\n';
            break;
        case Format::jsonl: json(outcome, input, seed); break;
        case Format::grid:
        case Format::automatic: grid(outcome, input); break;
    }
    std::cout.flush();
}

void Report::grid(const Outcome& outcome, const InputPuzzle& input) const {
    const auto conflicted = logic::conflicted_cells(outcome.board);
    const io::GridStyle style{color_, &input.grid, conflicted.data()};
    std::cout << fmt::format("{}:{}: {}\n", input.source, input.line, headline(outcome))
              << io::to_boxed(outcome.board, style) << '\n';
}

void Report::json(const Outcome& outcome, const InputPuzzle& input, std::uint64_t seed) const {
    nlohmann::ordered_json line;
    const bool solved = outcome.status == Status::solved;
    line["puzzle"] = io::to_line(outcome.puzzle);
    line["solved"] = solved;
    line["solution"] = solved ? nlohmann::ordered_json(io::to_line(outcome.board)) : nlohmann::ordered_json();
    line["status"] = to_text(outcome.status);
    if (!outcome.reason.empty()) line["reason"] = outcome.reason;
    if (outcome.stopped) line["stopped"] = true;
    line["cost"] = outcome.cost;
    line["generations"] = outcome.generations;
    line["evaluations"] = outcome.evaluations;
    line["restarts"] = outcome.restarts;
    line["filled"] = outcome.filled;
    line["seconds"] = outcome.seconds;
    line["seed"] = seed;
    line["device"] = device_;
    line["population"] = population_;
    line["fingerprint"] = fingerprint_text(outcome.fingerprint);
    line["file"] = input.source;
    line["line"] = input.line;
    // A file name may hold any bytes; JSON may not.
    std::cout << line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

std::string fingerprint_text(std::uint64_t fingerprint) { return fmt::format("{:016x}", fingerprint); }

std::string describe(const Summary& summary) {
    std::string text = fmt::format("{} of {} solved", summary.solved, summary.puzzles);
    if (summary.unsolved != 0) text += fmt::format(", {} not solved", summary.unsolved);
    if (summary.unsatisfiable != 0) text += fmt::format(", {} without a solution", summary.unsatisfiable);
    if (summary.stopped) text += " (stopped)";
    text += fmt::format("; {:.3f} s, {}evaluations", summary.seconds, short_number(static_cast<double>(summary.evaluations)));
    if (summary.evaluations != 0) {
        text += fmt::format(", {}evaluations/s", short_number(static_cast<double>(summary.evaluations) / summary.seconds));
    }
    return text + "; fingerprint " + fingerprint_text(summary.fingerprint);
}

}  // namespace evodoku::app
