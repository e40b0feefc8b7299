// The benchmark: devices one by one over a range of populations. Results are verified before timing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/result.hpp"
#include "devices/internal.hpp"
#include "engine/executor.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/config.hpp"
#include "settings/setting.hpp"

namespace evodoku {
struct Sample;
}

namespace evodoku::bench {

struct PuzzleSet {
    std::string name;  ///< "hardest"
    std::vector<Grid> puzzles;
    std::vector<Grid> solutions;  ///< of each the only one
};
/// The sets of hard puzzles: clue17, top1465, hardest; 100 puzzles each.
const std::vector<PuzzleSet>& puzzle_sets();

/// Makes the objects to measure: on devices of this machine, or substitutes in a test.
struct DeviceFactory {
    std::function<std::unique_ptr<Peaks>(const Device&, unsigned threads)> peaks = make_peaks;
    std::function<std::unique_ptr<Executor>(const Device&, unsigned threads)> executor = make_executor;
    /// For as many puzzles side by side as the device should have.
    std::function<std::unique_ptr<Backend>(const Device&, const Config&, unsigned threads)> backend =
        [](const Device& device, const Config& config, unsigned threads) {
            return make_backend(device, config, threads, suitable_puzzle_slots(device, config, threads));
        };
    std::function<std::vector<DeviceFact>(const Device&)> facts = facts_of;
};

/// The next measurement, for a progress line.
struct Progress {
    std::size_t step = 0, steps = 0;  ///< number of this measurement, from 1, and of all
    std::string what;                 ///< "cuda:0: plain, population 4000"
    double seconds_left = 0;          ///< an estimate, including this one
};
/// "bench: [3/28] cpu: plain, population 4000 (about 20 s left)". `spent`: seconds since it was reported.
std::string to_text(const Progress& progress, double spent = 0);

/// The user interrupted the benchmark before the measurement had enough repetitions.
struct Stopped {};

/// When to stop repeating.
struct Patience {
    double spread = 0.02;  ///< the target
    unsigned min_repetitions = 5, max_repetitions = 100;
    double limit_seconds = 2;                ///< measured time after which `min_repetitions` are enough
    std::function<bool()> should_stop = {};  ///< called before each repetition; true: stop

    /// Throws Stopped if should_stop() returns true.
    void stop_if_asked() const {
        if (should_stop && should_stop()) throw Stopped();
    }
};

struct Options {
    // What a user of `evodoku bench` chooses.
    std::vector<std::string> wanted_devices = {"all"};  ///< "all": the CPU and every usable GPU
    unsigned threads = 0;  ///< of a CPU; 0 = all. With more than one, a single thread is measured, too.
    std::string axis = "4k:1M:x4";
    std::vector<std::string> only;  ///< names of measurements; empty: all but operators
    std::string operators;          ///< the shared objects with those of one's own
    bool quick = false;
    Patience patience;
    std::uint64_t seed = 1;
    std::string json_file, csv_file;  ///< empty: none

    std::vector<Device> devices;             ///< of choose_devices()
    std::vector<std::uint32_t> populations;  ///< of the axis
    std::vector<std::string> sets;           ///< names of puzzle sets; empty: all
    /// After this many seconds no measurement starts; after a fifth more the current one ends; 0 = no limit.
    double time_limit = 0;
    DeviceFactory make;
    std::function<void(const Progress&)> on_progress;
    std::function<bool()> should_stop;  ///< true: end with the measurements so far

    bool wants(const std::string& work) const {
        return only.empty() ? work != "operators" : std::ranges::count(only, work) != 0;
    }
    /// Populations, measurements and times for `quick`. What the user chose is assigned again.
    void be_quick();
    /// Each device that is wanted, once. Returns what to say about them. Throws as choose_device() does.
    std::vector<std::string> choose_devices();
};
SettingTable<Options> bench_settings();

/// Reads `100k`, `10k,100k` or a range LOW:HIGH:xFACTOR: 4k:64k:x4 is 4,000, 16,000 and 64,000. A range always ends
/// with HIGH, even if no step reaches it exactly. Each population once. Throws SettingError.
std::vector<std::uint32_t> parse_populations(std::string_view text);

/// Throws VerificationError; MemoryError and DeviceError of the devices. `result` then holds the measurements so far
/// and the reason.
void run(const Options& options, Result& result);

/// A puzzle with 23 givens and no solution, found by a search: no island on it freezes while the clock runs.
Grid bench_puzzle();

// Parts of the benchmark.

/// Repeats work of `items` items: once to warm up, then until the spread or a limit is reached. `once` returns its
/// seconds; it may throw Stopped. Throws Stopped.
Timing repeat(const Patience& patience, double items, const std::function<double()>& once);

/// The number of repetitions that makes `run(times)` take `min_seconds` or more. Doubles from 1; at most 2^20.
std::uint32_t times_to_fill(double min_seconds, const std::function<double(std::uint32_t times)>& run);

/// A configuration to evolve, with every setting spelled out: it does not change with the defaults.
struct Setup {
    std::string name;  ///< "plain", or the measured part: "heat-bath", "mutation/swap"
    Config config;
    std::string phase = {};      ///< the measured phase; empty for "plain", which has several figures
    double steps_per_child = 1;  ///< of that phase: trials, redraws
    std::string unit = "children";
    double figures = 1;  ///< their number

    /// Per generation; the elite is not made.
    double items() const { return (config.population - config.elite.of(config.population)) * steps_per_child; }
};

/// The plain genetic algorithm and the local searches; with "operators", every crossover and mutation of box-boards
/// alone, with its default parameters and a rate of 1.
std::vector<Setup> setups(std::uint32_t population, const Options& options);

/// Compares costs and order of a population of bench_puzzle() with a naive count and a naive order. The boards must
/// keep the givens, and every box must be a permutation. Throws VerificationError.
void verify(const Sample& seen, const std::string& subject);

/// Scores answers to the set as `evodoku score` does, some of them wrong, `times` times. `is_verified`: compares the
/// scores with a naive count. Throws VerificationError.
void score_answers(const PuzzleSet& set, std::uint32_t times, bool is_verified = false);

/// Solves the set `times` times, from presolve to verification as `evodoku solve` does. A repeated puzzle has another
/// index in the input, so it evolves differently. Every answer is compared with the known solution. Throws
/// VerificationError if one is wrong, or if nothing is solved; its message begins with `who`. Throws Stopped.
Summary solve_set(Backend& backend, const PuzzleSet& set, std::uint32_t times, std::uint64_t seed,
                  const Patience& patience, const std::string& who);

}  // namespace evodoku::bench
