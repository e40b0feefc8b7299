// A board as `evodoku check` reads and judges it, compared with a second reader and a second solver. They share no code
// with the program.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "evodoku/io/puzzle_reader.hpp"
#include "logic/logic.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {
namespace {

constexpr std::string_view digits = "123456789ABCDEFG";

/// A Sudoku as an exact cover: each cell has a digit, and each row, column and box has each digit. A candidate is a
/// digit in a cell; it covers four of these constraints.
class ExactCover {
public:
    explicit ExactCover(int order)
        : size_(order * order),
          covered_(candidates()),
          members_(4 * candidates()),
          blocked_(candidates()),
          open_(4 * at(size_ * size_)),
          done_(open_.size()),
          board_(static_cast<std::size_t>(size_ * size_)) {
        for (int candidate = 0; candidate < size_ * size_ * size_; ++candidate) {
            const int digit = candidate % size_, cell = candidate / size_, row = cell / size_, column = cell % size_;
            const int box = row / order * order + column / order, each = size_ * size_;
            covered_[at(candidate)] = {cell, each + row * size_ + digit, 2 * each + column * size_ + digit,
                                       3 * each + box * size_ + digit};
            for (const int constraint : covered_[at(candidate)])
                members_[at(constraint * size_ + open_[at(constraint)]++)] = candidate;
        }
    }

    /// False if it repeats a digit of its row, column or box, or its cell is taken.
    bool give(int cell, int digit) {
        const int candidate = cell * size_ + digit - 1;
        if (blocked_[at(candidate)] != 0) return false;
        place(candidate, 1);
        return true;
    }

    /// Solutions, two at most. None if that takes more than `limit` positions.
    std::optional<std::vector<std::vector<int>>> solve(int limit) {
        left_ = limit;
        search();
        return left_ >= 0 ? std::optional(found_) : std::nullopt;
    }

private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    /// The candidates that cover it, `size_` of them.
    std::span<const int> members_of(int constraint) const {
        return std::span(members_).subspan(at(constraint * size_), at(size_));
    }
    std::size_t candidates() const { return at(size_ * size_ * size_); }

    /// `step` 1: places it; -1: takes it back.
    void place(int candidate, int step) {
        board_[at(candidate / size_)] = candidate % size_ + 1;
        for (const int constraint : covered_[at(candidate)]) {
            done_[at(constraint)] += step;
            for (const int other : members_of(constraint)) {
                const int before = blocked_[at(other)];
                blocked_[at(other)] += step;
                if (std::min(before, blocked_[at(other)]) != 0) continue;
                for (const int shared : covered_[at(other)]) open_[at(shared)] -= step;
            }
        }
    }

    void search() {
        if (--left_ < 0 || found_.size() == 2) return;
        int best = -1;
        for (int k = 0; k < 4 * size_ * size_; ++k)
            if (done_[at(k)] == 0 && (best < 0 || open_[at(k)] < open_[at(best)])) best = k;
        if (best < 0) found_.push_back(board_);
        if (best < 0) return;
        for (const int candidate : members_of(best)) {
            if (blocked_[at(candidate)] != 0) continue;
            place(candidate, 1);
            search();
            place(candidate, -1);
        }
    }

    int size_, left_ = 0;
    std::vector<std::array<int, 4>> covered_;
    std::vector<int> members_, blocked_, open_, done_, board_;
    std::vector<std::vector<int>> found_;
};

std::vector<int> cells_of(const Grid& grid) { return {grid.cells().begin(), grid.cells().end()}; }

/// Nothing in `found` contradicts one of these solutions.
bool fits(const Grid& found, const std::vector<int>& solution) {
    return std::ranges::equal(found.cells(), solution, [](int cell, int digit) { return cell == 0 || cell == digit; });
}

void compare(const Grid& grid) {
    using namespace logic;
    ExactCover second(grid.order());
    bool conflicting = false;
    for (int cell = 0; cell < grid.cell_count(); ++cell)
        if (grid[cell] != 0 && !second.give(cell, grid[cell])) conflicting = true;
    const Solvability judged = solvability_of(grid);
    require((judged.status == PuzzleStatus::conflict) == conflicting, "the two disagree on conflicts");
    if (conflicting) return;
    const Findings logic = find_by_logic(grid);
    const auto solutions = second.solve(grid.order() == 3 ? 1'000 : 300);
    if (!solutions || judged.status == undecided) return;
    require(judged.exact.solutions == solutions->size(), "the two count different numbers of solutions");
    const PuzzleStatus expected[] = {none, unique, several};
    require(judged.status == expected[solutions->size()], "a wrong word for the number of solutions");
    require(!logic.logic.contradiction || solutions->empty(), "logic finds a contradiction where a solution is");
    for (const std::vector<int>& solution : *solutions)
        require(fits(logic.logic.grid, solution), "logic fills in a wrong digit");
    require(judged.exact.first.has_value() == !solutions->empty(), "no solution is shown");
    if (judged.status == unique) require(cells_of(*judged.exact.first) == solutions->front(), "the solutions differ");
    if (judged.status == several) {
        require(*judged.exact.first != *judged.exact.second, "the two solutions are one");
        for (const Grid& shown : {*judged.exact.first, *judged.exact.second}) {
            ExactCover rules(grid.order());
            for (int cell = 0; cell < grid.cell_count(); ++cell) require(rules.give(cell, shown[cell]), "no solution");
            require(fits(grid, cells_of(shown)), "a solution changes a given");
        }
    }
}

}  // namespace

void check(Bytes bytes) {
    const int order = bytes.size() <= 16 ? 2 : bytes.size() == 256 ? 4 : 3, size = order * order;
    const std::string_view blanks = order == 3 ? ".0xX*_" : ".";
    Grid expected(order);
    std::string text(static_cast<std::size_t>(expected.cell_count()), '.');
    for (int cell = 0; cell < std::min(expected.cell_count(), static_cast<int>(bytes.size())); ++cell) {
        const char sign = bytes[static_cast<std::size_t>(cell)];
        const std::size_t digit = digits.substr(0, static_cast<std::size_t>(size)).find(sign);
        if (digit == std::string_view::npos && blanks.find(sign) == std::string_view::npos) continue;
        text[static_cast<std::size_t>(cell)] = sign;
        if (digit != std::string_view::npos) expected[cell] = static_cast<std::uint8_t>(digit + 1);
    }
    require(io::parse_puzzle(text, "line", order) == expected, "the two read different boards");
    compare(expected);
}

}  // namespace evodoku::fuzz
