// Mutation `annealed-heat-bath`.
#pragma once

#include "evodoku/operators/operator.hpp"
#include "operators/mutation/cooling.hpp"
#include "operators/mutation/heat_bath.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// `heat-bath` with a temperature that falls (see Cooling; a unit of cost is a clash).
///
/// The heat bath weighs with whole bits per clash, its `shift`. A temperature between two shifts draws one of them for
/// each child, so that the mean is right. Nothing is colder than a shift of 7, a temperature of 0.206.
struct AnnealedHeatBath {
    static constexpr const char* name = "annealed-heat-bath";
    static constexpr const char* help = "redraws whole boxes at a temperature that falls from generation to generation";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {.alleles = true, .effort = true, .cooling = true};
    std::uint32_t rate = whole;
    std::uint32_t redraws = 16;
    std::uint32_t pick = HeatBath::least_recent;
    std::uint32_t start = 2'000;
    std::uint32_t cooling = 64'881;  // 0.99
    std::uint32_t end = 481;         // a shift of 3

    static constexpr auto parameters() {
        using Self = AnnealedHeatBath;
        return std::array{
            rate_parameter<Self>("share of children that are mutated"),
            Parameter<Self>{"redraws", &Self::redraws, ParameterKind::count, 1, 10'000, "boxes redrawn per mutation"},
            Parameter<Self>{"pick", &Self::pick, ParameterKind::name, HeatBath::least_recent, HeatBath::uniform,
                            "least-recent: of a clashing pair the box redrawn longest ago; conflict: either of them; "
                            "uniform: any box",
                            "least-recent|conflict|uniform"},
            start_parameter<Self>(),
            cooling_parameter<Self>(),
            end_parameter<Self>()};
    }

    template <class MutableView>
    EVODOKU_HD Effort operator()(MutableView board, const Context& context, Draws& draws) const {
        const std::uint32_t coldness = Cooling{start, end, cooling}.coldness(context.age);
        const std::uint32_t shift = shift_of(coldness, draws);
        const HeatBath bath{.rate = rate, .redraws = redraws, .shift = shift, .pick = pick, .colder = 0};
        return bath(board, context, draws);
    }

    /// `coldness` in whole bits, rounded up or down by chance.
    EVODOKU_HD static std::uint32_t shift_of(std::uint32_t coldness, Draws& draws) {
        constexpr std::uint32_t coldest = 7;
        const auto random = static_cast<std::uint32_t>(draws.two_words() & 0xFFFF);  // 64 bits, as a redraw takes
        const std::uint32_t shift = (coldness >> 16) + (random < (coldness & 0xFFFF));
        return shift < coldest ? shift : coldest;
    }
};

}  // namespace evodoku
