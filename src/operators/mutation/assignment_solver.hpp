// The cheapest assignment of columns to rows, in integers.
#pragma once

#include <cstdint>

#include "core/geometry.hpp"
#include "core/threads.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

/// The numbers of an assignment. A column is eight integers of a vector, so rows are padded.
template <int capacity>
struct AssignmentTable {
    static constexpr int width = (capacity + 7) / 8 * 8;
    alignas(32) std::int32_t cost[capacity][width];  ///< cost << 6 | column
    alignas(32) std::int32_t potential[width];       ///< cost << 6
    alignas(32) std::int32_t distance[width];        ///< from the first row; cost << 6 | column
    alignas(32) std::int32_t from[width];            ///< the row from which it was reached
    alignas(32) std::int32_t scanned[width];         ///< infinite or 0
    std::int32_t row_of[width], column_of[capacity];
};

/// The Hungarian method with shortest augmenting paths (Jonker and Volgenant, 1987) for up to `capacity` rows.
///
///   for each row: from it, a path of least reduced cost over assigned columns to a free one (Dijkstra, 1959)
///     lower the potential of each column that the search has scanned; assign along the path
///
/// Equal costs are decided by the lower column: a number carries its column in the lowest six bits, so the least number
/// names its column, and vectors or the threads of a warp find it by minima alone. A thread alone works on eight
/// columns at a time, a thread of a team on one. Columns beyond the last are too expensive to be chosen.
template <int capacity, class Team = Alone>
class AssignmentSolver {
public:
    static_assert(capacity <= 64);
    static constexpr int column_bits = 6;
    /// Costs are below it; of a complete assignment also the sum.
    static constexpr std::int32_t highest_cost = 1 << 23;

    /// An empty problem of `size` rows and columns. Every entry must be set.
    EVODOKU_HD explicit AssignmentSolver(int size, const Team& team = Team())
        : team_(team), held_(team), size_(size), used_((size + lanes - 1) / lanes * lanes) {}

    /// Sets a whole row to one cost. A thread of a team sets its own columns of it.
    EVODOKU_HD void fill(int row, std::int32_t cost) {
        each_own_column([&](int column, int) {
            table().cost[row][column] = (column < size_ ? cost : 2 * highest_cost) << column_bits | column;
        });
    }
    /// 0 .. highest_cost - 1.
    EVODOKU_HD void set(int row, int column, std::int32_t cost) {
        table().cost[row][column] = cost << column_bits | column;
    }

    /// For the least sum of costs.
    EVODOKU_HD void solve() {
        each_own_column([&](int column, int) { table().potential[column] = 0, table().row_of[column] = no_row; });
        team_.wait();
        for (int row = 0; row < size_; ++row) assign(row);
    }
    /// The column of a row, after solve().
    EVODOKU_HD int column_of(int row) { return table().column_of[row]; }

private:
    static constexpr int lanes = Team::size == 1 ? 8 : 1;  ///< columns that a thread handles at once
    static constexpr std::int32_t no_row = -1, infinite = 0x7FFFFFFF;
    static constexpr std::int32_t column_mask = (1 << column_bits) - 1;

    EVODOKU_HD AssignmentTable<capacity>& table() { return *held_; }

    /// work(column, lane) for the columns of this thread.
    template <class Work>
    EVODOKU_HD void each_own_column(const Work& work) const {
        for (int block = team_.rank(); block < used_; block += lanes * Team::size) {
            for (int lane = 0; lane < lanes; ++lane) work(block + lane, lane);
        }
    }
    EVODOKU_HD bool owns(int column) const { return column % Team::size == team_.rank(); }

    EVODOKU_HD void assign(int first_row) {
        AssignmentTable<capacity>& at = table();
        each_own_column([&](int column, int) {
            at.distance[column] = infinite, at.from[column] = first_row, at.scanned[column] = 0;
        });
        int row = first_row, column = 0;
        std::int32_t offset = 0, nearest = 0;
        while (true) {
            nearest = scan(row, offset);
            column = nearest & column_mask;
            if (at.row_of[column] == no_row) break;
            if (owns(column)) at.scanned[column] = infinite;
            row = at.row_of[column];
            offset = at.cost[row][column] - at.potential[column] - nearest;
        }
        team_.wait();
        each_own_column([&](int k, int) {
            // Both numbers without their columns: only the difference of the costs is left.
            const std::int32_t lowered = (at.distance[k] & ~column_mask) - (nearest & ~column_mask);
            at.potential[k] += at.scanned[k] != 0 ? lowered : 0;
        });
        while (team_.is_first()) {  // back along the path: each row leaves its column for the next
            const std::int32_t taker = at.from[column], left = at.column_of[taker];
            at.row_of[column] = taker, at.column_of[taker] = column;
            if (taker == first_row) break;
            column = left;
        }
        team_.wait();
    }

    /// Shortens distances over a row; returns the least of those not scanned, with its column.
    EVODOKU_HD std::int32_t scan(int row, std::int32_t offset) {
        AssignmentTable<capacity>& at = table();
        std::int32_t least[lanes];
        for (std::int32_t& each : least) each = infinite;
        each_own_column([&](int column, int lane) {
            const std::int32_t through = at.cost[row][column] - at.potential[column] - offset;
            const bool shorter = through < at.distance[column];
            at.distance[column] = shorter ? through : at.distance[column];
            at.from[column] = shorter ? row : at.from[column];
            const std::int32_t open = at.distance[column] | at.scanned[column];  // scanned: infinite
            least[lane] = open < least[lane] ? open : least[lane];
        });
        std::int32_t nearest = infinite;
        for (const std::int32_t each : least) nearest = each < nearest ? each : nearest;
        return team_.least(nearest);
    }

    Team team_;
    typename Team::template Held<AssignmentTable<capacity>> held_;
    int size_, used_;
};

}  // namespace evodoku
