// The cheapest assignment of columns to rows, in integers. Not an operator.
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// The Hungarian method with shortest augmenting paths (Jonker and Volgenant, 1987) for up to `capacity` rows.
///
///   for each row: from it, a path of least reduced cost over assigned columns to a free one (Dijkstra, 1959)
///     lower the potential of each column that the search has scanned; assign along the path
///
/// Equal costs are decided by the lower column: a number carries its column in the lowest six bits, so the least number
/// names its column, and vectors or the threads of a warp find it by minima alone. Each column is then eight integers
/// of a vector; columns beyond the last are too expensive to be chosen.
template <int capacity>
class AssignmentSolver {
public:
    static_assert(capacity <= 64);
    static constexpr int lanes = 8, column_bits = 6;
    static constexpr int width = (capacity + lanes - 1) / lanes * lanes;
    /// Costs are below it; of a complete assignment also the sum.
    static constexpr std::int32_t highest_cost = 1 << 23;

    /// An empty problem of `size` rows and columns. Every entry must be set.
    EVODOKU_HD explicit AssignmentSolver(int size) : size_(size), used_((size + lanes - 1) / lanes * lanes) {}

    /// Sets a whole row to one cost.
    EVODOKU_HD void fill(int row, std::int32_t cost) {
        for (int column = 0; column < used_; ++column) {
            cost_[row][column] = (column < size_ ? cost : 2 * highest_cost) << column_bits | column;
        }
    }
    /// 0 .. highest_cost - 1.
    EVODOKU_HD void set(int row, int column, std::int32_t cost) { cost_[row][column] = cost << column_bits | column; }

    /// Row -> its column, for the least sum of costs.
    EVODOKU_HD void solve(std::uint8_t* column_of) {
        for (int column = 0; column < used_; ++column) potential_[column] = 0, row_of_[column] = no_row;
        for (int row = 0; row < size_; ++row) assign(row);
        for (int row = 0; row < size_; ++row) column_of[row] = static_cast<std::uint8_t>(column_of_[row]);
    }

private:
    static constexpr std::int32_t no_row = -1, infinite = 0x7FFFFFFF;
    static constexpr std::int32_t column_mask = (1 << column_bits) - 1;

    EVODOKU_HD void assign(int first_row) {
        for (int column = 0; column < used_; ++column) {
            distance_[column] = infinite, from_[column] = first_row, scanned_[column] = 0;
        }
        int row = first_row, column = 0;
        std::int32_t offset = 0, nearest = 0;
        while (true) {
            nearest = scan(row, offset);
            column = nearest & column_mask;
            if (row_of_[column] == no_row) break;
            scanned_[column] = infinite;
            row = row_of_[column];
            offset = cost_[row][column] - potential_[column] - nearest;
        }
        for (int k = 0; k < used_; ++k) {
            // Both numbers without their columns: only the difference of the costs is left.
            const std::int32_t lowered = (distance_[k] & ~column_mask) - (nearest & ~column_mask);
            potential_[k] += scanned_[k] != 0 ? lowered : 0;
        }
        while (true) {  // back along the path: each row leaves its column for the next
            const std::int32_t taker = from_[column], left = column_of_[taker];
            row_of_[column] = taker, column_of_[taker] = column;
            if (taker == first_row) return;
            column = left;
        }
    }

    /// Shortens distances over a row; returns the least of those not scanned, with its column.
    EVODOKU_HD std::int32_t scan(int row, std::int32_t offset) {
        std::int32_t least[lanes];
        for (std::int32_t& each : least) each = infinite;
        for (int block = 0; block < used_; block += lanes) {
            for (int lane = 0; lane < lanes; ++lane) {
                const int column = block + lane;
                const std::int32_t through = cost_[row][column] - potential_[column] - offset;
                const bool shorter = through < distance_[column];
                distance_[column] = shorter ? through : distance_[column];
                from_[column] = shorter ? row : from_[column];
                const std::int32_t open = distance_[column] | scanned_[column];  // scanned: infinite
                least[lane] = open < least[lane] ? open : least[lane];
            }
        }
        std::int32_t nearest = infinite;
        for (const std::int32_t each : least) nearest = each < nearest ? each : nearest;
        return nearest;
    }

    int size_, used_;
    alignas(32) std::int32_t cost_[capacity][width];  ///< cost << 6 | column
    alignas(32) std::int32_t potential_[width];       ///< cost << 6
    alignas(32) std::int32_t distance_[width];        ///< from the first row; cost << 6 | column
    alignas(32) std::int32_t from_[width];            ///< the row from which it was reached
    alignas(32) std::int32_t scanned_[width];         ///< infinite or 0
    std::int32_t row_of_[width], column_of_[capacity] = {};
};

}  // namespace evodoku
