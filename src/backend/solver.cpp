// The work around a backend: presolve, feed, wait, verify, report in order; and the state of a run.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

#include "backend/records.hpp"
#include "core/bits.hpp"
#include "core/host_work.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/engine/errors.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku {
namespace {

void check(bool holds) {
    if (!holds) throw CheckpointError("the checkpoint contradicts itself");
}

void check(const Grid& grid) {
    for (const std::uint8_t digit : grid.cells()) check(digit <= grid.size());
}

/// As every other grid, a solution from a file has passed the verifier.
void check(const Outcome& outcome) {
    check(outcome.status <= Status::unsatisfiable && is_time(outcome.seconds) && is_time(outcome.work_seconds));
    check(outcome.puzzle);
    check(!logic::first_conflict(outcome.puzzle));  // operators rely on it
    check(outcome.board);
    check(outcome.status != Status::solved || logic::verify(outcome.puzzle, outcome.board).valid);
    check(std::ranges::all_of(outcome.reason, [](char letter) { return ' ' <= letter && letter <= '~'; }));
}

}  // namespace

void Summary::add(const Outcome& outcome) {
    ++puzzles;
    solved += outcome.status == Status::solved;
    const bool was_tried = !outcome.stopped || outcome.evaluations != 0;
    unsolved += outcome.status == Status::unsolved && was_tried;
    untried += outcome.status == Status::unsolved && !was_tried;
    finished += !outcome.stopped;
    unsatisfiable += outcome.status == Status::unsatisfiable;
    evaluations += outcome.evaluations;
    effort.add(outcome.effort);
    by_logic += outcome.status == Status::solved && outcome.evaluations == 0;
    fingerprint = mix(fingerprint ^ outcome.fingerprint);
}

bool conclude(Outcome& outcome, Grid puzzle, bool abandoned) {
    outcome.puzzle = std::move(puzzle);
    outcome.stopped = abandoned && (outcome.status == Status::unsolved || !outcome.annealed.empty());
    return outcome.status != Status::solved || logic::verify(outcome.puzzle, outcome.board).valid;
}

VerificationError wrong_solution(const Outcome& outcome) {
    return VerificationError(
        "puzzle " + std::to_string(outcome.puzzle_index + 1) +
        ": the search reports a wrong solution: " + logic::verify(outcome.puzzle, outcome.board).reason);
}

/// Puzzles under way, and outcomes not yet reported.
class Solver::Run {
public:
    Run(Backend& backend, SolveOptions options, std::function<std::optional<Grid>()> next,
        std::function<void(std::span<const Outcome>)> on_outcomes)
        : backend_(backend),
          options_(std::move(options)),
          next_(std::move(next)),
          on_outcomes_(std::move(on_outcomes)) {
        // A generation that is given up counts its work, so a run that goes on later ends each of them.
        const bool may_give_up = !options_.checkpoints.save;
        if (options_.should_stop) backend_.stop_when([this, may_give_up] { return stopped() && may_give_up; });
    }
    ~Run() { backend_.stop_when({}); }
    Run(const Run&) = delete;

    bool advance() {
        return with_outcomes([this] {
            if (options_.checkpoints.resume) resume();
            if (stopped()) return false;
            take_puzzles();
            if (underway_ == 0) return false;
            settle(backend_.advance_epoch(between_generations()), false);
            if (options_.on_progress && !looks_between_generations()) options_.on_progress(backend_);
            save_if_due();
            return true;
        });
    }

    Summary finish() {
        return with_outcomes([this] {
            const bool saved = save();
            if (!more_ && underway_ == 0) return finished();
            if (saved) return leave();
            settle(backend_.abandon(), true);
            if (backend_.busy()) backend_.abandon();  // a device that failed after it had answers says so now
            hand_over_the_rest();
            return finished();
        });
    }

    Summary so_far() const {
        Summary summary = finished();
        for (const Entry& entry : entries_) {
            if (entry.settled) summary.add(entry.outcome);
        }
        return summary;
    }

private:
    struct Entry {
        Outcome outcome;
        bool settled = false;      ///< its outcome is final
        bool wrong = false;        ///< its answer was a wrong solution
        Clock::time_point begin;   ///< of its work
        double share_of_each = 0;  ///< seconds: see divide_time()
    };

    std::uint32_t puzzles_taken() const { return static_cast<std::uint32_t>(summary_.puzzles + entries_.size()); }
    /// Takes the next puzzle.
    Entry& add(const Grid& grid) {
        const std::uint32_t puzzle_index = options_.part.index_of(puzzles_taken());
        Entry& entry = entries_.emplace_back();
        entry.outcome.puzzle_index = puzzle_index;
        entry.outcome.puzzle = entry.outcome.board = grid;
        ++underway_;
        return entry;
    }
    /// The entry of a puzzle under way.
    Entry& find(std::uint32_t puzzle_index) {
        Entry& entry = entries_.at(options_.part.place_of(puzzle_index) - summary_.puzzles);
        if (entry.settled) throw std::logic_error("a puzzle was answered twice");
        return entry;
    }
    void settle(Entry& entry) {
        entry.settled = true;
        --underway_;
    }

    /// On a failure every puzzle still gets its outcome first: solved puzzles stay solved. Where a checkpoint has them,
    /// the others are left to the resumed run.
    template <class Work>
    std::invoke_result_t<Work> with_outcomes(const Work& work) {
        try {
            return work();
        } catch (const DeviceError&) {
            is_kept_ ? report() : hand_over_the_rest();
            throw;
        }
    }

    /// True if the state of the run was written.
    bool save() {
        if (!options_.checkpoints.save) return false;
        const bool saved = options_.checkpoints.save([this](const StateWriter& to) { write_state(to); });
        is_kept_ = is_kept_ || saved;
        return saved;
    }

    void save_if_due() {
        if (options_.checkpoints.due && options_.checkpoints.due()) save();
    }

    // The state of a run: its totals, the outcomes that wait for an earlier one, the puzzles under way with their times
    // so far, and their populations.

    void write_state(const StateWriter& to) {
        divide_time();
        FieldWriter fields(to);
        fields(puzzles_taken(), finished(), std::uint64_t{entries_.size() - underway_});
        for (const Entry& entry : entries_) {
            if (entry.settled) fields(entry.outcome);
        }
        fields(std::uint64_t{underway_});
        for (const Entry& entry : entries_) {
            if (entry.settled) continue;
            fields(entry.outcome.puzzle_index, seconds_since(entry.begin), share_of_each_ - entry.share_of_each,
                   entry.outcome.puzzle);
        }
        if (underway_ != 0) backend_.save(to);
        fields(false);
    }

    /// Goes on from such a state, and submits the puzzles under way, each with its population if it has one. Throws
    /// CheckpointError.
    void resume() {
        const StateReader from = std::exchange(options_.checkpoints.resume, {});
        const Checkpoints& expected = options_.checkpoints;
        FieldReader fields(from);
        const auto taken = fields.next<std::uint32_t>();
        fields(summary_);
        check(is_time(summary_.seconds) && summary_.puzzles <= taken);
        check(taken == expected.taken.value_or(taken));
        check(summary_.puzzles == expected.reported.value_or(summary_.puzzles));
        std::map<std::uint32_t, Entry>
            by_index;  // checked while it grows, so that it can't be far longer than the file
        for (const bool settled : {true, false}) {
            for (auto left = fields.next<std::uint64_t>(); left != 0; --left) {
                Entry entry;
                entry.settled = settled;
                Outcome& outcome = entry.outcome;
                settled ? fields(outcome)
                        : fields(outcome.puzzle_index, outcome.seconds, outcome.work_seconds, outcome.puzzle);
                check(outcome);
                const std::uint32_t place = options_.part.place_of(outcome.puzzle_index);
                check(summary_.puzzles <= place && place < taken && options_.part.has(outcome.puzzle_index));
                if (!settled) begin_again(entry);
                check(by_index.emplace(outcome.puzzle_index, std::move(entry)).second);
            }
        }
        check(summary_.puzzles + by_index.size() == taken);
        std::map<std::uint32_t, std::string> populations;
        while (fields.next<bool>()) {
            const auto puzzle_index = fields.next<std::uint32_t>();
            const auto entry = by_index.find(puzzle_index);
            check(entry != by_index.end() && !entry->second.settled);
            fields.text(populations[puzzle_index], backend_.longest_state());
        }
        for (auto& [puzzle_index, entry] : by_index) {
            if (!entry.settled) {
                backend_.resume({{entry.outcome.puzzle, options_.presolve, puzzle_index, options_.seed},
                                 std::move(populations[puzzle_index])});
            }
            entries_.push_back(std::move(entry));
        }
        is_kept_ = true;
    }
    /// A puzzle that was under way: of its outcome, the times so far and the puzzle are known.
    void begin_again(Entry& entry) {
        const std::chrono::duration<double> before(std::exchange(entry.outcome.seconds, 0));
        entry.begin = divided_until_ - std::chrono::duration_cast<Clock::duration>(before);
        entry.share_of_each = -std::exchange(entry.outcome.work_seconds, 0);
        entry.outcome.board = entry.outcome.puzzle;
        ++underway_;
    }

    /// The end of a run that goes on elsewhere.
    Summary leave() {
        try {
            backend_.abandon();
        } catch (const DeviceError&) {  // it holds nothing that is not saved
        }
        summary_.stopped = true;
        return finished();
    }

    /// Reports puzzles under way, and those that never began, as stopped.
    void hand_over_the_rest() {
        constexpr std::size_t at_once = 1024;  // outcomes in memory
        summary_.stopped = true;
        for (bool more = true; more;) {
            while (more && entries_.size() < at_once) {
                const std::optional<Grid> grid = next_();
                more = grid.has_value();
                if (more) add(*grid);
            }
            for (Entry& entry : entries_) {
                if (entry.settled) continue;
                entry.outcome.stopped = true;
                settle(entry);
            }
            report();
        }
    }

    /// The time since the last call, in equal parts, to all puzzles that are on their way.
    void divide_time() {
        const Clock::time_point now = Clock::now();
        if (underway_ != 0) {
            share_of_each_ +=
                std::chrono::duration<double>(now - divided_until_).count() / static_cast<double>(underway_);
        }
        divided_until_ = now;
    }

    bool stopped() { return stopped_ = stopped_ || (options_.should_stop && options_.should_stop()); }

    /// A check after every generation costs small populations side by side their cache.
    bool looks_between_generations() const { return options_.every_generation || backend_.has_long_epochs(); }

    std::function<bool()> between_generations() {
        if (!looks_between_generations()) return {};
        return [this] {
            if (options_.on_progress) options_.on_progress(backend_);
            if (backend_.has_long_epochs()) save_if_due();
            return !stopped();
        };
    }

    void take_puzzles() {
        const std::size_t slots = backend_.puzzle_slots();
        while (more_ && !stopped() && underway_ < slots && entries_.size() - underway_ < max_waiting) {
            std::optional<Grid> grid = next_();
            more_ = grid.has_value();
            if (!more_) return;
            divide_time();
            Entry& entry = add(*grid);
            entry.begin = divided_until_, entry.share_of_each = share_of_each_;
            backend_.submit({std::move(*grid), options_.presolve, entry.outcome.puzzle_index, options_.seed});
        }
    }

    /// Verifies outcomes, and reports those that are due. `abandoned`: the run was stopped before these puzzles had
    /// ended.
    void settle(std::vector<Outcome> outcomes, bool abandoned) {
        divide_time();
        in_blocks(options_.for_each, outcomes.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) {
                Entry& entry = find(outcomes[k].puzzle_index);
                Grid puzzle = std::move(entry.outcome.puzzle);
                entry.outcome = std::move(outcomes[k]);
                entry.wrong = !conclude(entry.outcome, std::move(puzzle), abandoned);
                entry.outcome.seconds = std::chrono::duration<double>(divided_until_ - entry.begin).count();
                entry.outcome.work_seconds = share_of_each_ - entry.share_of_each;
            }
        });
        const Outcome* wrong = nullptr;
        for (const Outcome& outcome : outcomes) {
            Entry& entry = find(outcome.puzzle_index);
            if (!entry.wrong) {
                settle(entry);
            } else if (wrong == nullptr) {
                wrong = &entry.outcome;
            }
        }
        report();
        if (wrong != nullptr) throw wrong_solution(*wrong);
    }

    /// Passes on all outcomes that are next in input order.
    void report() {
        constexpr std::size_t at_once = 2048;  // together they stay in the second-level cache
        const auto is_due = [this] { return !entries_.empty() && entries_.front().settled; };
        while (is_due()) {
            for (due_.clear(); due_.size() < at_once && is_due(); entries_.pop_front()) {
                summary_.add(entries_.front().outcome);
                due_.push_back(std::move(entries_.front().outcome));
            }
            if (on_outcomes_) on_outcomes_(due_);
        }
    }

    Summary finished() const {
        Summary summary = summary_;
        summary.seconds += seconds_since(begin_);
        return summary;
    }

    /// Outcomes that wait for an earlier one. Memory stays bounded even if one puzzle takes its whole budget.
    static constexpr std::size_t max_waiting = 100'000;

    Backend& backend_;
    SolveOptions options_;
    const std::function<std::optional<Grid>()> next_;
    const std::function<void(std::span<const Outcome>)> on_outcomes_;
    const Clock::time_point begin_ = Clock::now();
    Clock::time_point divided_until_ = begin_;
    double share_of_each_ = 0;  ///< seconds, of a puzzle that was under way all the time
    bool more_ = true, stopped_ = false;
    bool is_kept_ = false;      ///< a checkpoint has what is not settled
    Summary summary_;           ///< of the outcomes reported; its seconds are those before the run was resumed
    std::vector<Outcome> due_;  ///< those that are reported now
    /// The puzzles between the first whose outcome was not reported and the last one taken, in input order:
    ///
    ///     reported   | settled  underway  settled  settled  underway |   not taken
    std::deque<Entry> entries_;
    std::size_t underway_ = 0;
};

Solver::Solver(Backend& backend, SolveOptions options, std::function<std::optional<Grid>()> next,
               std::function<void(std::span<const Outcome>)> on_outcomes)
    : run_(std::make_unique<Run>(backend, std::move(options), std::move(next), std::move(on_outcomes))) {}
Solver::~Solver() = default;
bool Solver::advance() { return run_->advance(); }
Summary Solver::finish() { return run_->finish(); }
Summary Solver::so_far() const { return run_->so_far(); }

const char* to_text(Status status) {
    static constexpr const char* texts[] = {"solved", "unsolved", "unsatisfiable"};
    return texts[static_cast<int>(status)];
}

Summary solve(Backend& backend, const SolveOptions& options, const std::function<std::optional<Grid>()>& next,
              const std::function<void(const Outcome&)>& on_outcome) {
    Solver solver(backend, options, next, [&](std::span<const Outcome> outcomes) {
        if (on_outcome) std::ranges::for_each(outcomes, on_outcome);
    });
    while (solver.advance()) {
    }
    return solver.finish();
}

Outcome solve(Backend& backend, const SolveOptions& options, const Grid& puzzle) {
    Outcome outcome;
    const auto next = [&, given = false]() mutable {
        return std::exchange(given, true) ? std::nullopt : std::optional(puzzle);
    };
    solve(backend, options, next, [&](const Outcome& settled) { outcome = settled; });
    return outcome;
}

}  // namespace evodoku
