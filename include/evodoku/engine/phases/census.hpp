// The census phase: what a deme makes of its generation.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"

namespace evodoku {

/// Closes a generation of a deme: keeps the champion, sees stagnation and the end, turns the buffers.
template <class Representation>
struct CensusPhase {
    static constexpr const char* name = "census";
    Pool<Representation> pool;

    EVODOKU_HD void operator()(std::uint32_t number) const {
        Deme deme = pool.demes[number];
        if (!deme.running()) return;
        const std::uint32_t first = pool.first_slot(number);
        const std::uint32_t index = pool.order[first];
        const std::uint32_t cost = pool.costs[deme.back()][first + index];
        const std::uint32_t generation = deme.next_generation;

        const Layout layout = pool.layout_of(deme);
        deme.evaluations += scored(deme, layout, number);
        if (pool.distinct.seen != nullptr) remember(deme, layout);
        const std::uint32_t size = pool.size_of(deme);
        if (deme.fresh) deme.begun = generation, deme.grown = false;
        // Parents and children together may be fewer than the places of a deme that has grown.
        const std::uint32_t candidates = pool.replacement.merges ? layout.size + layout.end : size;
        deme.size = candidates < size ? candidates : size;
        deme.next_size = size;
        deme.front = deme.back();
        deme.receives = false;
        deme.next_generation = generation + 1;

        Champion<Representation>& champion = pool.champions[number];
        if (cost < champion.cost) {
            champion.board = pool.boards[deme.front][first + index];
            champion.cost = cost, champion.generation = generation, champion.index = index;
        }
        if (deme.fresh || cost < deme.best) deme.best = cost, deme.improved = generation;
        deme.fresh = false;
        if (cost == 0) {
            deme.state = DemeState::solved;
        } else if (generation == deme.limit) {
            deme.state = DemeState::exhausted;
        } else if (pool.stall != 0 && generation - since(deme) >= pool.stall) {
            answer_stall(deme, generation);
        }
        pool.demes[number] = deme;
    }

private:
    EVODOKU_HD std::uint64_t scored(const Deme& deme, const Layout& layout, std::uint32_t number) const {
        const std::uint32_t migrants = deme.receives && !deme.fresh ? pool.migrants : 0;
        std::uint64_t boards = layout.end - layout.kept - migrants;
        if (!deme.fresh) boards += std::uint64_t{pool.children - 1} * (layout.first_migrant - layout.kept);
        return boards + (pool.distinct.keys != nullptr ? pool.distinct.rejected[number] : 0);
    }

    /// A half that has noted enough is the older one from now on, and what was that is forgotten.
    EVODOKU_HD void remember(Deme& deme, const Layout& layout) const {
        if (deme.fresh || deme.forgets) deme.remembered = 0;
        deme.forgets = false;
        deme.remembered += layout.end - layout.kept;
        if (deme.remembered < pool.distinct.seen_boards) return;
        deme.half = 1 - deme.half;
        deme.forgets = true;
    }

    EVODOKU_HD std::uint32_t since(const Deme& deme) const {
        return pool.stagnation.since_restart ? deme.begun : deme.improved;
    }

    EVODOKU_HD void answer_stall(Deme& deme, std::uint32_t generation) const {
        const StagnationRule& rule = pool.stagnation;
        if (rule.grows) {
            Draws draws({deme.seed, deme.place, deme.number, generation}, Purpose::stagnate);
            const std::uint32_t more = draws.below(rule.most + 1);
            const std::uint32_t room = pool.deme_size - deme.next_size;
            deme.next_size += more < room ? more : room;
            deme.crossed = rule.crossed_low + draws.below(rule.crossed_high - rule.crossed_low + 1);
            deme.grown = true;
            deme.improved = generation;  // the count begins anew
        } else if (rule.limit != 0 && deme.restarts == rule.limit) {
            deme.state = DemeState::exhausted;
        } else {
            deme.fresh = true;
            ++deme.restarts;
        }
    }
};

}  // namespace evodoku
