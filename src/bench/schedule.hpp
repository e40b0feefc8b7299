// The steps of a benchmark in their order, and an estimate of the remaining time. Private to this layer.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "bench/benchmark.hpp"

namespace evodoku::bench {

/// The remaining time, estimated from the steps so far.
class Estimate {
public:
    explicit Estimate(double expected_seconds) : left_(expected_seconds) {}
    /// Call it after a step that was expected to take `expected` seconds and took `seconds`.
    void finish(double expected, double seconds);
    /// Assumes that the remaining steps deviate from the expectation as the finished ones do. At first the expectation
    /// counts.
    double seconds_left() const;

private:
    double left_, done_ = 0, spent_ = 0;
};

class Schedule {
public:
    /// `expected_seconds`: a rough guess; the estimate corrects it.
    void add(std::string what, double expected_seconds, std::function<void()> run);

    struct End {
        std::size_t done = 0, steps = 0;
        bool out_of_time = false;
    };
    /// Runs the steps; none begins after `time_limit` seconds (0 = no limit). `end` is correct even if a step throws.
    void run(const std::function<void(const Progress&)>& on_progress, double time_limit, End& end);

private:
    struct Step {
        std::string what;
        double expected_seconds;
        std::function<void()> run;
    };
    std::vector<Step> steps_;
};

}  // namespace evodoku::bench
