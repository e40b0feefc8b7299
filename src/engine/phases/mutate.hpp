// The mutate phase: children changed in place.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/island.hpp"
#include "engine/phases/make.hpp"
#include "operators/bases.hpp"
#include "operators/mutation/assignment.hpp"
#include "operators/mutation/walks.hpp"

namespace evodoku {

/// Boards of one ladder: so finding a neighbour does not take longer in a larger population.
inline constexpr std::uint32_t ladder_size = 16;

/// The ladder as a child sees it; `parent` is an individual of the last population. Boards 0 to 15 of an island are a
/// ladder, 16 to 31 the next. A board without a temperature has no neighbour, and no board has one where the parents of
/// children are in the new population.
template <class Board>
EVODOKU_HD Ladder ladder_of(const Pool<Board>& pool, std::uint32_t island_index, std::uint32_t child,
                            std::uint32_t parent) {
    const Island& island = pool.islands[island_index];
    Ladder ladder;
    ladder.index = child % ladder_size;
    const std::uint32_t left = pool.size_of(island) - (child - ladder.index);
    ladder.size = left < ladder_size ? left : ladder_size;
    if (pool.rules.waves != 0 || island.fresh) return ladder;
    const auto* boards = pool.boards[island.front] + pool.first_individual(island_index);
    const auto* costs = pool.costs[island.front] + pool.first_individual(island_index);
    const auto key_of = [&](std::uint32_t index) {
        return std::uint64_t{Board::view(boards[index]).temperature()} << 32 | index;
    };
    constexpr std::uint64_t none = ~std::uint64_t{0};
    const std::uint32_t own_index = parent - pool.first_individual(island_index);
    const std::uint64_t own = key_of(own_index);
    std::uint64_t before = none, after = none;
    std::uint32_t position = 0;  // among the boards of the ladder that have a temperature
    const std::uint32_t first = own_index - own_index % ladder_size;
    for (std::uint32_t index = first; index < island.extent && index < first + ladder_size; ++index) {
        const std::uint64_t key = key_of(index);
        if (key >> 32 == 0 || costs[index] > pool.highest_cost) continue;
        if (key < own) {
            ++position;
            if (before == none || key > before) before = key;
        } else if (key > own && key < after) {
            after = key;
        }
    }
    ladder.is_colder = ((position ^ island.next_generation) & 1) == 0;
    const std::uint64_t other = ladder.is_colder ? after : before;
    ladder.has_neighbour = own >> 32 != 0 && other != none;
    if (!ladder.has_neighbour) return ladder;
    const auto other_index = static_cast<std::uint32_t>(other);
    ladder.cost = costs[own_index], ladder.other_cost = costs[other_index];
    ladder.other_temperature = static_cast<std::uint32_t>(other >> 32);
    ladder.stream = pool.stream(island, ladder.is_colder ? own_index : other_index);
    return ladder;
}

/// What the threads of a group share while they mutate a board.
template <int order>
struct GroupMemoryOf : LargeCounts<order>, AssignmentTable<order * order>, GumbelWords<order * order> {};

template <class MutationOp, class Board>
requires MutationOperator<MutationOp, Board>
struct MutatePhase {
    static constexpr const char* name = "mutate";
    static constexpr OperatorNeeds needs = MutationOp::needs;
    static constexpr PhaseTraits traits = {.chooses = true,
                                           .max_first_blocks = needs.max_first_blocks,
                                           .max_together = needs.max_together,
                                           .by_group = is_large(Board::flag)};
    using GroupMemory = GroupMemoryOf<Board::order>;  ///< of larger boards
    Pool<Board> pool;
    MutationOp mutate;
    std::uint32_t entry;  ///< the operator's position in the mix, from 1
    std::uint32_t try_number;

    struct Body : MakingBody<Board> {
        const MutatePhase& phase;
        /// Of this island; null where the mutation counts none.
        SearchWork* efforts =
            needs.effort ? this->pool.efforts + this->pool.first_individual(this->island_index) : nullptr;
        EVODOKU_HD std::uint32_t first_blocks() const {
            if constexpr (needs.max_first_blocks > 1) return phase.mutate.first_blocks();
            return needs.max_first_blocks;
        }
        EVODOKU_HD Purpose drawn_for() const { return in_try(Purpose::mutate, phase.try_number); }
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].mutation() == phase.entry; }
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first) const {
            if (!acts_on(index)) return;
            Draws draws(this->stream(index), drawn_for(), first...);
            const auto context = make_context(index);
            if constexpr (needs.effort) {
                efforts[index].add(phase.mutate(Board::view(this->back[index]), context, draws));
            } else {
                phase.mutate(Board::view(this->back[index]), context, draws);
            }
        }
        /// On a CPU, see PhaseTraits. Requires that it acts on all of them.
        void together(const std::uint32_t* indices, std::uint32_t count, const FirstBlocks& first) const {
            using Child = ChildOfBatch<typename Board::MutableView>;
            std::array<Child, needs.max_together> children;
            for (std::uint32_t k = 0; k < count; ++k) {
                const FirstBlocks own{first.blocks + k, first.stride, first.count};
                children[k] = {Board::view(this->back[indices[k]]), Draws(this->stream(indices[k]), drawn_for(), own),
                               SearchWork{}};
            }
            phase.mutate.together(std::span(children.data(), count), make_context(indices[0]));
            for (std::uint32_t k = 0; k < count; ++k) efforts[indices[k]].add(children[k].effort);
        }
        /// Requires that it acts on it.
        EVODOKU_HD void by_group(std::uint32_t index, const auto& group) const {
            Draws draws(this->stream(index), drawn_for());
            const auto context = make_context(index);
            if constexpr (needs.effort) {
                const SearchWork effort = phase.mutate(Board::view(this->back[index]), context, draws, group);
                if (group.is_first()) efforts[index].add(effort);
            } else {
                phase.mutate(Board::view(this->back[index]), context, draws, group);
            }
        }
        EVODOKU_HD typename Body::Context make_context([[maybe_unused]] std::uint32_t index) const {
            typename Body::Context context{this->puzzle, this->pool.alleles_of(this->island), false};
            if constexpr (needs.cooling) context.age = this->island.age();
            if constexpr (needs.schedule) {
                if (this->pool.schedule != nullptr)
                    context.coldness = this->pool.schedule[this->island.next_generation];
            }
            if constexpr (needs.ladder) {
                context.ladder = ladder_of(this->pool, this->island_index, index, this->plans[index].parent_a());
            }
            return context;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const { return {{pool, island_index, try_number}, *this}; }
};

}  // namespace evodoku
