// For operators of one's own: include this, write a struct as those of src/operators/KIND/, and end the file with
//
//   EVODOKU_OPERATORS(evodoku::OwnMutations<MySwap>)
//
// with a list for each kind. evodoku_add_operators() of the installed package makes a shared object of it, which
// `evodoku solve --operators FILE` loads. See docs/how-to/own-operators.md.
#pragma once

#include <array>
#include <string>

#include "engine/operator_steps.hpp"
#include "engine/phases/mutate.hpp"
#include "operators/catalogue.hpp"
#include "representation/every_board.hpp"

#if defined(__CUDACC__)
#include "cuda_executor.cuh"
#else
#include "cpu/executor.hpp"
#include "operator_interface.hpp"
#include "operators/checks.hpp"
#endif

namespace evodoku {

template <class... Ops>
using OwnInitialisations = OperatorList<OperatorKind::initialisation, Ops...>;
template <class... Ops>
using OwnCosts = OperatorList<OperatorKind::cost, Ops...>;
template <class... Ops>
using OwnSelections = OperatorList<OperatorKind::selection, Ops...>;
template <class... Ops>
using OwnCrossovers = OperatorList<OperatorKind::crossover, Ops...>;
template <class... Ops>
using OwnMutations = OperatorList<OperatorKind::mutation, Ops...>;
template <class... Ops>
using OwnReplacements = OperatorList<OperatorKind::replacement, Ops...>;
template <class... Ops>
using OwnStagnations = OperatorList<OperatorKind::stagnation, Ops...>;

template <OperatorKind kind, class... Ops>
constexpr bool any_supports(const OperatorList<kind, Ops...>&, Boards board) {
    return (supports<Ops>(board) || ...);
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
#define EVODOKU_ADD(Board)                                                      \
    if constexpr (has_steps(List::kind) && any_supports(List(), Board::flag)) { \
        code.add[number_of(Board::flag)] = add_object_step<List, E, Board>;     \
    }
    EVODOKU_FOR_EVERY_BOARD(EVODOKU_ADD)
#undef EVODOKU_ADD
    return code;
}

#if defined(__CUDACC__)

template <class... Lists>
const CudaObject* cuda_object() {
    static constexpr std::array codes = {step_code<Lists, cuda::Executor>()...};
    static const CudaObject object = codes;
    return &object;
}
#define EVODOKU_OPERATORS(...)                                                                              \
    extern "C" __attribute__((visibility("default"))) const evodoku::CudaObject* evodoku_cuda_operators() { \
        return evodoku::cuda_object<__VA_ARGS__>();                                                         \
    }

#else

/// See CheckOperator.
template <class List>
std::string check_operator(OperatorId id, const ParameterValues& values, Boards board) {
    std::string fault;
    List::for_each([&]<class Op>(const Op&) {
        if (id_of(Op::name) != id || !is_form_for<Op>(values) || !fault.empty()) return;
#define EVODOKU_CHECK(Board)                                                                            \
    if constexpr (supports<Op>(Board::flag)) {                                                          \
        if (Board::flag == board) fault = checks::fault_of<List::kind, Board>(operator_of<Op>(values)); \
    }
        EVODOKU_FOR_EVERY_BOARD(EVODOKU_CHECK)
#undef EVODOKU_CHECK
    });
    return fault;
}

template <class... Lists>
const OperatorObject* operator_object() {
    static const std::array lists = {
        ObjectList{catalogue_of<Lists>, step_code<Lists, cpu::Executor>(), check_operator<Lists>}...};
    static const OperatorObject object{operator_interface, lists};
    return &object;
}
#define EVODOKU_OPERATORS(...)                                                                             \
    extern "C" __attribute__((visibility("default"))) const evodoku::OperatorObject* evodoku_operators() { \
        return evodoku::operator_object<__VA_ARGS__>();                                                    \
    }

#endif

}  // namespace evodoku
