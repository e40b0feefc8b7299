// The time of each measurement on a workbench. Private to this layer.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bench/timing.hpp"
#include "setups.hpp"
#include "workbench/workbench.hpp"

namespace evodoku::bench {

inline constexpr std::uint32_t warm_generations = 2;  // after them both buffers have been written
inline constexpr double min_seconds = 0.02;  // of a repetition: far more than the clock's resolution and a wake-up

/// Whole generations: `once` makes as many as produce the given number of children, from the start of an evolution, and
/// returns the seconds.
struct Generations {
    double children;
    std::function<double()> once;
};

/// All throw Stopped if the user interrupts.
class Stopwatch {
public:
    explicit Stopwatch(const Patience& patience) : patience_(patience) {}

    /// As many as the clock needs. Keeps references to the stopwatch and the workbench.
    Generations generations(Workbench& workbench, std::uint32_t population) const;
    /// By phase, in their order.
    std::vector<std::pair<std::string, Timing>> phases(Workbench& workbench, std::uint32_t population) const;
    /// One phase of the generations: the steps of a local search, an operator.
    Timing steps(Workbench& workbench, const Setup& setup) const;
    /// For the population after some generations.
    Timing scoring(Workbench& workbench, std::uint32_t population) const;
    Timing ranking(Workbench& workbench, std::uint32_t population) const;

private:
    void warm(Workbench& workbench) const;
    void evolve(Workbench& workbench, std::uint32_t population) const;

    const Patience& patience_;
};

}  // namespace evodoku::bench
