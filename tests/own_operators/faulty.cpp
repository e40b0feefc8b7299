// Operators that do not keep what they must: `evodoku check-operator` finds each.
#include <atomic>

#include <devices/own_operators.hpp>
#include <operators/mutation/swaps.hpp>

namespace {

using namespace evodoku;

struct LeavesCells : InitialisationOn<cell_board> {
    static constexpr const char* name = "leaves-cells";
    static constexpr const char* help = "writes only the genes of even number";

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        FreeCells{}(board, context, draws);
        for (int gene = 1; gene < context.puzzle.gene_count; gene += 2)
            board.set_cell(context.puzzle.gene_cell[gene], 0);
    }
};

struct CostsTooMuch : CostOn<box_board> {
    static constexpr const char* name = "costs-too-much";
    static constexpr const char* help = "more than its highest cost";
    static constexpr std::uint32_t highest = 20;
    EVODOKU_HD std::uint32_t operator()(auto board, const auto&) const { return board.missing_digits(); }
};

struct CostsForASolution : CostOn<box_boards> {
    static constexpr const char* name = "costs-for-a-solution";
    static constexpr const char* help = "a solution is not free";
    static constexpr std::uint32_t highest = 109;
    EVODOKU_HD std::uint32_t operator()(auto board, const auto&) const { return board.missing_digits() + 1; }
};

struct BehindTheEnd : SelectionOnRanks {
    static constexpr const char* name = "behind-the-end";
    static constexpr const char* help = "a rank that the island does not have";
    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        return draws.below_small(island.size + 1);
    }
};

struct InventsGenes : CrossoverOn<cell_board> {
    static constexpr const char* name = "invents-genes";
    static constexpr const char* help = "a digit that neither parent has";
    EVODOKU_HD void operator()(auto a, auto, auto child, const Context& context, Draws& draws) const {
        for (int cell = 0; cell < cell_count; ++cell) child.set_cell(cell, 1u << a.digit(cell) >> 1);
        if (context.puzzle.gene_count == 0) return;
        const std::uint32_t gene = draws.below_small(context.puzzle.gene_count);
        child.set_cell(context.puzzle.gene_cell[gene], 1u << draws.below_small(9));
    }
};

/// Right at its default.
struct ChangesGivens : MutationOn<cell_board> {
    static constexpr const char* name = "changes-givens";
    static constexpr const char* help = "a random digit in a cell, which may be a given";
    std::uint32_t givens = 0;
    static constexpr std::array parameters{switch_parameter("givens", &ChangesGivens::givens, "1: also givens")};
    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const std::uint32_t cell = draws.below_small(81);
        if (context.puzzle.fixed[cell] == 0 || givens != 0)
            board.set_cell(static_cast<int>(cell), 1u << draws.below_small(9));
    }
};

/// A number of calls that a thread has made: what the order of work decides.
struct Counts : MutationOn<box_board> {
    static constexpr const char* name = "counts";
    static constexpr const char* help = "changes every third child that the program mutates";
    void operator()(auto board, const Context& context, Draws& draws) const {
        static thread_local std::uint32_t calls = 0;
        if (++calls % 3 == 0) Swap{}(board, context, draws);
    }
};

/// The same board twice, but another one on another thread: only whole evolutions show it.
struct OfTheThread : MutationOn<box_board> {
    static constexpr const char* name = "of-the-thread";
    static constexpr const char* help = "swaps on every other thread";
    void operator()(auto board, const Context& context, Draws& draws) const {
        static std::atomic<int> threads{0};
        static thread_local const int number = threads++;
        if (number % 2 == 0) Swap{}(board, context, draws);
    }
};

struct SetsTooMuch : OperatorOn<every_board> {
    static constexpr const char* name = "sets-too-much";
    static constexpr const char* help = "makes more children than an island holds";
    void change(Rules& rules) const { rules.made = 2 * share_one; }
};

}  // namespace

EVODOKU_OPERATORS(OwnInitialisations<LeavesCells>, OwnCosts<CostsTooMuch, CostsForASolution>,
                  OwnSelections<BehindTheEnd>, OwnCrossovers<InventsGenes>,
                  OwnMutations<ChangesGivens, Counts, OfTheThread>, OwnReplacements<SetsTooMuch>)
