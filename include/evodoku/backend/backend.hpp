// An evolution on some device, for the rest of the program: puzzles go in, outcomes come out at synchronisations.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evodoku/checkpoint/state_bytes.hpp"
#include "evodoku/core/presolve.hpp"
#include "evodoku/operators/operator.hpp"

namespace evodoku {

/// How a puzzle ended; unsatisfiable: logic found a contradiction.
enum class Status { solved, unsolved, unsatisfiable };
const char* to_text(Status status);  ///< as in results: "solved"; throws nothing

/// A population after annealing (Config::schedule). It says how many boards there are: a board is an arrangement of the
/// digits that logic left, box by box.
struct AnnealedPopulation {
    /// The logarithm to base 2 of the mean over all boards of 2^-(coldness * cost), as estimated, in units of 2^-32. At
    /// the highest coldness, and if `cost` is 0, that is the share of the solutions.
    std::int64_t log_weight = 0;
    std::uint32_t cost = 0;  ///< the lowest of the population
    /// The mean over individuals of the number that have the same ancestor: rho_t of Wang, Machta, Katzgraber (2015).
    double family = 0;
};

/// The result of one puzzle.
struct Outcome {
    std::uint32_t puzzle_index = 0;  ///< in the input, from 0
    Grid puzzle;
    Status status = Status::unsolved;
    bool stopped = false;  ///< ended by the time limit or the user, not by its budget
    Grid board;            ///< the solution, or the best board found; blank if nothing was tried
    std::string reason;    ///< why a puzzle is unsatisfiable
    int filled = 0;        ///< cells that logic filled before the search
    int struck = 0;        ///< candidates that logic removed beyond singles
    std::uint32_t cost = 0;
    std::uint32_t generations = 0;  ///< until the solution; without one, all generations made
    std::uint64_t evaluations = 0;  ///< boards scored; 0 if logic settled the puzzle
    SearchWork effort;              ///< of mutations with their own search
    std::uint32_t restarts = 0;
    double seconds = 0;             ///< from its start to its end; puzzles side by side overlap
    double work_seconds = 0;        ///< its share of the run's time, which puzzles side by side divide equally
    std::uint64_t fingerprint = 0;  ///< of the last population, or of the board that logic left
    std::vector<AnnealedPopulation> annealed;  ///< an entry per island; empty without a schedule
};

/// The progress of a puzzle, for reports.
struct Progress {
    std::uint32_t puzzle_index = 0;
    std::uint32_t generation = 0;
    std::uint32_t best_cost = 0;          ///< lowest cost since its islands began or restarted
    std::uint32_t rank = 0;               ///< where the island with this cost evolves; 0 if there is one rank only
    double mean = 0;                      ///< mean cost of the population: for people, nothing decides by it
    std::uint32_t median = 0;             ///< of several islands: the median of their medians
    std::uint32_t lowest = 0, worst = 0;  ///< its lowest and its highest cost
    std::uint32_t size = 0;               ///< individuals that it has now
    std::uint32_t restarts = 0;
    std::uint64_t evaluations = 0;
    SearchWork effort;
};

/// A puzzle to go on with: `state` is what save() wrote of it; empty if it had not begun.
struct SavedPuzzle {
    PuzzleJob job;
    std::string state;
};

/// The state of an island after its last generation.
struct IslandProgress {
    std::uint32_t island_index = 0;  ///< in this backend: see Backend::populations()
    std::uint32_t puzzle_index = 0;
    std::uint32_t island_of_puzzle = 0;
    std::uint32_t generation = 0;
    std::uint32_t best_cost = 0;    ///< lowest cost since it began or restarted
    std::uint32_t begun = 0;        ///< generation of its start or last restart
    std::uint32_t restarts = 0;     ///< one that comes with the next generation counts
    std::uint32_t size = 0;         ///< individuals
    std::uint64_t evaluations = 0;  ///< boards scored
    bool solved = false;
    bool running = true;     ///< false: solved, or at the end of its budget
    std::uint32_t rank = 0;  ///< where it evolves; 0 if there is one rank only
    bool resumed = false;    ///< just loaded from a checkpoint: it has made no generation since
};

/// How much populations() reads.
enum class Detail {
    boards,     ///< the best boards only
    costs,      ///< also every cost, and the effort
    diversity,  ///< also every board
};

/// The numbers of a population; those beyond the detail wanted are 0. Plain data: ranks send all of them as they are.
struct PopulationNumbers : CostQuantiles {
    std::uint32_t cost_so_far = 0;   ///< of best_board_so_far; `cost` is that of best_board
    double mean = 0, deviation = 0;  ///< of the costs; the deviation of a whole population
    SearchWork effort;
    std::uint64_t distinct = 0;                   ///< different boards
    std::optional<std::int64_t> log_weight = {};  ///< see AnnealedPopulation; none without a schedule
};

/// The population of an island.
struct PopulationProgress : PopulationNumbers {
    Grid best_board_so_far, best_board;  ///< since its puzzle began, and of the last generation
    std::vector<double> entropy = {};    ///< of the digits in each cell, in bits; empty beyond the detail wanted

    PopulationNumbers& numbers() { return *this; }              ///< without boards and entropies; throws nothing
    const PopulationNumbers& numbers() const { return *this; }  ///< the same
};

/// An evolution of many puzzles side by side, on one device or over ranks.
class Backend {
public:
    virtual ~Backend() = default;

    /// "cpu (2 threads)", "cuda:0 (NVIDIA H200)". Throws nothing.
    virtual std::string name() const = 0;
    /// Processes or devices that share the work; 1 for most backends. Throws nothing.
    virtual std::uint32_t ranks() const { return 1; }
    /// Puzzles that evolve side by side. Throws nothing.
    virtual std::uint32_t puzzle_slots() const = 0;
    /// True if progress should be looked at after each generation: that is cheap or an epoch is long. Throws nothing.
    virtual bool has_long_epochs() const = 0;
    /// From now on an epoch may end early: when `should_stop` returns true, each island keeps its last complete
    /// generation, and only abandon() may follow. It is called often, by the thread that calls advance_epoch(). Empty:
    /// never. Nothing is called inside an epoch by a device that works by itself. Throws nothing.
    virtual void stop_when(const std::function<bool()>& /* should_stop */) {}

    /// Queues a puzzle. Throws as resume() does.
    void submit(const PuzzleJob& job) { resume({job, {}}); }
    /// Queues a puzzle: without a state a new one, or one that another backend with the same configuration, on any
    /// device, has saved. Its outcome will be that of an evolution which was never interrupted. Over ranks it throws
    /// DeviceError. A state that does not fit is found by advance_epoch().
    virtual void resume(SavedPuzzle puzzle) = 0;
    /// Writes every puzzle in the middle of its evolution: true (1 byte), puzzle_index (4), the length of its state
    /// (8), its state. Waits for an epoch under way. Without new puzzles and settled ones. Throws DeviceError.
    virtual void save(const StateWriter& to) const = 0;
    /// Bytes of the longest state that save() writes; what resumes a run takes no longer one. Throws nothing.
    virtual std::uint64_t longest_state() const { return ~std::uint64_t{0}; }
    /// True while a puzzle is queued or evolving, or a failure is still to be thrown. Throws nothing.
    virtual bool busy() const = 0;
    /// Fills free puzzle slots from the queue, makes one epoch of all puzzles, and returns those that ended, lowest
    /// slot first: without puzzle, `stopped` and times, which are the caller's, and with solutions that nothing has
    /// verified. With `each_generation`, that function is called after every generation; the evolution is the same,
    /// only slower. If it returns false the epoch stops there, and only save() and abandon() may follow; puzzles that
    /// ended in it are left to abandon(). Throws DeviceError, FunctionError; CheckpointError: a state does not fit.
    virtual std::vector<Outcome> advance_epoch(const std::function<bool()>& each_generation = {}) = 0;
    /// An entry per puzzle that is evolving. Waits for an epoch under way. Throws DeviceError.
    virtual std::vector<Progress> progress() const = 0;
    /// An entry per island of these puzzles. Waits for an epoch under way. Throws DeviceError.
    virtual std::vector<IslandProgress> islands() const = 0;
    /// The populations of islands with these indices, an entry each, as islands() listed them. Throws DeviceError.
    virtual std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                        Detail detail) const = 0;
    /// Ends every puzzle: returns an outcome for each that evolves, none for those still queued. Throws DeviceError.
    virtual std::vector<Outcome> abandon() = 0;
};

}  // namespace evodoku
