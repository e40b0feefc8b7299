// What a benchmark may ask of a device: the pieces of an evolution one by one, and what the device can do at most.
// Beside the Backend, which the program evolves with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evodoku/core/grid.hpp"
#include "evodoku/engine/phase_time.hpp"

namespace evodoku {

/// A population as it stands, to be verified.
struct Specimens {
    std::vector<Grid> boards;          ///< every `stride`th
    std::vector<std::uint32_t> costs;  ///< all
    std::vector<std::uint32_t> order;  ///< rank -> index, all
};

/// One deme on one puzzle. Every call returns when the device has finished.
class Workbench {
public:
    virtual ~Workbench() = default;

    /// "cpu (2 threads)", "cuda:0 (NVIDIA H200)".
    virtual std::string name() const = 0;
    /// Forgets the population: the next generation is the initial one.
    virtual void begin() = 0;
    virtual void make_generations(std::uint32_t count) = 0;
    /// Makes generations a phase at a time, each phase over the whole population before the next.
    virtual std::vector<PhaseTime> time_phases(std::uint32_t count) = 0;
    /// Children that a generation makes: the population without its elite.
    virtual std::uint32_t children() const = 0;

    /// Overwrites costs and ranking with nonsense, so that score() and rank() are seen to write them.
    virtual void spoil() = 0;
    /// Scores the whole population, `times` times.
    virtual void score(std::uint32_t times) = 0;
    /// Ranks the whole population by its costs, `times` times.
    virtual void rank(std::uint32_t times) = 0;

    virtual Specimens look(std::uint32_t stride) const = 0;
    virtual std::uint64_t fingerprint() const = 0;
};

/// The ceilings of a device, measured by work that does nothing else. Every call returns when the device has finished.
class Ceilings {
public:
    virtual ~Ceilings() = default;
    /// Copies memory, far more than any cache holds, `times` times; returns the bytes read and written.
    virtual std::uint64_t copy(std::uint32_t times) = 0;
    /// True if the last copy holds what was copied.
    virtual bool copied() const = 0;
    /// Additions and exclusive ors of independent 32-bit integers in registers; returns how many.
    virtual std::uint64_t compute(std::uint32_t times) = 0;
};

}  // namespace evodoku
