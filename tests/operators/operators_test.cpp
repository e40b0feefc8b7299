// What every operator must keep, over the whole registry; and the catalogue: names, helps and parameters.
#include <gtest/gtest.h>

#include <algorithm>

#include <set>
#include <string>

#include "core/geometry.hpp"
#include "evodoku/operators/operator.hpp"
#include "operators/cost/costs.hpp"
#include "operators/crossover/all.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/all.hpp"
#include "operators/replacement/all.hpp"
#include "operators/selection/selections.hpp"
#include "support/boards.hpp"

namespace evodoku {
namespace {

TEST(Initialisations, MakeChromosomesOfThePuzzle) {
    test::for_each_pairing<Initialisations>([]<class Operator, class Representation>() {
        EXPECT_TRUE(rc::check("initialisation " + test::pairing<Operator, Representation>(), [] {
            Puzzle puzzle = test::arbitrary_puzzle();
            choose_genes(puzzle, Operator::genes);
            typename Representation::Stored board;
            Draws draws = test::arbitrary_draws(Purpose::initialise);
            test::with_arbitrary_parameters<Operator>()(Representation::view(board), Context{puzzle}, draws);
            RC_ASSERT(test::is_chromosome<Representation>(puzzle, Representation::to_grid(board)));
        }));
    });
}

TEST(Initialisations, ReachEveryDigitInEveryFreeCell) {
    test::for_each_pairing<Initialisations>([]<class Operator, class Representation>() {
        const Puzzle puzzle = make_puzzle(Grid{});
        std::vector<int> seen(cell_count * 9);
        for (std::uint32_t k = 0; k < 2'000; ++k) {
            typename Representation::Stored board;
            Draws draws({3, 0, k, 0}, Purpose::initialise);
            Operator{}(Representation::view(board), Context{puzzle}, draws);
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

TEST(Crossovers, MakeChromosomesOfThePuzzle) {
    test::for_each_pairing<Crossovers>([]<class Operator, class Representation>() {
        EXPECT_TRUE(rc::check("crossover " + test::pairing<Operator, Representation>(), [] {
            const Puzzle puzzle = test::arbitrary_puzzle_for<Representation>();
            const auto a = test::arbitrary_board_of<Representation>(puzzle);
            const auto b = test::arbitrary_board_of<Representation>(puzzle);
            typename Representation::Stored child;
            Draws draws = test::arbitrary_draws(Purpose::cross);
            const Context context{puzzle, nullptr, *rc::gen::arbitrary<bool>()};
            test::with_arbitrary_parameters<Operator>()(Representation::view(a), Representation::view(b),
                                                        Representation::view(child), context, draws);
            const Grid in_a = Representation::to_grid(a), in_b = Representation::to_grid(b);
            const Grid in_child = Representation::to_grid(child);
            RC_ASSERT(test::is_chromosome<Representation>(puzzle, in_child));
            for (int box = 0; box < 9 && Representation::flag == box_board; ++box) {
                RC_ASSERT(test::same_box(in_child, in_a, box) || test::same_box(in_child, in_b, box));
            }
            // A blend is of neither parent, and a mapped digit stands elsewhere in its parent: they have tests of their
            // own.
            constexpr bool makes_genes = std::is_same_v<Operator, Arithmetic> || std::is_same_v<Operator, Pmx> ||
                                         std::is_same_v<Operator, PmxRelabel> || std::is_same_v<Operator, PmxRow>;
            for (int cell = 0; cell < cell_count && !makes_genes; ++cell) {
                RC_ASSERT(in_child[cell] == in_a[cell] || in_child[cell] == in_b[cell]);
            }
        }));
    });
}

TEST(FreshBoardsAndChildren, DependOnNothingThatWasInTheirPlaceBefore) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    const auto expect_same = [&]<class Representation>(const char* name, const Representation&, const auto& make) {
        typename Representation::Stored over_zeros, over_ones;
        if constexpr (Representation::flag == box_board) {
            for (std::uint64_t& word : over_ones.word) word = ~std::uint64_t{0};
        } else {
            for (int k = 0; k < Representation::triples; ++k) over_ones.word[k] = Representation::triple_mask;
        }
        make(Representation::view(over_zeros)), make(Representation::view(over_ones));
        EXPECT_TRUE(std::ranges::equal(over_zeros.word, over_ones.word)) << name;
    };
    test::for_each_pairing<Initialisations>([&]<class Operator, class Representation>() {
        expect_same(Operator::name, Representation{}, [&](auto board) {
            Draws draws({4, 0, 0, 0}, Purpose::initialise);
            Operator{}(board, Context{puzzle}, draws);
        });
    });
    test::for_each_pairing<Crossovers>([&]<class Operator, class Representation>() {
        const auto a = test::board_of<Representation>(puzzle, 1), b = test::board_of<Representation>(puzzle, 2);
        expect_same(Operator::name, Representation{}, [&](auto board) {
            Draws draws({4, 0, 0, 0}, Purpose::cross);
            Operator{}(Representation::view(a), Representation::view(b), board, Context{puzzle}, draws);
        });
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

TEST(Mutations, MakeChromosomesOfThePuzzle) {
    test::for_each_pairing<Mutations>([]<class Operator, class Representation>() {
        EXPECT_TRUE(rc::check("mutation " + test::pairing<Operator, Representation>(), [] {
            const Puzzle puzzle = test::arbitrary_puzzle_for<Representation>();
            auto board = test::arbitrary_board_of<Representation>(puzzle);
            Draws draws = test::arbitrary_draws(Purpose::mutate);
            const test::PreparedPuzzle prepared(puzzle);
            test::with_arbitrary_parameters<Operator>()(Representation::view(board), prepared.context(), draws);
            RC_ASSERT(test::is_chromosome<Representation>(puzzle, Representation::to_grid(board)));
        }));
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

TEST(Mutations, LeaveAPuzzleWithoutFreeCellsAlone) {
    test::for_each_pairing<Mutations>([]<class Operator, class Representation>() {
        const Puzzle puzzle = make_puzzle(test::easy_solution);
        auto board = test::board_of<Representation>(test::easy_solution);
        Draws draws({5, 0, 0, 0}, Purpose::mutate);
        const test::PreparedPuzzle prepared(puzzle);
        Operator{}(Representation::view(board), prepared.context(), draws);
        EXPECT_EQ(Representation::to_grid(board), test::easy_solution) << Operator::name;
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
