// The number of solutions of a puzzle, by population annealing where it is too large to be counted one by one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evodoku/backend/backend.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {

/// How exact a count is, and how much work it may take.
struct CountOptions {
    std::uint64_t seed = 0;
    PresolveLevel presolve = PresolveLevel::full;
    std::uint64_t positions = 1'000'000;  ///< that the exact solver examines before; 0: it does not try
    std::uint32_t populations = 16;       ///< of a batch; 8 or more for an interval
    std::uint32_t population = 10'000;    ///< boards of each
    std::uint32_t sweeps = 0;             ///< changes proposed per free cell and generation; 0: a pilot run chooses
    double error = 0.01;                  ///< batches are made until the relative standard error is no larger
    std::uint32_t batches = 100;          ///< at most
    Mutation mutation = "metropolis-swap:rate=1,directed=0";
    std::vector<std::uint32_t> schedule = {};                ///< see Config; empty: a pilot run chooses
    std::function<bool()> should_stop = {};                  ///< asked often; true: count() returns what it has
    std::function<void(const std::string& step)> tell = {};  ///< gets each pilot run and estimate in words
};

/// Throws SettingError for options that no count can have.
void validate(const CountOptions& options);

/// A configuration whose populations say how many solutions there are.
struct CountPlan {
    Config config;           ///< an island is a population
    double log2_boards = 0;  ///< the number of boards: of arrangements of the digits that logic left, box by box
    std::uint64_t seed = 0;  ///< see seed_of_batch()
    std::uint32_t sweeps = 0;
    double family = 0;  ///< of the pilot run, see AnnealedPopulation; 0: there was none
};

/// The number of solutions as the mean over populations, each of which estimates it without bias.
struct CountEstimate {
    std::size_t populations = 0;
    double log10 = 0;                      ///< of the mean; minus infinity where no population has a solution
    double error = 0;                      ///< the relative standard error of the mean; infinite for one population
    double log10_low = 0, log10_high = 0;  ///< of the interval, by Student's t
    int level = 95;                   ///< per cent of intervals that hold the number; 94 if its error ended the count
    std::vector<double> log2_values;  ///< of each population; minus infinity without a solution
    double family = 0;                ///< the largest mean family of the populations
    std::string doubt;                ///< why the interval is not to be trusted; empty: it is
    bool is_hopeless = false;         ///< more populations like these do not end the doubt
};

/// What is known of the number of solutions.
struct Count {
    std::optional<std::uint64_t> exact = {};  ///< else the estimate counts
    std::string method = {};                  ///< of an exact count: "logic", "exact solver"
    CountEstimate estimate = {};
    CountPlan plan = {};
    std::uint32_t batches = 0;
    std::uint64_t evaluations = 0;
    SearchWork effort = {};
    std::uint64_t fingerprint = 0;  ///< of the batches
    bool stopped = false;           ///< before the error was small enough

    /// Adds the work and the fingerprint of a batch. Throws nothing.
    void add(const Summary& batch);
    /// Estimates from an entry per population so far. Returns the batches that it takes in all, as far as the errors
    /// tell: no more than there are if these are enough, or if no more help. Throws nothing.
    std::uint32_t judge(std::span<const AnnealedPopulation> all, const CountOptions& options);
};

/// Logic, then the exact solver: the count if they find it, and should_stop() does not end it. Givens that conflict
/// have no solution. Throws nothing.
std::optional<Count> count_exactly(const Grid& puzzle, const CountOptions& options);

/// What list_solutions() did.
struct ListedSolutions {
    std::uint64_t listed = 0;
    bool has_more = false;    ///< than `most`
    bool is_complete = true;  ///< false: `positions` were examined, or should_stop() was true, before the end
};

/// Calls on_solution() for the first `most` solutions, which logic and the exact solver find, in an order that puzzle
/// and options alone decide. Requires givens that do not conflict. Throws what on_solution() throws.
ListedSolutions list_solutions(const Grid& puzzle, std::uint64_t most, const CountOptions& options,
                               const std::function<void(const Grid&)>& on_solution);

/// Chooses what the options leave open: pilot runs of one small population, on the CPU. A step of the schedule is the
/// largest that keeps an effective sample of 80 %; sweeps are doubled until families are small. It depends on puzzle
/// and options alone. Empty: should_stop() was true. Throws SettingError, also if logic fills the board; MemoryError.
std::optional<CountPlan> plan_count(const Grid& puzzle, const CountOptions& options, unsigned threads = 0);

/// From all populations so far. `individuals`: of each. Throws nothing.
CountEstimate estimate_count(std::span<const AnnealedPopulation> populations, double log2_boards,
                             std::uint32_t individuals);

/// The seed of a batch: the first is 0. Throws nothing.
std::uint64_t seed_of_batch(std::uint64_t seed, std::uint32_t batch);

/// Counts, exactly if that is quick, else by batches of populations on the device, or on the backend that `open` makes.
/// Throws SettingError, MemoryError, DeviceError, VerificationError.
Count count_solutions(const Grid& puzzle, const CountOptions& options, const Device& device, unsigned threads = 0,
                      const std::function<std::unique_ptr<Backend>(const Config& config)>& open = {});

/// "6.66e21 +- 0.4 % (94 %: 6.61e21 to 6.71e21)", from 1e300 on as 10^308.67; no interval in doubt. Throws nothing.
std::string to_text(const CountEstimate& estimate);

}  // namespace evodoku
