#include "progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace evodoku::app {

ProgressLine::ProgressLine(bool quiet, bool verbose)
    : quiet_(quiet), verbose_(verbose), terminal_(isatty(STDERR_FILENO) != 0) {}

void ProgressLine::show(const std::vector<Progress>& progress, std::uint64_t settled_evaluations) {
    if (quiet_ || progress.empty()) return;
    if (verbose_) {
        for (const Progress& each : progress) {
            fmt::print(stderr, "puzzle {} generation {}: best {}, mean {:.2f}, restarts {}\n", each.place + 1,
                       each.generation, each.best, each.mean, each.restarts);
        }
        return;
    }
    const auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(10'000);
    const Clock::time_point now = Clock::now();
    if (now - last_ < interval) return;
    last_ = now;
    std::uint64_t evaluations = settled_evaluations;
    for (const Progress& each : progress) evaluations += each.evaluations;
    const Progress& first = progress.front();
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const std::string text =
        fmt::format("puzzle {}: generation {}, best {}, mean {:.1f}, {}evaluations/s", first.place + 1, first.generation,
                    first.best, first.mean, short_number(static_cast<double>(evaluations) / std::max(seconds, 1e-9)));
    if (terminal_) {
        fmt::print(stderr, "\r\x1b[K{}", text);
        shown_ = true;
    } else {
        fmt::print(stderr, "{}\n", text);
    }
    std::fflush(stderr);
}

void ProgressLine::clear() {
    if (!shown_) return;
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    shown_ = false;
}

std::string short_number(double number) {
    static constexpr const char* units[] = {"", "k ", "M ", "G ", "T "};
    int unit = 0;
    while (number >= 1000 && unit < 4) number /= 1000, ++unit;
    if (unit == 0) return fmt::format("{:.0f} ", number);
    return fmt::format("{:.3g} {}", number, units[unit]);
}

}  // namespace evodoku::app
