// The required form of an operator, kind by kind. A file without it is rejected where it is listed, or where a phase is
// compiled for a board that it claims to support. The error names the missing concept.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

#include "core/draws.hpp"
#include "core/puzzle.hpp"
#include "core/threads.hpp"
#include "evodoku/operators/operator.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Every operator has a name, a help text, the supported boards, its needs and perhaps parameters. It is copied to
/// devices byte by byte.
template <class Op>
concept Operator = std::is_trivially_copyable_v<Op> && std::default_initializable<Op> && requires {
    { Op::name } -> std::convertible_to<const char*>;
    { Op::help } -> std::convertible_to<const char*>;
    requires std::same_as<decltype(Op::supports), const Representations>;
    requires std::same_as<decltype(Op::needs), const OperatorNeeds>;
    requires std::same_as<typename decltype(parameters_of<Op>())::value_type, Parameter<Op>>;
    requires(value_count<Op> <= max_parameters);
};

/// An operator of a mix has the rate at which it is applied by default.
template <class Op>
concept MixedOperator = Operator<Op> && has_rate<Op>;

/// True if an operator works on boards of a representation.
template <class Op>
constexpr bool supports(Representations representation) {
    return (Op::supports & representation) != 0;
}
template <class Op, class Board>
concept SupportsBoard = Operator<Op> && supports<Op>(Board::flag);

/// Makes a fresh board.
template <class Op, class Board>
concept InitialisationOperator = SupportsBoard<Op, Board> &&
    requires(const Op op, typename Board::MutableView board, const ContextFor<typename Board::Puzzle>& context,
             Draws& draws) {
    { Op::genes } -> std::convertible_to<Genes>;
    { Op::blocks } -> std::convertible_to<std::uint32_t>;
    { op(board, context, draws) } -> std::same_as<void>;
};

/// Scores a board: 0..highest, 0 = no fault found.
template <class Op, class Board>
concept CostOperator = SupportsBoard<Op, Board> &&
    requires(const Op op, typename Board::View board, const ContextFor<typename Board::Puzzle>& context) {
    { Op::highest } -> std::convertible_to<std::uint32_t>;
    { op(board, context) } -> std::same_as<std::uint32_t>;
};

/// Chooses the rank of a parent. If it needs a wheel, it also gives the weight of a rank.
template <class Op>
concept SelectionOperator = Operator<Op> && requires(const Op op, const Ranking& island, Draws& draws) {
    { op(island, draws) } -> std::same_as<std::uint32_t>;
} &&(!Op::needs.wheel || requires(const Op op, const Ranking& island, std::uint32_t rank) {
    { op.weight(island, rank) } -> std::same_as<std::uint64_t>;
});

/// Makes a child of two parents.
template <class Op, class Board>
concept CrossoverOperator = MixedOperator<Op> && SupportsBoard<Op, Board> &&
    requires(const Op op, typename Board::View parent, typename Board::MutableView child,
             const ContextFor<typename Board::Puzzle>& context, Draws& draws) {
    { op(parent, parent, child, context, draws) } -> std::same_as<void>;
};

/// What a mutation returns.
template <class Op>
using MutationResult = std::conditional_t<Op::needs.effort, SearchWork, void>;

/// Changes a child in place; a larger board also with a team of threads (core/threads.hpp).
template <class Op, class Board>
concept MutationOperator = MixedOperator<Op> && SupportsBoard<Op, Board> &&
    requires(const Op op, typename Board::MutableView child, const ContextFor<typename Board::Puzzle>& context,
             Draws& draws) {
    { op(child, context, draws) } -> std::same_as<MutationResult<Op>>;
} &&(Op::needs.max_first_blocks <= 1 ||
     requires(const Op op) {
         { op.first_blocks() } -> std::same_as<std::uint32_t>;
     }) &&
    (Op::needs.max_together == 0 || EVODOKU_ON_DEVICE == 1 ||
     requires(const Op op, std::span<ChildOfBatch<typename Board::MutableView>> children,
              const ContextFor<typename Board::Puzzle>& context) {
         { op.together(children, context) } -> std::same_as<void>;
     }) &&
    (!is_large(Board::flag) ||
     requires(const Op op, typename Board::MutableView child, const ContextFor<typename Board::Puzzle>& context,
              Draws& draws, const Alone& team) {
         { op(child, context, draws, team) } -> std::same_as<MutationResult<Op>>;
     });

/// Every operator of a kind. All code that lists, parses, checks, tests or times operators reads these lists, mostly
/// through the catalogue. The first that supports a board is the default of that board.
template <OperatorKind kind_, Operator... Ops>
struct OperatorList {
    static constexpr OperatorKind kind = kind_;
    static constexpr std::size_t size = sizeof...(Ops);

    /// visit(Op{}) for each, in the order of the list.
    template <class Visit>
    static constexpr void for_each(const Visit& visit) {
        (visit(Ops{}), ...);
    }
};

template <class List, class Visit>
constexpr void for_each_operator(const Visit& visit) {
    List::for_each(visit);
}

}  // namespace evodoku
