// Lines of a tally, shown after each run and every second.
#include "run_tally.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "live_view.hpp"

namespace evodoku::app {

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
    counts_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    const std::vector<std::string> lines = tally_lines(counts_);
    block_.show(lines, lines[0] + ", " + lines[1]);
}

}  // namespace evodoku::app
