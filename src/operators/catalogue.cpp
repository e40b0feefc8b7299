// The table, from the lists of operators.
#include "evodoku/operators/catalogue.hpp"

#include <stdexcept>
#include <string>

#include "operators/cost/all.hpp"
#include "operators/crossover/all.hpp"
#include "operators/initialisation/all.hpp"
#include "operators/mutation/all.hpp"
#include "operators/replacement/all.hpp"
#include "operators/selection/all.hpp"
#include "operators/stagnation/all.hpp"

namespace evodoku {
namespace {

template <OperatorKind kind, Operator Op>
constexpr OperatorInfo describe() {
    OperatorInfo info{kind, id_of(Op::name), Op::name, Op::help,         Op::supports, Op::needs, {},
                      0,    values_of(Op{}), 0,        Genes::free_cells};
    for (const Parameter<Op>& parameter : Op::parameters()) {
        info.all_parameters[info.parameter_count++] = {parameter.name, parameter.kind, parameter.min,
                                                       parameter.max,  parameter.help, parameter.names};
    }
    if constexpr (kind == OperatorKind::cost) info.highest_cost = Op::highest;
    if constexpr (kind == OperatorKind::initialisation) info.genes = Op::genes;
    if constexpr (kind == OperatorKind::crossover || kind == OperatorKind::mutation) {
        static_assert(MixedOperator<Op> && std::string_view(Op::parameters()[0].name) == "rate",
                      "the first parameter of a crossover or mutation is its rate");
    }
    return info;
}

template <OperatorKind kind, Operator... Ops>
constexpr std::array<OperatorInfo, sizeof...(Ops)> table_of(OperatorList<kind, Ops...>) {
    return {describe<kind, Ops>()...};
}

template <class Table>
constexpr bool all_apart(const Table& table) {
    for (std::size_t one = 0; one < table.size(); ++one) {
        for (std::size_t other = 0; other < one; ++other) {
            if (table[one].id == table[other].id) return false;
        }
    }
    return true;
}

/// The table of a list; it does not compile if two operators have the same name or id.
template <class List>
constexpr auto table = [] {
    constexpr auto made = table_of(List{});
    static_assert(all_apart(made));
    return made;
}();

/// Old names, which are still read in version 0.1.
struct Renamed {
    OperatorKind kind;
    std::string_view old_name, name;
};
constexpr Renamed renamed_operators[] = {
    {OperatorKind::selection, "kept", ElitesOnly::name},
    {OperatorKind::replacement, "worst-end", ReplaceWorst::name},
    {OperatorKind::replacement, "best-of-both", Plus::name},
};

}  // namespace

std::span<const OperatorInfo> catalogue(OperatorKind kind) {
    switch (kind) {
        case OperatorKind::initialisation:
            return table<Initialisations>;
        case OperatorKind::cost:
            return table<Costs>;
        case OperatorKind::selection:
            return table<Selections>;
        case OperatorKind::crossover:
            return table<Crossovers>;
        case OperatorKind::mutation:
            return table<Mutations>;
        case OperatorKind::replacement:
            return table<Replacements>;
        case OperatorKind::stagnation:
            return table<Stagnations>;
    }
    return {};
}

const OperatorInfo* find_operator(OperatorKind kind, std::string_view name) {
    for (const Renamed& renamed : renamed_operators) {
        if (renamed.kind == kind && renamed.old_name == name) name = renamed.name;
    }
    for (const OperatorInfo& info : catalogue(kind)) {
        if (info.name == name) return &info;
    }
    return nullptr;
}

const OperatorInfo& info_of(OperatorKind kind, OperatorId id) {
    for (const OperatorInfo& info : catalogue(kind)) {
        if (info.id == id) return info;
    }
    throw std::invalid_argument(std::string("there is no ") + to_text(kind) + " operator with the id " +
                                std::to_string(static_cast<std::uint32_t>(id)));
}

const OperatorInfo& default_operator(OperatorKind kind, Representations representation) {
    for (const OperatorInfo& info : catalogue(kind)) {
        if (info.supports(representation)) return info;
    }
    throw std::invalid_argument(std::string("no ") + to_text(kind) + " operator supports this representation");
}

}  // namespace evodoku
