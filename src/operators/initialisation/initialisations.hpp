// The operators that make fresh boards, and their list.
#pragma once

#include "core/geometry.hpp"
#include "operators/bases.hpp"
#include "operators/mutation/alleles.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// Mantere and Koljonen (2007). All arrangements of a box are equally likely, up to 9! / 2^32: one word per box chooses
/// among them.
///
///   for each box: digits <- its missing digits
///     for each free cell: take one of the digits left, at random
///
/// Keeps: fixed cells; every box a permutation of 1..9.
struct RandomBoxes : InitialisationOn<box_boards> {
    static constexpr const char* name = "random-boxes";
    static constexpr const char* help = "each box a random permutation of the digits it misses";
    static constexpr std::uint32_t blocks = 3;  ///< the minimum of random words: nine

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        board.set_each_box([&](int box) { return fresh_box(context.puzzle, box, draws); });
    }

    /// For a larger board: 16 bits per free cell.
    template <class MutableView, int order>
    EVODOKU_HD void operator()(MutableView board, const ContextFor<LargePuzzle<order>>& context, Draws& draws) const {
        const LargePuzzle<order>& puzzle = context.puzzle;
        board.begin(puzzle);
        for (int box = 0; box < order * order; ++box) {
            std::uint8_t left[order * order];
            const int free = puzzle.free_count[box];
            for (int k = 0; k < free; ++k) left[k] = puzzle.missing[box][k];
            for (int k = 0; k < free; ++k) {
                const auto pick = static_cast<int>(draws.below_small(static_cast<std::uint32_t>(free - k)));
                board.digits()[puzzle.free_cell[box][k]] = left[pick];
                left[pick] = left[free - k - 1];
            }
        }
    }

    EVODOKU_HD static BoxBoard::Box fresh_box(const Puzzle& puzzle, int box, Draws& draws) {
        BoxBoard::Box bits = puzzle.fixed_lines[box];
        std::uint32_t left = all_digits & ~puzzle.fixed_in_box[box];  // bit d-1: digit d is still to be placed
        std::uint32_t uniform = draws.bits(32);  // a digit leaves the remainder; off uniform by 9! / 2^32 at most
        const std::uint8_t* cell = puzzle.free_cell[box];
        for (std::uint32_t count = puzzle.free_count[box]; count != 0; --count, ++cell) {
            const std::uint64_t product = std::uint64_t{uniform} * count;
            const std::uint32_t digit = only_nth_bit(left, static_cast<std::uint32_t>(product >> 32));
            uniform = static_cast<std::uint32_t>(product);
            left ^= digit, bits |= BoxBoard::place_bit(*cell, digit);
        }
        return bits;
    }
};

/// Each box takes one of its alleles: of the arrangements that the candidates of its cells allow, as domains of
/// variables (Mackworth, 1977). All are equally likely, up to 5,040 / 2^32. A box with more alleles than a list holds
/// is filled as `random-boxes` fills it. Keeps: fixed cells; every box a permutation of 1..9; every free cell of a
/// listed box within its candidates.
struct RandomAlleles : InitialisationOn<box_board> {
    static constexpr const char* name = "random-alleles";
    static constexpr const char* help = "each box a random permutation that the candidates of its cells allow";
    static constexpr OperatorNeeds needs = {.alleles = true};
    static constexpr std::uint32_t blocks = 3;  ///< the minimum of random words: nine

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        board.set_each_box([&](int box) {
            const auto number = static_cast<std::uint32_t>(box);
            const std::uint32_t alleles = context.alleles->count[number];
            if (alleles == 0) return RandomBoxes::fresh_box(context.puzzle, box, draws);
            return context.alleles->allele(number, draws.below(alleles));
        });
    }
};

/// The digits to choose from: those that the row still misses, or all candidates where none of them is left.
EVODOKU_HD inline std::uint32_t choice_of(std::uint32_t candidates, std::uint32_t used) {
    return (candidates & ~used) != 0 ? candidates & ~used : candidates;
}

/// A row whose free cells are filled from left to right, each with a random digit of those to choose from. `any_digit`:
/// every digit is a candidate.
EVODOKU_HD inline CellBoard::Row fresh_row(const Puzzle& puzzle, int row, bool any_digit, Draws& draws) {
    std::uint32_t used = puzzle.fixed_in_row[row];
    CellBoard::Row fresh = {};
    for (int stack = 0; stack < 3; ++stack) {
        for (int k = 0; k < 3; ++k) {
            const int cell = cell_at(row, stack * 3 + k);
            std::uint32_t digit = 1u << puzzle.fixed[cell] >> 1;
            if (digit == 0) {
                const std::uint32_t candidates = any_digit ? CellBoard::digits_mask : puzzle.candidates[cell];
                digit = random_bit_of(choice_of(candidates, used), draws);
                used |= digit;
            }
            fresh.triple[stack] |= digit << k * 9;
        }
    }
    return fresh;
}

/// A row whose cells with the fewest digits to choose from are filled first, the leftmost of several.
EVODOKU_HD inline CellBoard::Row fewest_first(const Puzzle& puzzle, int row, Draws& draws) {
    CellBoard::Row fresh = {};
    // Without an array that a variable indexes: a GPU would keep it in local memory.
    const auto put = [&](int column, std::uint32_t digit) {
        for (int k = 0; k < 3; ++k) fresh.triple[k] |= k == column / 3 ? digit << column % 3 * 9 : 0;
    };
    std::uint32_t used = puzzle.fixed_in_row[row], open = 0;  // digits; columns to fill
    for (int column = 0; column < 9; ++column) {
        const unsigned fixed = puzzle.fixed[cell_at(row, column)];
        open |= static_cast<std::uint32_t>(fixed == 0) << column;
        put(column, 1u << fixed >> 1);
    }
    while (open != 0) {
        int next = 0, fewest = 10;
        for (std::uint32_t left = open; left != 0; left &= left - 1) {
            const int column = lowest_bit(left);
            const int digits = count_bits(choice_of(puzzle.candidates[cell_at(row, column)], used));
            if (digits < fewest) next = column, fewest = digits;
        }
        const std::uint32_t digit = random_bit_of(choice_of(puzzle.candidates[cell_at(row, next)], used), draws);
        used |= digit, open &= ~(1u << next);
        put(next, digit);
    }
    return fresh;
}

/// For every operator that fills rows from candidates.
template <class Op>
constexpr Parameter<Op> row_order_parameter(std::uint32_t Op::*member) {
    return name_parameter("order", member, "left|fewest",
                          "cells filled first: the leftmost, or those with the fewest digits to choose from");
}

/// The free cells of a row, in `order`, each with a random digit of those of its candidates that the row still misses,
/// or of all its candidates where none is left, as the system of that name does from left to right. `order` fewest, the
/// leftmost of several, is what its authors wished to try. A row may hold duplicates. Keeps: fixed cells; every free
/// cell within its candidates.
struct RowCandidates : InitialisationOn<cell_boards> {
    static constexpr const char* name = "row-candidates";
    static constexpr const char* help = "rows filled from candidates that the row still misses";

    static constexpr std::uint32_t left = 0, fewest = 1;
    std::uint32_t order = left;
    static constexpr std::array parameters{row_order_parameter(&RowCandidates::order)};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        for (int row = 0; row < 9; ++row) board.set_row(row, row_by(context.puzzle, row, order, draws));
    }

    EVODOKU_HD static CellBoard::Row row_by(const Puzzle& puzzle, int row, std::uint32_t order, Draws& draws) {
        return order == fewest ? fewest_first(puzzle, row, draws) : fresh_row(puzzle, row, false, draws);
    }
};

/// Writes the whole board: each cell, in order, gets the digit 1 + index_of(cell).
EVODOKU_HD void set_each_cell(auto board, const auto& index_of) {
    for (int number = 0; number < CellBoard::triples; ++number) {
        std::uint32_t cells = 0;
        for (int k = 0; k < 3; ++k) cells |= 1u << index_of(number * 3 + k) << k * 9;
        board.set_triple(number, cells);
    }
}

/// The chromosome of charles, a list of the free cells' digits. Keeps: fixed cells.
struct FreeCells : InitialisationOn<cell_boards> {
    static constexpr const char* name = "free-cells";
    static constexpr const char* help = "any digit in every free cell";

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        set_each_cell(board, [&](int cell) -> std::uint32_t {
            const unsigned fixed = context.puzzle.fixed[cell];
            return fixed != 0 ? fixed - 1 : draws.below_small(9);
        });
    }
};

/// The chromosome of pyevolve: fixed cells are genes like the others, so the cost must count changed givens
/// (`duplicates`). A board with a changed given never counts as solved.
struct AllCells : InitialisationOn<cell_boards> {
    static constexpr const char* name = "all-cells";
    static constexpr const char* help = "any digit in every cell, including givens";
    static constexpr Genes genes = Genes::all_cells;

    EVODOKU_HD void operator()(auto board, const Context&, Draws& draws) const {
        set_each_cell(board, [&](int) { return draws.below_small(9); });
    }
};

/// Rows as permutations (Moraglio, Togelius and Lucas, 2006). They stay permutations under crossovers of whole rows,
/// cycle-row, pmx-row and the mutations swap-row and row-search. Keeps: fixed cells, which must not conflict in a row.
struct RandomRows : InitialisationOn<cell_boards> {
    static constexpr const char* name = "random-rows";
    static constexpr const char* help = "every row a random permutation of the digits that it misses";

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        for (int row = 0; row < 9; ++row) board.set_row(row, fresh_row(context.puzzle, row, true, draws));
    }
};

/// Every initialisation. Add a new one here.
using Initialisations = OperatorList<OperatorKind::initialisation, RandomBoxes, RowCandidates, FreeCells, AllCells,
                                     RandomRows, RandomAlleles>;
template <>
struct OperatorsOf<OperatorKind::initialisation> : Initialisations {};

}  // namespace evodoku
