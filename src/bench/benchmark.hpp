// The benchmark: devices one by one over a range of populations. Results are verified before timing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/puzzle_sets.hpp"
#include "bench/result.hpp"
#include "bench/timing.hpp"
#include "devices/measured_devices.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/devices/devices.hpp"

namespace evodoku::bench {

/// A wrong result, or two devices with different results: nothing is timed.
class BenchError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

/// Makes the objects to measure: on devices of this machine, or substitutes in a test.
struct DeviceFactory {
    std::function<std::unique_ptr<Peaks>(const Device&, unsigned threads)> peaks = make_peaks;
    std::function<std::unique_ptr<Workbench>(const Device&, const Config&, const PuzzleJob&, unsigned threads)>
        workbench = make_workbench;
    /// For as many puzzles side by side as the device should have.
    std::function<std::unique_ptr<Backend>(const Device&, const Config&, unsigned threads)> backend =
        [](const Device& device, const Config& config, unsigned threads) {
            return make_backend(device, config, threads, suitable_puzzle_slots(device, config, threads));
        };
    std::function<Facts(const Device&)> facts = facts_of;
    std::function<void(const Device&)> release = evodoku::release;
};

/// The next measurement, for a progress line.
struct Progress {
    std::size_t step = 0, steps = 0;  ///< number of this measurement, from 1, and of all
    std::string what;                 ///< "cuda:0: plain, population 4000"
    double seconds_left = 0;          ///< an estimate, including this one
};

struct Options {
    std::vector<Device> devices;
    unsigned threads = 0;  ///< of a CPU; 0 = all. With more than one, a single thread is measured, too.
    std::vector<std::uint32_t> populations;
    std::vector<std::string> only;  ///< names of measurements; empty: all except operators and variants
    std::vector<std::string> sets;  ///< names of puzzle sets; empty: all
    /// Boards of one order other than 3: only they are measured, with the default configuration of the order.
    std::optional<PuzzleSet> large;
    Patience patience;
    double time_limit =
        0;  ///< after this many seconds no measurement starts; after a fifth more the current one ends; 0 = no limit
    std::uint64_t seed = 1;
    DeviceFactory make;
    /// Starts the program, makes one generation on a device, and returns the seconds from start to end. Throws Stopped
    /// if the user interrupted the program.
    std::function<double(const Device&, unsigned threads, std::uint32_t population)> start_program;
    std::function<void(const Progress&)> on_progress;
    std::function<bool()> should_stop;  ///< true: end with the measurements so far
};

/// Names of all measurements: puzzles, score, generations, phases, metropolis-swap, heat-bath, rank, start; and, only
/// on request, operators and variants.
const std::vector<std::string>& works();

/// Throws BenchError; MemoryError and DeviceError of the devices. `result` then holds the measurements so far and the
/// reason.
void run(const Options& options, Result& result);

/// A puzzle with 23 givens and no solution, found by a search: no island on it freezes while the clock runs.
Grid bench_puzzle();

}  // namespace evodoku::bench
