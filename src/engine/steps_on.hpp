// The steps of an evolution for one kind of executor and board. Declared here; the members are defined in
// steps_on/*.hpp. One unit per device compiles each of those for both boards (src/cpu/steps_*.cpp, kernels/steps_*.cu).
// So each phase is compiled once per device and board, and only the unit of its kind includes an operator's file.
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/phase.hpp"
#include "engine/phases/copy.hpp"
#include "engine/phases/sums.hpp"
#include "engine/rank_request.hpp"
#include "engine/steps.hpp"
#include "representation/box_board.hpp"

namespace evodoku {

/// Stands for every SinglePhase below.
struct AnySinglePhase {
    static constexpr const char* name = "any";
    EVODOKU_HD void operator()(std::uint32_t) const {}
};

/// The interface of an executor for compiled phases. A Pipeline is its list of steps.
///
///   add_individuals(pipeline, phase, islands, island_size)   a step for every individual
///   add_single(pipeline, phase, count)                       a step for every island
///   add_rank(pipeline, RankRequest)                          sorts every running island by (cost, index)
///   add_scan(pipeline, sums, islands, island_size)           sums[k] <- the sum of its island up to k, plus a constant
///   add_barrier(pipeline)                                    later steps wait for earlier ones
///   run(pipeline, generations, islands_apart), time_phases(pipeline, generations)
///   wants_clash_tables                                  true: the heat bath's tables are made beforehand
///   for_each(phase, count)                                   phase(0) .. phase(count - 1), queued at once
///   queue_sums(phase, count, island_size)                    adds phase(k)(index), for all indices, to *phase.sum(k)
///   fuse_children(pipeline, pool, config)                    one step instead of all, if it benefits
///   use_shared_memory(pipeline, pool, config)                whole generations there, if it supports that
template <class E>
concept PhaseExecutor = requires(E& executor, typename E::Pipeline& pipeline, const CopyPhase<BoxBoard>& individuals,
                                 const AnySinglePhase& single, const FingerprintPhase<BoxBoard>& sums,
                                 const RankRequest& request, const Pool<BoxBoard>& pool, const Config& config,
                                 std::uint64_t* weights, std::uint32_t n) {
    { executor.add_individuals(pipeline, individuals, n, n) } -> std::same_as<void>;
    { executor.add_single(pipeline, single, n) } -> std::same_as<void>;
    { executor.add_rank(pipeline, request) } -> std::same_as<void>;
    { executor.add_scan(pipeline, weights, n, n) } -> std::same_as<void>;
    { executor.add_barrier(pipeline) } -> std::same_as<void>;
    { executor.run(pipeline, n, true) } -> std::same_as<void>;
    { executor.time_phases(pipeline, n) } -> std::same_as<std::vector<PhaseTime>>;
    { executor.for_each(single, n) } -> std::same_as<void>;
    { executor.queue_sums(sums, n, n) } -> std::same_as<void>;
    { executor.fuse_children(pipeline, pool, config) } -> std::same_as<void>;
    { executor.use_shared_memory(pipeline, pool, config) } -> std::same_as<void>;
    { E::wants_clash_tables } -> std::convertible_to<bool>;
};

template <PhaseExecutor E, class Board>
class StepsOn final : public Steps<Board> {
public:
    StepsOn(E& executor, const Pool<Board>& pool) : executor_(executor), pool_(pool) {}

    void add_plan(const Selection& op, const MixTable& crossovers, const MixTable& mutations, std::uint32_t wave,
                  std::uint32_t waves) override;
    void add_initialise(const Initialisation& op, std::uint32_t wanted) override;
    void add_copy(std::uint32_t try_number) override;
    void add_cross(const Crossover& op, std::uint32_t entry, std::uint32_t try_number) override;
    void add_mutate(const Mutation& op, std::uint32_t entry, std::uint32_t try_number) override;
    void add_score(const Cost& op) override;
    void add_score_rejected(const Cost& op) override;
    void add_keep_better(const Cost& op) override;
    void add_find_equals() override;
    void add_find_seen() override;
    void add_reject() override;
    void add_note_seen() override;
    void add_forget_equals() override;
    void add_rank(const RankRequest& request) override;
    void add_merge() override;
    void add_end_of_generation() override;

    void fuse_children(const Config& config) override;
    void use_shared_memory(const Config& config) override;

    void run(std::uint32_t generations, bool islands_apart) override;
    std::vector<PhaseTime> time_phases(std::uint32_t generations) override;

    void presolve(std::uint32_t islands_per_puzzle, Genes genes, std::uint32_t count) override;
    void list_alleles(std::uint32_t islands_per_puzzle, std::uint32_t count) override;
    void gather(const Readings<Board>& readings, std::uint32_t count) override;
    void sum_fingerprints(const Readings<Board>& readings, std::uint32_t count) override;
    void sum_costs(const Readings<Board>& readings, std::uint32_t count) override;
    void sum_efforts(const Readings<Board>& readings, std::uint64_t Effort::*of, std::uint32_t count) override;
    void measure_diversity(const DiversityRequest<Board>& request, std::uint32_t count) override;

private:
    template <IndividualPhase Phase>
    void individuals(const Phase& phase) {
        executor_.add_individuals(pipeline_, phase, pool_.island_count, pool_.island_size);
    }

    E& executor_;
    Pool<Board> pool_;
    typename E::Pipeline pipeline_;
};

}  // namespace evodoku
