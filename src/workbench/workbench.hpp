// The interface of a device for benchmarks: the parts of an evolution one by one, and the peaks of the device. Programs
// that evolve use Backend.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/phase.hpp"
#include "evodoku/core/grid.hpp"

namespace evodoku {

/// The present population, for verification.
struct Specimens {
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
    /// Children per generation: the population without its elite.
    virtual std::uint32_t children() const = 0;

    /// Overwrites costs and ranking with nonsense, so that a missing write of score() or rank() shows.
    virtual void spoil() = 0;
    /// Scores the whole population, `times` times.
    virtual void score(std::uint32_t times) = 0;
    /// Ranks the whole population by its costs, `times` times.
    virtual void rank(std::uint32_t times) = 0;

    virtual Specimens look(std::uint32_t stride) const = 0;
    virtual std::uint64_t fingerprint() const = 0;
};

/// The peaks of a device, measured by kernels without other work. Every call returns when the device has finished.
class Peaks {
public:
    virtual ~Peaks() = default;
    /// Copies memory, far more than any cache holds, `times` times; returns the bytes read and written.
    virtual std::uint64_t copy(std::uint32_t times) = 0;
    /// True if the last copy equals its source.
    virtual bool copied() const = 0;
    /// Additions and exclusive ors of independent 32-bit integers in registers; returns how many.
    virtual std::uint64_t compute(std::uint32_t times) = 0;
};

}  // namespace evodoku
