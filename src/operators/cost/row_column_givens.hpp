// Cost `row-column-givens`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/box_board.hpp"

namespace evodoku {

/// Digits missing over rows and columns, plus `penalty` for each free cell that repeats a given of its row or its
/// column (Mantere and Koljonen, 2007): `row-column` with pressure away from invalid digits. 0 = solved.
///
/// A box has a digit once, so a free cell that repeats a given meets it in another box. Bits that a box shares with the
/// givens of its lines are repeats, except the bits of the givens themselves.
struct RowColumnGivens {
    static constexpr const char* name = "row-column-givens";
    static constexpr const char* help = "digits missing over rows and columns, plus repeated givens";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {};
    static constexpr std::uint32_t highest = 108 + 81 * 2 * 9;
    std::uint32_t penalty = 2;

    static constexpr auto parameters() {
        return std::array{Parameter<RowColumnGivens>{"penalty", &RowColumnGivens::penalty, ParameterKind::count, 0, 9,
                                                     "cost per given repeated in its row or column"}};
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
    /// The givens of three lines, as bits of a box.
    EVODOKU_HD static std::uint64_t three(const std::uint16_t* lines) {
        return lines[0] | std::uint64_t{lines[1]} << 9 | std::uint64_t{lines[2]} << 18;
    }
};

}  // namespace evodoku
