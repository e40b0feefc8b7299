#include "logic/canonical.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

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

    std::optional<Grid> run() {
        std::array<int, 3> least{3, 3, 3};
        for (const auto& rows : rows_) {
            for (const Row& row : rows) least = std::min(least, sorted(counts_of(row)));
        }
        for (const auto& rows : rows_) {
            turned_ = &rows;
            for (int row = 0; row < 9; ++row) {
                if (sorted(counts_of(rows[static_cast<std::size_t>(row)])) == least && !repeats_blank(row))
                    try_columns(static_cast<std::size_t>(row));
            }
        }
        if (left_ == 0) return std::nullopt;
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
    bool is_blank(int row) const { return std::ranges::count((*turned_)[static_cast<std::size_t>(row)], 0) == 9; }
    /// An earlier row of its band is blank, too: either leads to the same forms.
    bool repeats_blank(int row) const {
        for (int other = row / 3 * 3; other < row; ++other) {
            if (is_blank(other) && is_blank(row)) return true;
        }
        return false;
    }

    /// All orders of the columns that make `first` least: the first row of the form.
    void try_columns(std::size_t first) {
        const std::array<int, 3> counts = counts_of((*turned_)[first]);
        std::array<std::size_t, 3> stacks{0, 1, 2};
        do {
            if (!std::ranges::is_sorted(stacks, {}, [&](std::size_t stack) { return counts[stack]; })) continue;
            if (is_another_order_of_blank_stacks(stacks)) continue;
            try_columns_of(first, stacks, 0);
        } while (std::ranges::next_permutation(stacks).found);
    }
    void try_columns_of(std::size_t first, const std::array<std::size_t, 3>& stacks, std::size_t done) {
        if (left_ == 0) return;
        if (done == 3) return try_rows(first);
        std::array<std::size_t, 3> order{0, 1, 2};
        do {
            for (std::size_t k = 0; k < 3; ++k) columns_[3 * done + k] = 3 * stacks[done] + order[k];
            const Row& row = (*turned_)[first];
            const auto begin = columns_.begin() + static_cast<std::ptrdiff_t>(3 * done);
            if (!std::is_sorted(begin, begin + 3, [&](auto a, auto b) { return row[a] == 0 && row[b] != 0; })) continue;
            if (is_another_order_of_blank_columns(done)) continue;
            try_columns_of(first, stacks, done + 1);
        } while (std::ranges::next_permutation(order).found);
    }

    bool is_blank_column(std::size_t column) const {
        return std::ranges::all_of(*turned_, [&](const Row& row) { return row[column] == 0; });
    }
    bool is_another_order_of_blank_columns(std::size_t done) const {
        for (std::size_t k = 3 * done; k < 3 * done + 2; ++k) {
            for (std::size_t later = k + 1; later < 3 * done + 3; ++later) {
                if (columns_[k] > columns_[later] && is_blank_column(columns_[k]) && is_blank_column(columns_[later]))
                    return true;
            }
        }
        return false;
    }
    bool is_another_order_of_blank_stacks(const std::array<std::size_t, 3>& stacks) const {
        const auto is_blank_stack = [&](std::size_t stack) {
            return is_blank_column(3 * stack) && is_blank_column(3 * stack + 1) && is_blank_column(3 * stack + 2);
        };
        for (std::size_t k = 0; k < 3; ++k) {
            for (std::size_t later = k + 1; later < 3; ++later) {
                if (stacks[k] > stacks[later] && is_blank_stack(stacks[k]) && is_blank_stack(stacks[later]))
                    return true;
            }
        }
        return false;
    }

    void try_rows(std::size_t first) {
        Labels labels{};
        std::uint8_t next = 1;
        place(0, static_cast<int>(first), labels, next, 0);
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
        if (left_ == 0) return;
        --left_;
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
            if (repeats_unused_blank(other, used, begins_band)) continue;
            place(at + 1, other, labels, next, used);
        }
    }
    /// As repeats_blank(), among the rows without a place; of several blank bands the first.
    bool repeats_unused_blank(int row, unsigned used, bool begins_band) const {
        if (!is_blank(row)) return false;
        for (int other = row / 3 * 3; other < row; ++other) {
            if ((used >> other & 1) == 0 && is_blank(other)) return true;
        }
        if (!begins_band || !is_blank_band(row / 3)) return false;
        for (int band = 0; band < row / 3; ++band) {
            if ((used >> 3 * band & 7) == 0 && is_blank_band(band)) return true;
        }
        return false;
    }
    bool is_blank_band(int band) const {
        return is_blank(3 * band) && is_blank(3 * band + 1) && is_blank(3 * band + 2);
    }

    std::array<std::array<Row, 9>, 2> rows_;  ///< of the grid, and of its transpose
    const std::array<Row, 9>* turned_ = nullptr;
    std::array<std::size_t, 9> columns_{};
    std::array<Row, 9> best_;
    std::uint64_t left_ = 100'000'000;  ///< rows that may still be placed
};

}  // namespace

std::optional<Grid> canonical_form(const Grid& grid) { return Search(grid).run(); }

}  // namespace evodoku::logic
