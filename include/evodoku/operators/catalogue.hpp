// The catalogue: the description of every operator, as a compile-time table. Options, files, help, validation,
// benchmarks and tests read it, and so need not include any operator.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "evodoku/core/grid.hpp"
#include "evodoku/operators/operator.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

struct ParameterInfo {
    std::string_view name;
    ParameterKind kind = ParameterKind::count;
    std::uint32_t min = 0, max = 0;
    std::string_view help;
    std::string_view names;  ///< for a parameter with names: "first|second|third", of values 0, 1, 2
};

/// An operator has several forms if a parameter chooses between types; the others have one.
struct OperatorForm {
    Representations boards;    ///< the supported ones
    ParameterValues defaults;  ///< with its own value of that parameter
};

inline constexpr std::size_t max_forms = 3;

struct OperatorInfo {
    OperatorKind kind;
    OperatorId id;
    std::string_view name, help;
    Representations boards;  ///< those that a form supports
    OperatorNeeds needs;
    std::array<ParameterInfo, max_parameters> all_parameters;
    std::uint32_t parameter_count;
    ParameterValues defaults;    ///< of the first form
    std::uint32_t highest_cost;  ///< for a cost; else 0
    Genes genes;                 ///< for an initialisation
    std::array<OperatorForm, max_forms> all_forms;
    std::uint32_t form_count;
    std::uint32_t form_parameter;  ///< the position of the parameter that chooses; parameter_count = none

    bool supports(Representations representation) const { return (boards & representation) != 0; }
    std::span<const OperatorForm> forms() const { return {all_forms.data(), form_count}; }
    /// The form with these values.
    const OperatorForm& form_of(const ParameterValues& values) const;
    std::span<const ParameterInfo> parameters() const { return {all_parameters.data(), parameter_count}; }
};

/// All of a kind, in the order of their list.
std::span<const OperatorInfo> catalogue(OperatorKind kind);

/// Null if there is none of that name.
const OperatorInfo* find_operator(OperatorKind kind, std::string_view name);
/// Requires an operator of that kind.
const OperatorInfo& info_of(OperatorKind kind, OperatorId id);

}  // namespace evodoku
