// Runs of histories as records of experiments, so that one set of statistics serves both.
#include "report/material.hpp"

#include <algorithm>
#include <cmath>

namespace evodoku::report {
namespace {

using Spent = IslandTrace::Spent;

/// What was spent, by generation.
std::vector<Spent> known_efforts(const IslandTrace& island) {
    std::vector<Spent> all = island.spent.values();
    all.insert(all.end(), island.spent_at_steps.begin(), island.spent_at_steps.end());
    std::ranges::sort(all, {}, &Spent::generation);
    return all;
}

std::uint64_t between(std::uint64_t low, std::uint64_t high, double share) {
    constexpr double max_integer = 9e18;
    return low + static_cast<std::uint64_t>(std::round(std::min(max_integer, static_cast<double>(high - low) * share)));
}

/// Requires at least one effort.
Spent effort_at(const std::vector<Spent>& efforts, std::uint32_t generation) {
    const auto after = std::ranges::lower_bound(efforts, generation, {}, &Spent::generation);
    if (after == efforts.end()) return efforts.back();
    if (after == efforts.begin() || after->generation == generation) return *after;
    const Spent& low = *std::prev(after);
    const Spent& high = *after;
    const double share = static_cast<double>(generation - low.generation) / (high.generation - low.generation);
    if (high.evaluations < low.evaluations || high.trials < low.trials || high.redraws < low.redraws) return high;
    return {generation, between(low.evaluations, high.evaluations, share), between(low.trials, high.trials, share),
            between(low.redraws, high.redraws, share)};
}

/// A result says how long its puzzle took, and the last line when it ended; without a result the puzzle began when it
/// was read.
double begin_of(const RunTrace& run) {
    if (!run.result) return run.begin_seconds;
    double end = 0;
    for (const auto& [number, island] : run.islands) end = std::max(end, island.last_seconds);
    return std::max(0.0, end - run.result->seconds);
}

}  // namespace

experiment::Record record_of(const RunTrace& run) {
    experiment::Record record;
    record.puzzle = run.givens, record.file = run.file, record.line = run.line;
    record.configuration = run.configuration;
    record.seed = run.seed, record.run_seed = run.run_seed;
    record.made_by = {run.version, run.commit, run.device};

    std::vector<std::vector<Spent>> efforts;
    std::vector<IslandTrace::Step> steps;
    for (const auto& [number, island] : run.islands) {
        steps.insert(steps.end(), island.steps.begin(), island.steps.end());
        if (std::vector<Spent> known = known_efforts(island); !known.empty()) efforts.push_back(std::move(known));
    }
    std::ranges::sort(steps, {}, [](const auto& step) { return std::pair(step.generation, step.cost); });
    const double begin = begin_of(run);
    for (const IslandTrace::Step& step : steps) {
        if (!record.history.empty() && step.cost >= record.history.back().cost) continue;
        experiment::Improvement better;
        better.generation = step.generation, better.cost = step.cost;
        better.seconds = std::max(0.0, step.seconds - begin);
        if (!record.history.empty()) better.seconds = std::max(better.seconds, record.history.back().seconds);
        for (const std::vector<Spent>& island : efforts) {
            const Spent spent = effort_at(island, step.generation);
            better.evaluations += spent.evaluations, better.trials += spent.trials, better.redraws += spent.redraws;
        }
        record.history.push_back(better);
    }

    if (run.result) {
        const history::ResultLine& result = *run.result;
        record.solved = result.status == "solved", record.status = result.status, record.cost = result.best_so_far;
        record.generations = result.generation, record.restarts = result.restarts;
        record.evaluations = result.evaluations, record.trials = result.trials, record.redraws = result.redraws;
        record.seconds = result.seconds, record.fingerprint = result.fingerprint;
    } else {
        for (const std::vector<Spent>& island : efforts) {
            record.generations = std::max(record.generations, island.back().generation);
            record.evaluations += island.back().evaluations, record.trials += island.back().trials;
            record.redraws += island.back().redraws;
        }
        for (const auto& [number, island] : run.islands) {
            record.seconds = std::max(record.seconds, island.last_seconds - begin);
        }
        if (!record.history.empty()) record.cost = record.history.back().cost;
        record.status = "running";
    }
    return record;
}

}  // namespace evodoku::report
