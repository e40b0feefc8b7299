// The old names.
#include "operators/old_names.hpp"

#include <algorithm>
#include <span>

namespace evodoku {
namespace {

using enum OperatorKind;

// Forms of a crossover: its segment.
constexpr std::uint32_t box = 0, row = 1, cell = 2;

constexpr OldOperator old_operators[] = {
    {selection, "kept", "elites-only", false},
    {selection, "survivors", "deterministic-truncation"},
    {selection, "by-place", "by-index"},
    {crossover, "uniform-box", "uniform", true, box},
    {crossover, "uniform-row", "uniform", true, row},
    {crossover, "uniform-cell", "uniform", true, cell},
    {crossover, "one-point-box", "one-point", true, box},
    {crossover, "one-point-row", "one-point", true, row},
    {crossover, "one-point-cell", "one-point", true, cell},
    {crossover, "two-point-box", "two-point", true, box},
    {crossover, "two-point-row", "two-point", true, row},
    {crossover, "two-point-cell", "two-point", true, cell},
    {crossover, "k-boxes", "k-segment", true, box},
    {crossover, "k-rows", "k-segment", true, row},
    {crossover, "exchange-boxes", "exchange", true, box},
    {crossover, "exchange-rows", "exchange", true, row},
    {replacement, "worst-end", "replace-worst", false},
    {replacement, "best-of-both", "plus", false},
};

constexpr OldParameter old_parameters[] = {
    {crossover, "one-point", "", "min-second", 0, false, box},
    {crossover, "one-point", "last", "min-second", 9, true, row},     // the last of 8 cuts
    {crossover, "one-point", "inner", "min-second", 1, false, cell},  // 1: not the last cut
    {crossover, "k-segment", "most", "max-segments"},
    {crossover, "exchange", "most", "max-exchanges"},
    {mutation, "swap", "most", "max-swaps"},
    {mutation, "swap-row", "most", "max-swaps"},
    {mutation, "swap-cells", "least", "min-swaps"},
    {mutation, "swap-cells", "most", "max-swaps"},
    {mutation, "guarded-swap", "most", "max-swaps"},
    {mutation, "random-reset", "most", "max-cells"},
    {mutation, "fresh-box", "most", "max-boxes"},
    {mutation, "fresh-row", "most", "max-rows"},
    {replacement, "plus", "children", "offspring"},
    {stagnation, "grow", "most", "max-growth"},
    {stagnation, "grow", "kept", "elite"},
    {stagnation, "grow", "crossed-low", "min-crossed"},
    {stagnation, "grow", "crossed-high", "max-crossed"},
};

template <class Table, class Condition>
auto find_in(const Table& table, const Condition& holds) {
    const auto found = std::ranges::find_if(table, holds);
    return found == std::end(table) ? nullptr : &*found;
}

}  // namespace

const OldOperator* find_old_operator(OperatorKind kind, std::string_view old_name) {
    return find_in(old_operators, [&](const OldOperator& old) { return old.kind == kind && old.old_name == old_name; });
}

const OldParameter* find_old_parameter(OperatorKind kind, std::string_view of, std::uint32_t form,
                                       std::string_view old_name) {
    return find_in(old_parameters, [&](const OldParameter& old) {
        return old.kind == kind && old.of == of && old.old_name == old_name && old.form.value_or(form) == form;
    });
}

const OldOperator* hashed_operator(OperatorKind kind, std::string_view name, std::uint32_t form) {
    return find_in(old_operators, [&](const OldOperator& old) {
        return old.is_hashed && old.kind == kind && old.name == name && old.form.value_or(form) == form;
    });
}

const OldParameter* hashed_parameter(OperatorKind kind, std::string_view of, std::uint32_t form,
                                     std::string_view name) {
    return find_in(old_parameters, [&](const OldParameter& old) {
        return old.kind == kind && old.of == of && old.name == name && old.form.value_or(form) == form;
    });
}

}  // namespace evodoku
