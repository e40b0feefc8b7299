// Mutation `sudoku`.
#pragma once

#include "core/geometry.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// A random gene gets a random digit that its row, column and box all lack. If there is none, another gene is tried, up
/// to `tries` genes. The Sudoku mutation of charles, as its text describes it, tries one.
///
/// `filter` shipped follows its program: any of the 81 cells is drawn, and nothing happens if it is not a gene. The
/// program removes the digits of a unit from the list 1..9 while it iterates over the list, so it skips the digit after
/// a removed one, which stays.
///
/// Keeps: cells that are not genes. With `filter` lacking, a unit loses at most the overwritten digit.
struct SudokuMutation {
    static constexpr const char* name = "sudoku";
    static constexpr const char* help = "a gene receives a digit missing from its row, column and box";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(30);
    std::uint32_t tries = 4;
    static constexpr std::uint32_t lacking_only = 0, shipped = 1;
    std::uint32_t filter = lacking_only;

    static constexpr auto parameters() {
        using Self = SudokuMutation;
        return std::array{
            rate_parameter<Self>("children that are mutated"),
            Parameter<Self>{"tries", &Self::tries, ParameterKind::count, 1, 81, "genes tried until one can be changed"},
            Parameter<Self>{"filter", &Self::filter, ParameterKind::name, lacking_only, shipped,
                            "digits allowed: those that all units lack, or as charles shipped it", "lacking|shipped"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.gene_count == 0) return;
        for (std::uint32_t k = 0; k < tries; ++k) {
            const bool any_cell = filter == shipped;
            const int cell = any_cell ? static_cast<int>(draws.below_small(cell_count))
                                      : puzzle.gene_cell[draws.below_small(puzzle.gene_count)];
            if (any_cell && puzzle.genes == Genes::free_cells && puzzle.fixed[cell] != 0) continue;
            std::uint32_t lacking = CellBoard::digits_mask & ~(board.in_row(row_of(cell)) | board.in_box(box_of(cell)) |
                                                               board.in_column(column_of(cell)));
            if (any_cell) lacking = with_those_skipped(lacking);
            if (lacking == 0) continue;
            const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(lacking)));
            board.set_cell(cell, only_nth_bit(lacking, nth));
            return;
        }
    }

private:
    /// Removing a digit from a list while walking over it leaves the next one unseen.
    EVODOKU_HD static std::uint32_t with_those_skipped(std::uint32_t lacking) {
        std::uint32_t left = 0;
        bool skipped = false;
        for (std::uint32_t digit = 1; digit <= CellBoard::digits_mask; digit <<= 1) {
            const bool stays = skipped || (lacking & digit) != 0;
            if (stays) left |= digit;
            skipped = !stays;
        }
        return left;
    }
};

}  // namespace evodoku
