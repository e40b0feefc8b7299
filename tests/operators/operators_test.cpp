// What every operator must keep, over the whole registry; and the catalogue: names, helps and parameters.
#include <gtest/gtest.h>

#include <set>

#include "evodoku/operators/operator.hpp"
#include "operators/catalogue.hpp"
#include "operators/cost/costs.hpp"
#include "operators/crossover/all.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/all.hpp"
#include "operators/replacement/all.hpp"
#include "operators/selection/selections.hpp"
#include "representation/every_board.hpp"
#include "support/boards.hpp"

namespace evodoku {
namespace {

/// What `evodoku check-operator` asks of operators of a shared object.
template <class List, class Operator, class Board>
void expect_kept_on(const Board&) {
    if constexpr (supports<Operator>(Board::flag)) {
        const OperatorInfo& info = info_of(List::kind, id_of(Operator::name));
        for (const ParameterValues& values : values_to_try(info, Board::flag)) {
            if (!is_form_for<Operator>(values)) continue;
            const std::string fault = checks::fault_of<List::kind, Board>(operator_of<Operator>(values));
            EXPECT_EQ(fault, "") << Operator::name;
        }
    }
}
template <class List>
void expect_kept() {
    List::for_each([]<class Operator>(const Operator&) {
#define EVODOKU_CHECK(Board) expect_kept_on<List, Operator>(Board());
        EVODOKU_FOR_EVERY_BOARD(EVODOKU_CHECK)
#undef EVODOKU_CHECK
    });
}

TEST(EveryOperator, KeepsWhatItsKindMust) {
    expect_kept<Initialisations>(), expect_kept<Costs>(), expect_kept<Selections>(), expect_kept<Crossovers>();
    expect_kept<Mutations>(), expect_kept<Replacements>(), expect_kept<Stagnations>();
}

TEST(Initialisations, ReachEveryDigitInEveryFreeCell) {
    test::for_each_pairing<Initialisations>([]<class Operator, class Representation>() {
        const test::PreparedPuzzle empty(make_puzzle(Grid{}));
        std::vector<int> seen(cell_count * 9);
        for (std::uint32_t k = 0; k < 2'000; ++k) {
            typename Representation::Stored board;
            Draws draws({3, 0, k, 0}, Purpose::initialise);
            Operator{}(Representation::view(board), empty.context(), draws);
            const Grid grid = Representation::to_grid(board);
            for (int cell = 0; cell < cell_count; ++cell) ++seen[static_cast<std::size_t>(cell * 9 + grid[cell] - 1)];
        }
        // 2,000 / 9 = 222 expected, standard deviation 14: five of them.
        for (const int count : seen) EXPECT_NEAR(count, 222, 70) << Operator::name;
    });
}

TEST(Initialisations, RowCandidatesKeepToTheCandidatesAndFillARowWithoutDuplicatesWhereTheyCan) {
    const Puzzle puzzle = make_puzzle(presolve(test::hard_puzzle, PresolveLevel::givens));
    int duplicates = 0;
    for (std::uint32_t k = 0; k < 200; ++k) {
        CellBoard::Stored board;
        Draws draws({3, 0, k, 0}, Purpose::initialise);
        RowCandidates{}(CellBoard::view(board), Context{puzzle}, draws);
        const Grid grid = CellBoard::to_grid(board);
        for (int cell = 0; cell < cell_count; ++cell) ASSERT_TRUE(puzzle.candidates[cell] >> (grid[cell] - 1) & 1);
        duplicates += static_cast<int>(CellBoard::view(board).missing_in_rows());
    }
    EXPECT_GT(duplicates, 0);
    EXPECT_LT(duplicates, 200 * 9) << "less than one a row";
    const Puzzle free = make_puzzle(Grid{});
    CellBoard::Stored board;
    Draws draws({3, 0, 1, 0}, Purpose::initialise);
    RowCandidates{}(CellBoard::view(board), Context{free}, draws);
    EXPECT_EQ(CellBoard::view(board).missing_in_rows(), 0u);
}

TEST(Crossovers, TakeWholeBoxes) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    Crossovers::for_each([&]<class Operator>(const Operator& op) {
        if constexpr (supports<Operator>(box_board)) {
            for (std::uint32_t k = 0; k < 200; ++k) {
                const auto a = test::board_of(puzzle, 2 * k), b = test::board_of(puzzle, 2 * k + 1);
                BoxBoard::Stored child;
                Draws draws({4, 0, k, 0}, Purpose::cross);
                op(BoxBoard::view(a), BoxBoard::view(b), BoxBoard::view(child), Context{puzzle}, draws);
                const auto box = [](const BoxBoard::Stored& board, int number) {
                    return BoxBoard::view(board).box(number);
                };
                for (int n = 0; n < 9; ++n) ASSERT_TRUE(box(child, n) == box(a, n) || box(child, n) == box(b, n));
            }
        }
    });
}

TEST(Crossovers, MixTheParents) {
    test::for_each_pairing<Crossovers>([]<class Operator, class Representation>() {
        const Puzzle puzzle = make_puzzle(Grid{});
        int from_a = 0, mixed = 0;
        for (std::uint32_t k = 0; k < 1'000; ++k) {
            const auto a = test::board_of<Representation>(puzzle, 2 * k);
            const auto b = test::board_of<Representation>(puzzle, 2 * k + 1);
            typename Representation::Stored child;
            Draws draws({4, 0, k, 0}, Purpose::cross);
            Operator{}(Representation::view(a), Representation::view(b), Representation::view(child),
                       Context{puzzle, nullptr, k % 2 != 0}, draws);
            const Grid in_a = Representation::to_grid(a), in_b = Representation::to_grid(b);
            const Grid in_child = Representation::to_grid(child);
            int of_a = 0, of_b = 0;  // cells that only the one explains
            for (int cell = 0; cell < cell_count; ++cell) {
                of_a += in_child[cell] == in_a[cell] && in_child[cell] != in_b[cell];
                of_b += in_child[cell] == in_b[cell] && in_child[cell] != in_a[cell];
            }
            from_a += of_a;
            mixed += of_a != 0 && of_b != 0;
        }
        EXPECT_GT(from_a, 8'100) << Operator::name;  // of about 72,000: each parent gives its part
        EXPECT_LT(from_a, 64'000) << Operator::name;
        const bool blends = std::is_same_v<Operator, Arithmetic>;  // one side is nearer everywhere
        const bool may_refuse = std::is_same_v<Operator, BandStack>;
        EXPECT_GT(mixed, blends ? -1 : may_refuse ? 300 : 700) << Operator::name;
    });
}

TEST(Mutations, OftenChangeTheBoard) {
    test::for_each_pairing<Mutations>([]<class Operator, class Representation>() {
        const Puzzle puzzle = make_puzzle(test::hard_puzzle);
        const test::PreparedPuzzle prepared(puzzle);
        int changed = 0;
        for (std::uint32_t k = 0; k < 1'000; ++k) {
            auto board = test::board_of<Representation>(puzzle, k);
            const Grid before = Representation::to_grid(board);
            Draws draws({5, 0, k, 0}, Purpose::mutate);
            Operator{}(Representation::view(board), prepared.context(), draws);
            changed += Representation::to_grid(board) != before;
        }
        // A guard lets few swaps of a random board pass.
        const bool guarded = std::is_same_v<Operator, GuardedSwap>;
        EXPECT_GT(changed, guarded ? 300 : 800) << Operator::name;
    });
}

TEST(Catalogue, NamesAreUniqueInTheirKindAndEveryTextIsThere) {
    for (const OperatorKind kind : every_operator_kind) {
        std::set<std::string_view> names;
        for (const OperatorInfo& op : catalogue(kind)) {
            EXPECT_EQ(op.kind, kind);
            EXPECT_TRUE(names.insert(op.name).second) << op.name;
            EXPECT_GT(op.help.size(), 10u) << op.name;
            EXPECT_NE(op.boards, 0u) << op.name << " supports no board";
            EXPECT_EQ(op.id, id_of(op.name));
            EXPECT_EQ(&info_of(kind, op.id), &op);
            EXPECT_EQ(find_operator(kind, op.name), &op);
            EXPECT_EQ(op.forms().front().defaults, op.defaults);
            std::size_t position = 0;
            for (const ParameterInfo& parameter : op.parameters()) {
                EXPECT_GT(parameter.help.size(), 10u) << op.name << ":" << parameter.name;
                EXPECT_LE(parameter.min, op.defaults[position]) << op.name << ":" << parameter.name;
                EXPECT_GE(parameter.max, op.defaults[position++]) << op.name << ":" << parameter.name;
            }
        }
        EXPECT_GT(names.size(), 1u) << to_text(kind);
        EXPECT_EQ(find_operator(kind, "no such operator"), nullptr);
        EXPECT_THROW(info_of(kind, OperatorId{0}), std::invalid_argument);
    }
}

TEST(Catalogue, SaysWhatTheOperatorsSay) {
    const auto check = []<class List>(const List&) {
        std::size_t forms = 0;
        for (const OperatorInfo& info : catalogue(List::kind)) forms += info.forms().size();
        EXPECT_EQ(forms, List::size);
        List::for_each([&]<class Op>(const Op& op) {
            const OperatorInfo* info = find_operator(List::kind, Op::name);
            ASSERT_NE(info, nullptr);
            const OperatorForm& form = info->form_of(values_of(op));
            EXPECT_EQ(form.boards, Op::supports);
            EXPECT_EQ(form.defaults, values_of(op));
            ParameterValues values = values_of(op);
            std::size_t position = has_rate<Op> ? 1 : 0;
            for (const Parameter<Op>& parameter : parameters_of<Op>()) {
                EXPECT_EQ(info->parameters()[position].name, parameter.name);
                values[position++] = parameter.max;
            }
            EXPECT_EQ(info->parameter_count, position);
            EXPECT_EQ(has_rate<Op>, position != 0 && info->parameters()[0].name == "rate");
            EXPECT_EQ(values_of(operator_of<Op>(values)), values) << Op::name;
            EXPECT_TRUE(is_form_for<Op>(values));
        });
    };
    check(Initialisations{}), check(Costs{}), check(Selections{}), check(Crossovers{}), check(Mutations{});
    check(Replacements{}), check(Stagnations{});
}

TEST(Catalogue, SegmentsAreFormsOfOneOperator) {
    const OperatorInfo* uniform = find_operator(OperatorKind::crossover, "uniform");
    ASSERT_NE(uniform, nullptr);
    ASSERT_EQ(uniform->forms().size(), 3u);
    EXPECT_EQ(uniform->parameters()[uniform->form_parameter].name, "segment");
    EXPECT_EQ(uniform->forms()[0].boards, box_boards);
    EXPECT_EQ(uniform->forms()[1].boards, cell_board);
    EXPECT_EQ(uniform->forms()[2].boards, cell_board);
    EXPECT_TRUE(is_form_for<UniformCrossover<Rows>>(uniform->forms()[1].defaults));
    EXPECT_FALSE(is_form_for<UniformCrossover<Rows>>(uniform->forms()[2].defaults));
    EXPECT_EQ(find_operator(OperatorKind::crossover, "exchange")->forms().size(), 2u) << "no cells";
}

}  // namespace
}  // namespace evodoku
