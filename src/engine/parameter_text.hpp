// The parameters of operators as text, for operator_text.cpp and operator_reader.cpp.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "engine/numbers.hpp"
#include "evodoku/operators/operator.hpp"

namespace evodoku {

inline std::string joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

/// The names of a parameter of names.
inline std::vector<std::string> split(std::string_view names) {
    std::vector<std::string> parts(1);
    for (const char letter : names) {
        if (letter == '|') {
            parts.emplace_back();
        } else {
            parts.back() += letter;
        }
    }
    return parts;
}

/// The names that it allows; none for a parameter of numbers.
inline std::vector<std::string> choices_of(const ParameterInfo& parameter) {
    if (parameter.kind != ParameterKind::name) return {};
    const std::vector<std::string> names = split(parameter.names);
    return {names.begin() + parameter.min, names.begin() + parameter.max + 1};
}

inline std::string range_of(const ParameterInfo& parameter) {
    if (parameter.kind == ParameterKind::name) return joined(choices_of(parameter));
    if (parameter.kind == ParameterKind::share)
        return share_to_text(parameter.min) + ".." + share_to_text(parameter.max);
    return fmt::format("{}..{}", parameter.min, parameter.max);
}

/// The value of the parameter that chooses a form; 0 for an operator with one form.
inline std::uint32_t form_value(const OperatorInfo& info, const ParameterValues& values) {
    return info.form_parameter < info.parameter_count ? values[info.form_parameter] : 0;
}

}  // namespace evodoku
