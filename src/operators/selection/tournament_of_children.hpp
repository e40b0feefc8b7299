// Selection `tournament-of-children`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// The best of `size` children drawn uniformly with replacement. Boards that stay as they are, at the first indices of
/// the island, do not breed: they are an archive beside the population, as the elites of LSGA are.
///
///   `size` times: draw a rank; draw again, up to 31 times, while it is that of a board of the archive
///   the lowest of the ranks
///
/// After a start or restart nothing has stayed yet; as many random boards then do not breed.
struct TournamentOfChildren {
    static constexpr const char* name = "tournament-of-children";
    static constexpr const char* help = "the best of several children drawn at random; elites do not breed";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t size = 2;

    static constexpr auto parameters() {
        return std::array{Parameter<TournamentOfChildren>{"size", &TournamentOfChildren::size, ParameterKind::count, 1,
                                                          64, "children drawn; 1 = no pressure"}};
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        constexpr int max_draws = 32;
        std::uint32_t best = island.size;
        for (std::uint32_t k = 0; k < size; ++k) {
            std::uint32_t rank = draws.below(island.size);
            for (int left = max_draws; --left != 0 && island.index_at(rank) < island.kept;) {
                rank = draws.below(island.size);
            }
            best = rank < best ? rank : best;
        }
        return best;
    }
};

}  // namespace evodoku
