// The phases of a replacement by the best of parents and children together.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"

namespace evodoku {

/// Gathers the r-th best of parents and children into spare slot r. The parents lie in order of cost, as the last merge
/// left them; the children have just been ranked.
///
///   of the r best, `low` are parents: found by halving, where the two sorted lists cross on diagonal r
template <class Representation>
struct MergePhase {
    static constexpr const char* name = "merge";
    Pool<Representation> pool;

    struct Body {
        const Pool<Representation>& pool;
        const Deme& deme;
        std::uint32_t first, parents, children, size;  ///< a fresh deme has no parents
        EVODOKU_HD bool active() const { return deme.running(); }

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
            const std::uint32_t from = is_parent ? first + low : child(rank - low);
            const std::uint32_t buffer = is_parent ? deme.front : deme.back();
            pool.spare[first + rank] = pool.boards[buffer][from];
            pool.spare_costs[first + rank] = rank < size ? pool.costs[buffer][from] : pool.highest_cost + 1;
        }

    private:
        EVODOKU_HD std::uint32_t child(std::uint32_t rank) const { return first + pool.order[first + rank]; }
        EVODOKU_HD bool parent_first(std::uint32_t parent, std::uint32_t child_rank) const {
            const std::uint32_t old_cost = pool.costs[deme.front][first + parent];
            const std::uint32_t new_cost = pool.costs[deme.back()][child(child_rank)];
            return pool.replacement.children_first ? old_cost < new_cost : old_cost <= new_cost;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const {
        const Deme& deme = pool.demes[number];
        return {
            pool, deme, pool.first_slot(number), deme.fresh ? 0 : pool.deme_size, pool.deme_size, pool.size_of(deme)};
    }
};

/// Puts the merged population where the children were: in order, so that rank and index are one.
template <class Representation>
struct SettlePhase {
    static constexpr const char* name = "settle";
    Pool<Representation> pool;

    struct Body {
        const Deme& deme;
        const typename Representation::Stored* spare;
        const std::uint32_t* spare_costs;
        typename Representation::Stored* boards;
        std::uint32_t *costs, *order;
        EVODOKU_HD bool active() const { return deme.running(); }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            boards[index] = spare[index];
            costs[index] = spare_costs[index];
            order[index] = index;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const {
        const Deme& deme = pool.demes[number];
        const std::uint32_t first = pool.first_slot(number);
        return {deme,
                pool.spare + first,
                pool.spare_costs + first,
                pool.boards[deme.back()] + first,
                pool.costs[deme.back()] + first,
                pool.order + first};
    }
};

}  // namespace evodoku
