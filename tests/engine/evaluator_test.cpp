// Costs and conflicts of boards from outside, against counting by hand.
#include "core/draws.hpp"
#include "support/refusal.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// Boards of random digits.
Bytes random_boards(int order, std::size_t count) {
    const auto size = static_cast<std::uint32_t>(order * order);
    Draws draws({5, 0, size, 0}, Purpose::initialise);
    Bytes cells(count * size * size);
    for (std::uint8_t& cell : cells) cell = static_cast<std::uint8_t>(draws.below(size) + 1);
    return cells;
}

/// A solution of any order.
Bytes solution(int order) {
    const int size = order * order;
    Bytes cells;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            cells.push_back(static_cast<std::uint8_t>((row * order + row / order + column) % size + 1));
    return cells;
}

std::uint32_t naive_row_column(const std::uint8_t* cells, int order) {
    const int size = order * order;
    std::uint32_t missing = 0;
    for (int line = 0; line < size; ++line) {
        std::set<int> row, column;
        for (int k = 0; k < size; ++k) row.insert(cells[line * size + k]), column.insert(cells[k * size + line]);
        missing += static_cast<std::uint32_t>(2 * size) - static_cast<std::uint32_t>(row.size() + column.size());
    }
    return missing;
}

Bytes naive_conflicts(const Bytes& cells, int order) {
    const int size = order * order;
    Bytes counts;
    for (std::size_t first = 0; first < cells.size(); first += static_cast<std::size_t>(size * size)) {
        const std::uint8_t* board = cells.data() + first;
        const auto box = [&](int cell) { return cell / size / order * order + cell % size / order; };
        for (int a = 0; a < size * size; ++a) {
            int count = 0;
            for (int b = 0; b < size * size; ++b) {
                const bool peers = a / size == b / size || a % size == b % size || box(a) == box(b);
                count += a != b && peers && board[a] == board[b];
            }
            counts.push_back(static_cast<std::uint8_t>(count));
        }
    }
    return counts;
}

std::unique_ptr<Evaluator> evaluator(const Evaluation& wanted, unsigned threads = 1) {
    return make_evaluator_on(std::make_unique<cpu::Executor>(cpu::make_tbb_workers(threads)), wanted);
}

std::vector<std::uint32_t> costs_of(Evaluator& evaluator, const Bytes& cells, std::size_t count) {
    std::vector<std::uint32_t> costs(count);
    evaluator.costs({cells.data(), count}, costs.data());
    return costs;
}

TEST(Evaluator, CountsRowsColumnsAndConflictsOfEveryOrder) {
    for (int order = smallest_order; order <= largest_order; ++order) {
        SCOPED_TRACE(order);
        const std::size_t count = order <= 4 ? 300 : 10;
        const Bytes cells = random_boards(order, count);
        std::vector<std::uint32_t> expected;
        for (std::size_t k = 0; k < count; ++k)
            expected.push_back(naive_row_column(cells.data() + k * cells.size() / count, order));
        const Bytes expected_conflicts = naive_conflicts(cells, order);
        for (const unsigned threads : {1u, 3u}) {
            for (const std::uint32_t at_once : {0u, 7u}) {
                Evaluation wanted{.order = order};
                wanted.boards_at_once = at_once;
                const auto on = evaluator(wanted, threads);
                EXPECT_EQ(costs_of(*on, cells, count), expected);
                Bytes conflicts(cells.size());
                on->conflicts({cells.data(), count}, conflicts.data());
                EXPECT_EQ(conflicts, expected_conflicts);
            }
        }
    }
}

TEST(Evaluator, OnlyASolutionCostsNothing) {
    for (int order = smallest_order; order <= largest_order; ++order) {
        SCOPED_TRACE(order);
        const auto size = static_cast<std::size_t>(order * order);
        const Bytes good = solution(order);
        Bytes latin;  // rows and columns are complete, boxes are not
        for (std::size_t row = 0; row < size; ++row)
            for (std::size_t column = 0; column < size; ++column)
                latin.push_back(static_cast<std::uint8_t>((row + column) % size + 1));
        Grid puzzle(order);
        puzzle[0] = static_cast<std::uint8_t>(good[0] % size + 1);
        EXPECT_EQ(costs_of(*evaluator({.order = order}), good, 1)[0], 0u);
        EXPECT_EQ(costs_of(*evaluator({.order = order}), latin, 1)[0], 1u);
        EXPECT_EQ(costs_of(*evaluator({.order = order, .puzzle = puzzle}), good, 1)[0], 1u) << "a changed given";
        puzzle[0] = good[0];
        EXPECT_EQ(costs_of(*evaluator({.order = order, .puzzle = puzzle}), good, 1)[0], 0u);
    }
}

TEST(Evaluator, CountsChangedGivensAsTheCostSays) {
    const Bytes good = solution(3);
    Grid puzzle;
    for (const int cell : {0, 10, 20})
        puzzle[cell] = static_cast<std::uint8_t>(good[static_cast<std::size_t>(cell)] % 9 + 1);
    const auto cost = [&](const char* text) {
        return costs_of(*evaluator({.cost = text, .puzzle = puzzle}), good, 1)[0];
    };
    EXPECT_EQ(cost("duplicates"), 6u);
    EXPECT_EQ(cost("duplicates:broken=5"), 15u);
    EXPECT_EQ(cost("duplicates:broken=0"), 1u);
    EXPECT_EQ(cost("units"), 1u);
    EXPECT_EQ(cost("product"), 1u);
    EXPECT_EQ(cost("entry"), 1u);
}

TEST(Evaluator, NamesTheFirstCellWithoutADigit) {
    for (const int order : {2, 3, 5}) {
        const int size = order * order;
        const auto cells = static_cast<std::size_t>(size * size);
        Bytes boards = random_boards(order, 1000);
        boards[700 * cells + 1] = 0;
        boards[600 * cells + cells - 1] = static_cast<std::uint8_t>(size + 1);
        boards[600 * cells + static_cast<std::size_t>(size) + 2] = 255;
        const std::string digits = "; allowed in every cell: 1.." + std::to_string(size);
        for (const unsigned threads : {1u, 3u}) {
            Evaluation wanted{.order = order};
            wanted.boards_at_once = 128 * threads;
            const auto on = evaluator(wanted, threads);
            EXPECT_EQ(test::refusal<BoardError>([&] { costs_of(*on, boards, 1000); }),
                      "boards[600]: r2c3 is 255" + digits);
            Bytes conflicts(boards.size());
            EXPECT_EQ(test::refusal<BoardError>([&] {
                          on->conflicts({boards.data(), 1000}, conflicts.data());
                      }),
                      "boards[600]: r2c3 is 255" + digits);
            const Bytes blank(boards.begin() + 700 * static_cast<std::ptrdiff_t>(cells), boards.end());
            EXPECT_EQ(test::refusal<BoardError>([&] { costs_of(*on, blank, 300); }),
                      "boards[0]: r1c2 is 0, a blank" + digits);
            EXPECT_EQ(costs_of(*on, boards, 600).size(), 600u) << "it works after an error";
        }
    }
}

TEST(Evaluator, RefusesWhatDoesNotSuit) {
    const auto refusal = [](const Evaluation& wanted) {
        return test::refusal<SettingError>([&] { evaluator(wanted); });
    };
    test::expect_all(refusal({.cost = "row-column-givens"}),
                     {"cost 'row-column-givens' does not support the representation cell-board", "duplicates"});
    test::expect_all(refusal({.cost = "entry", .order = 4}), {"cost 'entry' does not support", "box-board-16"});
    EXPECT_EQ(refusal({.order = 8}), "order is 8; allowed: 2..7");
    EXPECT_EQ(refusal({.order = 4, .puzzle = Grid()}), "the puzzle is 9 x 9, and the boards are 16 x 16");
    Grid conflict;
    conflict[0] = conflict[5] = 4;
    EXPECT_EQ(refusal({.puzzle = conflict}),
              "the puzzle's givens conflict: digit 4 appears twice in row 1: r1c1 and r1c6");
}

TEST(Evaluator, StopsBetweenItsPieces) {
    int asked = 0;
    Evaluation wanted;
    wanted.boards_at_once = 100, wanted.should_stop = [&] { return ++asked > 3; };
    const auto costs = costs_of(*evaluator(wanted), random_boards(3, 1000), 1000);
    EXPECT_EQ(asked, 4);
    EXPECT_NE(costs[299], 0u);
    EXPECT_EQ(costs[300], 0u);
}

TEST(Evaluator, MarksTheFirstOfEqualBoards) {
    const Bytes cells = {1, 1, 2, 2, 1, 1, 1, 2, 2, 2};
    bool distinct[5];
    find_distinct(cells, 2, distinct);
    EXPECT_EQ(std::vector(distinct, distinct + 5), (std::vector{true, true, false, true, false}));
}

}  // namespace
}  // namespace evodoku
