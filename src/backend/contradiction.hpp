// Why logic found that a puzzle has no solution, in words.
#pragma once

#include <string>

#include "backend/large_types.hpp"
#include "core/candidates.hpp"
#include "evodoku/core/presolve.hpp"

namespace evodoku {

inline std::string cell_name(int cell) {
    return "r" + std::to_string(row_of(cell) + 1) + "c" + std::to_string(column_of(cell) + 1);
}

inline std::string unit_name(int unit) {
    static constexpr const char* kinds[] = {"row", "column", "box"};
    return std::string(kinds[unit / 9]) + " " + std::to_string(unit % 9 + 1);
}

/// In a larger board.
inline std::string describe_contradiction(const LargeLogic& found) {
    const int size = found.grid.size();
    const auto name_of = [](const char* kind, int number) { return kind + std::to_string(number + 1); };
    if (found.unit < 0) {
        return name_of("r", found.cell / size) + name_of("c", found.cell % size) + " has no candidate";
    }
    static constexpr const char* kinds[] = {"row ", "column ", "box "};
    const std::string unit = name_of(kinds[found.unit / size], found.unit % size);
    if (found.digit == 0) return "the digits that " + unit + " misses do not fit into its blank cells";
    return "digit " + std::to_string(found.digit) + " has no place in " + unit;
}

inline std::string describe_contradiction(const Presolved& found) {
    if (found.cell >= 0) return cell_name(found.cell) + " has no candidate";
    return "digit " + std::to_string(found.digit) + " has no place in " + unit_name(found.unit);
}

}  // namespace evodoku
