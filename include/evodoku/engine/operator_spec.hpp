// An operator in a configuration: its identity and its parameters. Plain data; the code of the operator is needed only
// where phases are compiled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "evodoku/operators/operator.hpp"

namespace evodoku {

template <OperatorKind kind_>
struct OperatorSpec {
    static constexpr OperatorKind kind = kind_;

    OperatorId id;
    ParameterValues values;

    /// "tournament:size=5"; other parameters have their defaults. Throws SettingError.
    OperatorSpec(const char* text);
    /// With its defaults. Requires an operator of this kind.
    explicit OperatorSpec(const OperatorInfo& info) : id(info.id), values(info.defaults) {}

    const OperatorInfo& info() const { return info_of(kind, id); }
    bool is(std::string_view name) const { return id == id_of(name); }
    bool supports(Representations representation) const {
        return (info().form_of(values).boards & representation) != 0;
    }
    /// A parameter by its name. Throws std::invalid_argument if the operator does not have it.
    std::uint32_t value(std::string_view parameter) const;
    void set(std::string_view parameter, std::uint32_t value);

    bool operator==(const OperatorSpec&) const = default;
};

using Initialisation = OperatorSpec<OperatorKind::initialisation>;
using Cost = OperatorSpec<OperatorKind::cost>;
using Selection = OperatorSpec<OperatorKind::selection>;
using Crossover = OperatorSpec<OperatorKind::crossover>;
using Mutation = OperatorSpec<OperatorKind::mutation>;
using Replacement = OperatorSpec<OperatorKind::replacement>;
using Stagnation = OperatorSpec<OperatorKind::stagnation>;

/// Every operator of a kind that a representation supports, each form by itself, with default parameters.
template <class Kind>
std::vector<Kind> operators_for(Representations representation) {
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

/// The default of a representation: the first.
template <class Kind>
Kind default_for(Representations representation) {
    return operators_for<Kind>(representation).front();
}

/// An operator of a mix: a child gets it with probability weight / sum of the weights.
template <class Kind>
struct Weighted {
    Kind op;
    std::uint32_t weight = 1;
};

inline constexpr std::size_t max_in_mix = 8;

/// Several operators, one of which is chosen per child; or none.
template <class Kind>
struct Mix : std::vector<Weighted<Kind>> {
    using std::vector<Weighted<Kind>>::vector;
    /// "one-point@1:rate=0.9,uniform@3", "none". Throws SettingError.
    Mix(const char* text);
};

}  // namespace evodoku
