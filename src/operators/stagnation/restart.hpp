// Stagnation `restart`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/parameter.hpp"
#include "operators/stagnation/stagnation_rule.hpp"

namespace evodoku {

/// A stalled island starts again with random boards only; its champion is kept separately. After `limit` restarts the
/// island gives up instead.
///
/// `since` 0: an island has stalled after --restart-after generations without a better board; 1: after --restart-after
/// generations without a solution since its start or restart, as in restart-roulette (with --restart-after 300 and
/// `limit` 5).
struct Restart {
    static constexpr const char* name = "restart";
    static constexpr const char* help = "a stalled island starts again with a fresh population";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t limit = 0;
    std::uint32_t since = 0;

    static constexpr auto parameters() {
        using Self = Restart;
        return std::array{
            Parameter<Self>{"limit", &Self::limit, ParameterKind::count, 0, 1'000'000,
                            "highest number of restarts per island; 0 = any number"},
            Parameter<Self>{
                "since", &Self::since, ParameterKind::count, 0, 1,
                "--restart-after counts generations since 0: the last better board; 1: the start or restart"}};
    }

    StagnationRule rule() const { return {false, limit, since != 0}; }
};

}  // namespace evodoku
