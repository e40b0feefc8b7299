// Cost `duplicates`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Duplicates of digits, count - 1 where count > 1, over the rows, columns and boxes that the knobs ask for, plus
/// `broken` for every given that the board does not keep, which only chromosomes of all cells can do. 0 = solved where
/// all three are counted. With its defaults the cost of pyevolve; with `broken` 0 three times the cost of charles.
///
/// A unit has as many duplicates as it misses digits: popcounts of what the units hold.
struct Duplicates {
    static constexpr const char* name = "duplicates";
    static constexpr const char* help = "duplicates over rows, columns and boxes, and broken givens";
    static constexpr unsigned suits = suits_every_board;
    static constexpr std::uint32_t highest = 3 * 72 + 81 * 9;
    std::uint32_t rows = 1;
    std::uint32_t columns = 1;
    std::uint32_t boxes = 1;
    std::uint32_t broken = 2;

    static constexpr auto knobs() {
        using Self = Duplicates;
        return std::array{Knob<Self>{"rows", &Self::rows, KnobKind::count, 0, 1, "1: duplicates in rows count"},
                          Knob<Self>{"columns", &Self::columns, KnobKind::count, 0, 1, "1: those in columns count"},
                          Knob<Self>{"boxes", &Self::boxes, KnobKind::count, 0, 1, "1: those in boxes count"},
                          Knob<Self>{"broken", &Self::broken, KnobKind::count, 0, 9, "cost of a given not kept"}};
    }

    template <class View>
    EVODOKU_HD std::uint32_t operator()(View board, const Context& context) const {
        std::uint32_t sum = 0;
        if (rows != 0) sum += board.missing_in_rows();
        if (columns != 0) sum += board.missing_in_columns();
        if (boxes != 0) sum += board.missing_in_boxes();
        if (broken != 0) sum += broken * board.broken_givens(context.puzzle);
        return sum;
    }
};

}  // namespace evodoku
