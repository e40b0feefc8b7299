// An operator as plain data: its identity, its description, and the catalogue, a compile-time table of them all.
// Options, files, help, validation, benchmarks and tests read it, and so need not include any operator.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "evodoku/core/hd.hpp"
#include "evodoku/core/presolve.hpp"
#include "evodoku/representation/kinds_of_board.hpp"

namespace evodoku {

/// What an operator does in a generation.
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

/// As in the output of `evodoku operators`.
constexpr const char* to_text(OperatorKind kind) {
    constexpr const char* names[] = {"initialisation", "cost",        "selection", "crossover",
                                     "mutation",       "replacement", "stagnation"};
    return names[static_cast<std::size_t>(kind)];
}

/// Computed from an operator's name, so that it is the same in every unit, whichever operators that unit includes. The
/// catalogue does not compile if two operators of a kind have the same value.
enum class OperatorId : std::uint32_t {};

/// A hash of the name: 32 bits that stay the same.
constexpr OperatorId id_of(std::string_view name) {
    std::uint32_t hash = 2166136261u;  // FNV-1a
    for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619u;
    return OperatorId{hash};
}

/// How the value of a parameter is stored and written.
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
    bool wheel = false;     ///< selection: the running sums of the weights of all ranks
    bool child = false;     ///< selection: which child the parent is for, and whether it is the second parent
    bool waves = false;     ///< selection: the children made so far; they are made in as many waves as a parameter says
    bool alleles = false;   ///< initialisation, mutation: the alleles of each box of the puzzle
    bool effort = false;    ///< mutation: has its own search and returns a SearchWork
    bool cooling = false;   ///< mutation: the generations since the island's start; its temperature falls
    bool ladder = false;    ///< mutation: the board's neighbour in order of temperature; only for larger boards
    bool schedule = false;  ///< selection, mutation: the coldness of the generation (Config::schedule)
    /// mutation: blocks of random numbers that a CPU makes in advance, at most; above 1 the operator says how many
    std::uint32_t max_first_blocks = 1;
    /// mutation: children that a CPU changes together, at most; 0: one by one
    std::uint32_t max_together = 0;
};

/// The costs of a population at some ranks; a quantile is the lowest that this share of the boards does not exceed.
struct CostQuantiles {
    std::uint32_t cost = 0, q10 = 0, q25 = 0, median = 0, q75 = 0, q90 = 0, worst = 0;  ///< `cost`: the lowest
};

/// The work of a mutation with its own search, counted beside evaluations; returned by those that need `effort`.
struct SearchWork {
    std::uint64_t trials = 0;   ///< exchanges that a mutation tried or compared
    std::uint64_t redraws = 0;  ///< boxes redrawn by the heat bath

    EVODOKU_HD void add(const SearchWork& more) { trials += more.trials, redraws += more.redraws; }  ///< throws nothing
};

/// A parameter: name, help, range, default.
struct ParameterInfo {
    std::string_view name;
    ParameterKind kind = ParameterKind::count;
    std::uint32_t min = 0, max = 0;
    std::string_view help;
    std::string_view names;  ///< for a parameter with names: "first|second|third", of values 0, 1, 2
};

/// An operator has several forms if a parameter chooses between types; the others have one.
struct OperatorForm {
    Boards boards;             ///< the supported ones
    ParameterValues defaults;  ///< with its own value of that parameter
};

struct Rules;
struct LoadedOperators;

/// An operator as help and errors show it.
struct OperatorInfo {
    OperatorKind kind;
    OperatorId id;
    std::string_view name, help;
    Boards boards;  ///< those that a form supports
    OperatorNeeds needs;
    std::array<ParameterInfo, max_parameters> all_parameters;
    std::uint32_t parameter_count;
    ParameterValues defaults;    ///< of the first form
    std::uint32_t highest_cost;  ///< for a cost; else 0
    Genes genes;                 ///< for an initialisation
    /// Changes how one generation follows the other (operators/bases.hpp); null for most operators.
    void (*change_rules)(const ParameterValues& values, Rules& rules);
    std::array<OperatorForm, 3> all_forms;
    std::uint32_t form_count;
    std::uint32_t form_parameter;             ///< the position of the parameter that chooses; parameter_count = none
    const LoadedOperators* loaded = nullptr;  ///< where its code is; null: in this program

    /// With any parameters. Throws nothing.
    bool supports(Boards representation) const { return (boards & representation) != 0; }
    std::span<const OperatorForm> forms() const { return {all_forms.data(), form_count}; }  ///< an entry each
    /// The form with these values. Throws std::invalid_argument if there is none.
    const OperatorForm& form_of(const ParameterValues& values) const;
    /// In the order of OperatorSpec::values.
    std::span<const ParameterInfo> parameters() const { return {all_parameters.data(), parameter_count}; }
};

/// All of a kind, an entry each in the order of their list; then those of load_operators(). Throws nothing.
std::span<const OperatorInfo> catalogue(OperatorKind kind);

/// Null if there is none of that name. Throws nothing.
const OperatorInfo* find_operator(OperatorKind kind, std::string_view name);
/// Throws std::invalid_argument if there is none of that kind.
const OperatorInfo& info_of(OperatorKind kind, OperatorId id);

}  // namespace evodoku
