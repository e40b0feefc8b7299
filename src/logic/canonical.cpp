#include "logic/canonical.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace evodoku::logic {
namespace {

using Row = std::array<std::uint8_t, 9>;

/// Blanks before filled cells in each third, thirds with fewer filled cells first: the least that a permutation of the
/// columns can make of a row.
std::array<int, 3> counts_of(const Row& row) {
    std::array<int, 3> counts{};
    for (std::size_t k = 0; k < 9; ++k) counts[k / 3] += row[k] != 0;
    return counts;
}

/// Builds the rows of the least form one by one, each the least that is still possible.
class Search {
public:
    explicit Search(const Grid& grid) {
        for (int cell = 0; cell < 81; ++cell) {
            const auto row = static_cast<std::size_t>(cell / 9), column = static_cast<std::size_t>(cell % 9);
            rows_[0][row][column] = rows_[1][column][row] = grid[cell];
        }
        for (Row& row : best_) row.fill(255);
    }

    Grid run() {
        std::array<int, 3> least{3, 3, 3};
        for (const auto& rows : rows_) {
            for (const Row& row : rows) least = std::min(least, sorted(counts_of(row)));
        }
        for (const auto& rows : rows_) {
            turned_ = &rows;
            for (int row = 0; row < 9; ++row) {
                if (sorted(counts_of(rows[static_cast<std::size_t>(row)])) == least)
                    try_columns(static_cast<std::size_t>(row));
            }
        }
        Grid form(3);
        for (int cell = 0; cell < 81; ++cell) form[cell] = best_[static_cast<std::size_t>(cell / 9)][cell % 9];
        return form;
    }

private:
    using Labels = std::array<std::uint8_t, 10>;  // digit -> digit of the form; 0: none yet

    static std::array<int, 3> sorted(std::array<int, 3> counts) {
        std::ranges::sort(counts);
        return counts;
    }

    /// All orders of the columns that make `first` least: the first row of the form.
    void try_columns(std::size_t first) {
        const std::array<int, 3> counts = counts_of((*turned_)[first]);
        std::array<std::size_t, 3> stacks{0, 1, 2};
        do {
            if (!std::ranges::is_sorted(stacks, {}, [&](std::size_t stack) { return counts[stack]; })) continue;
            try_columns_of(first, stacks, 0);
        } while (std::ranges::next_permutation(stacks).found);
    }
    void try_columns_of(std::size_t first, const std::array<std::size_t, 3>& stacks, std::size_t done) {
        if (done == 3) return place(0, static_cast<int>(first), {}, 1, 0);
        std::array<std::size_t, 3> order{0, 1, 2};
        do {
            for (std::size_t k = 0; k < 3; ++k) columns_[3 * done + k] = 3 * stacks[done] + order[k];
            const Row& row = (*turned_)[first];
            const auto begin = columns_.begin() + static_cast<std::ptrdiff_t>(3 * done);
            if (!std::is_sorted(begin, begin + 3, [&](auto a, auto b) { return row[a] == 0 && row[b] != 0; })) continue;
            try_columns_of(first, stacks, done + 1);
        } while (std::ranges::next_permutation(order).found);
    }

    /// The row as the columns and labels make it; digits without a label get the next ones.
    Row relabelled(int row, Labels& labels, std::uint8_t& next) const {
        Row made{};
        for (std::size_t k = 0; k < 9; ++k) {
            const std::uint8_t digit = (*turned_)[static_cast<std::size_t>(row)][columns_[k]];
            if (digit != 0 && labels[digit] == 0) labels[digit] = next++;
            made[k] = labels[digit];
        }
        return made;
    }

    /// `used`: bit r: row r has its place.
    void place(std::size_t at, int row, Labels labels, std::uint8_t next, unsigned used) {
        const Row made = relabelled(row, labels, next);
        if (made > best_[at]) return;
        if (made < best_[at]) {
            best_[at] = made;
            for (std::size_t later = at + 1; later < 9; ++later) best_[later].fill(255);
        }
        if (at == 8) return;
        used |= 1u << row;
        const bool begins_band = (at + 1) % 3 == 0;
        for (int other = 0; other < 9; ++other) {
            if ((used >> other & 1) != 0 || (!begins_band && other / 3 != row / 3)) continue;
            if (begins_band && (used >> other / 3 * 3 & 7) != 0) continue;  // a band that is begun is whole
            place(at + 1, other, labels, next, used);
        }
    }

    std::array<std::array<Row, 9>, 2> rows_;  ///< of the grid, and of its transpose
    const std::array<Row, 9>* turned_ = nullptr;
    std::array<std::size_t, 9> columns_{};
    std::array<Row, 9> best_;
};

}  // namespace

Grid canonical_form(const Grid& grid) { return Search(grid).run(); }

}  // namespace evodoku::logic
