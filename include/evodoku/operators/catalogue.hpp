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

struct OperatorInfo {
    OperatorKind kind;
    OperatorId id;
    std::string_view name, help;
    Representations boards;  ///< the supported ones
    OperatorNeeds needs;
    std::array<ParameterInfo, max_parameters> all_parameters;
    std::uint32_t parameter_count;
    ParameterValues defaults;
    std::uint32_t highest_cost;  ///< for a cost; else 0
    Genes genes;                 ///< for an initialisation

    bool supports(Representations representation) const { return (boards & representation) != 0; }
    std::span<const ParameterInfo> parameters() const { return {all_parameters.data(), parameter_count}; }
};

/// All of a kind, in the order of their list.
std::span<const OperatorInfo> catalogue(OperatorKind kind);

/// Null if there is none of that name. An old name of an operator finds it, too.
const OperatorInfo* find_operator(OperatorKind kind, std::string_view name);
/// Requires an operator of that kind.
const OperatorInfo& info_of(OperatorKind kind, OperatorId id);
/// The first of a kind that supports a representation: its default.
const OperatorInfo& default_operator(OperatorKind kind, Representations representation);

}  // namespace evodoku
