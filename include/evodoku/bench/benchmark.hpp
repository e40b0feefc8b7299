// The benchmark: devices one by one over a range of populations, each piece of work verified before it is timed.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "evodoku/bench/result.hpp"
#include "evodoku/bench/timing.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/devices/devices.hpp"

namespace evodoku::bench {

/// A wrong result, or two devices that do not agree: there is nothing to time.
class BenchError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

struct Options {
    std::vector<Device> devices;
    unsigned threads = 0;  ///< of a CPU; 0 = all. More than one are measured beside one.
    std::vector<std::uint32_t> populations;
    std::vector<std::string> only;  ///< pieces of work, by name; empty: all but operators and variants
    Patience patience;
    std::uint64_t seed = 1;
    /// Starts the program, makes one generation on a device, and returns the seconds from start to end. Throws Stopped
    /// where the program did not end by itself because the user wants an end.
    std::function<double(const Device&, unsigned threads, std::uint32_t population)> start_program;
    std::function<void(const std::string& what)> on_progress;  ///< what is measured next, for people
    std::function<bool()> should_stop;                         ///< true: end with what is measured
};

/// What can be measured: score, generations, phases, metropolis-swap, heat-bath, rank, start; and, only where it is
/// asked for, operators and variants.
const std::vector<std::string>& works();

/// Throws BenchError; MemoryError, DeviceError of the devices. `result` then holds what was measured before.
void run(const Options& options, Result& result);

/// 23 givens and no solution, by a search for one: no deme of it ever freezes while the clock runs.
Grid bench_puzzle();

/// Throws BenchError where the fingerprints are not all the same: which device differs from which.
void require_agreement(const std::string& configuration, std::uint32_t population,
                       const std::vector<std::pair<std::string, std::uint64_t>>& fingerprint_by_subject);

}  // namespace evodoku::bench
