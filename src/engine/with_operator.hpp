// From a specification to the operator's type, for units that compile phases.
#pragma once

#include <optional>

#include "evodoku/engine/operator_spec.hpp"
#include "operators/concepts.hpp"

namespace evodoku {

/// The specified operator; empty if it is another one, or another form of it.
template <class Op, OperatorKind kind>
std::optional<Op> specified(const OperatorSpec<kind>& spec) {
    return spec.is(Op::name) && is_form_for<Op>(spec.values) ? std::optional(operator_of<Op>(spec.values))
                                                             : std::nullopt;
}

/// The same for a mix with this operator alone.
template <class Op, class Kind>
std::optional<Op> only(const Mix<Kind>& mix) {
    return mix.size() == 1 ? specified<Op>(mix[0].op) : std::nullopt;
}

/// Calls make(operator) for the specified operator. validate() has checked that it supports the board.
template <class List, class Board, OperatorKind kind, class Make>
void with_operator(const OperatorSpec<kind>& spec, const Make& make) {
    static_assert(List::kind == kind);
    for_each_operator<List>([&]<class Op>(const Op&) {
        if constexpr (supports<Op>(Board::flag)) {
            if (const auto op = specified<Op>(spec)) make(*op);
        }
    });
}

}  // namespace evodoku
