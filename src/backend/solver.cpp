// The work around a backend: presolve, feed, wait, verify, report in order.
#include "evodoku/backend/solve.hpp"

#include <chrono>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

#include "backend/outcome_of.hpp"
#include "backend/run_state.hpp"
#include "core/bits.hpp"
#include "core/clock.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku {
/// Puzzles under way, and outcomes not yet reported.
class Solver::Run {
public:
    Run(Backend& backend, SolveOptions options, std::function<std::optional<Grid>()> next,
        std::function<void(const Outcome&)> on_outcome)
        : backend_(backend), options_(std::move(options)), next_(std::move(next)), on_outcome_(std::move(on_outcome)) {
        // A generation that is given up counts its work, so a run that goes on later ends each of them.
        const bool may_give_up = !options_.checkpoints.save;
        if (options_.should_stop && may_give_up) backend_.stop_when([this] { return stopped(); });
    }
    ~Run() { backend_.stop_when({}); }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    bool advance() {
        return with_outcomes([this] {
            if (options_.checkpoints.resume) resume();
            if (stopped()) return false;
            take_puzzles();
            if (on_their_way_.empty()) return false;
            const std::vector<Answer> answers = backend_.advance_epoch(between_generations());
            divide_time();
            for (const Answer& answer : answers) settle(answer, false);
            if (options_.on_progress && !looks_between_generations()) options_.on_progress(backend_);
            save_if_due();
            return true;
        });
    }

    Summary finish() {
        return with_outcomes([this] {
            const bool saved = save();
            if (!more_ && on_their_way_.empty()) return finished();
            if (saved) return leave();
            const std::vector<Answer> answers = backend_.abandon();
            divide_time();
            for (const Answer& answer : answers) settle(answer, true);
            if (backend_.busy()) backend_.abandon();  // a device that failed after it had answers says so now
            hand_over_the_rest();
            return finished();
        });
    }

private:
    /// On a failure every puzzle still gets its outcome first: solved puzzles stay solved.
    template <class Work>
    std::invoke_result_t<Work> with_outcomes(const Work& work) {
        try {
            return work();
        } catch (const DeviceError&) {
            hand_over_the_rest();
            throw;
        }
    }

    /// True if the state of the run was written.
    bool save() {
        if (!options_.checkpoints.save) return false;
        return options_.checkpoints.save([this](const ByteSink& to) {
            divide_time();
            RunState state{puzzles_taken_, finished(), waiting_, {}};
            for (const auto& [puzzle_index, outcome] : on_their_way_) {
                const Start& start = started_.at(puzzle_index);
                state.underway.push_back(
                    {puzzle_index, outcome.puzzle, seconds_since(start.time), share_of_each_ - start.share_of_each});
            }
            save_run(state, backend_, to);
        });
    }

    void save_if_due() {
        if (options_.checkpoints.due && options_.checkpoints.due()) save();
    }

    void resume() {
        RunState state = resume_run(backend_, options_, std::exchange(options_.checkpoints.resume, {}));
        puzzles_taken_ = state.puzzles_taken;
        summary_ = state.summary;
        seconds_before_ = state.summary.seconds;
        waiting_ = std::move(state.waiting);
        for (const PuzzleUnderway& puzzle : state.underway) {
            const auto before =
                std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(puzzle.seconds));
            started_[puzzle.puzzle_index] = {divided_until_ - before, -puzzle.work_seconds};
            Outcome& outcome = on_their_way_[puzzle.puzzle_index];
            outcome.puzzle_index = puzzle.puzzle_index, outcome.puzzle = outcome.board = puzzle.puzzle;
        }
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
        summary_.stopped = true;
        for (auto& [puzzle_index, outcome] : std::exchange(on_their_way_, {})) {
            outcome.stopped = true;
            report(outcome);
        }
        while (const std::optional<Grid> grid = next_()) {
            Outcome outcome;
            outcome.puzzle_index = puzzles_taken_++, outcome.puzzle = outcome.board = *grid, outcome.stopped = true;
            report(outcome);
        }
    }

    /// The time since the last call, in equal parts, to all puzzles that are on their way.
    void divide_time() {
        const Clock::time_point now = Clock::now();
        if (!on_their_way_.empty()) {
            share_of_each_ +=
                std::chrono::duration<double>(now - divided_until_).count() / static_cast<double>(on_their_way_.size());
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
        while (more_ && !stopped() && on_their_way_.size() < backend_.puzzle_slots() && waiting_.size() < max_waiting) {
            const std::optional<Grid> grid = next_();
            if (!grid) {
                more_ = false;
            } else {
                start(*grid);
            }
        }
    }

    void start(const Grid& grid) {
        divide_time();
        Outcome outcome;
        outcome.puzzle_index = puzzles_taken_++;
        outcome.puzzle = outcome.board = grid;
        backend_.submit({grid, options_.presolve, outcome.puzzle_index, options_.seed});
        started_[outcome.puzzle_index] = {divided_until_, share_of_each_};
        on_their_way_[outcome.puzzle_index] = outcome;
    }

    /// `abandoned`: the run was stopped before the puzzle had ended.
    void settle(const Answer& answer, bool abandoned) {
        Outcome outcome = outcome_of(answer, on_their_way_.at(answer.puzzle_index).puzzle, abandoned);
        on_their_way_.erase(answer.puzzle_index);
        const Start& start = started_.at(answer.puzzle_index);
        outcome.seconds = seconds_since(start.time);
        outcome.work_seconds = share_of_each_ - start.share_of_each;
        started_.erase(answer.puzzle_index);
        report(outcome);
    }

    /// Passes on all outcomes that are next in input order.
    void report(const Outcome& outcome) {
        waiting_[outcome.puzzle_index] = outcome;
        for (auto first = waiting_.begin(); first != waiting_.end() && first->first == summary_.puzzles;
             first = waiting_.erase(first)) {
            const Outcome& due = first->second;
            ++summary_.puzzles;
            summary_.solved += due.status == Status::solved;
            const bool was_tried = !due.stopped || due.evaluations != 0;
            summary_.unsolved += due.status == Status::unsolved && was_tried;
            summary_.untried += due.status == Status::unsolved && !was_tried;
            summary_.finished += !due.stopped;
            summary_.unsatisfiable += due.status == Status::unsatisfiable;
            summary_.evaluations += due.evaluations;
            summary_.effort.add(due.effort);
            summary_.by_logic += due.status == Status::solved && due.evaluations == 0;
            summary_.fingerprint = mix(summary_.fingerprint ^ due.fingerprint);
            if (on_outcome_) on_outcome_(due);
        }
    }

    Summary finished() {
        summary_.seconds = seconds_before_ + seconds_since(begin_);
        return summary_;
    }

    /// Outcomes that wait for an earlier one. Memory stays bounded even if one puzzle takes its whole budget.
    static constexpr std::size_t max_waiting = 100'000;

    Backend& backend_;
    SolveOptions options_;
    const std::function<std::optional<Grid>()> next_;
    const std::function<void(const Outcome&)> on_outcome_;
    struct Start {
        Clock::time_point time;
        double share_of_each;
    };

    const Clock::time_point begin_ = Clock::now();
    Clock::time_point divided_until_ = begin_;
    double seconds_before_ = 0;  ///< of the run, before it was resumed
    double share_of_each_ = 0;   ///< seconds, of a puzzle that was on its way all the time
    bool more_ = true, stopped_ = false;
    std::uint32_t puzzles_taken_ = 0;
    std::map<std::uint32_t, Outcome> on_their_way_;
    std::map<std::uint32_t, Start> started_;
    std::map<std::uint32_t, Outcome> waiting_;
    Summary summary_;
};

Solver::Solver(Backend& backend, SolveOptions options, std::function<std::optional<Grid>()> next,
               std::function<void(const Outcome&)> on_outcome)
    : run_(std::make_unique<Run>(backend, std::move(options), std::move(next), std::move(on_outcome))) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
bool Solver::advance() { return run_->advance(); }
Summary Solver::finish() { return run_->finish(); }

}  // namespace evodoku
