// A block is erased by going up as many rows as it fills now: the terminal may have become narrower since it was drawn.
#include "status_block.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <utility>

#include "process.hpp"

namespace evodoku::app {
namespace {

constexpr std::chrono::milliseconds block_interval{100};

bool begins_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

/// Letters that a terminal shows for `text`: bytes that begin one in UTF-8.
std::size_t text_width(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, begins_letter));
}

}  // namespace

std::string clock_text(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::max(0.0, seconds));
    if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::size_t rows_on(const std::vector<std::string>& lines, std::size_t columns) {
    if (!terminal_rewraps()) return lines.size();
    std::size_t rows = 0;
    for (const std::string& line : lines) rows += std::max<std::size_t>(1, (text_width(line) + columns - 1) / columns);
    return rows;
}

std::string cut_to(const std::string& text, std::size_t columns) {
    const std::size_t letters = std::max<std::size_t>(columns, 2) - 1;
    std::size_t seen = 0;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (begins_letter(text[k]) && ++seen > letters) return text.substr(0, k);
    }
    return text;
}

StatusBlock::StatusBlock(When progress) : always_(progress == When::always) {
    if (progress == When::never) {
        kind_ = Kind::nothing;
    } else {
        kind_ = progress == When::always || is_terminal(STDERR_FILENO) ? Kind::block : Kind::lines;
    }
    if (kind_ == Kind::block) watch_for_continuation();
    if (kind_ == Kind::lines) last_ = Clock::now();  // the first line after ten seconds, the first block at once
}

bool StatusBlock::is_due() const {
    if (kind_ == Kind::nothing) return false;
    const auto interval = kind_ == Kind::block ? block_interval : std::chrono::milliseconds(10'000);
    return (!last_ || Clock::now() - *last_ >= interval) && !is_hidden();
}

bool StatusBlock::is_hidden() const {
    if (interrupt_signal() != 0) return true;  // the signal took the block away
    return kind_ == Kind::block && !always_ && runs_in_background(STDERR_FILENO);
}

void StatusBlock::show(const std::vector<std::string>& lines, const std::string& log_line) {
    if (!is_due()) return;
    last_ = Clock::now();
    if (kind_ == Kind::block) {
        draw(lines);
    } else {
        say(fmt::format("{:%Y-%m-%d %H:%M:%S} ", fmt::localtime(std::time(nullptr))) + log_line);
    }
}

void StatusBlock::show_now(const std::string& line) {
    if (kind_ != Kind::block || is_hidden()) return;
    if (last_) std::this_thread::sleep_until(*last_ + block_interval);
    last_ = Clock::now();
    draw({line});
}

void StatusBlock::draw(const std::vector<std::string>& lines) {
    const std::size_t columns = terminal_columns(STDERR_FILENO);
    std::string text = leave_drawn();
    const std::size_t count = std::min(lines.size(), terminal_rows(STDERR_FILENO));  // others would scroll away
    for (std::size_t k = 0; k < count; ++k) drawn_.push_back(cut_to(lines[k], columns));
    for (std::size_t k = 0; k < drawn_.size(); ++k) text += (k == 0 ? "" : "\n") + drawn_[k];
    write(text, static_cast<int>(rows_on(drawn_, columns)));
}

/// Control codes that erase the block; after a stop of the program the block stays, and the cursor leaves its last
/// line.
std::string StatusBlock::leave_drawn() {
    const std::vector<std::string> drawn = std::exchange(drawn_, {});
    switch (note_live_rows(rows_changing)) {
        case LiveRows::none:
            return "";
        case LiveRows::behind:
            return "\n";
        case LiveRows::shown:
            break;
    }
    return erase_rows(rows_on(drawn, terminal_columns(STDERR_FILENO)));
}

void StatusBlock::clear() noexcept {
    if (drawn_.empty()) return;
    write(leave_drawn(), 0);
}

void StatusBlock::write(const std::string& text, int rows) {
    std::fputs(text.c_str(), stderr);
    note_live_rows(rows);
}

Ticker::Ticker(std::function<void()> tick)
    : thread_([this, tick = std::move(tick)](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          while (!stop.stop_requested()) {
              tick();
              end_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
          }
      }) {}

std::vector<std::string> tally_lines(const RunCounts& counts) {
    const std::size_t done = counts.earlier + counts.made;
    std::string runs = fmt::format("run {} of {}: {} done", std::min(done + 1, counts.all), counts.all, done);
    if (counts.earlier != 0 && counts.made != 0) runs += fmt::format(", {} now", counts.made);
    if (counts.made != 0) runs += fmt::format(", {} of {} solved", counts.solved, counts.made);
    if (counts.at_once > 1) runs += fmt::format(", {} at once", counts.at_once);
    std::string time = clock_text(counts.seconds) + " elapsed";
    if (counts.made != 0) {
        const double left = counts.seconds / static_cast<double>(counts.made) * static_cast<double>(counts.all - done);
        time += fmt::format(", about {} left", clock_text(left));
    }
    return {runs, time};
}

RunTally::RunTally(When progress, const RunCounts& counts) : block_(progress), counts_(counts) {
    if (block_.kind() == StatusBlock::Kind::nothing) return;
    clock_.emplace([this] {
        const std::lock_guard lock(mutex_);
        show();
    });
}

void RunTally::count(bool solved) {
    const std::lock_guard lock(mutex_);
    ++counts_.made;
    counts_.solved += solved;
    show();
}

void RunTally::show() {
    counts_.seconds = seconds_since(begin_);
    const std::vector<std::string> lines = tally_lines(counts_);
    block_.show(lines, lines[0] + ", " + lines[1]);
}

}  // namespace evodoku::app
