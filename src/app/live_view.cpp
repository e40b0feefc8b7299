// A block that is erased by going up as many rows as it fills now, not as it filled when it was drawn.
#include "live_view.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "process.hpp"

namespace evodoku::app {
namespace {

constexpr std::size_t max_curve = 48;  // letters

/// Letters that a terminal shows for `text`: bytes that begin one in UTF-8.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char letter) { return (static_cast<unsigned char>(letter) & 0xc0) != 0x80; }));
}

/// The first `letters` letters of `text`.
std::string cut(const std::string& text, std::size_t letters) {
    std::size_t seen = 0;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if ((static_cast<unsigned char>(text[k]) & 0xc0) != 0x80 && ++seen > letters) return text.substr(0, k);
    }
    return text;
}

/// A letter per frame, as high as the cost beside the highest.
std::string curve_text(const std::vector<std::uint32_t>& curve, bool unicode) {
    static constexpr const char* blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static constexpr const char* plain[] = {"_", ".", ":", "-", "=", "+", "*", "#"};
    const std::uint32_t highest = std::max(1u, *std::ranges::max_element(curve));
    std::string text;
    for (const std::uint32_t cost : curve) text += (unicode ? blocks : plain)[(7 * cost + highest - 1) / highest];
    return text;
}

std::string rates(const LiveState& state) {
    const double seconds = std::max(state.seconds, 1e-9);
    const std::string boards = rounded(static_cast<double>(state.boards) / seconds) + " boards/s";
    if (state.redraws == 0) return boards;
    return boards + ", " + rounded(static_cast<double>(state.redraws) / seconds) + " redraws/s";
}

/// The generation of the puzzle that is shown, and its share of the budget: "generation 30 of at most 3000 (1 %)".
std::string generation_text(const LiveState& state) {
    if (state.budget == 0) return fmt::format("generation {}", state.first.generation);
    return fmt::format("generation {} of at most {} ({:.0f} %)", state.first.generation, state.budget,
                       100.0 * state.first.generation / state.budget);
}

/// How much longer: of a batch by the puzzles that ended, and until the time limit. Empty where unknown: when one
/// puzzle will be solved cannot be predicted.
std::string time_left(const LiveState& state) {
    const double done = static_cast<double>(state.finished) / static_cast<double>(state.puzzles);
    const double estimate = state.puzzles > 1 && done > 0 ? state.seconds * (1 - done) / done : INFINITY;
    const double limit = state.timeout ? std::max(0.0, *state.timeout - state.seconds) : INFINITY;
    if (estimate < limit) return fmt::format(", about {} left", clock_text(estimate));
    return std::isfinite(limit) ? fmt::format(", at most {} left", clock_text(limit)) : "";
}

}  // namespace

std::string clock_text(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::max(0.0, seconds));
    if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::size_t rows_on(const std::vector<std::string>& lines, std::size_t columns) {
    std::size_t rows = 0;
    for (const std::string& line : lines) rows += std::max<std::size_t>(1, (width(line) + columns - 1) / columns);
    return rows;
}

std::vector<std::string> frame(const LiveState& state, std::size_t columns, bool unicode) {
    std::vector<std::string> lines;
    const std::string whose =
        state.puzzles > 1
            ? fmt::format("puzzle {} ({} of {} done): ", state.first.puzzle_index + 1, state.finished, state.puzzles)
            : "";
    lines.push_back(fmt::format("{}{}, restarts {}", whose, generation_text(state), state.first.restarts));
    lines.push_back(
        fmt::format("cost: best {}, mean {:.1f}, worst {}", state.first.best, state.first.mean, state.first.worst));
    if (state.curve.size() > 1) lines.back() += "  " + curve_text(state.curve, unicode);
    lines.push_back(fmt::format("{}, {} boards, {} elapsed{}", rates(state), rounded(static_cast<double>(state.boards)),
                                clock_text(state.seconds), time_left(state)));
    for (std::string& line : lines) line = cut(line, std::max<std::size_t>(columns, 2) - 1);
    return lines;
}

std::string log_line(const LiveState& state) {
    const std::string whose =
        state.puzzles > 1
            ? fmt::format("puzzle {} ({} of {} done): ", state.first.puzzle_index + 1, state.finished, state.puzzles)
            : "";
    return fmt::format("{}{}, best {}, mean {:.1f}, restarts {}, {}, {} elapsed{}", whose, generation_text(state),
                       state.first.best, state.first.mean, state.first.restarts, rates(state),
                       clock_text(state.seconds), time_left(state));
}

LiveView::LiveView(const Options& options) : options_(options), unicode_(shows_unicode()), finished_(options.finished) {
    if (options.progress == When::never) {
        kind_ = Kind::nothing;
    } else if (options.every_generation) {
        kind_ = Kind::generations;
    } else {
        kind_ = options.progress == When::always || is_terminal(STDERR_FILENO) ? Kind::block : Kind::lines;
    }
    if (kind_ == Kind::lines) last_ = begin_;  // the first line after ten seconds, the first block at once
}

void LiveView::show(const Backend& backend) {
    if (kind_ == Kind::nothing || interrupt_signal() != 0) return;  // the signal took the block away
    if (kind_ == Kind::generations) return show_generations(backend.progress());
    const auto interval = kind_ == Kind::block ? std::chrono::milliseconds(100) : std::chrono::milliseconds(10'000);
    const Clock::time_point now = Clock::now();
    if (last_ && now - *last_ < interval) return;
    last_ = now;
    const std::vector<Progress> progress = backend.progress();
    if (progress.empty()) return;
    const LiveState shown = state(progress, now);
    if (kind_ == Kind::block) {
        draw(shown);
    } else {
        say(fmt::format("{:%H:%M:%S} ", fmt::localtime(std::time(nullptr))) + log_line(shown));
    }
}

void LiveView::settle(std::uint64_t boards, std::uint64_t redraws) {
    clear();
    ++finished_;
    boards_ += boards;
    redraws_ += redraws;
}

LiveState LiveView::state(const std::vector<Progress>& progress, Clock::time_point now) {
    const Progress& first = progress.front();
    if (first.puzzle_index != curve_of_) curve_.clear();
    curve_of_ = first.puzzle_index;
    curve_.push_back(first.best);
    if (curve_.size() > max_curve) {  // half as many, each the better of two
        for (std::size_t k = 0; 2 * k + 1 < curve_.size(); ++k) curve_[k] = std::min(curve_[2 * k], curve_[2 * k + 1]);
        curve_.resize(max_curve / 2);
    }
    std::uint64_t boards = boards_, redraws = redraws_;
    for (const Progress& each : progress) {
        boards += each.evaluations;
        redraws += each.effort.redraws;
    }
    return {first,           options_.puzzles, finished_,
            boards,          redraws,          options_.seconds + std::chrono::duration<double>(now - begin_).count(),
            options_.budget, options_.timeout, curve_};
}

void LiveView::draw(const LiveState& state) {
    const std::size_t columns = terminal_columns(STDERR_FILENO);
    std::string text = erase_rows(rows_on(drawn_, columns));
    drawn_ = frame(state, columns, unicode_);
    for (std::size_t k = 0; k < drawn_.size(); ++k) text += (k == 0 ? "" : "\n") + drawn_[k];
    std::fputs(text.c_str(), stderr);
    note_live_rows(static_cast<int>(rows_on(drawn_, columns)));
}

void LiveView::show_generations(const std::vector<Progress>& progress) {
    for (const Progress& each : progress) {
        // A puzzle that ended waits for the rest of its epoch: its last generation comes again and again.
        std::uint32_t& next = next_line_[each.puzzle_index];
        if (each.generation < next) continue;
        next = each.generation + 1;
        const std::string whose = options_.puzzles > 1 ? fmt::format("puzzle {} ", each.puzzle_index + 1) : "";
        const std::string text =
            fmt::format("{}generation {}: best {}, mean {:.2f}, worst {}, size {}, restarts {}\n", whose,
                        each.generation, each.best, each.mean, each.worst, each.size, each.restarts);
        std::fputs(text.c_str(), stderr);
    }
}

void LiveView::clear() noexcept {
    if (drawn_.empty()) return;
    if (note_live_rows(0)) std::fputs(erase_rows(rows_on(drawn_, terminal_columns(STDERR_FILENO))).c_str(), stderr);
    drawn_.clear();
}

}  // namespace evodoku::app
