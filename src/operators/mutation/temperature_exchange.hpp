// Temperatures of larger boards, and their exchange between two boards. Not an operator.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/draws.hpp"
#include "core/puzzle.hpp"
#include "operators/context.hpp"
#include "operators/mutation/cooling.hpp"

namespace evodoku {

/// From relative temperatures to thousandths of a clash: divides by the square root of the free cells of a box, the
/// average over boxes with two or more. The fewer free cells, the more it takes to melt a box.
class TemperatureScale {
public:
    template <int order>
    EVODOKU_HD explicit TemperatureScale(const LargePuzzle<order>& puzzle) {
        std::uint32_t free = 0;
        for (int box = 0; box < order * order; ++box) {
            if (puzzle.free_count[box] >= 2) free += puzzle.free_count[box];
        }
        if (puzzle.open_boxes != 0) root_ = square_root((free << 16) / puzzle.open_boxes);
    }

    /// At least 1.
    EVODOKU_HD std::uint32_t of_clash(std::uint32_t relative) const {
        const std::uint32_t result = (relative * 256 + root_ / 2) / root_;
        return result == 0 ? 1 : result;
    }

private:
    std::uint32_t root_ = 256;  ///< of the free cells, times 256
};

/// The rule of parallel tempering: boards of cost E at temperature T and of cost e at temperature t exchange their
/// temperatures with probability min(1, exp((1/T - 1/t)(E - e))). So it keeps the distribution in which a board at T
/// has probability exp(-E/T), if each temperature alone does.
struct TemperatureExchange {
    TemperatureScale scale;
    Share tried;  ///< probability that the exchange is tried at all

    /// The same answer for both boards of a pair.
    EVODOKU_HD bool happens(std::uint32_t own_temperature, const Ladder& ladder) const {
        Draws draws(ladder.stream, Purpose::exchange);
        if (!draws.chance(tried)) return false;
        const std::uint32_t colder = ladder.is_colder ? own_temperature : ladder.other_temperature;
        const std::uint32_t hotter = ladder.is_colder ? ladder.other_temperature : own_temperature;
        const std::uint32_t cost_of_colder = ladder.is_colder ? ladder.cost : ladder.other_cost;
        const std::uint32_t cost_of_hotter = ladder.is_colder ? ladder.other_cost : ladder.cost;
        const std::uint64_t passes = probability(colder, cost_of_colder, hotter, cost_of_hotter);
        return draws.bits(32) <= passes >> 32;
    }

    /// Times 2^64, and just below that for 1.
    EVODOKU_HD std::uint64_t probability(std::uint32_t colder, std::uint32_t cost_of_colder, std::uint32_t hotter,
                                         std::uint32_t cost_of_hotter) const {
        if (cost_of_colder >= cost_of_hotter) return ~std::uint64_t{0};
        const std::uint64_t bits_per_clash = coldness(colder) - coldness(hotter);
        const std::uint64_t bits = bits_per_clash * (cost_of_hotter - cost_of_colder);
        return bits >> 32 != 0 ? 0 : power_of_half(static_cast<std::uint32_t>(bits));
    }

private:
    EVODOKU_HD std::uint64_t coldness(std::uint32_t relative) const {
        return coldness_of(std::uint64_t{scale.of_clash(relative)} << 12);
    }
};

}  // namespace evodoku
