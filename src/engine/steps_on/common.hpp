// The compiled steps of every generation, whatever its operators, and the work between generations.
#pragma once

#include "engine/phases/distinct.hpp"
#include "engine/phases/diversity.hpp"
#include "engine/phases/merge.hpp"
#include "engine/phases/prepare.hpp"
#include "engine/steps_on.hpp"

namespace evodoku {

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_copy(std::uint32_t try_number) {
    individuals(CopyPhase<Board>{pool_, try_number});
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_find_equals() {
    individuals(DistinctPhase<KeyBody, Board>{pool_});
    individuals(DistinctPhase<InsertBody, Board>{pool_});
    executor_.add_barrier(pipeline_);
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_find_seen() {
    individuals(DistinctPhase<SeenBody, Board>{pool_});
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_reject() {
    individuals(DistinctPhase<RejectBody, Board>{pool_});
    executor_.add_barrier(pipeline_);
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_note_seen() {
    individuals(DistinctPhase<RekeyBody, Board>{pool_});
    individuals(DistinctPhase<RememberBody, Board>{pool_});
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_forget_equals() {
    individuals(DistinctPhase<ClearBody, Board>{pool_});
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_rank(const RankRequest& request) {
    executor_.add_rank(pipeline_, request);
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_merge() {
    individuals(MergePhase<Board>{pool_});
    executor_.add_barrier(pipeline_);
    individuals(SettlePhase<Board>{pool_});
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::fuse_children(const Config& config) {
    if constexpr (Board::flag == box_board) executor_.fuse_children(pipeline_, pool_, config);
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::use_shared_memory(const Config& config) {
    if constexpr (Board::flag == box_board) executor_.use_shared_memory(pipeline_, pool_, config);
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::run(std::uint32_t generations, bool islands_apart) {
    executor_.run(pipeline_, generations, islands_apart);
}

template <PhaseExecutor E, class Board>
std::vector<PhaseTime> StepsOn<E, Board>::time_phases(std::uint32_t generations) {
    return executor_.time_phases(pipeline_, generations);
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::presolve(std::uint32_t islands_per_puzzle, Genes genes, std::uint32_t count) {
    executor_.for_each(PresolvePhase<Board>{pool_, islands_per_puzzle, genes}, count);
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::list_alleles(std::uint32_t islands_per_puzzle, std::uint32_t count) {
    if constexpr (Board::flag == box_board) {  // alleles are of boxes
        executor_.for_each(CountAllelesPhase<Board>{pool_, islands_per_puzzle}, count * 9);
        executor_.for_each(PreparePhase<Board>{pool_, islands_per_puzzle}, count * 9);
        if constexpr (E::wants_clash_tables) {
            using Tables = ClashTablePhase<Board>;
            executor_.for_each(Tables{pool_, islands_per_puzzle}, count * Tables::tasks_per_puzzle);
        }
    }
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::gather(const Readings<Board>& readings, std::uint32_t count) {
    executor_.for_each(GatherPhase<Board>{pool_, readings}, count);
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::sum_fingerprints(const Readings<Board>& readings, std::uint32_t count) {
    executor_.queue_sums(FingerprintPhase<Board>{pool_, readings}, count, pool_.island_size);
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::sum_costs(const Readings<Board>& readings, std::uint32_t count) {
    for (const int power : {1, 2}) {
        executor_.queue_sums(CostPhase<Board>{pool_, readings, power}, count, pool_.island_size);
    }
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::sum_efforts(const Readings<Board>& readings, std::uint64_t Effort::*of, std::uint32_t count) {
    executor_.queue_sums(EffortPhase<Board>{pool_, readings, of}, count, pool_.island_size);
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::measure_diversity(const DiversityRequest<Board>& request, std::uint32_t count) {
    const ClearDiversityPhase<board_size<Board>> clear{request};
    const CountDigitsPhase<Board> digits{pool_, request};
    executor_.for_each(clear, count * clear.tasks());
    executor_.for_each(digits, count * digits.tasks());
    executor_.queue_sums(CountBoardsPhase<Board>{pool_, request}, count, pool_.island_size);
}

}  // namespace evodoku
