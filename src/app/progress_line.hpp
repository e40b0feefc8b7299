// What a run says on standard error while it goes on: a live line on a terminal, a plain one now and then elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "evodoku/engine/backend.hpp"

namespace evodoku::app {

class ProgressLine {
public:
    /// `verbose`: a line for every generation instead.
    ProgressLine(bool quiet, bool verbose);

    /// The puzzles on their way, and boards scored for those that ended.
    void show(const std::vector<Progress>& progress, std::uint64_t settled_evaluations);
    /// Takes the live line away, before anything else is written.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    bool quiet_, verbose_, terminal_;
    bool shown_ = false;
    Clock::time_point begin_ = Clock::now(), last_ = begin_;
};

/// 1234567 -> "1.23 M".
std::string short_number(double number);

}  // namespace evodoku::app
