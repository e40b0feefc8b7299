// The phases of an evolution on some device: the list of steps of a generation, and the work between generations. An
// executor makes it for its device; StepsOn compiles it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/diversity.hpp"
#include "engine/island.hpp"
#include "engine/mix_table.hpp"
#include "engine/phase_time.hpp"
#include "engine/rank_request.hpp"
#include "engine/reading.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {

template <class Board>
class Steps {
public:
    virtual ~Steps() = default;

    // Each adds a step to the end of the list: done for every individual of every running island before the next
    // begins. Steps that follow each other without a barrier may be done one after the other for one individual.
    /// `wave` of `waves`: each begins when all before it are done.
    virtual void add_plan(const Selection& op, const MixTable& crossovers, const MixTable& mutations,
                          std::uint32_t wave, std::uint32_t waves) = 0;
    /// Where the plan says `wanted`: Plan::fresh, or Plan::rejected.
    virtual void add_initialise(const Initialisation& op, std::uint32_t wanted) = 0;
    virtual void add_copy(std::uint32_t try_number) = 0;
    /// `entry`: the operator's position in the mix, from 1.
    virtual void add_cross(const Crossover& op, std::uint32_t entry, std::uint32_t try_number) = 0;
    virtual void add_mutate(const Mutation& op, std::uint32_t entry, std::uint32_t try_number) = 0;
    virtual void add_score(const Cost& op) = 0;
    /// Scores only individuals whose plan is Plan::rejected.
    virtual void add_score_rejected(const Cost& op) = 0;
    virtual void add_keep_better(const Cost& op) = 0;
    // See phases/distinct.hpp.
    virtual void add_find_equals() = 0;
    virtual void add_find_seen() = 0;
    virtual void add_reject() = 0;
    virtual void add_note_seen() = 0;
    virtual void add_forget_equals() = 0;
    /// Sorts every running island by (cost, index).
    virtual void add_rank(const RankRequest& request) = 0;
    virtual void add_merge() = 0;
    virtual void add_end_of_generation() = 0;

    /// Replaces the present steps by a single one, if the device benefits and has code for these operators.
    virtual void fuse_children(const Config& config) = 0;
    /// Call it after the last step of a generation. From then on whole generations run in shared memory, if the device
    /// supports that and has code for the configuration.
    virtual void use_shared_memory(const Config& config) = 0;

    /// Queues `generations` times all steps. `islands_apart`: no island reads individuals of another.
    virtual void run(std::uint32_t generations, bool islands_apart) = 0;
    /// The same generations one phase at a time, with a clock; waits for them.
    virtual std::vector<PhaseTime> time_phases(std::uint32_t generations) = 0;

    // Queued at once, for `count` new puzzles or readings.
    virtual void presolve(std::uint32_t islands_per_puzzle, Genes genes, std::uint32_t count) = 0;
    virtual void list_alleles(std::uint32_t islands_per_puzzle, std::uint32_t count) = 0;
    virtual void gather(const Readings<Board>& readings, std::uint32_t count) = 0;
    virtual void sum_fingerprints(const Readings<Board>& readings, std::uint32_t count) = 0;
    virtual void sum_costs(const Readings<Board>& readings, std::uint32_t count) = 0;
    virtual void sum_efforts(const Readings<Board>& readings, std::uint64_t Effort::*of, std::uint32_t count) = 0;
    virtual void measure_diversity(const DiversityRequest<Board>& request, std::uint32_t count) = 0;
};

}  // namespace evodoku
