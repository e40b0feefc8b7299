// The live line of a terminal, and its plain sister.
#include "progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "terminal.hpp"
#include "wording.hpp"

namespace evodoku::app {
namespace {

constexpr const char* erase_line = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(bool verbose, std::size_t puzzles)
    : verbose_(verbose), terminal_(is_terminal(STDERR_FILENO)), puzzles_(puzzles) {}

void ProgressLine::show(const Backend& backend) {
    if (verbose_) return show_generations(backend.progress());
    const auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(10'000);
    const Clock::time_point now = Clock::now();
    if (now - last_ < interval) return;
    last_ = now;
    const std::vector<Progress> progress = backend.progress();
    if (progress.empty()) return;
    std::string text = line(progress, now);
    if (terminal_) {
        text.resize(std::min(text.size(), terminal_columns(STDERR_FILENO) - 1));  // a wrapped line can't be erased
        text = erase_line + text;
        shown_ = true;
    } else {
        text += '\n';
    }
    std::fputs(text.c_str(), stderr);
}

void ProgressLine::settle(std::uint64_t evaluations) {
    clear();
    ++settled_;
    settled_evaluations_ += evaluations;
}

void ProgressLine::show_generations(const std::vector<Progress>& progress) {
    for (const Progress& each : progress) {
        // A puzzle that ended waits for the rest of its epoch: its last generation comes again and again.
        std::uint32_t& next = told_[each.place];
        if (each.generation < next) continue;
        next = each.generation + 1;
        const std::string whose = puzzles_ > 1 ? fmt::format("puzzle {} ", each.place + 1) : "";
        const std::string text = fmt::format("{}generation {}: best {}, mean {:.2f}, restarts {}\n", whose,
                                             each.generation, each.best, each.mean, each.restarts);
        std::fputs(text.c_str(), stderr);
    }
}

std::string ProgressLine::line(const std::vector<Progress>& progress, Clock::time_point now) const {
    std::uint64_t evaluations = settled_evaluations_;
    for (const Progress& each : progress) evaluations += each.evaluations;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const Progress& first = progress.front();
    const std::string whose =
        puzzles_ > 1 ? fmt::format("puzzle {} ({} of {} done): ", first.place + 1, settled_, puzzles_) : "";
    return fmt::format("{}generation {}, best {}, mean {:.1f}, {} evaluations/s", whose, first.generation, first.best,
                       first.mean, rounded(static_cast<double>(evaluations) / std::max(seconds, 1e-9)));
}

void ProgressLine::clear() noexcept {
    if (shown_) std::fputs(erase_line, stderr);
    shown_ = false;
}

}  // namespace evodoku::app
