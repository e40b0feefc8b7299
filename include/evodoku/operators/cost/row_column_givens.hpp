// Cost `row-column-givens`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku {

/// Digits missing over rows and columns, plus `penalty` for each time that a free cell repeats a given of its row or
/// its column (Mantere and Koljonen, 2007): `row-column` and a push away from what can't be right. 0 = solved.
///
/// A box has a digit once, so a free cell that repeats a given meets it in another box: of the bits that the boxes
/// share with the givens of their lines, all but those of the givens themselves are repeats.
struct RowColumnGivens {
    static constexpr const char* name = "row-column-givens";
    static constexpr const char* help = "digits missing over rows and columns, and givens repeated";
    static constexpr unsigned suits = suits_box_board;
    static constexpr std::uint32_t highest = 108 + 81 * 2 * 9;
    std::uint32_t penalty = 2;

    static constexpr auto knobs() {
        return std::array{Knob<RowColumnGivens>{"penalty", &RowColumnGivens::penalty, KnobKind::count, 0, 9,
                                                "cost of a given repeated in its row or its column"}};
    }

    template <class View>
    EVODOKU_HD std::uint32_t operator()(View board, const Context& context) const {
        const Puzzle& puzzle = context.puzzle;
        int present = 0, shared = 0;
        for (int k = 0; k < 3; ++k) {
            present += count_bits(board.lines(k));
            const std::uint64_t rows = three(puzzle.fixed_in_row + 3 * k);
            const std::uint64_t columns = three(puzzle.fixed_in_column + 3 * k) << 27;
            for (int other = 0; other < 3; ++other) {
                shared += count_bits(board.box(box_at(k, other)) & rows);
                shared += count_bits(board.box(box_at(other, k)) & columns);
            }
        }
        const auto repeats = static_cast<std::uint32_t>(shared) - 2u * puzzle.fixed_count;
        return static_cast<std::uint32_t>(162 - present) + penalty * repeats;
    }

private:
    /// The digits given in three lines, as a box has its own.
    EVODOKU_HD static std::uint64_t three(const std::uint16_t* lines) {
        return lines[0] | std::uint64_t{lines[1]} << 9 | std::uint64_t{lines[2]} << 18;
    }
};

}  // namespace evodoku
