// Visits the registry: tests that must hold for every operator iterate it.
#pragma once

#include <cstddef>
#include <utility>
#include <variant>

#include "evodoku/operators/registry.hpp"

namespace evodoku::test {

/// Calls visit(Operator{}) for each operator of a kind.
template <class Kind, class Visit>
void for_each_operator(const Visit& visit) {
    [&]<std::size_t... k>(std::index_sequence<k...>) { (visit(std::variant_alternative_t<k, Kind>{}), ...); }
    (std::make_index_sequence<std::variant_size_v<Kind>>{});
}

}  // namespace evodoku::test
