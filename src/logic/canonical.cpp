#include "logic/canonical.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/bits.hpp"

namespace evodoku::logic {
namespace {

using Row = std::array<std::uint8_t, 9>;

/// The choices that lead to the first rows of the form.
struct Choices {
    bool is_transposed = false;
    Row rows{}, columns{0, 1, 2, 3, 4, 5, 6, 7, 8};  ///< of the grid, at the places of the form
    std::array<std::uint8_t, 10> labels{};           ///< digit -> digit of the form; 0: none yet
    std::uint8_t next_label = 1;
    unsigned used_rows = 0;       ///< bit r: row r has its place
    unsigned alike = 0b11011011;  ///< bit k: the columns at places k and k + 1 are blank so far, and of one stack
    std::size_t open = 3;         ///< so many stacks at the front are blank so far: they may change places

    bool may_come_next(std::size_t level, unsigned row) const {
        if ((used_rows >> row & 1) != 0) return false;
        return level % 3 == 0 ? (used_rows >> row / 3 * 3 & 7) == 0 : row / 3 == rows[level - 1] / 3u;
    }
};

/// Builds the rows of the least form one by one, with all choices that make them.
class Search {
public:
    explicit Search(const Grid& grid) {
        for (int cell = 0; cell < 81; ++cell) {
            const auto row = static_cast<std::size_t>(cell / 9), column = static_cast<std::size_t>(cell % 9);
            lines_[0][row][column] = lines_[1][column][row] = grid[cell];
        }
    }

    Canonical run() {
        Canonical result;
        std::vector<Choices> before(2);
        before[1].is_transposed = true;
        for (std::size_t level = 0; level < 9; ++level) {
            least_.fill(255), found_.clear();
            for (const Choices& choices : before) {
                for (unsigned row = 0; row < 9; ++row)
                    if (choices.may_come_next(level, row)) order_stacks(choices, level, row);
            }
            std::ranges::copy(least_, &result.form[static_cast<int>(9 * level)]);
            before.swap(found_);
        }
        const Choices& best = before.front();
        result.is_transposed = best.is_transposed, result.rows = best.rows, result.columns = best.columns;
        result.digits = best.labels;
        std::uint8_t next = best.next_label;
        for (std::size_t digit = 1; digit <= 9; ++digit)
            if (result.digits[digit] == 0) result.digits[digit] = next++;
        return result;
    }

private:
    /// All orders of the open stacks in which the row may be least: those with fewer clues come first. Blank ones stay
    /// open, so one order of them is enough.
    void order_stacks(Choices choices, std::size_t level, unsigned row) {
        choices.rows[level] = static_cast<std::uint8_t>(row), choices.used_rows |= 1u << row;
        const Row& cells = lines_[choices.is_transposed][row];
        const std::size_t open = std::exchange(choices.open, 0);
        std::array<std::pair<std::size_t, std::size_t>, 3> stacks;  // clues, and stack; the others stay behind
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t stack = choices.columns[3 * k] / 3u;
            const std::uint8_t* first = cells.data() + 3 * stack;
            const int clues = (first[0] != 0) + (first[1] != 0) + (first[2] != 0);
            stacks[k] = {k < open ? static_cast<std::size_t>(clues) : 4 + k, stack};
            choices.open += k < open && clues == 0;
        }
        std::ranges::sort(stacks);
        const auto rank = [](const auto& stack) { return std::pair(stack.first, stack.first == 0 ? stack.second : 0); };
        do {
            if (!std::ranges::is_sorted(stacks, {}, rank)) continue;
            for (std::size_t k = 0; k < 3 * open; ++k)
                choices.columns[k] = static_cast<std::uint8_t>(3 * stacks[k / 3].second + k % 3);
            order_columns(choices, cells);
        } while (open > 1 && std::ranges::next_permutation(stacks).found);
    }

    /// Columns that are alike: blanks first, then by labels, then new digits, which get the next labels in any order.
    void order_columns(Choices choices, const Row& cells) {
        constexpr std::uint8_t none = 10;
        Row& columns = choices.columns;
        Row relabelled;
        for (std::size_t k = 0; k < 9; ++k) {
            const std::uint8_t column = columns[k], digit = cells[column];
            const std::uint8_t label = digit == 0 || choices.labels[digit] != 0 ? choices.labels[digit] : none;
            std::size_t place = k;
            for (; place > 0 && (choices.alike >> (place - 1) & 1) != 0 && relabelled[place - 1] > label; --place)
                relabelled[place] = relabelled[place - 1], columns[place] = columns[place - 1];
            relabelled[place] = label, columns[place] = column;
        }
        std::uint8_t next = choices.next_label;
        for (std::uint8_t& label : relabelled)
            if (label == none) label = next++;
        if (relabelled > least_) return;
        if (relabelled < least_) least_ = relabelled, found_.clear();
        label_new_digits(choices, cells, 0);
    }

    /// Keeps the choices with every order of new digits in columns that are alike.
    void label_new_digits(Choices& choices, const Row& cells, std::size_t from) {
        for (std::size_t k = from; k < 9; ++k) {
            const std::uint8_t digit = cells[choices.columns[k]];
            if (digit == 0 || choices.labels[digit] != 0) continue;
            for (std::size_t other = k; other < 8 && (choices.alike >> other & 1) != 0; ++other) {
                Choices swapped = choices;
                std::swap(swapped.columns[k], swapped.columns[other + 1]);
                swapped.labels[cells[swapped.columns[k]]] = swapped.next_label++;
                label_new_digits(swapped, cells, k + 1);
            }
            choices.labels[digit] = choices.next_label++;
        }
        for (std::size_t k = 0; k < 8; ++k)
            if (least_[k + 1] != 0) choices.alike &= ~(1u << k);
        found_.push_back(choices);
    }

    std::array<std::array<Row, 9>, 2> lines_;  ///< of the grid, and of its transpose
    Row least_{};                              ///< the present row of the form
    std::vector<Choices> found_;               ///< that make it
};

}  // namespace

Canonical canonical(const Grid& grid) { return Search(grid).run(); }

SymmetryClasses::Key SymmetryClasses::key_of(const Grid& grid) {
    const auto cells = grid.cells();
    Key key{};
    for (std::size_t first = 0; first < cells.size(); first += 8) {
        std::uint64_t word = 0;
        for (const std::uint8_t cell : cells.subspan(first, std::min<std::size_t>(8, cells.size() - first)))
            word = word << 8 | cell;
        key = {mix(key[0] ^ word), mix(~key[1] + word)};
    }
    return key;
}

SymmetryClasses::Numbers SymmetryClasses::find(const Grid& grid) {
    const auto number_in = [](auto& numbers, const Grid& form) {
        const auto entry = numbers.find(key_of(form));
        return entry != numbers.end() ? &entry->second : nullptr;
    };
    return {number_in(by_cells_, grid), grid.order() == 3 ? number_in(by_form_, canonical_form(grid)) : nullptr};
}

SymmetryClasses::Numbers SymmetryClasses::add(const Grid& grid) {
    ++count_;
    return {&by_cells_[key_of(grid)], grid.order() == 3 ? &by_form_[key_of(canonical_form(grid))] : nullptr};
}

}  // namespace evodoku::logic
