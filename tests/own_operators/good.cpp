// One operator of each kind, each a plain form of one that the program has.
#include <devices/own_operators.hpp>
#include <operators/initialisation/initialisations.hpp>

namespace {

using namespace evodoku;

struct MyBoxes : InitialisationOn<box_boards> {
    static constexpr const char* name = "my-boxes";
    static constexpr const char* help = "random boxes, by the operator that the program has";
    static constexpr std::uint32_t blocks = RandomBoxes::blocks;

    EVODOKU_HD void operator()(auto board, const auto& context, Draws& draws) const {
        RandomBoxes{}(board, context, draws);
    }
};

EVODOKU_HD constexpr int size_of(const Puzzle&) { return 9; }
template <int order>
EVODOKU_HD constexpr int size_of(const LargePuzzle<order>&) {
    return order * order;
}

struct MyCost : CostOn<every_board> {
    static constexpr const char* name = "my-cost";
    static constexpr const char* help = "digits that rows and columns lack, cell by cell";
    static constexpr std::uint32_t highest = 2 * 9 * 8;

    EVODOKU_HD std::uint32_t operator()(auto board, const auto& context) const {
        const int size = size_of(context.puzzle);
        std::uint32_t missing = 0;
        for (int line = 0; line < size; ++line) {
            std::uint64_t row = 0, column = 0;
            for (int k = 0; k < size; ++k) {
                row |= std::uint64_t{1} << board.digit(line * size + k);
                column |= std::uint64_t{1} << board.digit(k * size + line);
            }
            missing += static_cast<std::uint32_t>(2 * size - count_bits(row) - count_bits(column));
        }
        return missing;
    }
};

struct MySelection : SelectionOnRanks {
    static constexpr const char* name = "my-selection";
    static constexpr const char* help = "the better of two, or in proportion to a weight that falls with the rank";
    static constexpr OperatorNeeds needs = {.wheel = true};

    EVODOKU_HD std::uint64_t weight(const Ranking& island, std::uint32_t rank) const { return island.size - rank; }
    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint64_t base = island.wheel[0] - weight(island, 0);
        const std::uint64_t ball = draws.below_wide(island.wheel[island.size - 1] - base);
        std::uint32_t rank = 0;
        while (island.wheel[rank] - base <= ball) ++rank;
        return rank;
    }
};

struct MyBoxCrossover : CrossoverOn<box_board> {
    static constexpr const char* name = "my-crossover";
    static constexpr const char* help = "each box from either parent, the first more often";
    std::uint32_t share = percent(70);
    static constexpr std::array parameters{share_parameter("share", &MyBoxCrossover::share, "of boxes from the first")};

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context&, Draws& draws) const {
        child.set_each_box([&](int box) { return draws.chance(share) ? a.box(box) : b.box(box); });
    }
};

/// In two forms, by a parameter that is of the type.
template <std::uint32_t twice_>
struct MyReset : MutationOn<cell_board> {
    static constexpr const char* name = "my-reset";
    static constexpr const char* help = "a random digit in a random gene, once or twice";
    static constexpr std::array parameters{Parameter<MyReset>{
        {"twice", ParameterKind::name, twice_, twice_, "whether two cells change", "no|yes"}, nullptr}};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        for (std::uint32_t k = 0; k <= twice_ && context.puzzle.gene_count != 0; ++k) {
            const std::uint32_t gene = draws.below_small(context.puzzle.gene_count);
            const std::uint32_t digit = draws.below_small(9);
            board.set_cell(context.puzzle.gene_cell[gene], 1u << digit);
        }
    }
};

struct MyReplacement : OperatorOn<every_board> {
    static constexpr const char* name = "my-replacement";
    static constexpr const char* help = "half of the island is made, and merged with the other";

    void change(Rules& rules) const { rules.made = percent(50), rules.merges = true; }
};

struct MyStagnation : OperatorOn<every_board> {
    static constexpr const char* name = "my-stagnation";
    static constexpr const char* help = "restarts, by a count of generations since the last one";

    void change(Rules& rules) const { rules.since_restart = true; }
};

}  // namespace

EVODOKU_OPERATORS(OwnInitialisations<MyBoxes>, OwnCosts<MyCost>, OwnSelections<MySelection>,
                  OwnCrossovers<MyBoxCrossover>, OwnMutations<MyReset<0>, MyReset<1>>, OwnReplacements<MyReplacement>,
                  OwnStagnations<MyStagnation>)
