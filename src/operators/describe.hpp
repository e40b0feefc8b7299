// A list of operators as plain data: the entries of the catalogue.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "operators/bases.hpp"
#include "operators/rules.hpp"

namespace evodoku {

template <OperatorKind kind, Operator Op>
constexpr OperatorInfo describe() {
    OperatorInfo info{};
    info.kind = kind, info.id = id_of(Op::name);
    info.name = Op::name, info.help = Op::help;
    info.boards = Op::supports, info.needs = Op::needs;
    info.defaults = values_of(Op{});
    info.genes = Genes::free_cells;
    info.all_forms[info.form_count++] = {Op::supports, info.defaults};
    if constexpr (has_rate<Op>) {
        info.all_parameters[info.parameter_count++] = {"rate", ParameterKind::share, 0, share_one, Op::rate_help, ""};
    }
    info.form_parameter = value_count<Op>;
    for (const Parameter<Op>& parameter : parameters_of<Op>()) {
        if (parameter.is_of_type()) info.form_parameter = info.parameter_count;
        info.all_parameters[info.parameter_count++] = parameter;
    }
    if constexpr (kind == OperatorKind::cost) info.highest_cost = Op::highest;
    if constexpr (kind == OperatorKind::initialisation) info.genes = Op::genes;
    if constexpr (requires(Rules & rules) { Op{}.change(rules); }) {
        static_assert(
            kind == OperatorKind::selection || kind == OperatorKind::replacement || kind == OperatorKind::stagnation,
            "only selections, replacements and stagnations change rules");
        info.change_rules = [](const ParameterValues& values, Rules& rules) { operator_of<Op>(values).change(rules); };
    }
    return info;
}

/// The operators of a list. It does not compile if two of them have the same name or id.
template <class List>
class CatalogueOf;
template <OperatorKind kind, Operator... Ops>
class CatalogueOf<OperatorList<kind, Ops...>> {
public:
    constexpr CatalogueOf() { (add(describe<kind, Ops>()), ...); }
    constexpr operator std::span<const OperatorInfo>() const { return {entries_.data(), count_}; }

private:
    /// One entry per operator. The first of its forms in the list is its default; their values must follow each other.
    constexpr void add(const OperatorInfo& info) {
        for (std::size_t k = 0; k < count_; ++k) {
            OperatorInfo& known = entries_[k];
            const std::uint32_t parameter = known.form_parameter;
            if (known.id != info.id) continue;
            if (parameter != info.form_parameter || parameter == known.parameter_count ||
                info.defaults[parameter] != known.all_parameters[parameter].max + 1) {
                throw std::logic_error("two operators with one name, or their forms in another order");
            }
            known.boards = static_cast<Boards>(known.boards | info.boards);
            known.all_parameters[parameter].max = info.defaults[parameter];
            known.all_forms[known.form_count++] = info.all_forms[0];
            return;
        }
        entries_[count_++] = info;
    }

    std::array<OperatorInfo, sizeof...(Ops)> entries_{};
    std::size_t count_ = 0;
};

template <class List>
inline constexpr CatalogueOf<List> catalogue_of;

}  // namespace evodoku
