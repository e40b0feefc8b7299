// Names of operators and parameters before they were renamed. Two places read them: options, files and plans accept
// them in version 0.1; and settings are hashed under the names of the first results, so that experiments keep their
// seeds and continue their files.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "evodoku/operators/operator.hpp"

namespace evodoku {

struct OldOperator {
    OperatorKind kind;
    std::string_view old_name, name;
    bool is_hashed = true;                ///< else its results were never kept
    std::optional<std::uint32_t> form{};  ///< it was this form of the operator
};

struct OldParameter {
    OperatorKind kind;
    std::string_view of;              ///< the operator, by its present name
    std::string_view old_name, name;  ///< without an old name: new, and hashed only where it is not the default
    std::uint32_t base = 0;           ///< value = base + old value, or base - old value if `is_reversed`
    bool is_reversed = false;
    std::optional<std::uint32_t> form{};  ///< only of this form

    constexpr std::uint64_t value_of(std::uint64_t old) const { return is_reversed ? base - old : base + old; }
    constexpr std::uint32_t old_of(std::uint32_t value) const { return is_reversed ? base - value : value - base; }
};

/// By its old name; null if there is none.
const OldOperator* find_old_operator(OperatorKind kind, std::string_view old_name);
const OldParameter* find_old_parameter(OperatorKind kind, std::string_view of, std::uint32_t form,
                                       std::string_view old_name);
/// Under which something is hashed; null if that is its present name.
const OldOperator* hashed_operator(OperatorKind kind, std::string_view name, std::uint32_t form);
const OldParameter* hashed_parameter(OperatorKind kind, std::string_view of, std::uint32_t form, std::string_view name);

}  // namespace evodoku
