// What a host reports about populations, from the integers that a device gathered. Host code.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/island.hpp"
#include "evodoku/backend/backend.hpp"

namespace evodoku {

/// An island that has made a generation.
inline IslandProgress progress_of(std::uint32_t island_index, const Island& island) {
    return {island_index,
            island.puzzle_index,
            island.island_of_puzzle,
            island.next_generation - 1,
            island.best,
            island.begun,
            island.restarts,
            island.size,
            island.evaluations,
            island.state == IslandState::solved,
            island.running(),
            0};
}

/// The islands of one puzzle, and their readings with costs and effort.
inline Progress progress_of(std::span<const Island> islands, std::span<const ReadingNumbers> readings) {
    Progress progress;
    progress.puzzle_index = islands.front().puzzle_index, progress.best = ~0u;
    std::uint64_t sum = 0, size = 0;
    std::vector<std::uint32_t> medians;
    for (std::size_t k = 0; k < islands.size(); ++k) {
        if (islands[k].next_generation == 0) continue;  // the run stopped in the first generation of others
        progress.generation = std::max(progress.generation, islands[k].next_generation - 1);
        progress.best = std::min(progress.best, islands[k].best);
        progress.restarts += islands[k].restarts;
        progress.evaluations += islands[k].evaluations;
        progress.effort.add(readings[k].effort);
        sum += readings[k].cost_sum, size += islands[k].size;
        progress.worst = std::max(progress.worst, readings[k].costs.worst);
        medians.push_back(readings[k].costs.median);
    }
    progress.size = static_cast<std::uint32_t>(size);
    progress.mean = static_cast<double>(sum) / static_cast<double>(size);
    std::ranges::sort(medians);
    progress.median = medians[(medians.size() - 1) / 2];
    return progress;
}

template <class Representation>
PopulationProgress population_of(const Reading<Representation>& reading) {
    PopulationProgress population;
    population.best_so_far = Representation::to_grid(reading.champion.board);
    population.cost_so_far = reading.champion.cost;
    population.best = Representation::to_grid(reading.best);
    const CostRanks& costs = reading.costs;
    population.cost = costs.best, population.worst = costs.worst;
    population.q10 = costs.q10, population.q25 = costs.q25, population.median = costs.median;
    population.q75 = costs.q75, population.q90 = costs.q90;
    const double count = reading.size, sum = static_cast<double>(reading.cost_sum);
    population.mean = sum / count;
    const double variance = static_cast<double>(reading.cost_squares) / count - population.mean * population.mean;
    population.deviation = std::sqrt(std::max(0.0, variance));
    population.effort = reading.effort;
    return population;
}

/// The entropy of the digits in a cell, in bits: 0 if all boards agree, log2 of their number if every digit is as
/// frequent, which is 3.17 for 9 x 9.
inline double entropy_of(std::span<const std::uint32_t> boards) {
    double all = 0, sum = 0;
    for (const std::uint32_t count : boards) all += count;
    for (const std::uint32_t count : boards) {
        if (count != 0) sum -= count / all * std::log2(count / all);
    }
    return sum;
}

/// Islands whose counts are read at a time: 16 MB, which are 35 islands of 49 x 49.
template <class Counted>
inline constexpr std::size_t counted_at_once = (std::size_t{1} << 24) / sizeof(Counted);

/// Reads the counts of some islands after the others, so memory does not grow with their number. The populations are of
/// the listed islands; `read(some)` is the diversity of some of these.
template <class Read>
void add_diversity(std::vector<PopulationProgress>& populations, std::span<const std::uint32_t> listed,
                   const Read& read) {
    using Counted = typename decltype(read(listed))::value_type;
    for (auto population = populations.begin(); !listed.empty();) {
        const auto part = listed.first(std::min(listed.size(), counted_at_once<Counted>));
        listed = listed.subspan(part.size());
        for (const Counted& counted : read(part)) {
            population->distinct = counted.distinct;
            for (const auto& cell : counted.digits) population->entropy.push_back(entropy_of(cell));
            ++population;
        }
    }
}

}  // namespace evodoku
