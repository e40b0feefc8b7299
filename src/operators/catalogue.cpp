// The table, from the lists of operators.
#include "evodoku/operators/operator.hpp"

#include <algorithm>
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
    OperatorInfo info{};
    info.kind = kind, info.id = id_of(Op::name);
    info.name = Op::name, info.help = Op::help;
    info.boards = Op::supports, info.needs = Op::needs;
    info.defaults = values_of(Op{});
    info.genes = Genes::free_cells;
    info.all_forms[info.form_count++] = {Op::supports, info.defaults};
    info.form_parameter = static_cast<std::uint32_t>(Op::parameters().size());
    for (const Parameter<Op>& parameter : Op::parameters()) {
        if (parameter.is_of_type()) info.form_parameter = info.parameter_count;
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

/// True for two forms of one operator.
constexpr bool are_forms(const OperatorInfo& one, const OperatorInfo& other) {
    const std::uint32_t parameter = one.form_parameter;
    return one.id == other.id && parameter == other.form_parameter && parameter < one.parameter_count &&
           one.defaults[parameter] != other.defaults[parameter];
}

/// One entry per operator. The first of its forms in the list is its default; their values must follow each other.
constexpr std::size_t join_forms(std::span<OperatorInfo> listed) {
    std::size_t count = 0;
    for (const OperatorInfo& info : listed) {
        std::size_t at = 0;
        while (at < count && !are_forms(listed[at], info)) ++at;
        if (at == count) {
            listed[count++] = info;
            continue;
        }
        OperatorInfo& joined = listed[at];
        joined.boards = static_cast<Representations>(joined.boards | info.boards);
        joined.all_parameters[joined.form_parameter].max = info.defaults[joined.form_parameter];
        joined.all_forms[joined.form_count++] = info.all_forms[0];
    }
    return count;
}

template <OperatorKind kind, Operator... Ops>
constexpr std::array<OperatorInfo, sizeof...(Ops)> describe_all(OperatorList<kind, Ops...>) {
    return {describe<kind, Ops>()...};
}

template <class List>
constexpr auto table_of() {
    constexpr std::size_t count = [] {
        auto listed = describe_all(List{});
        return join_forms(listed);
    }();
    auto listed = describe_all(List{});
    join_forms(listed);
    std::array<OperatorInfo, count> joined{};
    std::copy_n(listed.begin(), count, joined.begin());
    return joined;
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
    constexpr auto made = table_of<List>();
    static_assert(all_apart(made));
    return made;
}();

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

const OperatorForm& OperatorInfo::form_of(const ParameterValues& values) const {
    for (const OperatorForm& form : forms()) {
        if (form_count == 1 || form.defaults[form_parameter] == values[form_parameter]) return form;
    }
    throw std::invalid_argument(std::string(name) + " has no such form");
}

const OperatorInfo* find_operator(OperatorKind kind, std::string_view name) {
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

}  // namespace evodoku
