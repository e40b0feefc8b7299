// The steps of an evolution for one kind of executor and board, compiled: from a configuration to a list of phases.
//
// GenerationOn is the argument of make_generation() (generation.hpp): it adds a phase for each of its names. The steps
// of operators are only declared here. operator_steps.hpp defines them, and one unit per device and kind of operator
// compiles them (src/cpu/steps_*.cpp, kernels/steps_*.cu): only that unit includes the operators.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "engine/executor.hpp"
#include "engine/generation.hpp"
#include "engine/phase.hpp"
#include "engine/phases/bytes.hpp"
#include "engine/phases/distinct.hpp"
#include "engine/phases/end.hpp"
#include "engine/phases/make.hpp"
#include "engine/phases/prepare.hpp"
#include "engine/phases/read.hpp"
#include "evodoku/engine/config.hpp"
#include "operators/loaded.hpp"

namespace evodoku {

/// What a step scores: all children, only individuals whose plan is Plan::rejected, or further tries, of which it keeps
/// those that are better.
enum class Scored { children, rejected, further_tries };

/// What the steps need of an executor E. A Pipeline is its list of steps.
///
///   add_individuals(pipeline, phase, islands, island_size)   a step for every individual
///   add_single(pipeline, phase, count)                       a step for every island
///   add_rank(pipeline, RankRequest)                          sorts every running island by (cost, index)
///   add_scan(pipeline, sums, islands, island_size)           sums[k] <- the sum of its island up to k, plus a constant
///   add_barrier(pipeline)                                    later steps wait for earlier ones
///   run(pipeline, generations, islands_apart), time_phases(pipeline, generations)
///   device                                              for the code of loaded operators
///   wants_clash_tables                                  true: the heat bath's tables are made beforehand
///   for_each(phase, count)                                   phase(0) .. phase(count - 1), queued at once
///   queue_sums(phase, count, island_size)                    adds phase(k)(index), for all indices, to *phase.sum(k)
///   fuse_children(pipeline, pool, config)     one step instead of all so far, if it benefits and has code for them
///   use_shared_memory(pipeline, pool, config) whole generations there, if it supports that; after the last step
///
/// Passed to make_generation() and replace_duplicates(): adds a step for each name, for every individual of every
/// running island. A step is done before the next begins. Steps without a barrier between them may be done one after
/// the other for one individual.
template <class E, class Board>
struct GenerationOn {
    E& executor;
    typename E::Pipeline& pipeline;
    const Pool<Board>& pool;
    const Config& config;

    void make_children() const {
        const std::uint32_t waves = pool.rules.waves == 0 ? 1 : pool.rules.waves;
        for (std::uint32_t wave = 0; wave < waves; ++wave) make_child(Child{*this, 0, wave, wave + 1 == waves});
        if constexpr (Board::flag == box_board) executor.fuse_children(pipeline, pool, config);
    }
    std::uint32_t tries() const { return pool.tries; }
    void try_again(std::uint32_t number) const { try_child_again(Child{*this, number}); }
    bool rejects_duplicates() const { return config.distinct; }
    void replace_duplicates() const { evodoku::replace_duplicates(*this); }
    void rank() const { executor.add_rank(pipeline, rank_request(pool)); }
    bool merges() const { return pool.rules.merges; }
    void merge() const {
        individuals(MergePhase<Board>{pool});
        barrier();
        individuals(SettlePhase<Board>{pool});
    }
    void end() const { executor.add_single(pipeline, EndOfGenerationPhase<Board>{pool}, pool.island_count); }

    void find_equals() const {
        individuals(DistinctPhase<KeyBody, Board>{pool});
        individuals(DistinctPhase<InsertBody, Board>{pool});
        barrier();
    }
    void find_seen() const {
        if (config.duplicate_memory != 0) individuals(DistinctPhase<SeenBody, Board>{pool});
    }
    void reject() const {
        individuals(DistinctPhase<RejectBody, Board>{pool});
        barrier();
    }
    void make_rejected() const {
        if (!config.drops) add_initialise(Plan::rejected);
    }
    void note_seen() const {
        if (config.duplicate_memory == 0) return;
        individuals(DistinctPhase<RekeyBody, Board>{pool});
        individuals(DistinctPhase<RememberBody, Board>{pool});
    }
    void score_rejected() const { add_score(Scored::rejected); }
    void forget_equals() const { individuals(DistinctPhase<ClearBody, Board>{pool}); }

    /// Every child at once: see make_child() and try_child_again().
    struct Child {
        const GenerationOn& of;
        std::uint32_t try_number, wave = 0;
        bool is_last_wave = true;

        void plan() const {
            if (wave != 0) of.barrier();
            of.add_plan(wave);
        }
        void initialise() const { of.add_initialise(Plan::fresh); }
        void copy() const { of.individuals(CopyPhase<Board>{of.pool, try_number}); }
        void cross() const { of.add_cross(try_number); }
        void mutate() const { of.add_mutate(try_number); }
        void score() const {
            if (is_last_wave) of.add_score(Scored::children);
        }
        void keep_better() const { of.add_score(Scored::further_tries); }
    };

    void individuals(const IndividualPhase auto& phase) const {
        executor.add_individuals(pipeline, phase, pool.island_count, pool.island_size);
    }
    void barrier() const { executor.add_barrier(pipeline); }

    // With the operators of the configuration, see operator_steps.hpp.
    void add_plan(std::uint32_t wave) const;
    /// Where the plan says `wanted`: Plan::fresh, or Plan::rejected.
    void add_initialise(std::uint32_t wanted) const;
    void add_cross(std::uint32_t try_number) const;
    void add_mutate(std::uint32_t try_number) const;
    void add_score(Scored what) const;
};

template <class E, class Board>
class StepsOn final : public Steps<Board> {
public:
    StepsOn(E& executor, const Pool<Board>& pool, const Config& config, StepsOf of)
        : executor_(executor), pool_(pool), config_(config) {
        const GenerationOn<E, Board> generation{executor_, pipeline_, pool_, config_};
        if (of != StepsOf::generation) {
            of == StepsOf::scoring ? generation.add_score(Scored::children) : generation.rank();
            return;
        }
        make_generation(generation);
        if constexpr (Board::flag == box_board) executor_.use_shared_memory(pipeline_, pool_, config_);
    }

    void run(std::uint32_t generations, bool islands_apart) override {
        executor_.run(pipeline_, generations, islands_apart);
    }
    std::vector<PhaseTime> time_phases(std::uint32_t generations) override {
        return executor_.time_phases(pipeline_, generations);
    }

    void prepare(std::uint32_t islands_per_puzzle, Genes genes, std::uint32_t count) override {
        executor_.for_each(PresolvePhase<Board>{pool_, islands_per_puzzle, genes}, count);
        if constexpr (Board::flag == box_board) {  // alleles are of its boxes
            if (pool_.alleles == nullptr) return;
            executor_.for_each(CountAllelesPhase<Board>{pool_, islands_per_puzzle}, count * 9);
            executor_.for_each(PreparePhase<Board>{pool_, islands_per_puzzle}, count * 9);
            if constexpr (E::wants_clash_tables) {
                using Tables = ClashTablePhase<Board>;
                executor_.for_each(Tables{pool_, islands_per_puzzle}, count * Tables::tasks_per_puzzle);
            }
        }
    }

    void read(const Readings<Board>& readings, const WantedSums& wanted, std::uint32_t count) override {
        executor_.for_each(GatherPhase<Board>{pool_, readings}, count);
        const auto sum = [&](bool is_wanted, std::initializer_list<Summed> all) {
            for (const Summed what : all) {
                if (is_wanted)
                    executor_.queue_sums(SumOfIslandPhase<Board>{pool_, readings, what}, count, pool_.island_size);
            }
        };
        sum(wanted.fingerprint, {Summed::fingerprint});
        sum(wanted.costs, {Summed::cost, Summed::square_of_cost});
        sum(wanted.effort && pool_.efforts != nullptr, {Summed::trials, Summed::redraws});
    }

    void measure_diversity(const DiversityRequest<Board>& request, std::uint32_t count) override {
        const ClearDiversityPhase<Board> clear{request};
        const CountDigitsPhase<Board> digits{pool_, request};
        executor_.for_each(clear, count * clear.tasks());
        executor_.for_each(digits, count * digits.tasks());
        executor_.queue_sums(CountBoardsPhase<Board>{pool_, request}, count, pool_.island_size);
    }

    void evaluate(const BoardBytes& bytes, std::uint32_t* costs) override {
        if constexpr (Board::flag != box_board) {
            Pool<Board> pool = pool_;
            pool.island_size = pool.first_size = bytes.count;
            pool.costs.set(costs, 0);
            typename E::Pipeline pipeline;
            const GenerationOn<E, Board> steps{executor_, pipeline, pool, config_};
            steps.individuals(PackPhase<Board>{pool, bytes});
            steps.add_score(Scored::children);
            if constexpr (is_large(Board::flag)) steps.individuals(RecheckPhase<Board>{pool});
            executor_.run(pipeline, 1, false);
            executor_.wait();
        }
    }
    void count_conflicts(const BoardBytes& bytes, std::uint8_t* conflicts) override {
        if constexpr (Board::flag != box_board) {
            executor_.for_each(CountConflictsPhase<Board::order>{bytes, conflicts},
                               bytes.count * Geometry<Board::order>::cells);
            executor_.wait();
        }
    }

private:
    E& executor_;
    Pool<Board> pool_;
    Config config_;
    typename E::Pipeline pipeline_;
};

}  // namespace evodoku

/// In the namespace of an executor: compiles its steps of a kind of board.
#define EVODOKU_STEPS_ON(Board)                                                                                     \
    std::unique_ptr<Steps<Board>> Executor::make_steps(const Pool<Board>& pool, const Config& config, StepsOf of) { \
        return std::make_unique<StepsOn<Executor, Board>>(*this, pool, config, of);                                 \
    }
