// Mutations that exchange digits or put others into boxes, rows and cells, whatever that does to the cost, and the
// search in rows.
#pragma once

#include "core/geometry.hpp"
#include "core/threads.hpp"
#include "operators/bases.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/box_pairs.hpp"
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

/// Swaps attempted in one box, each made only if its digits repeat little in their lines (Mantere and Koljonen, 2007).
///
///   box <- a random box with two free cells or more; n <- 1..max-swaps at random
///   n times: two different free cells of the box
///     count <- how often, once exchanged, each of the two digits would appear in its new row and column
///     exchange them if count <= limit, and the count of each of the two is <= each
///
/// Each digit appears at least once in each of its two lines: 4 = both fit; 12 = no guard. `each`: 2 = that digit fits,
/// 6 = no guard; the paper of 2007 has 3, later ones `limit` 5. A trial is an attempt.
///
/// Keeps: fixed cells; every box a permutation.
struct GuardedSwap : MutationOn<box_board> {
    static constexpr const char* name = "guarded-swap";
    static constexpr const char* help = "swaps inside a box unless a digit would repeat too often in a line";
    static constexpr OperatorNeeds needs = {.effort = true};
    std::uint32_t max_swaps = 5;
    std::uint32_t limit = 5;
    std::uint32_t each = 6;
    static constexpr std::array parameters{
        count_parameter("max-swaps", &GuardedSwap::max_swaps, 1, 100,
                        "swaps attempted in a mutation: 1 to this many, at random"),
        count_parameter("limit", &GuardedSwap::limit, 4, 12, "the highest count that is allowed"),
        count_parameter("each", &GuardedSwap::each, 2, 6, "the highest count of one digit")};

    EVODOKU_HD SearchWork operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return {};
        const int number = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const std::uint32_t swaps = 1 + draws.below_small(max_swaps);
        const NeighbourBoxes neighbours([&](std::uint32_t k) { return board.box(static_cast<int>(k)); },
                                        Surroundings(static_cast<std::uint32_t>(number)));
        BoxBoard::Box box = board.box(number);
        for (std::uint32_t k = 0; k < swaps; ++k) {
            const TwoDifferent cells = two_different(puzzle.free_count[number], draws);
            const int one = puzzle.free_cell[number][cells.first], other = puzzle.free_cell[number][cells.second];
            const std::uint32_t crowd = count(neighbours, BoxBoard::digit_bit(box, one), other);
            const std::uint32_t other_crowd = count(neighbours, BoxBoard::digit_bit(box, other), one);
            const bool fits_each = 2 + crowd <= each && 2 + other_crowd <= each;
            if (fits_each && 4 + crowd + other_crowd <= limit) box = BoxBoard::swapped(box, one, other);
        }
        board.set_box(number, box);
        return {.trials = swaps};
    }

private:
    /// How often the neighbours hold a digit, one bit of nine, in the row and in the column of a cell of the box.
    EVODOKU_HD static std::uint32_t count(const NeighbourBoxes& neighbours, std::uint32_t digit, int within) {
        std::uint32_t sum = 0;
        for (std::uint32_t k = 0; k < 4; ++k) {
            const int line = k < 2 ? within / 3 : within % 3;
            sum += (neighbours.line(k, static_cast<std::uint32_t>(line)) & digit) != 0;
        }
        return sum;
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

/// The mutation and local search of LSGA (Wang et al., IEEE Transactions on Games 16(1), 2024), on rows as
/// permutations:
///
///   each row: with probability `swap` exchange two of its genes; with probability `fresh` fill it at random
///   `columns`: for each column with a duplicate, draw another such column;
///              from a random row on, find a row where each of the two has a gene whose digit is
///              twice in its own column and not in the other: exchange them
///   `boxes`:   do this for each box with a duplicate and another such box of its band
///
/// With `listed`, columns and boxes with a duplicate are listed once, before the first exchange of their kind. Each is
/// then paired with any other of the list, which may have no duplicate by then, or be of another band: fewer exchanges.
///
/// A swap is made in one row, so that rows stay permutations. A trial is a pair of genes compared in the search.
/// LSGA has `swap` 0.3, `fresh` 0.05 and `listed` 1.
///
/// Keeps: given cells; rows that are permutations.
struct RowSearch : MutationOn<cell_boards, share_one> {
    static constexpr const char* name = "row-search";
    static constexpr const char* help = "swaps in rows, then swaps that take duplicates out of columns and boxes";
    static constexpr OperatorNeeds needs = {.effort = true};
    std::uint32_t swap = percent(30);
    std::uint32_t fresh = percent(5);
    std::uint32_t columns = 1;
    std::uint32_t boxes = 1;
    std::uint32_t listed = 0;
    static constexpr std::array parameters{
        share_parameter("swap", &RowSearch::swap, "the probability of each row to have two genes exchanged"),
        share_parameter("fresh", &RowSearch::fresh, "the probability of each row to be filled at random"),
        switch_parameter("columns", &RowSearch::columns, "1: search in columns"),
        switch_parameter("boxes", &RowSearch::boxes, "1: search in boxes"),
        switch_parameter("listed", &RowSearch::listed,
                         "1: pairs are of a list that is made before the first exchange")};

    EVODOKU_HD SearchWork operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        SearchWork effort;
        for (int row = 0; row < 9; ++row) mutate_row(board, puzzle, row, draws);
        if (columns != 0) search(board, puzzle, false, draws, effort);
        if (boxes != 0) search(board, puzzle, true, draws, effort);
        return effort;
    }

private:
    EVODOKU_HD void mutate_row(auto board, const Puzzle& puzzle, int row, Draws& draws) const {
        const std::uint32_t first_gene = puzzle.first_gene[row];
        const std::uint32_t genes = puzzle.first_gene[row + 1] - first_gene;
        if (genes < 2) return;
        if (draws.chance(swap)) swap_genes(board, puzzle.gene_cell + first_gene, genes, 1, draws);
        if (draws.chance(fresh) && puzzle.genes == Genes::free_cells) {
            board.set_row(row, fresh_row(puzzle, row, true, draws));
        }
    }

    /// What a column or box holds: digits that are there, and those that are there twice or more.
    struct Held {
        std::uint32_t once = 0, twice = 0;
    };
    EVODOKU_HD static Held held(auto board, bool is_box, int unit) {
        Held in;
        for (int k = 0; k < 9; ++k) {
            const std::uint32_t digit = board.digit_bit(is_box ? cell_in_box(unit, k) : cell_at(k, unit));
            in.twice |= in.once & digit;
            in.once |= digit;
        }
        return in;
    }

    /// Of some columns or boxes, one bit each, those with a duplicate.
    EVODOKU_HD static std::uint32_t with_duplicate(auto board, bool is_box, std::uint32_t units) {
        std::uint32_t found = 0;
        for (int unit = 0; unit < 9; ++unit) {
            if ((units >> unit & 1) != 0) found |= (held(board, is_box, unit).twice != 0 ? 1u : 0u) << unit;
        }
        return found;
    }

    EVODOKU_HD void search(auto board, const Puzzle& puzzle, bool is_box, Draws& draws, SearchWork& effort) const {
        constexpr std::uint32_t all = 0b111'111'111;
        const std::uint32_t list = listed != 0 ? with_duplicate(board, is_box, all) : 0;
        for (int unit = 0; unit < 9; ++unit) {
            const std::uint32_t share_rows = is_box ? 0b111u << 3 * band_of_box(unit) : all;
            const std::uint32_t found = listed != 0 ? list : with_duplicate(board, is_box, share_rows);
            const std::uint32_t others = found & ~(1u << unit);
            if (others == found || others == 0) continue;
            const int mate = lowest_bit(random_bit_of(others, draws));
            if ((share_rows >> mate & 1) != 0) exchange(board, puzzle, is_box, unit, mate, draws, effort);
        }
    }

    /// The first exchange that takes a duplicate out of both.
    EVODOKU_HD void exchange(auto board, const Puzzle& puzzle, bool is_box, int unit, int mate, Draws& draws,
                             SearchWork& effort) const {
        const Held own = held(board, is_box, unit), others = held(board, is_box, mate);
        const int rows = is_box ? 3 : 9, width = is_box ? 3 : 1;
        const int begin = static_cast<int>(draws.below_small(static_cast<std::uint32_t>(rows)));
        for (int k = 0; k < rows; ++k) {
            const int row = (begin + k) % rows;
            for (int one = 0; one < width; ++one) {
                for (int other = 0; other < width; ++other) {
                    const int from = is_box ? cell_in_box(unit, row * 3 + one) : cell_at(row, unit);
                    const int to = is_box ? cell_in_box(mate, row * 3 + other) : cell_at(row, mate);
                    if (puzzle.genes == Genes::free_cells && (puzzle.fixed[from] != 0 || puzzle.fixed[to] != 0))
                        continue;
                    ++effort.trials;
                    const std::uint32_t out = board.digit_bit(from), in = board.digit_bit(to);
                    if ((own.twice & out) == 0 || (others.once & out) != 0) continue;
                    if ((others.twice & in) == 0 || (own.once & in) != 0) continue;
                    board.swap_cells(from, to);
                    return;
                }
            }
        }
    }
};

}  // namespace evodoku
