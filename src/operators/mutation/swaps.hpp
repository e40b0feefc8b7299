// Mutations that exchange digits or put others into boxes, rows and cells, whatever that does to the cost.
#pragma once

#include "core/geometry.hpp"
#include "core/threads.hpp"
#include "operators/bases.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// The swap of Mantere and Koljonen (2007): all exchanges in one box, which has two free cells or more. Keeps: fixed
/// cells; every box a permutation. Draws: 32 bits, and 16 per exchange.
struct Swap : MutationOn<box_boards> {
    static constexpr const char* name = "swap";
    static constexpr const char* help = "exchanges free cells inside a random box";
    std::uint32_t max_swaps = 5;
    static constexpr std::array parameters{
        count_parameter("max-swaps", &Swap::max_swaps, 1, 100, "exchanges per mutation: 1 to this many, at random")};

    template <class MutableView, class PuzzleOfBoard, class ThreadGroup = Alone>
    EVODOKU_HD void operator()(MutableView board, const ContextFor<PuzzleOfBoard>& context, Draws& draws,
                               const ThreadGroup& group = ThreadGroup()) const {
        const PuzzleOfBoard& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0 || !group.is_first()) return;
        const int box = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const std::uint32_t swaps = 1 + draws.below_small(max_swaps);
        const std::uint32_t free = puzzle.free_count[box];
        if constexpr (is_9x9<PuzzleOfBoard>) {
            BoxBoard::Box bits = board.box(box);
            for (std::uint32_t k = 0; k < swaps; ++k) {
                const std::uint32_t pair = draws.below_small(free * (free - 1));  // an ordered pair, numbered
                const TwoDifferent cells(pair / (free - 1), pair % (free - 1));
                bits = BoxBoard::swapped(bits, puzzle.free_cell[box][cells.first], puzzle.free_cell[box][cells.second]);
            }
            board.set_box(box, bits);
        } else {
            for (std::uint32_t k = 0; k < swaps; ++k) {
                const TwoDifferent cells = two_different(free, draws);
                std::uint8_t& one = board.digits()[puzzle.free_cell[box][cells.first]];
                std::uint8_t& other = board.digits()[puzzle.free_cell[box][cells.second]];
                const std::uint8_t digit = one;
                one = other, other = digit;
            }
        }
    }
};

/// The mutation of Sato and Inoue (2010), which tries every box with at least two free cells. Keeps: fixed cells; every
/// box a permutation.
struct SwapEachBox : MutationOn<box_board, share_one> {
    static constexpr const char* name = "swap-each-box";
    static constexpr const char* help = "exchanges two free cells in each box, with some probability";
    std::uint32_t each = percent(30);
    static constexpr std::array parameters{
        share_parameter("each", &SwapEachBox::each, "probability that a box is changed")};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        for (std::uint32_t k = 0; k < puzzle.open_boxes; ++k) {
            if (!draws.chance(each)) continue;
            const int box = puzzle.open_box[k];
            const TwoDifferent cells = two_different(puzzle.free_count[box], draws);
            board.set_box(box, BoxBoard::swapped(board.box(box), puzzle.free_cell[box][cells.first],
                                                 puzzle.free_cell[box][cells.second]));
        }
    }
};

/// The min-conflicts rule (Minton et al., 1992) as a mutation of one box. Nothing accepts or rejects its result: only
/// selection decides what a swap was worth.
///
///   box <- a random box with two free cells or more; clash <- a random digit of a free cell of it that another box of
///   its row, or of its column, holds there; without one the child stays as it is
///   partners <- the free cells of the box whose digit is a candidate of that cell, and the digit one of theirs
///   exchange the digit with a partner that leaves the fewest clashes of the two digits, a random one of several
///
/// A digit that clashes in its row and in its column is drawn twice as often. A trial is a partner. Keeps: fixed cells;
/// every box a permutation; every free cell within its candidates, if both parents are.
struct MinConflictsSwap : MutationOn<box_board, percent(60)> {
    static constexpr const char* name = "min-conflicts-swap";
    static constexpr const char* help =
        "exchanges a digit that clashes with the candidate that leaves the fewest clashes";
    static constexpr OperatorNeeds needs = {.effort = true};

    EVODOKU_HD SearchWork operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return {};
        const int number = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const BoxBoard::Box box = board.box(number);
        const std::uint64_t around = board.around(number);
        const std::uint64_t clashing = around & box & ~puzzle.fixed_lines[number];
        if (clashing == 0) return {};
        const int clash =
            nth_bit(clashing, static_cast<int>(draws.below_small(static_cast<std::uint32_t>(count_bits(clashing)))));
        const std::uint32_t digit = 1u << clash % 9;
        const Held own(box), others(around);
        const std::uint32_t row = Held::place_of(own.row, digit), column = Held::place_of(own.column, digit);
        // Sets of digits, each at its cell of the box. Those that may come to `digit`, and `digit` to them:
        std::uint32_t partners = 0;
        EVODOKU_UNROLLED
        for (std::uint32_t within = 0; within < 9; ++within) {
            const std::uint32_t candidates = puzzle.candidates[cell_in_box(number, static_cast<int>(within))];
            partners |= (candidates & digit) != 0 ? own.row[within / 3] & own.column[within % 3] : 0;
        }
        partners &= puzzle.candidates[cell_in_box(number, static_cast<int>(3 * row + column))] &
                    ~puzzle.fixed_in_box[number] & ~digit;
        // Those that another box has in the row of `digit`, in its column; and those whose row, column has `digit`:
        const std::uint32_t a = Held::with(others.row, own.row, digit),
                            b = Held::with(others.column, own.column, digit);
        const std::uint32_t c = Held::with(own.row, others.row, digit),
                            d = Held::with(own.column, others.column, digit);
        const std::uint32_t odd = a ^ b ^ c ^ d, two = (a & b) ^ (c & d) ^ ((a ^ b) & (c ^ d)), four = a & b & c & d;
        const std::uint32_t by_clashes[4] = {~(odd | two | four), odd & ~two, two & ~odd, odd & two};
        std::uint32_t best = partners & four;
        EVODOKU_UNROLLED
        for (int clashes = 3; clashes >= 0; --clashes) {
            const std::uint32_t fewer = partners & by_clashes[clashes];
            best = fewer != 0 ? fewer : best;
        }
        if (best == 0) return {};
        const std::uint32_t other = random_bit_of(best, draws);
        const int cell = static_cast<int>(3 * row + column);
        const int partner = static_cast<int>(3 * Held::place_of(own.row, other) + Held::place_of(own.column, other));
        board.set_box(number,
                      box ^ BoxBoard::place_bit(cell, digit | other) ^ BoxBoard::place_bit(partner, digit | other));
        return {.trials = static_cast<std::uint32_t>(count_bits(partners))};
    }

private:
    /// The digits in each row and in each column of a box, or those that its neighbours have there.
    struct Held {
        std::uint32_t row[3], column[3];

        EVODOKU_HD explicit Held(std::uint64_t bits) {
            EVODOKU_UNROLLED
            for (int k = 0; k < 3; ++k) {
                row[k] = static_cast<std::uint32_t>(bits >> 9 * k) & BoxBoard::digits_mask;
                column[k] = static_cast<std::uint32_t>(bits >> (27 + 9 * k)) & BoxBoard::digits_mask;
            }
        }
        /// The rows or the columns that have `digit`.
        EVODOKU_HD static std::uint32_t place_of(const std::uint32_t (&line)[3], std::uint32_t digit) {
            return std::uint32_t{(line[1] & digit) != 0} + 2 * std::uint32_t{(line[2] & digit) != 0};
        }
        /// The digits in rows or columns where another box has `digit`.
        EVODOKU_HD static std::uint32_t with(const std::uint32_t (&line)[3], const std::uint32_t (&other)[3],
                                             std::uint32_t digit) {
            std::uint32_t digits = 0;
            EVODOKU_UNROLLED
            for (int k = 0; k < 3; ++k) digits |= (other[k] & digit) != 0 ? line[k] : 0;
            return digits;
        }
    };
};

/// Exchanges two different ones of some genes, several times.
EVODOKU_HD void swap_genes(auto board, const std::uint8_t* cells, std::uint32_t genes, std::uint32_t swaps,
                           Draws& draws) {
    for (; swaps != 0; --swaps) {
        const TwoDifferent two = two_different(genes, draws);
        board.swap_cells(cells[two.first], cells[two.second]);
    }
}

/// The row form of the swap that Mantere and Koljonen (2007) make in boxes (`swap`): all exchanges in one row, which
/// has two genes or more. Keeps: cells that are not genes; the digits of every row.
struct SwapRow : MutationOn<cell_boards> {
    static constexpr const char* name = "swap-row";
    static constexpr const char* help = "exchanges genes inside a random row";
    std::uint32_t max_swaps = 1;
    static constexpr std::array parameters{
        count_parameter("max-swaps", &SwapRow::max_swaps, 1, 100, "exchanges per mutation: 1 to this many, at random")};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_rows == 0) return;
        const int row = puzzle.open_row[draws.below_small(puzzle.open_rows)];
        const std::uint32_t swaps = 1 + draws.below_small(max_swaps);
        const std::uint8_t* cells = puzzle.gene_cell + puzzle.first_gene[row];
        const auto genes = static_cast<std::uint32_t>(puzzle.first_gene[row + 1] - puzzle.first_gene[row]);
        swap_genes(board, cells, genes, swaps, draws);
    }
};

/// One exchange is the swap of charles. Three exchanges are that of Pyevolve, which makes round(rate x genes) exchanges
/// if that is at least one: 3 of 81 genes at its rate of 0.04. Its two genes are the same one in 81 times. Keeps: cells
/// that are not genes; how often each digit occurs.
struct SwapCells : MutationOn<cell_boards> {
    static constexpr const char* name = "swap-cells";
    static constexpr const char* help = "exchanges any two genes";
    std::uint32_t min_swaps = 1;
    std::uint32_t max_swaps = 1;
    static constexpr std::array parameters{
        count_parameter("min-swaps", &SwapCells::min_swaps, 1, 100, "exchanges per mutation: at least this many"),
        count_parameter("max-swaps", &SwapCells::max_swaps, 1, 100, "and at most this many; the number is random")};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        const std::uint32_t genes = puzzle.gene_count;
        if (genes < 2) return;
        const std::uint32_t spread = max_swaps > min_swaps ? max_swaps - min_swaps : 0;
        const std::uint32_t swaps = min_swaps + draws.below_small(spread + 1);
        swap_genes(board, puzzle.gene_cell, genes, swaps, draws);
    }
};

/// Exchanges every gene, row by row, with a random gene, possibly itself. Pyevolve does this if its rate times the
/// number of genes is below one; otherwise it makes a fixed number of exchanges: see `swap-cells`. Keeps: cells that
/// are not genes; how often each digit occurs.
struct SwapEach : MutationOn<cell_boards, share_one> {
    static constexpr const char* name = "swap-each";
    static constexpr const char* help = "exchanges each gene with another one, with some probability";
    std::uint32_t each = percent(4);
    static constexpr std::array parameters{
        share_parameter("each", &SwapEach::each, "probability that a gene is exchanged")};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        for (std::uint32_t k = 0; k < puzzle.gene_count; ++k) {
            if (!draws.chance(each)) continue;
            const std::uint32_t other = draws.below_small(puzzle.gene_count);
            board.swap_cells(puzzle.gene_cell[k], puzzle.gene_cell[other]);
        }
    }
};

/// Reverses a random segment of the list of genes (Holland, 1975) between two different genes. With `open` 1 the higher
/// one stays in place, as in charles. Keeps: cells that are not genes; how often each digit occurs.
struct Inversion : MutationOn<cell_boards> {
    static constexpr const char* name = "inversion";
    static constexpr const char* help = "a segment of genes reversed";
    std::uint32_t open = 0;
    static constexpr std::array parameters{
        switch_parameter("open", &Inversion::open, "1: the last gene of the segment stays in its place")};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.gene_count < 2) return;
        const TwoDifferent ends = two_different(puzzle.gene_count, draws);
        for (std::uint32_t low = ends.low(), high = ends.high() - open; low < high; ++low, --high)
            board.swap_cells(puzzle.gene_cell[low], puzzle.gene_cell[high]);
    }
};

/// Boxes with at least two free cells get their missing digits as `random-boxes` makes them: the box form of
/// `fresh-row`. Keeps: fixed cells; every box a permutation.
struct FreshBox : MutationOn<box_board> {
    static constexpr const char* name = "fresh-box";
    static constexpr const char* help = "a random box in a new random order";
    std::uint32_t max_boxes = 1;
    static constexpr std::array parameters{
        count_parameter("max-boxes", &FreshBox::max_boxes, 1, 100, "boxes made new: 1 to this many, at random")};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return;
        for (std::uint32_t left = 1 + draws.below_small(max_boxes); left != 0; --left) {
            const int box = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
            board.set_box(box, RandomBoxes::fresh_box(puzzle, box, draws));
        }
    }
};

/// Random resetting (Eiben and Smith, 2003): any digit of 1..9, possibly the present one. Keeps: cells that are not
/// genes.
struct RandomReset : MutationOn<cell_boards> {
    static constexpr const char* name = "random-reset";
    static constexpr const char* help = "random digits in random genes";
    std::uint32_t max_cells = 1;
    static constexpr std::array parameters{
        count_parameter("max-cells", &RandomReset::max_cells, 1, 100, "genes per mutation: 1 to this many, at random")};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.gene_count == 0) return;
        for (std::uint32_t left = 1 + draws.below_small(max_cells); left != 0; --left) {
            const int cell = puzzle.gene_cell[draws.below_small(puzzle.gene_count)];
            board.set_cell(cell, 1u << draws.below_small(9));
        }
    }
};

}  // namespace evodoku
