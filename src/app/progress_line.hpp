// What a run says on standard error while it goes on: a live line on a terminal, a plain one now and then elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "evodoku/engine/backend.hpp"

namespace evodoku::app {

class ProgressLine {
public:
    /// `verbose`: a line for every generation instead. `puzzles`: how many the run has.
    ProgressLine(bool verbose, std::size_t puzzles);
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// The puzzles on their way.
    void show(const Backend& backend);
    /// A puzzle ended, with the boards scored for it. Takes the live line away: something else is written now.
    void settle(std::uint64_t evaluations);

private:
    using Clock = std::chrono::steady_clock;

    void show_generations(const std::vector<Progress>& progress);
    std::string line(const std::vector<Progress>& progress, Clock::time_point now) const;
    void clear() noexcept;

    bool verbose_, terminal_;
    std::size_t puzzles_, settled_ = 0;
    std::uint64_t settled_evaluations_ = 0;
    bool shown_ = false;
    Clock::time_point begin_ = Clock::now(), last_ = begin_;
    std::map<std::uint32_t, std::uint32_t> told_;  ///< by place: the generation to tell next
};

}  // namespace evodoku::app
