// Repetitions of each measurement, on a population that has warmed up.
#include "stopwatch.hpp"

#include <algorithm>

#include "bench/benchmark.hpp"

namespace evodoku::bench {
namespace {

/// On a GPU these may take less than the clock's resolution.
std::uint32_t usual_generations(std::uint32_t population) { return std::clamp(2'000'000 / population, 5u, 200u); }

Timing repeat_piece(const Patience& patience, std::uint32_t population,
                    const std::function<void(std::uint32_t times)>& piece) {
    const auto run = [&](std::uint32_t times) { return seconds_of([&] { piece(times); }); };
    const std::uint32_t times = times_to_fill(min_seconds, run);
    return repeat(patience, static_cast<double>(population) * times, [&] { return run(times); });
}

}  // namespace

Generations Stopwatch::generations(Workbench& workbench, std::uint32_t population) const {
    const auto run = [&](std::uint32_t times) { return seconds_of([&] { workbench.make_generations(times); }); };
    const std::uint32_t count = std::max(usual_generations(population), times_to_fill(min_seconds, run));
    const auto once = [this, &workbench, count] {
        warm(workbench);
        return seconds_of([&] { workbench.make_generations(count); });
    };
    return {static_cast<double>(workbench.children()) * count, once};
}

std::vector<std::pair<std::string, Timing>> Stopwatch::phases(Workbench& workbench, std::uint32_t population) const {
    const std::uint32_t count = usual_generations(population);
    const double children = static_cast<double>(workbench.children()) * count;
    std::vector<std::pair<std::string, Timing>> phases;
    bool warming = true;
    repeat(patience_, children, [&] {
        warm(workbench);
        const std::vector<PhaseTime> times = workbench.time_phases(count);
        phases.resize(times.size());
        double sum = 0;
        for (std::size_t k = 0; k < times.size(); ++k) {
            phases[k].first = times[k].name;
            if (!warming) phases[k].second.seconds.push_back(times[k].seconds);
            sum += times[k].seconds;
        }
        warming = false;
        return sum;
    });
    for (auto& [name, timing] : phases) timing.items = children;
    return phases;
}

Timing Stopwatch::steps(Workbench& workbench, const Setup& setup) const {
    const std::uint32_t count = std::clamp(50'000 / setup.config.population, 1u, 20u);
    const double steps = static_cast<double>(workbench.children()) * count * setup.steps_a_child;
    return repeat(patience_, steps, [&] {
        warm(workbench);
        for (const PhaseTime& time : workbench.time_phases(count)) {
            if (time.name == setup.phase) return time.seconds;
        }
        throw BenchError("unknown phase " + setup.phase);
    });
}

Timing Stopwatch::scoring(Workbench& workbench, std::uint32_t population) const {
    evolve(workbench, population);
    return repeat_piece(patience_, population, [&](std::uint32_t times) { workbench.score(times); });
}

Timing Stopwatch::ranking(Workbench& workbench, std::uint32_t population) const {
    evolve(workbench, population);
    return repeat_piece(patience_, population, [&](std::uint32_t times) { workbench.rank(times); });
}

void Stopwatch::warm(Workbench& workbench) const {
    workbench.begin();
    for (std::uint32_t generation = 0; generation < warm_generations; ++generation) {
        stop_if_asked(patience_);
        workbench.make_generations(1);
    }
    stop_if_asked(patience_);
}

/// Costs are then as in a population to be ranked.
void Stopwatch::evolve(Workbench& workbench, std::uint32_t population) const {
    warm(workbench);
    workbench.make_generations(usual_generations(population));
}

}  // namespace evodoku::bench
