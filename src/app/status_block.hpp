// Status on standard error: a block of lines on a terminal, redrawn in place and gone at the end; elsewhere a line with
// date and time every ten seconds. And how far an experiment is.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/host_work.hpp"
#include "output.hpp"

namespace evodoku::app {

/// 75.4 -> "1:15", 4000 -> "1:06:40".
std::string clock_text(double seconds);

/// Rows of a terminal of `columns` columns that `lines` fill. If it became narrower since, most terminals wrap them.
std::size_t rows_on(const std::vector<std::string>& lines, std::size_t columns);

/// The first letters of `text`, so that it does not reach the edge of `columns` columns.
std::string cut_to(const std::string& text, std::size_t columns);

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
    /// True if show() would show something now: ten times per second for a block, every ten seconds for lines.
    bool is_due() const;
    /// If that is due: draws `lines`, cut to the terminal's width, in place of the last ones; or writes `log_line`.
    void show(const std::vector<std::string>& lines, const std::string& log_line);
    /// Only for a block: draws `line`, after a wait where the last drawing was less than a tenth of a second ago.
    void show_now(const std::string& line);
    /// Erases the block. Call it before anything else is written.
    void clear() noexcept;

private:
    void draw(const std::vector<std::string>& lines);
    std::string leave_drawn();
    void write(const std::string& text, int rows);
    bool is_hidden() const;

    Kind kind_;
    bool always_;
    std::optional<Clock::time_point> last_;
    std::vector<std::string> drawn_;
};

/// Calls a function at once, then every second, on a thread of its own, until it is destroyed.
class Ticker {
public:
    explicit Ticker(std::function<void()> tick);

private:
    std::mutex mutex_;
    std::condition_variable_any end_;
    std::jthread thread_;  ///< the first to be destroyed
};

struct RunCounts {
    std::size_t all = 0, earlier = 0;  ///< runs of the plan, and those that earlier calls made
    std::size_t made = 0, solved = 0;  ///< by this call
    std::size_t at_once = 1;
    double seconds = 0;
};

/// "run 13 of 100: 12 done, 9 now, 7 of 9 solved, 2 at once" and "0:30 elapsed, about 5:00 left".
std::vector<std::string> tally_lines(const RunCounts& counts);

/// Shows how far an experiment is, after each run and every second.
class RunTally {
public:
    RunTally(When progress, const RunCounts& counts);

    void count(bool solved);

private:
    void show();

    std::mutex mutex_;  // of the fields below
    StatusBlock block_;
    RunCounts counts_;
    Clock::time_point begin_ = Clock::now();
    std::optional<Ticker> clock_;  ///< shows the time while no run ends; the first to be destroyed
};

}  // namespace evodoku::app
