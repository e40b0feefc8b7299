// The coarse interface that the rest of the program sees of an evolution on some machine: puzzles go in, answers come
// out, an epoch at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "evodoku/engine/puzzle_job.hpp"
#include "evodoku/operators/effort.hpp"

namespace evodoku {

/// How a puzzle ended.
struct Answer {
    std::uint32_t place = 0;
    Presolved logic;                ///< what the presolve found
    bool evolved = false;           ///< false where logic settled the puzzle, or contradicted it: what follows is 0
    bool solved = false;            ///< by evolution
    Grid board;                     ///< the solution, or the best board of the whole evolution
    std::uint32_t cost = 0;         ///< of that board
    std::uint32_t generations = 0;  ///< until the solution; all that were made where there is none
    std::uint64_t evaluations = 0;  ///< boards scored
    Effort effort;                  ///< of the mutations that search by themselves
    std::uint32_t restarts = 0;
    std::uint64_t fingerprint = 0;  ///< of the last population
};

/// A puzzle on its way, for reports.
struct Progress {
    std::uint32_t place = 0;
    std::uint32_t generation = 0;
    std::uint32_t best = 0;  ///< lowest cost since its demes began or restarted
    double mean = 0;         ///< mean cost of the population: for people, nothing decides by it
    std::uint32_t restarts = 0;
    std::uint64_t evaluations = 0;
};

class Backend {
public:
    virtual ~Backend() = default;

    /// "cpu (2 threads)", "cuda:0 (NVIDIA H200)".
    virtual std::string name() const = 0;
    /// Puzzles that evolve side by side.
    virtual std::uint32_t puzzle_slots() const = 0;
    /// True where an epoch takes so long that whoever may stop the run should be asked after each generation.
    virtual bool has_long_epochs() const = 0;

    /// Queues a puzzle.
    virtual void submit(const PuzzleJob& job) = 0;
    /// True while a puzzle is queued or evolving, or a failure is still to be told.
    virtual bool busy() const = 0;
    /// Fills free slots from the queue, makes one epoch of all puzzles, or of some in turn, and returns those that
    /// ended, lowest slot first. With `each_generation` that is called after every generation; the evolution is the
    /// same, only slower. Where it returns false the epoch is left there, and nothing but abandon() may follow.
    virtual std::vector<Answer> advance_epoch(const std::function<bool()>& each_generation = {}) = 0;
    /// The puzzles that are evolving. Waits for the epoch underway, if there is one.
    virtual std::vector<Progress> progress() const = 0;
    /// Ends every puzzle where it stands: an answer for each that evolves, none for those still queued.
    virtual std::vector<Answer> abandon() = 0;
};

/// A backend that can leave an epoch to its device while the caller does something else.
class AsyncBackend : public Backend {
public:
    /// Fills free slots from the queue and begins an epoch; on a processor, or with `each_generation`, it is made at
    /// once. May be followed by anything but another one, before end_epoch() or abandon().
    virtual void begin_epoch(const std::function<bool()>& each_generation = {}) = 0;
    /// Waits for the epoch that was begun and returns the puzzles that ended, lowest slot first.
    virtual std::vector<Answer> end_epoch() = 0;

    std::vector<Answer> advance_epoch(const std::function<bool()>& each_generation = {}) final {
        begin_epoch(each_generation);
        return end_epoch();
    }
};

}  // namespace evodoku
