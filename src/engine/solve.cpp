// The loop around a backend: presolve, feed, wait, verify, report in order.
#include "evodoku/engine/solve.hpp"

#include <chrono>
#include <map>
#include <utility>

#include "evodoku/core/bits.hpp"
#include "evodoku/engine/device_error.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string cell_name(int cell) {
    return "r" + std::to_string(row_of(cell) + 1) + "c" + std::to_string(column_of(cell) + 1);
}

std::string unit_name(int unit) {
    static constexpr const char* kinds[] = {"row", "column", "box"};
    return std::string(kinds[unit / 9]) + " " + std::to_string(unit % 9 + 1);
}

std::string describe_contradiction(const Presolved& found) {
    if (found.cell >= 0) return cell_name(found.cell) + " has no candidate";
    return "digit " + std::to_string(found.digit) + " has no place in " + unit_name(found.unit);
}

/// The fingerprint of a puzzle that never reached the population.
std::uint64_t hash_of(const Grid& grid) {
    std::uint64_t sum = 0;
    for (const std::uint8_t digit : grid.digit) sum = mix(sum ^ digit);
    return sum;
}

/// One run of solve(): what is on its way, and what waits for its turn to be reported.
class Run {
public:
    Run(Backend& backend, const SolveOptions& options, const std::function<std::optional<Grid>()>& next,
        const std::function<void(const Outcome&)>& on_outcome)
        : backend_(backend), options_(options), next_(next), on_outcome_(on_outcome) {}

    /// Whatever fails underway, every puzzle has its outcome first: those that were solved stay solved.
    Summary operator()() {
        try {
            return search();
        } catch (const DeviceError&) {
            hand_over_the_rest();
            throw;
        }
    }

private:
    Summary search() {
        while (!stopped()) {
            take_puzzles();
            if (on_their_way_.empty()) break;
            for (const Answer& answer : backend_.advance_epoch(between_generations())) settle(answer);
            if (options_.on_progress && !looks_between_generations()) options_.on_progress(backend_);
        }
        if (!more_ && on_their_way_.empty()) return finished();
        for (const Answer& answer : backend_.abandon()) settle(answer);
        if (backend_.busy()) backend_.abandon();  // a device that failed after it had answers says so now
        hand_over_the_rest();
        return finished();
    }

    /// Reports what is on its way, and what never began, as stopped.
    void hand_over_the_rest() {
        summary_.stopped = true;
        for (auto& [place, outcome] : std::exchange(on_their_way_, {})) {
            outcome.stopped = true;
            report(outcome);
        }
        while (const std::optional<Grid> grid = next_()) {
            Outcome outcome;
            outcome.place = places_++, outcome.puzzle = outcome.board = *grid, outcome.stopped = true;
            report(outcome);
        }
    }

    bool stopped() { return stopped_ = stopped_ || (options_.should_stop && options_.should_stop()); }

    /// A look at every generation costs a small population its cache, so only where somebody wants it or where an
    /// epoch is long.
    bool looks_between_generations() const { return options_.every_generation || backend_.has_long_epochs(); }

    std::function<bool()> between_generations() {
        if (!looks_between_generations()) return {};
        return [this] {
            if (options_.on_progress) options_.on_progress(backend_);
            return !stopped();
        };
    }

    void take_puzzles() {
        while (more_ && !stopped() && on_their_way_.size() < backend_.puzzle_slots() &&
               waiting_.size() < most_waiting) {
            const std::optional<Grid> grid = next_();
            if (!grid) {
                more_ = false;
            } else {
                start(*grid);
            }
        }
    }

    void start(const Grid& grid) {
        Outcome outcome;
        outcome.place = places_++;
        outcome.puzzle = outcome.board = grid;
        backend_.submit({grid, options_.presolve, outcome.place, options_.seed});
        started_[outcome.place] = Clock::now();
        on_their_way_[outcome.place] = outcome;
    }

    void settle(const Answer& answer) {
        Outcome outcome = on_their_way_.at(answer.place);
        on_their_way_.erase(answer.place);
        outcome.seconds = seconds_since(started_.at(answer.place));
        started_.erase(answer.place);
        outcome.filled = answer.logic.filled;
        outcome.struck = answer.logic.struck;
        if (answer.evolved) {
            outcome.board = answer.board;
            outcome.cost = answer.cost;
            outcome.generations = answer.generations;
            outcome.evaluations = answer.evaluations;
            outcome.effort = answer.effort;
            outcome.restarts = answer.restarts;
            outcome.fingerprint = answer.fingerprint;
            outcome.stopped = stopped_ && !answer.solved;
        } else {
            outcome.board = answer.logic.grid;
            outcome.fingerprint = hash_of(answer.logic.grid);
        }
        if (answer.logic.contradiction) {
            outcome.status = Status::unsatisfiable;
            outcome.reason = describe_contradiction(answer.logic);
        } else if (answer.solved || !answer.evolved) {
            solved(outcome);
        }
        report(outcome);
    }

    static void solved(Outcome& outcome) {
        const logic::Verdict verdict = logic::verify(outcome.puzzle, outcome.board);
        if (!verdict.valid) {
            throw VerificationError("puzzle " + std::to_string(outcome.place + 1) +
                                    ": the search reports a solution that is none: " + verdict.reason);
        }
        outcome.status = Status::solved;
    }

    /// Passes on all outcomes whose turn in the input it is.
    void report(const Outcome& outcome) {
        waiting_[outcome.place] = outcome;
        for (auto first = waiting_.begin(); first != waiting_.end() && first->first == summary_.puzzles;
             first = waiting_.erase(first)) {
            const Outcome& due = first->second;
            ++summary_.puzzles;
            summary_.solved += due.status == Status::solved;
            summary_.unsolved += due.status == Status::unsolved;
            summary_.unsatisfiable += due.status == Status::unsatisfiable;
            summary_.evaluations += due.evaluations;
            summary_.effort.add(due.effort);
            summary_.by_logic += due.status == Status::solved && due.evaluations == 0;
            summary_.fingerprint = mix(summary_.fingerprint ^ due.fingerprint);
            if (on_outcome_) on_outcome_(due);
        }
    }

    Summary finished() {
        summary_.seconds = seconds_since(begin_);
        return summary_;
    }

    /// Outcomes that wait for an earlier one: memory stays flat even where one puzzle takes its whole budget.
    static constexpr std::size_t most_waiting = 100'000;

    Backend& backend_;
    const SolveOptions& options_;
    const std::function<std::optional<Grid>()>& next_;
    const std::function<void(const Outcome&)>& on_outcome_;
    const Clock::time_point begin_ = Clock::now();
    bool more_ = true, stopped_ = false;
    std::uint32_t places_ = 0;
    std::map<std::uint32_t, Outcome> on_their_way_;
    std::map<std::uint32_t, Clock::time_point> started_;
    std::map<std::uint32_t, Outcome> waiting_;
    Summary summary_;
};

}  // namespace

const char* to_text(Status status) {
    switch (status) {
        case Status::solved:
            return "solved";
        case Status::unsatisfiable:
            return "unsatisfiable";
        case Status::unsolved:
            break;
    }
    return "unsolved";
}

Summary solve(Backend& backend, const SolveOptions& options, const std::function<std::optional<Grid>()>& next,
              const std::function<void(const Outcome&)>& on_outcome) {
    return Run(backend, options, next, on_outcome)();
}

Outcome solve(Backend& backend, const SolveOptions& options, const Grid& puzzle) {
    bool given = false;
    Outcome outcome;
    solve(
        backend, options,
        [&]() -> std::optional<Grid> {
            if (given) return std::nullopt;
            given = true;
            return puzzle;
        },
        [&](const Outcome& settled) { outcome = settled; });
    return outcome;
}

}  // namespace evodoku
