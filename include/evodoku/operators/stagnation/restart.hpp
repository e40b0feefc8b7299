// Stagnation `restart`.
#pragma once

#include "evodoku/operators/knob.hpp"
#include "evodoku/operators/stagnation/stagnation_rule.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// A stalled deme starts afresh with random boards, all of them; its champion is kept aside. After `limit` restarts of
/// a deme it gives up instead.
///
/// `since` 0: a deme has stalled after --stall generations without a better board; 1: after --stall generations without
/// a solution since its start or restart, as restart-roulette has it (with --stall 300 and `limit` 5).
struct Restart {
    static constexpr const char* name = "restart";
    static constexpr const char* help = "a stalled deme starts afresh";
    static constexpr unsigned suits = suits_every_board;
    std::uint32_t limit = 0;
    std::uint32_t since = 0;

    static constexpr auto knobs() {
        using Self = Restart;
        return std::array{Knob<Self>{"limit", &Self::limit, KnobKind::count, 0, 1'000'000,
                                     "restarts of a deme before it gives up; 0 = any number"},
                          Knob<Self>{"since", &Self::since, KnobKind::count, 0, 1,
                                     "stalled without 0: a better board; 1: a solution"}};
    }

    StagnationRule rule() const { return {false, limit, since != 0, 0, 0, 0, 0}; }
};

}  // namespace evodoku
