// Status on standard error: a block of lines on a terminal, redrawn in place and gone at the end; elsewhere a line with
// date and time every ten seconds.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "output.hpp"

namespace evodoku::app {

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
    using Clock = std::chrono::steady_clock;

    void draw(const std::vector<std::string>& lines);
    std::string leave_drawn();
    void write(const std::string& text, int rows);
    bool is_hidden() const;

    Kind kind_;
    bool always_;
    std::optional<Clock::time_point> last_;
    std::vector<std::string> drawn_;
};

}  // namespace evodoku::app
