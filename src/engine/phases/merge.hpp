// The phases of a replacement by the best of parents and children.
#pragma once

#include <cstdint>

#include "engine/island.hpp"
#include "engine/phase.hpp"

namespace evodoku {

/// Gathers the r-th best of parents and children into spare board r. The parents are in order of cost after the last
/// merge; the children have just been ranked.
///
///   of the r best, `low` are parents: found by binary search, where the two sorted lists cross on diagonal r
template <class Representation>
struct MergePhase {
    static constexpr const char* name = "merge";
    static constexpr PhaseTraits traits = {};
    Pool<Representation> pool;

    struct Body {
        const Pool<Representation>& pool;
        const Island& island;
        std::uint32_t first, parents, children, size;  ///< a fresh island has no parents
        std::uint64_t staying = 0;                     ///< bit i: elite i stays; only where each must beat a child
        EVODOKU_HD bool active() const { return island.running(); }

        EVODOKU_HD void operator()(std::uint32_t rank) const {
            std::uint32_t low = rank > children ? rank - children : 0;
            std::uint32_t high = rank < parents ? rank : parents;
            while (low < high) {
                const std::uint32_t middle = low + (high - low) / 2;
                if (parent_first(middle, rank - 1 - middle)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            const bool is_parent = low < parents && (rank - low >= children || parent_first(low, rank - low));
            const std::uint32_t from = is_parent ? old(low) : child(rank - low);
            const std::uint32_t buffer = is_parent ? island.front : island.back();
            pool.spare[first + rank] = pool.boards[buffer][from];
            pool.spare_costs[first + rank] = rank < size ? pool.costs[buffer][from] : pool.highest_cost + 1;
        }

    private:
        EVODOKU_HD std::uint32_t old(std::uint32_t island_index) const {
            return first + (pool.replacement.must_beat ? nth_staying(island_index) : island_index);
        }
        EVODOKU_HD std::uint32_t nth_staying(std::uint32_t island_index) const {
            std::uint64_t left = staying;
            for (; island_index != 0; --island_index) left &= left - 1;
            return static_cast<std::uint32_t>(lowest_bit(left));
        }
        EVODOKU_HD std::uint32_t child(std::uint32_t rank) const { return first + pool.order[first + rank]; }
        EVODOKU_HD bool parent_first(std::uint32_t parent, std::uint32_t child_rank) const {
            const std::uint32_t old_cost = pool.costs[island.front][old(parent)];
            const std::uint32_t new_cost = pool.costs[island.back()][child(child_rank)];
            return pool.replacement.children_first ? old_cost < new_cost : old_cost <= new_cost;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const {
        const Island& island = pool.islands[island_index];
        Body body{pool,
                  island,
                  pool.first_individual(island_index),
                  island.fresh ? 0 : pool.island_size,
                  pool.island_size,
                  pool.size_of(island)};
        if (pool.replacement.elites_only) body.parents = pool.competing(island);
        if (pool.replacement.must_beat) {
            body.staying = those_that_stay(body);
            body.parents = static_cast<std::uint32_t>(count_bits(body.staying));
        }
        return body;
    }

private:
    /// Elite i stays if it is better than the child that has rank i among the children and the elites that stay: that
    /// is child number i less those that stay before it.
    EVODOKU_HD std::uint64_t those_that_stay(const Body& body) const {
        std::uint64_t staying = 0;
        std::uint32_t child = 0;
        for (std::uint32_t elite = 0; elite < body.parents; ++elite) {
            const std::uint32_t old_cost = pool.costs[body.island.front][body.first + elite];
            const std::uint32_t new_cost = pool.costs[body.island.back()][body.first + pool.order[body.first + child]];
            if (old_cost < new_cost) {
                staying |= std::uint64_t{1} << elite;
            } else {
                ++child;
            }
        }
        return staying;
    }
};

/// Puts the merged population over the children, in order: rank and index are then equal.
template <class Representation>
struct SettlePhase {
    static constexpr const char* name = "settle";
    static constexpr PhaseTraits traits = {};
    Pool<Representation> pool;

    struct Body {
        const Island& island;
        const typename Representation::Stored* spare;
        const std::uint32_t* spare_costs;
        typename Representation::Stored* boards;
        std::uint32_t *costs, *order;
        EVODOKU_HD bool active() const { return island.running(); }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            boards[index] = spare[index];
            costs[index] = spare_costs[index];
            order[index] = index;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const {
        const Island& island = pool.islands[island_index];
        const std::uint32_t first = pool.first_individual(island_index);
        return {island,
                pool.spare + first,
                pool.spare_costs + first,
                pool.boards[island.back()] + first,
                pool.costs[island.back()] + first,
                pool.order + first};
    }
};

}  // namespace evodoku
