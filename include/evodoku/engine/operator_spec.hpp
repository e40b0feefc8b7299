// An operator in a configuration: its identity and its parameters. Plain data; the code of the operator is needed only
// where phases are compiled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "evodoku/operators/operator.hpp"

namespace evodoku {

/// An operator of any kind, as read from text.
struct AnyOperator {
    const OperatorInfo* info;
    ParameterValues values;
    std::uint32_t weight = 1;  ///< in a mix
};

/// "tournament:size=5"; other parameters have their defaults. `setting`: the option or key, for messages. Throws
/// SettingError: unknown operator or parameter (with the nearest name), or a value out of range.
AnyOperator parse_operator(OperatorKind kind, std::string_view setting, std::string_view text);
/// "one-point@1:rate=0.9,uniform@3", "none": an entry each. Throws as parse_operator() does.
std::vector<AnyOperator> parse_mix(OperatorKind kind, std::string_view setting, std::string_view text);

/// Where a parameter stands among the values. Throws std::invalid_argument if the operator does not have it.
std::size_t position_of(const OperatorInfo& info, std::string_view parameter);
/// Throws std::invalid_argument, with the allowed range, unless the parameter there may have this value, as stored.
void check_value(const OperatorInfo& info, std::size_t position, std::uint32_t value);

/// An operator with the values of its parameters: "tournament:size=5".
template <OperatorKind kind_>
struct OperatorSpec {
    static constexpr OperatorKind kind = kind_;

    OperatorId id;
    ParameterValues values;

    /// Throws as parse_operator() does.
    OperatorSpec(const char* text) : OperatorSpec(parse_operator(kind, to_text(kind), text)) {}
    /// Requires an operator of this kind. Throws nothing.
    explicit OperatorSpec(const AnyOperator& op) : id(op.info->id), values(op.values) {}
    /// With its defaults. Requires an operator of this kind. Throws nothing.
    explicit OperatorSpec(const OperatorInfo& info) : id(info.id), values(info.defaults) {}
    operator AnyOperator() const { return {&info(), values}; }

    const OperatorInfo& info() const { return info_of(kind, id); }      ///< name, help, parameters
    bool is(std::string_view name) const { return id == id_of(name); }  ///< whether it has this name; throws nothing
    /// Whether it works on these boards with its parameters. Throws as OperatorInfo::form_of() does.
    bool supports(Boards representation) const { return (info().form_of(values).boards & representation) != 0; }
    /// A parameter as stored: a share in 1/65536. Throws std::invalid_argument for an unknown name, as set() does.
    std::uint32_t value(std::string_view parameter) const { return values[position_of(info(), parameter)]; }
    /// Throws as value() does, and for a value outside its range.
    void set(std::string_view parameter, std::uint32_t value) {
        const std::size_t position = position_of(info(), parameter);
        check_value(info(), position, value);
        values[position] = value;
    }

    bool operator==(const OperatorSpec&) const = default;
};

using Initialisation = OperatorSpec<OperatorKind::initialisation>;
using Cost = OperatorSpec<OperatorKind::cost>;
using Selection = OperatorSpec<OperatorKind::selection>;
using Crossover = OperatorSpec<OperatorKind::crossover>;
using Mutation = OperatorSpec<OperatorKind::mutation>;
using Replacement = OperatorSpec<OperatorKind::replacement>;
using Stagnation = OperatorSpec<OperatorKind::stagnation>;

/// Every operator of a kind that a representation supports, each form by itself, with its defaults. Throws nothing.
template <class Kind>
std::vector<Kind> operators_for(Boards representation) {
    std::vector<Kind> all;
    for (const OperatorInfo& info : catalogue(Kind::kind)) {
        for (const OperatorForm& form : info.forms()) {
            if ((form.boards & representation) == 0) continue;
            all.emplace_back(info);
            all.back().values = form.defaults;
        }
    }
    return all;
}

/// The default of a representation: the first. Throws nothing.
template <class Kind>
Kind default_for(Boards representation) {
    return operators_for<Kind>(representation).front();
}

/// An operator of a mix: a child gets it with probability weight / sum of the weights.
template <class Kind>
struct Weighted {
    Kind op;
    std::uint32_t weight = 1;

    operator AnyOperator() const { return {&op.info(), op.values, weight}; }
};

inline constexpr std::size_t max_in_mix = 8;

/// Several operators, one of which is chosen per child; or none.
template <class Kind>
struct Mix : std::vector<Weighted<Kind>> {
    using std::vector<Weighted<Kind>>::vector;
    /// Throws as parse_mix() does.
    Mix(const char* text) : Mix(parse_mix(Kind::kind, to_text(Kind::kind), text)) {}
    /// Requires operators of this kind. Throws nothing.
    explicit Mix(const std::vector<AnyOperator>& ops) {
        for (const AnyOperator& op : ops) this->push_back({Kind(op), op.weight});
    }
};

}  // namespace evodoku
