// From a configuration to the operators of phases: their types, and the table of a mix.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/draws.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/operator_spec.hpp"
#include "operators/bases.hpp"

namespace evodoku {

/// Every operator of a configuration, those of a mix with their weights.
inline std::vector<AnyOperator> operators_of(const Config& config) {
    std::vector<AnyOperator> all = {config.initialisation, config.cost, config.selection, config.replacement,
                                    config.stagnation};
    all.insert(all.end(), config.crossover.begin(), config.crossover.end());
    all.insert(all.end(), config.mutation.begin(), config.mutation.end());
    return all;
}

/// The specified operator; empty if it is another one, or another form of it.
template <class Op, OperatorKind kind>
std::optional<Op> specified(const OperatorSpec<kind>& spec) {
    return spec.is(Op::name) && is_form_for<Op>(spec.values) ? std::optional(operator_of<Op>(spec.values))
                                                             : std::nullopt;
}

/// The operator of a mix that has this one alone; empty for any other mix.
template <class Op, class Kind>
std::optional<Op> only(const Mix<Kind>& mix) {
    return mix.size() == 1 ? specified<Op>(mix[0].op) : std::nullopt;
}

/// Calls make(operator) for the specified operator. validate() has checked that it supports the board.
template <class List, class Board, OperatorKind kind, class Make>
void with_operator(const OperatorSpec<kind>& spec, const Make& make) {
    static_assert(List::kind == kind);
    List::for_each([&]<class Op>(const Op&) {
        if constexpr (supports<Op>(Board::flag)) {
            if (const auto op = specified<Op>(spec)) make(*op);
        }
    });
}

/// The operators of a mix, reduced to the data needed to choose one.
struct MixTable {
    std::uint32_t count = 0;
    /// A 16-bit draw below below[k], and not below below[k-1], chooses operator k.
    std::uint32_t below[max_in_mix] = {};
    Share rate[max_in_mix] = {};

    /// The chosen operator, counted from 1, or 0 if its rate decides against it. A rate given as an argument replaces
    /// the operator's own. Draws 16 bits; 32 in a mix of several.
    EVODOKU_HD std::uint32_t choose(Draws& draws, const Share* instead = nullptr) const {
        std::uint32_t op = 0;
        Share chance = rate[0];
        if (count > 1) {
            const std::uint32_t drawn = draws.bits(16);
#if EVODOKU_ON_DEVICE  // no index: a thread keeps the table in registers if its phase is a local object
            EVODOKU_UNROLLED
            for (std::uint32_t next = 1; next < max_in_mix; ++next) {
                const bool later = next < count && drawn >= below[next - 1];
                op += later;
                chance = later ? rate[next] : chance;
            }
#else
            while (op + 1 < count && drawn >= below[op]) ++op;
            chance = rate[op];
#endif
        }
        return draws.chance(instead != nullptr && count != 0 ? *instead : chance) ? op + 1 : 0;
    }
};

/// A MixTable of one operator, in a tenth of the code.
struct MixOfOne {
    Share rate;
    EVODOKU_HD std::uint32_t choose(Draws& draws, const Share* instead = nullptr) const {
        return draws.chance(instead != nullptr ? *instead : rate);
    }
};

MixTable mix_table(const auto& mix) {
    std::uint64_t sum = 0, so_far = 0;
    for (const auto& entry : mix) sum += entry.weight;
    MixTable table;
    for (const auto& entry : mix) {
        so_far += entry.weight;
        table.below[table.count] = static_cast<std::uint32_t>(so_far * share_one / sum);
        table.rate[table.count] = entry.op.value("rate");
        ++table.count;
    }
    return table;
}

}  // namespace evodoku
