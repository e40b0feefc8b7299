// A parameter: a number of an operator that a user may set. The command line, the error texts, the configuration files
// and the tests all read its name, range and help from the operator, through the catalogue.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/draws.hpp"
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

/// Returned by an operator without parameters.
template <class Operator>
inline constexpr std::array<Parameter<Operator>, 0> no_parameters = {};

/// The parameter common to all operators of a mix: how often the operator is applied.
template <class Operator>
constexpr Parameter<Operator> rate_parameter(const char* help) {
    return {"rate", &Operator::rate, ParameterKind::share, 0, whole, help};
}

/// The operator with its parameters set, in their listed order.
template <class Operator>
constexpr Operator operator_of(const ParameterValues& values) {
    Operator op{};
    std::size_t k = 0;
    for (const Parameter<Operator>& parameter : Operator::parameters()) {
        if (!parameter.is_of_type()) op.*parameter.member = values[k];
        ++k;
    }
    return op;
}

/// The inverse.
template <class Operator>
constexpr ParameterValues values_of(const Operator& op) {
    ParameterValues values{};
    std::size_t k = 0;
    for (const Parameter<Operator>& parameter : Operator::parameters()) {
        values[k++] = parameter.is_of_type() ? parameter.min : op.*parameter.member;
    }
    return values;
}

/// True if the values choose this form of an operator.
template <class Operator>
constexpr bool is_form_for(const ParameterValues& values) {
    std::size_t k = 0;
    for (const Parameter<Operator>& parameter : Operator::parameters()) {
        if (parameter.is_of_type() && values[k] != parameter.min) return false;
        ++k;
    }
    return true;
}

}  // namespace evodoku
