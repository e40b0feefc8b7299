// A line that counts down within a measurement.
#include "bench_tally.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace evodoku::app {
namespace {

std::string time_left(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", std::max(1.0, seconds));
    return fmt::format("{:.0f} min", seconds / 60);
}

}  // namespace

std::string step_text(const BenchStep& step) {
    return fmt::format("bench: [{}/{}] {} (about {} left)", step.step, step.steps, step.what,
                       time_left(step.seconds_left));
}

void BenchTally::begin(const BenchStep& step) {
    if (block_.kind() == StatusBlock::Kind::nothing) return;
    {
        const std::lock_guard lock(mutex_);
        step_ = step;
        begin_ = Clock::now();
        block_.show_now(step_text(step));
    }
    if (!clock_) clock_.emplace([this] { show(); });
}

void BenchTally::end() {
    clock_.reset();
    block_.clear();
}

void BenchTally::show() {
    const std::lock_guard lock(mutex_);
    BenchStep now = step_;
    now.seconds_left -= std::chrono::duration<double>(Clock::now() - begin_).count();
    const std::string text = step_text(now);
    block_.show({text}, text);
}

}  // namespace evodoku::app
