// How long each piece of work takes on a workbench. Private to this layer.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "evodoku/bench/timing.hpp"
#include "evodoku/engine/workbench.hpp"
#include "setups.hpp"

namespace evodoku::bench {

inline constexpr std::uint32_t warm_generations = 2;  // after them both buffers have been written to
inline constexpr double least_seconds = 0.02;         // of a repetition: far more than the clock's grain and a wake-up

/// Whole generations: `once` makes as many as have so many children, from the start of an evolution, and returns the
/// seconds they took.
struct Generations {
    double children;
    std::function<double()> once;
};

/// All throw Stopped where the patience's user wants an end.
class Stopwatch {
public:
    explicit Stopwatch(const Patience& patience) : patience_(patience) {}

    /// As many as fill the time that the clock needs. Holds on to the stopwatch and the workbench.
    Generations generations(Workbench& workbench, std::uint32_t population) const;
    /// By phase, in their order.
    std::vector<std::pair<std::string, Timing>> phases(Workbench& workbench, std::uint32_t population) const;
    /// One phase of the generations: the steps of a local search, an operator.
    Timing steps(Workbench& workbench, const Setup& setup) const;
    /// Of a population as it stands after some generations.
    Timing scoring(Workbench& workbench, std::uint32_t population) const;
    Timing ranking(Workbench& workbench, std::uint32_t population) const;

private:
    void warm(Workbench& workbench) const;
    void evolve(Workbench& workbench, std::uint32_t population) const;

    const Patience& patience_;
};

}  // namespace evodoku::bench
