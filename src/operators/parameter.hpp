// A parameter: a number of an operator that a user may set. The command line, the error texts, the configuration files
// and the tests all read its name, range and help from the operator, through the catalogue.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "evodoku/core/amount.hpp"
#include "evodoku/operators/operator.hpp"

namespace evodoku {

/// `member` of `Operator` may be set to min..max (a share: in units of 1/65536). Without a member the parameter belongs
/// to the type: each value, here `min`, is a form of the operator with code of its own.
template <class Operator>
struct Parameter {
    const char* name;
    std::uint32_t Operator::*member;
    ParameterKind kind;
    std::uint32_t min, max;
    const char* help;
    const char* names = "";  ///< for a parameter with names: "first|second|third", of values 0, 1, 2

    constexpr bool is_of_type() const { return member == nullptr; }
};

template <class Op>
constexpr Parameter<Op> count_parameter(const char* name, std::uint32_t Op::*member, std::uint32_t min,
                                        std::uint32_t max, const char* help) {
    return {name, member, ParameterKind::count, min, max, help};
}
/// 0 or 1.
template <class Op>
constexpr Parameter<Op> switch_parameter(const char* name, std::uint32_t Op::*member, const char* help) {
    return count_parameter(name, member, 0, 1, help);
}
template <class Op>
constexpr Parameter<Op> share_parameter(const char* name, std::uint32_t Op::*member, const char* help, Share min = 0,
                                        Share max = whole) {
    return {name, member, ParameterKind::share, min, max, help};
}
/// One of `names`: "first|second|third" for 0, 1, 2.
template <class Op>
constexpr Parameter<Op> name_parameter(const char* name, std::uint32_t Op::*member, const char* names,
                                       const char* help) {
    std::uint32_t last = 0;
    for (const char letter : std::string_view(names)) last += letter == '|';
    return {name, member, ParameterKind::name, 0, last, help, names};
}

/// Returned by an operator without parameters.
template <class Operator>
inline constexpr std::array<Parameter<Operator>, 0> no_parameters = {};

/// The operator's own parameters, in their listed order.
template <class Op>
constexpr auto parameters_of() {
    if constexpr (requires { Op::parameters(); }) {
        return Op::parameters();
    } else if constexpr (requires { Op::parameters; }) {
        return Op::parameters;
    } else {
        return std::array<Parameter<Op>, 0>{};
    }
}

/// True for an operator of a mix: its first value is the rate at which it is applied, before its own parameters.
template <class Op>
inline constexpr bool has_rate = requires {
    Op::default_rate;
};

/// The values that an operator has.
template <class Op>
inline constexpr std::size_t value_count = has_rate<Op> + parameters_of<Op>().size();

/// The operator with its parameters set, in their listed order.
template <class Op>
constexpr Op operator_of(const ParameterValues& values) {
    Op op{};
    std::size_t k = has_rate<Op> ? 1 : 0;
    for (const Parameter<Op>& parameter : parameters_of<Op>()) {
        if (!parameter.is_of_type()) op.*parameter.member = values[k];
        ++k;
    }
    return op;
}

/// The inverse, with the default rate.
template <class Op>
constexpr ParameterValues values_of(const Op& op) {
    ParameterValues values{};
    std::size_t k = 0;
    if constexpr (has_rate<Op>) values[k++] = Op::default_rate;
    for (const Parameter<Op>& parameter : parameters_of<Op>()) {
        values[k++] = parameter.is_of_type() ? parameter.min : op.*parameter.member;
    }
    return values;
}

/// True if the values choose this form of an operator.
template <class Op>
constexpr bool is_form_for(const ParameterValues& values) {
    std::size_t k = has_rate<Op> ? 1 : 0;
    for (const Parameter<Op>& parameter : parameters_of<Op>()) {
        if (parameter.is_of_type() && values[k] != parameter.min) return false;
        ++k;
    }
    return true;
}

}  // namespace evodoku
