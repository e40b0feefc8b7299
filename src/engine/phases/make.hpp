// The phases that make boards by their plan: initialise, copy, cross.
#pragma once

#include <cstdint>

#include "engine/island.hpp"
#include "engine/phase.hpp"
#include "operators/bases.hpp"

namespace evodoku {

/// Base of the phases that make a child: they act if the plan names them, `acts_on(index)`, and otherwise do nothing.
/// Try 0 of a child goes to its own board, any other to the spare one.
template <class Board>
struct MakingBody {
    using Stored = typename Board::Stored;
    using Context = ContextFor<typename Board::Puzzle>;
    const Pool<Board>& pool;
    std::uint32_t island_index, try_number = 0;
    const Island& island = pool.islands[island_index];
    const typename Board::Puzzle& puzzle = pool.puzzle_of(island);
    const Plan* plans = pool.plans + pool.first_individual(island_index);
    const Stored* front = pool.boards[island.front];  ///< of the whole population
    /// Of the whole population: `front`, or the new one where children are made in waves.
    const Stored* parents = pool.boards[pool.rules.waves != 0 ? island.back() : island.front];
    /// Of this island.
    Stored* back = (try_number == 0 ? pool.boards[island.back()] : pool.spare) + pool.first_individual(island_index);
    Layout layout = pool.layout_of(island);
    EVODOKU_HD bool active() const { return island.running(); }
    EVODOKU_HD StreamKey stream(std::uint32_t index) const { return pool.stream(island, index); }
};

/// Fresh boards: planned ones (`wanted` Plan::fresh), or replacements of duplicates (Plan::rejected).
template <class InitialisationOp, class Board>
requires InitialisationOperator<InitialisationOp, Board>
struct InitialisePhase {
    static constexpr const char* name = "initialise";
    static constexpr PhaseTraits traits = {.chooses = true, .max_first_blocks = InitialisationOp::blocks};
    Pool<Board> pool;
    InitialisationOp initialise;
    std::uint32_t wanted;

    struct Body : MakingBody<Board> {
        const InitialisePhase& phase;
        EVODOKU_HD std::uint32_t first_blocks() const { return traits.max_first_blocks; }
        EVODOKU_HD Purpose drawn_for() const { return in_try(Purpose::initialise, phase.wanted == Plan::rejected); }
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == phase.wanted; }
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first) const {
            if (!acts_on(index)) return;
            Draws draws(this->stream(index), drawn_for(), first...);
            typename Body::Context context{this->puzzle};
            if constexpr (InitialisationOp::needs.alleles) context.alleles = this->pool.alleles_of(this->island);
            phase.initialise(Board::view(this->back[index]), context, draws);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const { return {{pool, island_index}, *this}; }
};

template <class Board>
struct CopyPhase {
    static constexpr const char* name = "copy";
    static constexpr PhaseTraits traits = {.chooses = true};
    Pool<Board> pool;
    std::uint32_t try_number;

    struct Body : MakingBody<Board> {
        /// The population of the migrants, like `front`.
        const typename Board::Stored* migrants = this->pool.boards[this->pool.migrants_front(this->island)];
        EVODOKU_HD bool acts_on(std::uint32_t index) const {
            const bool child = index >= this->layout.kept && index < this->layout.first_migrant;
            return (this->try_number == 0 || child) &&  // in a further try only copies of children
                   this->plans[index].crossover() == Plan::copy;
        }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (!acts_on(index)) return;
            const auto* from = index < this->layout.kept              ? this->front
                               : index < this->layout.first_migrant   ? this->parents
                               : index < this->layout.first_immigrant ? migrants
                                                                      : this->front;  // of an elite
            this->back[index] = from[this->plans[index].parent_a()];
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const { return {{pool, island_index, try_number}}; }
};

template <class CrossoverOp, class Board>
requires CrossoverOperator<CrossoverOp, Board>
struct CrossPhase {
    static constexpr const char* name = "cross";
    static constexpr PhaseTraits traits = {.chooses = true, .max_first_blocks = 1};
    Pool<Board> pool;
    CrossoverOp cross;
    std::uint32_t entry;  ///< the operator's position in the mix, from 1
    std::uint32_t try_number;

    struct Body : MakingBody<Board> {
        const CrossPhase& phase;
        EVODOKU_HD std::uint32_t first_blocks() const { return this->pool.pairs ? 0 : traits.max_first_blocks; }
        EVODOKU_HD Purpose drawn_for() const { return in_try(Purpose::cross, phase.try_number); }
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == phase.entry; }
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first) const {
            const Plan plan = this->plans[index];
            if (plan.crossover() != phase.entry) return;
            Draws draws(this->pool.pair_stream(this->island, this->layout, index), drawn_for(), first...);
            const auto& a = fetched<Board::in_registers>(this->parents[plan.parent_a()]);
            const auto& b = fetched<Board::in_registers>(this->parents[plan.parent_b()]);
            const typename Body::Context context{this->puzzle, nullptr, this->layout.is_second(index)};
            phase.cross(Board::view(a), Board::view(b), Board::view(this->back[index]), context, draws);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const { return {{pool, island_index, try_number}, *this}; }
};

}  // namespace evodoku
