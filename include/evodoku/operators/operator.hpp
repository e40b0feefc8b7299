// The identity and description of an operator: plain data, available without the operator's own file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "evodoku/representation/representations.hpp"

namespace evodoku {

enum class OperatorKind : std::uint8_t {
    initialisation,
    cost,
    selection,
    crossover,
    mutation,
    replacement,
    stagnation,
};
inline constexpr OperatorKind every_operator_kind[] = {
    OperatorKind::initialisation, OperatorKind::cost,        OperatorKind::selection, OperatorKind::crossover,
    OperatorKind::mutation,       OperatorKind::replacement, OperatorKind::stagnation};

constexpr const char* to_text(OperatorKind kind) {
    constexpr const char* names[] = {"initialisation", "cost",        "selection", "crossover",
                                     "mutation",       "replacement", "stagnation"};
    return names[static_cast<std::size_t>(kind)];
}

/// Computed from an operator's name, so that it is the same in every unit, whichever operators that unit includes. The
/// catalogue does not compile if two operators of a kind have the same value.
enum class OperatorId : std::uint32_t {};

constexpr OperatorId id_of(std::string_view name) {
    std::uint32_t hash = 2166136261u;  // FNV-1a
    for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619u;
    return OperatorId{hash};
}

enum class ParameterKind : std::uint8_t {
    count,  ///< a whole number
    share,  ///< a proportion or probability, written 0..1 and held as a share of 65536
    name,   ///< one of several names, held as its position among them
};

inline constexpr std::size_t max_parameters = 6;

/// The parameters of an operator in their listed order; 0 beyond.
using ParameterValues = std::array<std::uint32_t, max_parameters>;

/// The data an operator reads besides its arguments, and the results besides its return value.
struct OperatorNeeds {
    bool wheel = false;  ///< selection: Ranking::wheel
    bool child = false;  ///< selection: Ranking::child and second
    bool waves = false;  ///< selection: Ranking::filled; children are made in waves, a parameter `waves` says how many
    bool alleles = false;  ///< mutation: Context::alleles
    bool effort = false;   ///< mutation: has its own search and returns an Effort
    bool cooling = false;  ///< mutation: Context::age; its temperature falls
};

}  // namespace evodoku
