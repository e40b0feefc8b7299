// The phases that score boards.
#pragma once

#include <concepts>
#include <cstdint>

#include "engine/island.hpp"
#include "engine/phase.hpp"
#include "operators/bases.hpp"

namespace evodoku {

/// The cost of a board by an operator. Only a solution costs 0: a board without a fault for the operator costs 1 if it
/// changes a given, or if the operator does not check every unit and one is incomplete.
template <class Board, class CostOp>
EVODOKU_HD std::uint32_t cost_of(const CostOp& cost, const typename Board::Stored& stored,
                                 const typename Board::Puzzle& puzzle) {
    const auto& board = fetched<Board::in_registers>(stored);
    const std::uint32_t sum = cost(Board::view(board), ContextFor<typename Board::Puzzle>{puzzle});
    return sum != 0 || Board::is_solution(Board::view(board), puzzle) ? sum : 1;
}

/// Where the cost of an individual of the new population comes from.
enum class CostFrom { none, parent, migrant, board };
EVODOKU_HD inline CostFrom cost_from(const Island& island, const Layout& layout, const Plan* plans,
                                     std::uint32_t index) {
    if (index >= layout.end) return CostFrom::none;
    if (index < layout.kept) return CostFrom::parent;
    const bool may_be_migrant =
        !island.fresh && island.receives && index >= layout.first_migrant && index < layout.first_immigrant;
    return may_be_migrant && plans[index].crossover() == Plan::copy ? CostFrom::migrant : CostFrom::board;
}

/// The costs that follow from others: those of kept boards, migrants, and individuals without a board.
template <class Board, bool only_rejected>
struct ScoringBody {
    const Pool<Board>& pool;
    std::uint32_t island_index;
    const Island& island = pool.islands[island_index];
    const Plan* plans = pool.plans + pool.first_individual(island_index);
    const std::uint32_t* old_costs = pool.costs[island.front];  ///< of the whole population
    const std::uint32_t* migrant_costs = pool.costs[pool.migrants_front(island)];
    std::uint32_t* new_costs = pool.costs[island.back()] + pool.first_individual(island_index);
    Layout layout = pool.layout_of(island);
    EVODOKU_HD bool active() const { return island.running(); }

    EVODOKU_HD bool acts_on(std::uint32_t index) const requires only_rejected {
        return plans[index].crossover() == Plan::rejected;
    }
    /// Writes such a cost; false if the board has to be scored.
    EVODOKU_HD bool note_known(std::uint32_t index) const {
        if (only_rejected) {
            const bool is_rejected = plans[index].crossover() == Plan::rejected;
            if (is_rejected && pool.distinct.drops) new_costs[index] = pool.highest_cost + 1;
            return !is_rejected || pool.distinct.drops;
        }
        const CostFrom from = cost_from(island, layout, plans, index);
        if (from == CostFrom::none) {
            new_costs[index] = pool.highest_cost + 1;
        } else if (from == CostFrom::parent) {
            const std::uint32_t cost = old_costs[plans[index].parent_a()];
            const bool ages = pool.rules.ages && cost < pool.highest_cost;
            new_costs[index] = cost + ages;
        } else if (from == CostFrom::migrant) {
            new_costs[index] = migrant_costs[plans[index].parent_a()];
        }
        return from != CostFrom::board;
    }
};

/// In place of a cost operator: a function has scored the boards.
struct ScoredByFunction {};
template <class CostOp, class Board>
concept ScoredBy = std::same_as<CostOp, ScoredByFunction> || CostOperator<CostOp, Board>;

/// Scores every new board, or only those that replaced a duplicate (`only_rejected`). Kept boards and migrants keep
/// their cost.
template <class CostOp, class Board, bool only_rejected = false>
requires ScoredBy<CostOp, Board>
struct ScorePhase {
    static constexpr const char* name = "score";
    static constexpr PhaseTraits traits = {.chooses = only_rejected};
    Pool<Board> pool;
    CostOp cost;

    struct Body : ScoringBody<Board, only_rejected> {
        const CostOp& cost;
        const typename Board::Puzzle& puzzle = this->pool.puzzle_of(this->island);
        const typename Board::Stored* boards =
            this->pool.boards[this->island.back()] + this->pool.first_individual(this->island_index);
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (this->note_known(index)) return;
            if constexpr (CostOperator<CostOp, Board>) {
                this->new_costs[index] = cost_of<Board>(cost, boards[index], puzzle);
            }
        }
    };

    EVODOKU_HD Body operator()(std::uint32_t island_index) const { return {{pool, island_index}, cost}; }
};

/// Scores the last try of every child, which is kept if it is better than the best before.
template <class CostOp, class Board>
requires ScoredBy<CostOp, Board>
struct KeepBetterPhase {
    static constexpr const char* name = "keep better";
    static constexpr PhaseTraits traits = {};
    Pool<Board> pool;
    CostOp cost;

    struct Body : ScoringBody<Board, false> {
        const CostOp& cost;
        const typename Board::Puzzle& puzzle = this->pool.puzzle_of(this->island);
        std::uint32_t first = this->pool.first_individual(this->island_index);
        typename Board::Stored* boards = this->pool.boards[this->island.back()] + first;
        const typename Board::Stored* tries = this->pool.spare + first;
        const std::uint32_t* tried_costs = this->pool.spare_costs + first;

        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (index < this->layout.kept || index >= this->layout.first_migrant) return;
            const std::uint32_t tried = tried_cost(index);
            if (tried < this->new_costs[index]) boards[index] = tries[index], this->new_costs[index] = tried;
        }
        EVODOKU_HD std::uint32_t tried_cost(std::uint32_t index) const {
            if constexpr (CostOperator<CostOp, Board>) return cost_of<Board>(cost, tries[index], puzzle);
            return tried_costs[index];
        }
    };

    EVODOKU_HD Body operator()(std::uint32_t island_index) const { return {{pool, island_index}, cost}; }
};

}  // namespace evodoku
