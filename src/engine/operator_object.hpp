// What a shared object with operators contains, from lists of them: one half compiled with the executor of the CPU, the
// other, if there is one, with that of CUDA. devices/own_operators.hpp has the names that authors use.
#pragma once

#include <array>
#include <span>
#include <string>

#include "engine/operator_steps.hpp"
#include "engine/phases/mutate.hpp"
#include "operators/describe.hpp"
#include "operators/loaded.hpp"
#include "representation/every_board.hpp"

namespace evodoku {

template <class List>
constexpr bool any_supports(Boards board) {
    bool found = false;
    List::for_each([&]<class Op>(const Op&) { found = found || supports<Op>(board); });
    return found;
}

/// See AddStep.
template <class List, class E, class Board>
void add_object_step(const void* generation, const void* spec, const void* step) {
    constexpr OperatorKind kind = List::kind;
    add_step_of<List>(*static_cast<const GenerationOn<E, Board>*>(generation),
                      *static_cast<const OperatorSpec<kind>*>(spec), *static_cast<const OperatorStep<kind>*>(step));
}

template <class List, class E>
constexpr StepCode step_code() {
    StepCode code{};
    const auto add = [&]<class Board>(const Board&) {
        if constexpr (has_steps(List::kind) && any_supports<List>(Board::flag)) {
            code.add[number_of(Board::flag)] = add_object_step<List, E, Board>;
        }
    };
#define EVODOKU_ADD(Board) add(Board());
    EVODOKU_FOR_EVERY_BOARD(EVODOKU_ADD)
#undef EVODOKU_ADD
    return code;
}

}  // namespace evodoku
