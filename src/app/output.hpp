// Output for people. Messages on standard error, tables, terminals; files that a command writes; the signals that end
// the program, with their notice. Status on standard error while a command goes on: a block of lines on a terminal,
// redrawn in place and gone at the end; elsewhere one line with date and time every ten seconds. Never mixed with
// results. What a search and an experiment show.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/host_work.hpp"
#include "engine/text.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/backend/solve.hpp"
#include "io/characters.hpp"

namespace evodoku::app {

/// Writes `evodoku: TEXT` as a line on standard error, control characters made visible. A failure is ignored: messages
/// are not results.
void say(std::string_view text);
inline void say_unless(bool quiet, std::string_view text) {
    if (!quiet) say(text);
}

/// Writes on standard output. Throws as flush_results() does.
void write_result(std::string_view text);

/// Flushes standard output. Throws FileError if that fails, or an earlier write failed.
void flush_results();

using io::aligned;
using io::counted;
using io::printable;

/// Quoted as one word of a shell; the name of a file is then none of an option.
std::string quoted(const std::string& word);
std::string quoted_file(const std::string& name);

/// A variable of the environment; empty if it is not set.
std::string_view environment(const char* name);

/// A terminal that supports control codes: TERM names one, and it is not "dumb".
bool is_terminal(int descriptor);

/// No terminal shows what is written there: a plain file, or /dev/null. A pipe may end at a terminal.
bool is_apart_from_terminals(int descriptor);

/// Whether something is wanted: where the terminal can show it, always, or never.
enum class When { automatic, always, never };

/// A file and what names it: "--history", or "an input".
struct FileUse {
    std::string label, path;
};

/// Throws SettingError if one of the written files is another, or one that is read: the same path, or the same file by
/// a link. Empty paths, - and devices such as /dev/null don't count.
void check_own_files(const std::vector<FileUse>& written, const std::vector<FileUse>& read);

/// From now on SIGINT, SIGTERM and SIGHUP are recorded. The run ends at its next synchronisation, with its results so
/// far or with a checkpoint in that file; a second signal ends the program at once, from 0.1 s after the first. SIGUSR1
/// is ignored: there is no checkpoint to write. The first signal says all that on standard error, unless `quiet`.
void watch_for_interrupt(bool quiet, const std::string& checkpoint = "");

/// From now on SIGUSR1 requests a checkpoint.
void watch_for_checkpoint_request();

/// True once for each request.
bool take_checkpoint_request();

/// The signal that came, or 0.
int interrupt_signal();

/// 75.4 -> "1:15", 4000 -> "1:06:40".
std::string clock_text(double seconds);

class StatusBlock {
public:
    enum class Kind { nothing, lines, block };

    /// automatic: a block on a terminal (hidden while the program is in the background), lines elsewhere; always: a
    /// block; never: nothing.
    explicit StatusBlock(When progress);
    ~StatusBlock() { clear(); }
    StatusBlock(const StatusBlock&) = delete;
    StatusBlock& operator=(const StatusBlock&) = delete;

    Kind kind() const { return kind_; }
    /// True if show() would show something now, and would have for some time: ten times per second for a block, every
    /// ten seconds for lines.
    bool is_due(std::chrono::milliseconds for_at_least = {}) const { return is_due(last_, for_at_least); }
    /// The same, had it shown something at `last`, or never.
    bool is_due(std::optional<Clock::time_point> last, std::chrono::milliseconds for_at_least = {}) const;
    /// If that is due: draws `lines`, cut to the terminal's width, in place of the last ones; or writes `log_line`.
    /// `at_once`: a block is drawn now, after a wait where the last drawing was less than a tenth of a second ago.
    void show(const std::vector<std::string>& lines, const std::string& log_line, bool at_once = false);
    /// Erases the block. Call it before anything else is written.
    void clear() noexcept {
        if (rows_ != 0) replace("", 0);
    }

private:
    /// Draws text in so many rows in place of the block.
    void replace(const std::string& text, std::size_t rows);

    Kind kind_;
    bool always_;
    std::optional<Clock::time_point> last_;
    std::size_t rows_ = 0;  ///< of the block
};

struct RunCounts {
    std::size_t all = 0, earlier = 0;  ///< runs of the plan, and those that earlier calls made
    std::size_t made = 0, solved = 0;  ///< by this call
    std::size_t at_once = 1;
};

/// "run 13 of 100: 12 done, 9 now, 7 of 9 solved, 2 at once" and "0:30 elapsed, about 5:00 left".
std::vector<std::string> tally_lines(const RunCounts& counts, double seconds);

/// Lines that change with the work and with the time: a StatusBlock that is drawn anew every second.
class Tally {
public:
    /// `lines`: what to show; nothing yet if there are none. It is never called during a change.
    Tally(When progress, std::function<std::vector<std::string>()> lines);

    /// Makes a change to what the lines say, and shows them if that is due; or `at_once`, on a terminal.
    void update(const std::function<void()>& change, bool at_once = false);
    /// Erases the lines. Nothing is shown afterwards.
    void end();

private:
    void show(bool at_once);

    std::mutex mutex_;  // of the fields below
    StatusBlock block_;
    std::function<std::vector<std::string>()> lines_;
    std::condition_variable_any end_;
    std::jthread clock_;  ///< shows the time while nothing changes; the first to be destroyed
};

/// What a frame shows.
struct LiveState {
    std::size_t runs = 1;                ///< with one seed each
    std::size_t puzzles = 1;             ///< of each run
    std::uint32_t budget = 0;            ///< generations that a puzzle may take
    std::optional<double> timeout = {};  ///< seconds that all runs may take
    std::string title = {};              ///< in front of all: "puzzle 2 of 7"
    bool are_batches = false;            ///< runs are those of `evodoku count`: so many at most
    std::size_t expected = 0;            ///< batches in all, as far as is known; 0: nothing is

    std::optional<Progress> first = {};  ///< of the puzzles that evolve; none where all taken so far ended
    std::size_t ended_runs = 0;          ///< of all runs
    std::uint64_t seed = 0;              ///< of this run
    std::size_t finished = 0;            ///< puzzles of this run that ended
    std::size_t answered = 0;            ///< and those whose answers were written
    std::uint64_t boards = 0;            ///< scored so far, of all runs
    SearchWork effort = {};              ///< swaps tried and boxes redrawn, of all runs
    double seconds = 0;                  ///< that all runs have taken, also before they were resumed
    std::optional<Grid> board = {};      ///< the best one of the first puzzle
    bool names_rank = false;             ///< says where the best board is
};

/// The lines of one frame, each at most `columns` - 1 letters wide: a board on the left if there is room, and text.
std::vector<std::string> frame(const LiveState& state, std::size_t columns);

std::string log_line(const LiveState& state);

class LiveView {
public:
    /// Nothing is shown where `progress` is never; with `every_generation` a plain line per generation. `islands`: per
    /// puzzle. `begin`: all that is known of the runs; its seconds were taken before they were resumed.
    LiveView(When progress, bool every_generation, std::uint32_t islands, LiveState begin);

    void begin_run(std::uint64_t seed);
    void expect(std::size_t batches) { state_.expected = batches; }
    /// The puzzles of the present run, of which `answered` are written. `ended`: the runs before it, also before this
    /// process. Draws at most ten times per second.
    void show(const Backend& backend, const Solver& solver, std::span<const Summary> ended, std::size_t answered);
    /// Within a long generation: draws what was shown last again, with the time that has passed, if that is due.
    void tick() {
        if (block_.is_due(std::chrono::milliseconds(200))) draw();  // show() comes first where it comes often
    }
    /// Erases the block: something else is written now.
    void clear() noexcept { block_.clear(); }

private:
    void show_generations(const Backend& backend);
    void draw();

    StatusBlock block_;
    bool writes_generations_;
    std::uint32_t islands_;
    LiveState state_;        ///< of the last frame
    bool is_shown_ = false;  ///< that frame, in the present run
    std::optional<Clock::time_point> updated_ = {};
    double seconds_before_ = 0;  ///< that the runs took before they were resumed
    Clock::time_point begin_ = Clock::now();
    /// By puzzle and island: the generation that has its line next.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> next_line_;
};

}  // namespace evodoku::app
