// Cost `duplicates`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Duplicates of digits (count - 1 where count > 1) over rows, columns and boxes, as the parameters select, plus
/// `broken` for every changed given, which only chromosomes of all cells can have. 0 = solved if all three are counted.
/// With its defaults this is the cost of pyevolve; with `broken` 0 it is three times the cost of charles.
///
/// A unit has as many duplicates as missing digits: the code counts bits of the units.
struct Duplicates {
    static constexpr const char* name = "duplicates";
    static constexpr const char* help = "duplicates over rows, columns and boxes, and broken givens";
    static constexpr Representations supports = boards_of_9x9;
    static constexpr OperatorNeeds needs = {};
    static constexpr std::uint32_t highest = 3 * 72 + 81 * 9;
    std::uint32_t rows = 1;
    std::uint32_t columns = 1;
    std::uint32_t boxes = 1;
    std::uint32_t broken = 2;

    static constexpr auto parameters() {
        using Self = Duplicates;
        return std::array{
            Parameter<Self>{"rows", &Self::rows, ParameterKind::count, 0, 1, "1: count duplicates in rows"},
            Parameter<Self>{"columns", &Self::columns, ParameterKind::count, 0, 1, "1: count duplicates in columns"},
            Parameter<Self>{"boxes", &Self::boxes, ParameterKind::count, 0, 1, "1: count duplicates in boxes"},
            Parameter<Self>{"broken", &Self::broken, ParameterKind::count, 0, 9, "cost per changed given"}};
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
