// What a run shows on standard error while it goes on: a block of lines on a terminal, redrawn in place and gone at the
// end; elsewhere one line with date and time every ten seconds. Never mixed with results.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evodoku/backend/backend.hpp"
#include "evodoku/backend/solve.hpp"
#include "output.hpp"
#include "status_block.hpp"

namespace evodoku::app {

/// What a frame shows.
struct LiveState {
    std::optional<Progress> first;               ///< of the puzzles that evolve; none where all taken so far ended
    std::size_t runs = 1;                        ///< with one seed each
    std::size_t ended_runs = 0;                  ///< of them
    std::uint64_t seed = 0;                      ///< of this run
    std::size_t puzzles = 1;                     ///< of each run
    std::size_t finished = 0;                    ///< of them, in this run
    std::uint64_t boards = 0;                    ///< scored so far, of all runs
    Effort effort = {};                          ///< swaps judged and boxes redrawn, of all runs
    double seconds = 0;                          ///< that all runs have taken, also before they were resumed
    std::uint32_t budget = 0;                    ///< generations that a puzzle may take
    std::optional<double> timeout;               ///< seconds that all runs may take
    std::vector<std::uint32_t> curve;            ///< best cost of the first puzzle, frame by frame
    std::optional<std::uint64_t> distinct = {};  ///< boards of the first puzzle, where they were counted
    std::uint32_t distinct_generation = 0;       ///< in which they were
    bool names_rank = false;                     ///< says where the best board is
};

/// The lines of one frame, each at most `columns` - 1 letters wide. `unicode`: the curve is drawn in block letters.
std::vector<std::string> frame(const LiveState& state, std::size_t columns, bool unicode);

/// The same in one line, for a log.
std::string log_line(const LiveState& state);

/// 75.4 -> "1:15", 4000 -> "1:06:40".
std::string clock_text(double seconds);

class LiveView {
public:
    struct Options {
        When progress =
            When::automatic;  ///< automatic: a block on a terminal, else lines; always: a block; never: nothing
        bool every_generation = false;  ///< a plain line per generation instead
        std::size_t puzzles = 1;        ///< of each run
        std::size_t runs = 1;
        std::uint32_t budget = 0;
        std::optional<double> timeout;  ///< of all runs
        double seconds = 0;             ///< that they took before they were resumed
        std::uint32_t islands = 1;      ///< per puzzle
    };

    explicit LiveView(const Options& options);
    LiveView(const LiveView&) = delete;
    LiveView& operator=(const LiveView&) = delete;

    void begin_run(std::uint64_t seed);
    /// A run ended, here or before this process.
    void end_run(const Summary& run);
    /// The puzzles of the present run. Draws at most ten times per second.
    void show(const Backend& backend, const Solver& solver);
    /// Within a long generation: draws what was shown last again, with the time that has passed, if that is due.
    void tick();
    /// Only for a block: says that this file is being written, until the next frame.
    void show_writing(const std::string& file) { block_.show_now("writing " + printable(file)); }
    /// Erases the block: something else is written now.
    void clear() noexcept { block_.clear(); }

private:
    using Clock = std::chrono::steady_clock;

    void show_generations(const Backend& backend);
    void look_at(const Backend& backend, const Progress& first);
    LiveState state(const Backend& backend, const Summary& ended);
    void count_distinct(const Backend& backend, const Progress& first);

    double seconds() const;

    Options options_;
    StatusBlock block_;
    bool writes_generations_, unicode_;
    std::size_t ended_runs_ = 0;
    std::uint64_t boards_ = 0;  ///< of the runs that ended
    Effort effort_ = {};        ///< likewise
    std::uint64_t seed_ = 0;    ///< of the present run
    Clock::time_point begin_ = Clock::now();
    Clock::duration counting_{};             ///< time spent on counting boards
    std::optional<LiveState> shown_;         ///< last, of the present run
    std::vector<std::uint32_t> curve_;       ///< see LiveState
    std::optional<std::uint64_t> distinct_;  ///< likewise
    std::uint32_t distinct_generation_ = 0;  ///< likewise
    std::uint32_t curve_of_ = 0;             ///< the puzzle they belong to
    /// By puzzle and island: the generation that has its line next.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> next_line_;
};

}  // namespace evodoku::app
