// Crossovers that change digits: a cell may get one that neither parent has there. And the crossover of cycles.
#pragma once

#include "operators/crossover/segments.hpp"

namespace evodoku {

/// Four bits per digit: the digit, 1..9, that it becomes; 0 = none.
using DigitMap = std::uint64_t;

EVODOKU_HD inline int mapped(DigitMap map, int digit_index) { return static_cast<int>(map >> 4 * digit_index & 15); }

EVODOKU_HD int digit_index_at(auto board, int cell) { return lowest_bit(board.digit_bit(cell)); }

/// The child that is a copy of a.
EVODOKU_HD void copy_cells(auto a, auto child) {
    for (int k = 0; k < CellBoard::triples; ++k) child.set_triple(k, a.triple(k));
}

/// Partially mapped crossover (Goldberg and Lingle, 1985) of the list of genes. The operator was designed for
/// permutations, but the list repeats digits. This is its definition here:
///
///   the child has a's genes between two cuts and b's outside
///   map[d] <- b's digit at the first place of the segment where a has d; none if a has no d there
///   outside, a digit d with a map becomes map[d], repeatedly until one has none; if that never ends, d stays
///
/// On permutations it is the published operator. With fewer than three genes the child is a copy of the first parent.
struct Pmx : CrossoverOn<cell_boards> {
    static constexpr const char* name = "pmx";
    static constexpr const char* help = "a segment of genes of one parent; the other's digits mapped around it";

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context& context, Draws& draws) const {
        const std::uint32_t genes = context.puzzle.gene_count;
        copy_cells(a, child);
        if (genes < 3) return;
        const SegmentRange from_a = between_two_cuts(genes, draws);
        map_around(a, b, child, context.puzzle, {0, genes}, from_a);
    }

    /// Writes the genes of `all` that lie outside a segment of a: b's digits, mapped.
    EVODOKU_HD static void map_around(auto a, auto b, auto child, const Puzzle& puzzle, SegmentRange all,
                                      SegmentRange from_a) {
        DigitMap direct = 0;
        for (std::uint32_t k = from_a.first; k < from_a.end; ++k) {
            const int cell = puzzle.gene_cell[k], from = digit_index_at(a, cell);
            if (mapped(direct, from) == 0) direct |= static_cast<DigitMap>(digit_index_at(b, cell) + 1) << 4 * from;
        }
        const DigitMap ends = ends_of(direct);
        for (std::uint32_t k = all.first; k < all.end; ++k) {
            if (k == from_a.first) k = from_a.end;
            if (k >= all.end) break;
            const int cell = puzzle.gene_cell[k];
            child.set_cell(cell, 1u << (mapped(ends, digit_index_at(b, cell)) - 1));
        }
    }

private:
    /// Follows the map from every digit to its end.
    EVODOKU_HD static DigitMap ends_of(DigitMap direct) {
        DigitMap ends = 0;
        for (int digit = 0; digit < 9; ++digit) {
            int at = digit;
            for (int step = 0; step < 9 && mapped(direct, at) != 0; ++step) at = mapped(direct, at) - 1;
            const bool endless = mapped(direct, at) != 0;
            ends |= static_cast<DigitMap>((endless ? digit : at) + 1) << 4 * digit;
        }
        return ends;
    }
};

/// Partially mapped crossover (see `pmx`) in each row by itself, as Moraglio, Togelius and Lucas (2006) have it: the
/// genes of the row between two random cuts come from a, the others from b, mapped where a's segment has their digit.
///
/// Keeps: rows that are permutations in both parents stay permutations. A row with fewer than two genes is a's.
struct PmxRow : CrossoverOn<cell_boards> {
    static constexpr const char* name = "pmx-row";
    static constexpr const char* help = "in each row a segment of one parent; the other's digits mapped around it";
    static constexpr const char* rate_help = "children made by crossover; the others copy one parent";

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        copy_cells(a, child);
        for (int row = 0; row < 9; ++row) {
            const std::uint32_t first = puzzle.first_gene[row], end = puzzle.first_gene[row + 1];
            if (end - first < 2) continue;
            // A segment of at least one gene and not of all.
            const std::uint32_t length = 1 + draws.below_small(end - first - 1);
            const std::uint32_t low = first + draws.below_small(end - first - length + 1);
            Pmx::map_around(a, b, child, puzzle, {first, end}, {low, low + length});
        }
    }
};

/// What the program of charles calls partially mapped crossover. No segment is copied; the whole list is relabelled:
///
///   map[a's digit] <- b's digit, for each gene of a segment in turn; then map[b's digit] <- a's digit, in turn
///   child <- a with each digit that has a map replaced, once
///
/// A later entry of the map replaces an earlier one. The other child of a pair is b relabelled with the same map. The
/// segment begins at the lower of two different genes and ends before the higher. A copy of the first parent where
/// there are fewer than two genes.
struct PmxRelabel : CrossoverOn<cell_boards> {
    static constexpr const char* name = "pmx-relabel";
    static constexpr const char* help = "one parent, its digits relabelled by a map between the parents' segments";
    static constexpr const char* rate_help = "children made by crossover; the others copy one parent";

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        const std::uint32_t genes = puzzle.gene_count;
        copy_cells(a, child);
        if (genes < 2) return;
        const TwoDifferent ends = two_different(genes, draws);
        DigitMap map = 0;
        for (std::uint32_t half = 0; half < 2; ++half) {
            const bool from_a = (half == 0) != context.second;
            for (std::uint32_t k = ends.low(); k < ends.high(); ++k) {
                const int cell = puzzle.gene_cell[k], in_a = digit_index_at(a, cell), in_b = digit_index_at(b, cell);
                const int from = from_a ? in_a : in_b, to = from_a ? in_b : in_a;
                map = (map & ~(DigitMap{15} << 4 * from)) | static_cast<DigitMap>(to + 1) << 4 * from;
            }
        }
        for (std::uint32_t k = 0; k < genes; ++k) {
            const int cell = puzzle.gene_cell[k];
            const int to = mapped(map, digit_index_at(a, cell));
            if (to != 0) child.set_cell(cell, 1u << (to - 1));
        }
    }
};

/// Cycle crossover (Oliver, Smith and Holland, 1987) in each row, as Moraglio, Togelius and Lucas (2006) have it:
///
///   in each row: begin at the leftmost cell left; from a cell go to the one where a has b's digit of that cell, until
///   there is none left: that is a cycle
///   the cycles come from the two parents in turn; a coin toss per row says which parent gives the first
///
/// Keeps: each cell's digit is that of one parent there; rows that are permutations in both parents stay permutations.
struct CycleRow : CrossoverOn<cell_boards> {
    static constexpr const char* name = "cycle-row";
    static constexpr const char* help = "in each row the cycles between the parents, from each in turn";
    static constexpr const char* rate_help = "children made by crossover; the others copy one parent";

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context&, Draws& draws) const {
        std::uint32_t from_a = draws.bits(9);
        copy_cells(a, child);
        for (int row = 0; row < 9; ++row, from_a >>= 1) {
            std::uint32_t left = CellBoard::digits_mask;  // columns in no cycle yet
            for (bool of_a = (from_a & 1) != 0; left != 0; of_a = !of_a) {
                for (int column = lowest_bit(left); column >= 0;) {
                    left &= ~(1u << column);
                    const std::uint32_t digit = b.digit_bit(cell_at(row, column));
                    if (!of_a) child.set_cell(cell_at(row, column), digit);
                    column = column_of_digit(a, row, left, digit);
                }
            }
        }
    }

private:
    /// The first of some columns in which a row has a digit; -1 where none has.
    EVODOKU_HD static int column_of_digit(auto board, int row, std::uint32_t columns, std::uint32_t digit) {
        for (; columns != 0; columns &= columns - 1) {
            const int column = lowest_bit(columns);
            if (board.digit_bit(cell_at(row, column)) == digit) return column;
        }
        return -1;
    }
};

/// Blends the parents, as vectors of digits, by a random alpha per child (Michalewicz, 1992):
///
///   digit = round(alpha * a + (1 - alpha) * b),  alpha = 0, 1/65536, ... 65535/65536
///
/// `rounding` down truncates instead. `carried` follows charles as closely as whole digits allow: genes there become
/// real numbers, which are truncated only when a board is read. So each parent's digit d represents a new random number
/// in d..d+1; two equal digits give that digit.
///
/// Digits between the parents' are as likely as theirs, although a digit is not a quantity. Changes genes only; the
/// fixed cells of both parents are equal.
struct Arithmetic : CrossoverOn<cell_boards> {
    static constexpr const char* name = "arithmetic";
    static constexpr const char* help = "a blend of the digits of two parents, rounded";
    static constexpr const char* rate_help = "children made by crossover; the others copy one parent";
    static constexpr std::uint32_t nearest = 0, down = 1, carried = 2;
    std::uint32_t rounding = nearest;
    static constexpr std::array parameters{
        name_parameter("rounding", &Arithmetic::rounding, "nearest|down|carried",
                       "of a blend; carried: as if the parents' genes were real numbers")};

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context& context, Draws& draws) const {
        const std::uint32_t alpha = draws.bits(16);
        copy_cells(a, child);
        for (std::uint32_t k = 0; k < context.puzzle.gene_count; ++k) {
            const int cell = context.puzzle.gene_cell[k];
            const auto in_a = static_cast<std::uint32_t>(digit_index_at(a, cell));
            const auto in_b = static_cast<std::uint32_t>(digit_index_at(b, cell));
            std::uint32_t added = rounding == nearest ? whole / 2 : 0;
            if (rounding == carried) {
                const std::uint32_t of_a = draws.bits(8);
                const std::uint32_t of_b = draws.bits(8);
                added = (of_a * alpha + of_b * (whole - alpha)) >> 8;
            }
            child.set_cell(cell, 1u << ((in_a * alpha + in_b * (whole - alpha) + added) >> 16));
        }
    }
};

}  // namespace evodoku
