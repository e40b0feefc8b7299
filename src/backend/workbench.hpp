// A device for benchmarks: the parts of an evolution one by one. Host code. Programs that evolve use Backend.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/executor.hpp"
#include "evodoku/core/presolve.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {

/// The present population, for verification.
struct Sample {
    std::uint32_t stride;
    std::vector<Grid> boards;          ///< every `stride`th
    std::vector<std::uint32_t> costs;  ///< all
    std::vector<std::uint32_t> order;  ///< rank -> index, all
};

/// One island on one puzzle. Every call returns when the device has finished.
class Workbench {
public:
    virtual ~Workbench() = default;

    /// "cpu (2 threads)", "cuda:0 (NVIDIA H200)".
    virtual std::string name() const = 0;
    /// Discards the population: the next generation is the initial one.
    virtual void begin() = 0;
    virtual void make_generations(std::uint32_t count) = 0;
    /// Makes generations one phase at a time, each phase over the whole population before the next.
    virtual std::vector<PhaseTime> time_phases(std::uint32_t count) = 0;

    /// Overwrites costs and ranking with nonsense, so that a missing write of score() or rank() shows.
    virtual void poison() = 0;
    /// Scores the whole population, `times` times.
    virtual void score(std::uint32_t times) = 0;
    /// Ranks the whole population by its costs, `times` times.
    virtual void rank(std::uint32_t times) = 0;

    virtual Sample sample(std::uint32_t stride) const = 0;
    virtual std::uint64_t fingerprint() const = 0;
};

/// Requires one island. Throws SettingError for an invalid configuration, MemoryError if it does not fit.
std::unique_ptr<Workbench> make_evolution_workbench(std::unique_ptr<Executor> executor, const Config& config,
                                                    const PuzzleJob& job);

}  // namespace evodoku
