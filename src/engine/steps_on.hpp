// The steps of an evolution for one kind of executor and board, compiled: from a configuration to a list of phases.
//
// GenerationOn is the argument of make_generation() (generation.hpp): it adds a phase for each of its names. The steps
// of operators are only declared here. operator_steps.hpp defines them, and one unit per device and kind of operator
// compiles them (src/cpu/steps_*.cpp, kernels/steps_*.cu): only that unit includes the operators.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/host_work.hpp"
#include "engine/executor.hpp"
#include "engine/function_boards_on.hpp"
#include "engine/generation.hpp"
#include "engine/needs.hpp"
#include "engine/phase.hpp"
#include "engine/phases/bytes.hpp"
#include "engine/phases/distinct.hpp"
#include "engine/phases/end.hpp"
#include "engine/phases/make.hpp"
#include "engine/phases/prepare.hpp"
#include "engine/phases/read.hpp"
#include "evodoku/engine/config.hpp"
#include "operators/catalogue.hpp"

namespace evodoku {

/// A generation in parts. Before each but the first, the host calls a function.
template <class E>
struct Part {
    std::string name;  ///< of the function
    std::function<void()> call;
    typename E::Pipeline pipeline = {};
};

/// What the steps need of an executor E. A Pipeline is its list of steps.
///
///   add_individuals(pipeline, phase, islands, island_size)   a step for every individual
///   add_single(pipeline, phase, count)                       a step for every island
///   add_rank(pipeline, RankRequest)                          sorts every running island by (cost, index)
///   add_scan(pipeline, sums, islands, island_size)           sums[k] <- the sum of its island up to k, plus a constant
///   add_barrier(pipeline)                                    later steps wait for earlier ones
///   run(pipeline, generations, islands_apart)
///   time_phases(pipeline, times)                        one generation, phase by phase; adds the time of each
///   run_part(pipeline, times)                           generations, or a part of each, which nothing interrupts
///   stops()                                             true: make no more generations
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
    std::vector<Part<E>>& parts;  ///< steps are added to the last one
    const CallFunction& call_function;
    const Pool<Board>& pool;
    const Config& config;
    bool asks = false;  ///< a part begins where the children are to be scored

    void make_children() const {
        const std::uint32_t waves = pool.rules.waves == 0 ? 1 : pool.rules.waves;
        for (std::uint32_t wave = 0; wave < waves; ++wave) make_child(Child{*this, 0, wave, wave + 1 == waves});
        if constexpr (Board::flag == box_board)
            if (!asks) executor.fuse_children(pipeline(), pool, config);
    }
    std::uint32_t tries() const { return pool.tries; }
    void try_again(std::uint32_t number) const { try_child_again(Child{*this, number}); }
    bool rejects_duplicates() const { return config.distinct; }
    void replace_duplicates() const { evodoku::replace_duplicates(*this); }
    void rank() const { executor.add_rank(pipeline(), rank_request(pool)); }
    bool merges() const { return pool.rules.merges; }
    void merge() const {
        individuals(MergePhase<Board>{pool});
        barrier();
        individuals(SettlePhase<Board>{pool});
    }
    void end() const {
        if (pool.schedule != nullptr) individuals(InheritPhase{pool});
        executor.add_single(pipeline(), EndOfGenerationPhase<Board>{pool}, pool.island_count);
    }

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
        void cross() const { of.add_cross(try_number, wave); }
        void mutate() const { of.add_mutate(try_number, wave); }
        void score() const {
            if (is_last_wave && of.asks) of.parts.emplace_back();
            if (is_last_wave) of.add_score(Scored::children);
        }
        void keep_better() const { of.add_score(Scored::further_tries); }
    };

    void individuals(const IndividualPhase auto& phase) const {
        executor.add_individuals(pipeline(), phase, pool.island_count, pool.island_size);
    }
    void barrier() const { executor.add_barrier(pipeline()); }
    void function(const FunctionStep& step) const {
        parts.push_back({step.name, [&call = call_function, step] { call(step); }});
    }
    typename E::Pipeline& pipeline() const { return parts.back().pipeline; }

    // With the operators of the configuration, see operator_steps.hpp.
    void add_plan(std::uint32_t wave) const;
    /// Where the plan says `wanted`: Plan::fresh, or Plan::rejected.
    void add_initialise(std::uint32_t wanted) const;
    void add_cross(std::uint32_t try_number, std::uint32_t wave) const;
    void add_mutate(std::uint32_t try_number, std::uint32_t wave) const;
    void add_score(Scored what) const;
};

template <class E, class Board>
class StepsOn final : public Steps<Board> {
public:
    StepsOn(E& executor, const Pool<Board>& pool, const Config& config)
        : executor_(executor), pool_(pool), config_(config), functions_(executor_, pool_, Needs(config).functions) {
        if (pool.plans == nullptr) return;  // boards of other programs alone
        make_generation(GenerationOn<E, Board>{executor_, parts_, call_, pool_, config_});
        if constexpr (Board::flag == box_board) executor_.use_shared_memory(parts_.front().pipeline, pool_, config_);
    }

    void run(std::uint32_t generations, bool islands_apart) override {
        if (parts_.size() == 1) return executor_.run(parts_.front().pipeline, generations, islands_apart);
        for (std::uint32_t k = 0; k < generations && !executor_.stops(); ++k) run_parts(parts_);
    }
    std::vector<PhaseTime> time_phases(std::uint32_t generations) override {
        std::vector<PhaseTime> times;
        for (std::uint32_t k = 0; k < generations; ++k) {
            for (Part<E>& part : parts_) {
                const auto begin = Clock::now();
                if (part.call) part.call(), add_time(times, part.name, seconds_since(begin));
                executor_.time_phases(part.pipeline, times);
            }
        }
        return times;
    }

    std::vector<std::uint8_t> ask() override {
        if (asked_.size() == 1) {
            make_generation(GenerationOn<E, Board>{executor_, asked_, call_, pool_, config_, true});
            const auto is_scoring = [](const Part<E>& part) { return !part.call; };
            scored_ = {std::find_if(asked_.begin() + 1, asked_.end(), is_scoring), asked_.end()};
        }
        run_parts({asked_.begin(), asked_.size() - scored_.size()});
        return functions_.read(functions_.places_of({OperatorKind::cost}, pool_));
    }
    void tell(std::span<const std::uint8_t> cells) override {
        functions_.write(functions_.places_of({OperatorKind::cost}, pool_), cells, "tell");
        run_parts(scored_);
    }

    void redo(std::uint32_t island_index, Redo what, std::uint32_t times) override {
        const std::vector<Island> before = executor_.download(pool_.islands, pool_.island_count);
        std::vector<Island> islands = before;
        for (Island& other : islands) other.state = IslandState::idle;
        Island& island = islands[island_index];
        island.state = IslandState::running, island.front = island.back(), island.fresh = true;
        Pool<Board> pool = pool_;
        pool.first_size = island.extent;
        executor_.upload(pool_.islands, islands.data(), islands.size());
        const auto put_back = [&] { executor_.upload(pool_.islands, before.data(), before.size()); };
        try {
            score(pool, times, [&](const GenerationOn<E, Board>& children) {
                if (what != Redo::rank) children.add_score(Scored::children);
                if (what != Redo::score) executor_.add_rank(children.pipeline(), rank_request(pool_));
                if (what == Redo::score_and_rank && children.merges()) children.merge();  // which needs sorted parents
            });
        } catch (...) {
            put_back();
            throw;
        }
        put_back();
    }
    void write(std::uint32_t island_index, std::uint32_t first, std::span<const std::uint8_t> cells) override {
        const Island island = executor_.download(pool_.islands + island_index, 1).front();
        const std::size_t begin = pool_.first_individual(island_index);
        typename Board::Stored* const boards = pool_.boards[island.front] + begin;
        std::uint32_t* const costs = pool_.costs[island.front] + begin;
        const std::vector<typename Board::Stored> old_boards = executor_.download(boards, island.extent);
        const std::vector<std::uint32_t> old_costs = executor_.download(costs, island.extent);
        functions_.write(functions_.places_in(island_index, island, first, cells.size()), cells, "write");
        const bool was_broken = is_broken_;
        try {
            redo(island_index, Redo::score_and_rank, 1);
        } catch (...) {  // of a cost that is a function, before the ranking
            executor_.upload(boards, old_boards.data(), old_boards.size());
            executor_.upload(costs, old_costs.data(), old_costs.size());
            is_broken_ = was_broken;
            throw;
        }
    }
    bool is_broken() const override { return is_broken_; }

    void prepare(std::uint32_t islands_per_puzzle, Genes genes, std::uint32_t count) override {
        executor_.for_each(PresolvePhase<Board>{pool_, islands_per_puzzle, genes}, count);
        if constexpr (Board::flag == box_board) {  // alleles are of its boxes
            if (pool_.alleles == nullptr) return;
            const auto list = [&]<class Step>(Step, std::uint32_t tasks) {
                executor_.for_each(AllelesPhase<Step, Board>{pool_, islands_per_puzzle, tasks}, count * tasks);
            };
            constexpr std::uint32_t parts = E::wants_clash_tables ? 32 : 1;  // one for each lane of a warp
            list(CountAlleles{}, 9), list(ListAlleles{}, 9 * parts), list(NumberHalves{}, 9), list(MakeSets{}, parts);
            if constexpr (E::wants_clash_tables) list(MakeRows{}, 36 * parts);
        }
    }

    void read(const Readings<Board>& readings, const WantedSums& wanted, std::uint32_t count) override {
        executor_.for_each(GatherPhase<Board>{pool_, readings}, count);
        const auto sum = [&](Summed summed) {
            executor_.queue_sums(SumOfIslandPhase<Board>{pool_, readings, summed}, count, pool_.island_size);
        };
        if (wanted.fingerprint) sum(Summed::fingerprint);
        if (wanted.costs) sum(Summed::cost), sum(Summed::square_of_cost);
        if (wanted.effort && pool_.efforts != nullptr) sum(Summed::trials), sum(Summed::redraws);
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
            score(pool, 1, [&](const GenerationOn<E, Board>& children) {
                children.individuals(PackPhase<Board>{pool, bytes});
                children.add_score(Scored::children);
            });
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
    /// Boards that no generation made, as the children of a pool's running islands: add(generation) adds their steps.
    void score(const Pool<Board>& pool, std::uint32_t times, const auto& add) {
        std::vector<Part<E>> parts(1);
        const CallFunction call = [&](const FunctionStep& step) { functions_.call(step, pool); };
        add(GenerationOn<E, Board>{executor_, parts, call, pool, config_});
        run_parts(parts, times);
        executor_.wait();
    }
    /// Nothing interrupts them. A device gets all of `times` at once if no function is called in between.
    void run_parts(std::span<Part<E>> parts, std::uint32_t times = 1) {
        if (is_broken_)
            throw FunctionError(
                "an operator's function failed before: make this evolution again, or from a state saved before");
        is_broken_ = true;  // unless all goes well
        const std::uint32_t at_once = parts.size() == 1 ? times : 1;
        for (std::uint32_t k = 0; k < times; k += at_once) {
            for (Part<E>& part : parts) {
                if (part.call) part.call();
                executor_.run_part(part.pipeline, at_once);
            }
        }
        is_broken_ = false;
    }

    E& executor_;
    Pool<Board> pool_;
    Config config_;
    FunctionBoardsOn<E, Board> functions_;
    const CallFunction call_ = [this](const FunctionStep& step) { functions_.call(step, pool_); };
    std::vector<Part<E>> parts_{1}, asked_{1};  ///< of a generation; of one for ask() and tell()
    std::span<Part<E>> scored_;                 ///< those of the latter from their scores on
    bool is_broken_ = false;
};

}  // namespace evodoku

/// In the namespace of an executor: compiles its steps of a kind of board.
#define EVODOKU_STEPS_ON(Board)                                                                         \
    std::unique_ptr<Steps<Board>> Executor::make_steps(const Pool<Board>& pool, const Config& config) { \
        return std::make_unique<StepsOn<Executor, Board>>(*this, pool, config);                         \
    }
