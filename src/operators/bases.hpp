// What an operator is: the parameters that a user may set, the data it may read, the bases of each kind, the form that
// the phases require, and random choices that several operators make. An operator states its name, its help and what
// differs from its base:
//
//   struct Swap : MutationOn<box_boards> {
//       static constexpr const char* name = "swap";
//       static constexpr const char* help = "exchanges free cells inside a random box";
//       std::uint32_t max_swaps = 5;
//       static constexpr std::array parameters{count_parameter("max-swaps", &Swap::max_swaps, ...)};
//
//       template <class MutableView>
//       EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const;
//   };
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>

#include "core/bits.hpp"
#include "core/draws.hpp"
#include "core/puzzle.hpp"
#include "core/threads.hpp"
#include "evodoku/core/count_or_share.hpp"
#include "evodoku/operators/operator.hpp"
#include "evodoku/representation/kinds_of_board.hpp"

namespace evodoku {

// Parameters. Command line, error messages, configuration files and tests read them through the catalogue.

/// `member` of `Op` may be set to min..max (a share: in units of 1/65536). Without a member the parameter belongs to
/// the type: each value, here `min`, is a form of the operator with code of its own.
template <class Op>
struct Parameter : ParameterInfo {
    std::uint32_t Op::*member;

    constexpr bool is_of_type() const { return member == nullptr; }
};

template <class Op>
constexpr Parameter<Op> count_parameter(const char* name, std::uint32_t Op::*member, std::uint32_t min,
                                        std::uint32_t max, const char* help) {
    return {{name, ParameterKind::count, min, max, help, ""}, member};
}
/// 0 or 1.
template <class Op>
constexpr Parameter<Op> switch_parameter(const char* name, std::uint32_t Op::*member, const char* help) {
    return count_parameter(name, member, 0, 1, help);
}
template <class Op>
constexpr Parameter<Op> share_parameter(const char* name, std::uint32_t Op::*member, const char* help, Share min = 0,
                                        Share max = share_one) {
    return {{name, ParameterKind::share, min, max, help, ""}, member};
}
/// One of `names`: "first|second|third" for 0, 1, 2.
template <class Op>
constexpr Parameter<Op> name_parameter(const char* name, std::uint32_t Op::*member, const char* names,
                                       const char* help) {
    std::uint32_t last = 0;
    for (const char letter : std::string_view(names)) last += letter == '|';
    return {{name, ParameterKind::name, 0, last, help, names}, member};
}

/// The operator's own parameters, in their listed order.
template <class Op>
constexpr auto parameters_of() {
    if constexpr (requires { Op::parameters; }) {
        return Op::parameters;
    } else {
        return std::array<Parameter<Op>, 0>{};
    }
}

/// True for an operator of a mix: its first value is the rate at which it is applied, before its own parameters.
template <class Op>
inline constexpr bool has_rate = requires {
    Op::default_rate;
};

/// The values that an operator has.
template <class Op>
inline constexpr std::size_t value_count = has_rate<Op> + parameters_of<Op>().size();

/// The operator with its parameters set, in their listed order.
template <class Op>
constexpr Op operator_of(const ParameterValues& values) {
    Op op{};
    for (std::size_t k = has_rate<Op>; const Parameter<Op>& parameter : parameters_of<Op>()) {
        if (!parameter.is_of_type()) op.*parameter.member = values[k];
        ++k;
    }
    return op;
}

/// The inverse, with the default rate.
template <class Op>
constexpr ParameterValues values_of(const Op& op) {
    ParameterValues values{};
    if constexpr (has_rate<Op>) values[0] = Op::default_rate;
    for (std::size_t k = has_rate<Op>; const Parameter<Op>& parameter : parameters_of<Op>()) {
        values[k++] = parameter.is_of_type() ? parameter.min : op.*parameter.member;
    }
    return values;
}

/// True if the values choose this form of an operator.
template <class Op>
constexpr bool is_form_for(const ParameterValues& values) {
    for (std::size_t k = has_rate<Op>; const Parameter<Op>& parameter : parameters_of<Op>()) {
        if (parameter.is_of_type() && values[k] != parameter.min) return false;
        ++k;
    }
    return true;
}

// The data that an operator may read besides the boards it is given.

struct Alleles;

/// A board among those of its ladder, in order of temperature, then of index. Pairs of neighbours alternate: 0 and 1, 2
/// and 3, ... in one generation, 1 and 2, 3 and 4, ... in the next.
struct Ladder {
    std::uint32_t index = 0, size = 1;  ///< of the child; individuals in the ladder
    bool has_neighbour = false;         ///< in this generation
    bool is_colder = false;             ///< the parent is the first of the pair
    std::uint32_t cost = 0;             ///< of the parent
    std::uint32_t other_cost = 0, other_temperature = 0;
    StreamKey stream = {};  ///< the same for both of a pair
};

/// For crossover, mutation, initialisation and cost.
template <class PuzzleOfBoard>
struct ContextFor {
    const PuzzleOfBoard& puzzle;
    const Alleles* alleles = nullptr;  ///< only where an operator of the configuration needs them
    bool second = false;               ///< the second child of a pair (see Config::paired_children)
    std::uint32_t age = 0;             ///< generations since a start, restart or reheat; only where needs.cooling
    std::uint32_t coldness = 0;        ///< see Config::schedule; 0 without one; only where needs.schedule
    std::conditional_t<is_9x9<PuzzleOfBoard>, std::monostate, Ladder> ladder = {};  ///< only where needs.ladder
};
using Context = ContextFor<Puzzle>;

/// One of several children that a mutation changes together, and the work that it took.
template <class MutableView>
struct ChildOfBatch {
    MutableView board;
    Draws draws;
    SearchWork effort;
};

/// An island in order of cost, for selection: rank 0 is the best. The cost of a rank is found through `order`.
struct Ranking {
    std::uint32_t size;          ///< individuals in the island
    const std::uint32_t* order;  ///< rank -> index within the island
    const std::uint32_t* costs;  ///< index -> cost
    std::uint32_t child = 0;     ///< the child that needs a parent, by index within the island; only where needs.child
    bool second = false;         ///< it is the second parent; only where needs.child
    std::uint32_t kept = 0;      ///< the best that stay as they are
    std::uint32_t highest = 0;   ///< no cost is higher
    std::uint32_t filled = 0;    ///< elites and children that the new population has; only where needs.waves
    bool anneals = false;        ///< there is a schedule: see Config::schedule; only where needs.schedule
    std::uint32_t colder = 0;    ///< by how much the coldness rises now, if there is a schedule
    /// rank -> a number common to all ranks, plus the sum of the weights of the ranks up to it; only where needs.wheel
    const std::uint64_t* wheel = nullptr;
    StreamKey stream = {};  ///< of the island's individual 0 in this generation

    EVODOKU_HD std::uint32_t index_at(std::uint32_t rank) const { return order[rank]; }
    EVODOKU_HD std::uint32_t cost_at(std::uint32_t rank) const { return costs[index_at(rank)]; }
};

// How one generation follows the other, as the phases see it: plain data. A selection, a replacement or a stagnation
// changes it by a member `void change(Rules& rules) const`. This is the only hook for what a preset does differently
// between generations: the phases know no operator of replacement or stagnation, only these rules.

/// Elites that may compete where each must beat one: a bit of a word each.
inline constexpr std::uint32_t max_beaten = 64;

struct Rules {
    // Which boards survive.
    Share made = share_one;       ///< children, migrants and immigrants of a generation, as a share of the island
    bool merges = false;          ///< the next population is the best of the old one and of those made
    bool children_first = false;  ///< where both cost the same: the made one, not the old one
    bool elites_only = false;     ///< of the old population, only the elites compete
    bool must_beat = false;       ///< an elite stays only if it is better than the made one that then has its rank
    bool ages = false;            ///< the cost of one that stays rises by one
    bool learns = false;          ///< an immigrant may be a copy of an elite

    // What a stalled island does: unless it grows or reheats, it starts again.
    bool grows = false;
    bool reheats = false;        ///< temperatures begin anew; a generation is compared with the one before
    bool fresh = false;          ///< a reheat takes fresh boards, too
    bool since_restart = false;  ///< generations are counted since the start or restart, not since the best board
    std::uint32_t limit = 0;     ///< restarts per island; 0 = any number

    // How an island grows, and its shares from then on.
    std::uint32_t max_growth = 0;            ///< individuals added per growth: 0 to this many
    Share grown_elite = 0;                   ///< elites
    Share min_crossed = 0, max_crossed = 0;  ///< children crossed: a share between these
    /// After a stall the island grows in every generation, up to the one after a better board, without immigrants.
    bool grows_each_generation = false;

    /// Waves in which the children of a generation are made: parents are boards of the waves before. 0: all at once,
    /// from the last population.
    std::uint32_t waves = 0;

    /// The best that stay unchanged, in an island of `size` with `elites` requested elites.
    EVODOKU_HD std::uint32_t kept(std::uint32_t size, std::uint32_t elites) const {
        const std::uint32_t left = size - share_of(made, size);
        return merges ? 0 : left > elites ? left : elites;  // a branch takes the crossovers six registers on a GPU
    }

    /// Individuals of the island in use during a generation: those kept, then those made.
    EVODOKU_HD std::uint32_t end(std::uint32_t size) const {
        if (!merges) return size;
        const std::uint32_t count = share_of(made, size);
        return count == 0 ? 1 : count;
    }
};

/// An island's size and shares, which change when it stalls.
struct Growth {
    std::uint32_t next_size = 0;  ///< of the next population, if it is bred from this one
    std::uint32_t has_grown = 0;  ///< 0 or 1: shares are those of the configuration, or of the rules
    Share crossed = 0;            ///< of the children, once it has grown

    EVODOKU_HD CountOrShare elite(const Rules& rules, const CountOrShare& otherwise) const {
        return has_grown != 0 ? CountOrShare{rules.grown_elite, true} : otherwise;
    }
    EVODOKU_HD CountOrShare immigrants(const Rules& rules, const CountOrShare& otherwise) const {
        return has_grown != 0 && rules.grows_each_generation ? CountOrShare{} : otherwise;
    }
    /// The share of children that are crossed, in place of the rate of the operator; null where that holds.
    EVODOKU_HD const Share* crossed_instead() const { return has_grown != 0 ? &crossed : nullptr; }

    /// A stall, with effect in the next generation. The island holds at most `max_size` individuals. `draws`: of the
    /// island in this generation.
    EVODOKU_HD void grow(const Rules& rules, std::uint32_t max_size, Draws draws) {
        const std::uint32_t more = draws.below(rules.max_growth + 1);
        const std::uint32_t room = max_size - next_size;
        crossed = rules.min_crossed + draws.below(rules.max_crossed - rules.min_crossed + 1);
        next_size += more < room ? more : room;
        has_grown = 1;
    }
};

// What the operators of a kind have in common. A rate belongs to the mix: an operator states its default only.

template <Boards boards>
struct OperatorOn {
    static constexpr Boards supports = boards;
    static constexpr OperatorNeeds needs = {};
};

template <Boards boards>
struct InitialisationOn : OperatorOn<boards> {
    static constexpr Genes genes = Genes::free_cells;
    static constexpr std::uint32_t blocks = 1;  ///< the minimum of blocks of random words that it draws
};

/// A cost also has `highest`.
template <Boards boards>
using CostOn = OperatorOn<boards>;

/// A selection sees ranks, not boards.
using SelectionOnRanks = OperatorOn<every_board>;

template <Boards boards, Share rate = percent(80)>
struct CrossoverOn : OperatorOn<boards> {
    static constexpr Share default_rate = rate;
    static constexpr const char* rate_help = "share of children made by crossover; the others copy one parent";
};

template <Boards boards, Share rate = percent(30)>
struct MutationOn : OperatorOn<boards> {
    static constexpr Share default_rate = rate;
    static constexpr const char* rate_help = "share of children that are mutated";
};

// The required form, kind by kind. A file without it is rejected where it is listed, or where a phase is compiled for a
// board that it claims to support. The error names the missing concept.

/// An operator is copied to devices byte by byte.
template <class Op>
concept Operator = std::is_trivially_copyable_v<Op> && std::default_initializable<Op> && requires {
    { Op::name } -> std::convertible_to<const char*>;
    { Op::help } -> std::convertible_to<const char*>;
    requires std::same_as<decltype(Op::supports), const Boards>;
    requires std::same_as<decltype(Op::needs), const OperatorNeeds>;
    requires std::same_as<typename decltype(parameters_of<Op>())::value_type, Parameter<Op>>;
    requires(value_count<Op> <= max_parameters);
};

/// True if an operator works on boards of a representation.
template <class Op>
constexpr bool supports(Boards representation) {
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
concept CrossoverOperator = has_rate<Op> && SupportsBoard<Op, Board> &&
    requires(const Op op, typename Board::View parent, typename Board::MutableView child,
             const ContextFor<typename Board::Puzzle>& context, Draws& draws) {
    { op(parent, parent, child, context, draws) } -> std::same_as<void>;
};

/// What a mutation returns.
template <class Op>
using MutationResult = std::conditional_t<Op::needs.effort, SearchWork, void>;

/// Changes a child in place; a larger board also with a group of threads (core/threads.hpp).
template <class Op, class Board>
concept MutationOperator = has_rate<Op> && SupportsBoard<Op, Board> &&
    requires(const Op op, typename Board::MutableView child, const ContextFor<typename Board::Puzzle>& context,
             Draws& draws, const Alone& group) {
    { op(child, context, draws) } -> std::same_as<MutationResult<Op>>;
    requires !is_large(Board::flag) || requires {
        { op(child, context, draws, group) } -> std::same_as<MutationResult<Op>>;
    };
};

/// Every operator of a kind. All code that lists, parses, checks, tests or times operators reads these lists, mostly
/// through the catalogue. The first that supports a board is the default of that board.
template <OperatorKind kind_, Operator... Ops>
struct OperatorList {
    static constexpr OperatorKind kind = kind_;
    static constexpr std::size_t size = sizeof...(Ops);

    /// visit(Op{}) for each, in the order of the list.
    static constexpr void for_each(const auto& visit) { (visit(Ops{}), ...); }
};

/// The list of a kind, for code that includes the operators of that kind only where it is compiled.
template <OperatorKind kind>
struct OperatorsOf;

// Random choices.

/// `first` and another number, `second`, from their places: `second` is a place among the numbers other than `first`.
struct TwoDifferent {
    std::uint32_t first, second;

    EVODOKU_HD constexpr TwoDifferent(std::uint32_t number, std::uint32_t place)
        : first(number), second(place + (place >= number)) {}

    EVODOKU_HD constexpr std::uint32_t low() const { return first < second ? first : second; }
    EVODOKU_HD constexpr std::uint32_t high() const { return first < second ? second : first; }
};

/// Two different numbers of 0..count-1, every ordered pair alike. Requires a count of two or more. Draws 32 bits.
EVODOKU_HD inline TwoDifferent two_different(std::uint32_t count, Draws& draws) {
    const std::uint32_t first = draws.below_small(count);
    return {first, draws.below_small(count - 1)};
}

/// One of the bits of a set that is not empty, every bit alike. Draws 16 bits.
EVODOKU_HD inline std::uint32_t random_bit_of(std::uint32_t set, auto& draws) {
    return only_nth_bit(set, draws.below_small(static_cast<std::uint32_t>(count_bits(set))));
}

}  // namespace evodoku
