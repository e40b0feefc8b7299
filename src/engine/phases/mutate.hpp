// The mutate phase: children changed in place.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/ladder.hpp"
#include "engine/phases/making.hpp"
#include "operators/concepts.hpp"
#include "operators/mutation/assignment_solver.hpp"
#include "operators/mutation/gumbel.hpp"
#include "operators/mutation/large_walk.hpp"

namespace evodoku {

/// What the threads of a team share while they mutate a board: only for larger boards.
template <class Representation>
struct TeamMemoryOf {
    struct Type {};
};
template <int order>
struct TeamMemoryOf<LargeBoard<order>> {
    struct Type : LargeCounts<order>, AssignmentTable<order * order>, GumbelWords<order * order> {};
};

template <class MutationOp, class Representation>
requires MutationOperator<MutationOp, Representation>
struct MutatePhase {
    static constexpr const char* name = "mutate";
    static constexpr OperatorNeeds needs = MutationOp::needs;
    static constexpr PhaseTraits traits = {.chooses = true,
                                           .max_first_blocks = needs.max_first_blocks,
                                           .max_together = needs.max_together,
                                           .by_team = is_large(Representation::flag)};
    using TeamMemory = typename TeamMemoryOf<Representation>::Type;
    static constexpr Purpose purpose = Purpose::mutate;
    Pool<Representation> pool;
    MutationOp mutate;
    std::uint32_t entry;  ///< the operator's position in the mix, from 1
    std::uint32_t try_number;

    struct Body : MakingBody<Representation> {
        const MutatePhase& phase;
        Effort* efforts;  ///< of this island; null where the mutation counts none
        std::uint32_t island_index;
        EVODOKU_HD std::uint32_t first_blocks() const {
            if constexpr (needs.max_first_blocks > 1) {
                return phase.mutate.first_blocks();
            } else {
                return needs.max_first_blocks;
            }
        }
        EVODOKU_HD Purpose drawn_for() const { return in_try(purpose, phase.try_number); }
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].mutation() == phase.entry; }
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first) const {
            if (!acts_on(index)) return;
            Draws draws(this->stream(index), drawn_for(), first...);
            const auto context = make_context(index);
            if constexpr (needs.effort) {
                efforts[index].add(phase.mutate(Representation::view(this->back[index]), context, draws));
            } else {
                phase.mutate(Representation::view(this->back[index]), context, draws);
            }
        }
        /// On a CPU, see PhaseTraits. Requires that it acts on all of them.
        void together(const std::uint32_t* indices, std::uint32_t count, const FirstBlocks& first) const {
            using Child = ChildOfBatch<typename Representation::MutableView>;
            std::array<Child, needs.max_together> children;
            for (std::uint32_t k = 0; k < count; ++k) {
                const FirstBlocks own{first.blocks + k, first.stride, first.count};
                children[k] = {Representation::view(this->back[indices[k]]),
                               Draws(this->stream(indices[k]), drawn_for(), own), Effort{}};
            }
            phase.mutate.together(std::span(children.data(), count), make_context(indices[0]));
            for (std::uint32_t k = 0; k < count; ++k) efforts[indices[k]].add(children[k].effort);
        }
        /// Requires that it acts on it.
        template <class Team>
        EVODOKU_HD void by_team(std::uint32_t index, const Team& team) const {
            Draws draws(this->stream(index), drawn_for());
            const auto context = make_context(index);
            if constexpr (needs.effort) {
                const Effort effort = phase.mutate(Representation::view(this->back[index]), context, draws, team);
                if (team.is_first()) efforts[index].add(effort);
            } else {
                phase.mutate(Representation::view(this->back[index]), context, draws, team);
            }
        }
        EVODOKU_HD typename Body::Context make_context([[maybe_unused]] std::uint32_t index) const {
            typename Body::Context context{this->puzzle, this->pool.alleles_of(this->island), false};
            if constexpr (needs.cooling) context.age = this->island.age();
            if constexpr (needs.ladder) {
                context.ladder = ladder_of(this->pool, island_index, index, this->plans[index].parent_a());
            }
            return context;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const {
        Effort* const efforts = needs.effort ? pool.efforts + pool.first_individual(island_index) : nullptr;
        return {{pool, island_index, try_number}, *this, efforts, island_index};
    }
};

}  // namespace evodoku
