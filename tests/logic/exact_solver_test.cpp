// The oracle against known solutions and counts; the verifier, with each rule of Sudoku broken once.
#include "logic/logic.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "core/geometry.hpp"
#include "evodoku/logic/verifier.hpp"
#include "logic/generator.hpp"
#include "support/puzzles.hpp"

namespace evodoku::logic {
namespace {

using test::grid_of;

struct KnownPuzzle {
    std::string_view puzzle;
    std::string_view solution;
};

constexpr KnownPuzzle known_puzzles[] = {
    {"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
     "534678912672195348198342567859761423426853791713924856961537284287419635345286179"},
    {"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
     "162857493534129678789643521475312986913586742628794135356478219241935867897261354"},
    {"..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
     "483921657967345821251876493548132976729564138136798245372689514814253769695417382"},
    {"..3...7..4...8...6.9.....1.......6..6....4..8..16..39..7...2...5..8....2....45...",
     "123456789457189236896237514285391647639574128741628395378962451564813972912745863"},
    {".....6..9..67...3.79...3....1...7.5...752......5.....2..167..2......14..8........",
     "123456789456789231798213645214937856637528194985164372341675928572891463869342517"},
    {"..9.......6...3...1...7...54...52..7.....6.4..3.9.....2......1.....2.57...48....2",
     "349185726765293184128674935491352867852716349637948251273569418986421573514837692"},
    {"................12..3.45...............1....6.74...5.......74...2.......61.8....7",
     "792361854546789312183245679861452793359178246274936581938617425427593168615824937"},
    {"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..41.....7..7...3..",
     "162857493534129678789643521475312986913586742628794135356478219241935867897261354"},
    {"85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
     "859612437723854169164379528986147352375268914241593786432981675617425893598736241"},
    {".4....179..2..8.54..6..5..8.8..7.91..5..9..3..19.6..4.3..4..7..57.1..2..928....6.",
     "845632179732918654196745328683574912457291836219863547361429785574186293928357461"},
};

TEST(ExactSolver, KnownPuzzlesHaveTheirOneSolution) {
    for (const KnownPuzzle& known : known_puzzles) {
        const ExactResult result = solve_exactly(grid_of(known.puzzle));
        EXPECT_EQ(result.solutions, 1u) << known.puzzle;
        EXPECT_EQ(result.first, grid_of(known.solution)) << known.puzzle;
        EXPECT_LT(result.nodes, 5000u) << known.puzzle;
        EXPECT_EQ(solve_exactly(grid_of(known.solution)).first, grid_of(known.solution)) << "a full grid";
    }
}

TEST(ExactSolver, NeedsAsFewPositionsAsItsSinglesAllow) {
    std::vector<std::uint64_t> nodes;
    for (const KnownPuzzle& known : known_puzzles) nodes.push_back(solve_exactly(grid_of(known.puzzle)).nodes);
    EXPECT_EQ(nodes, (std::vector<std::uint64_t>{1, 143, 1, 325, 1623, 471, 1, 143, 9, 1}));
    nodes.clear();
    for (const int order : {2, 4, 5}) {
        const Grid puzzle = generate_puzzle({order, percent(order == 2 ? 40 : 52), Holes::balanced, 1, 0}).puzzle;
        nodes.push_back(solve_exactly(puzzle).nodes);
    }
    EXPECT_EQ(nodes, (std::vector<std::uint64_t>{1, 6, 18}));
}

TEST(ExactSolver, PuzzlesWithoutASolution) {
    for (const char* puzzle : {
             "1...5.2.9..7.......6.......2...........5.1..2....2.39.3.4.9...15...1...3...8...4.",
             ".......8...6.8.1..7....3..2.47..5...5..32............53....4..7......9...1.9...6.",
             "....9..5..1.....3...23..7....35...7.8.....2.......64...9..1.....8..6......54....7",
             "1...5.2.9..71......6.......2...........5.1..2....2.39.3...9...15...1...3...8...4.",
             ".23.....94.....1...9..3..4.2..91...4.....78..9...4...23...9...1.6..........5.....",
             ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
         }) {
        const ExactResult result = solve_exactly(grid_of(puzzle));
        EXPECT_EQ(result.solutions, 0u) << puzzle;
        EXPECT_FALSE(result.first) << puzzle;
        EXPECT_LT(result.nodes, 10000u) << puzzle;
    }
}

TEST(ExactSolver, CountsSolutions) {
    const auto count = [](const char* puzzle) { return solve_exactly(grid_of(puzzle), 1000).solutions; };
    EXPECT_EQ(count("8.........59.......76.........623.8....4781.6...591......936517...814962...752438"), 16u);
    EXPECT_EQ(count("8.........59.......67...........3285....1.796...9..143...531967...798412...426538"), 17u);
    EXPECT_EQ(count("8.........95.......76.........728..6...594.1....6135.....471965...932748...856132"), 59u);
    EXPECT_EQ(count("8.........59.......76.........426..7...713.9....5981.....674915...931268...852743"), 127u);
}

TEST(ExactSolver, StopsAtTheLimit) {
    for (const std::uint64_t limit : {1u, 2u, 777u}) {
        const ExactResult result = solve_exactly(Grid{}, limit);
        EXPECT_EQ(result.solutions, limit);
        EXPECT_TRUE(verify(Grid{}, result.first.value()).valid);
    }
    const ExactResult cut = solve_exactly(Grid(5), 2, 3);
    EXPECT_FALSE(cut.complete);
    EXPECT_EQ(cut.nodes, 3u);
    int left = 5;
    const ExactResult stopped =
        solve_exactly(Grid{}, ~std::uint64_t{0}, ~std::uint64_t{0}, [&] { return --left == 0; });
    EXPECT_FALSE(stopped.complete);
    EXPECT_EQ(stopped.nodes, 256u) << "asked once per 64 positions";
    EXPECT_THROW(solve_exactly(Grid{}, 0), std::invalid_argument);
}

TEST(ExactSolver, ClashingGivensHaveNoSolution) {
    Grid puzzle;
    puzzle[0] = puzzle[8] = 5;
    EXPECT_EQ(solve_exactly(puzzle).solutions, 0u);
    puzzle[8] = 10;
    EXPECT_THROW(solve_exactly(puzzle), std::invalid_argument);
}

TEST(ExactSolver, FindsSolutionsThatDifferOfEveryOrder) {
    for (const int order : {2, 3, 4}) {
        std::map<std::uint64_t, int> seen;
        for (std::uint32_t index = 0; index < 20; ++index) {
            const std::uint32_t filled = order == 4 ? (index % 2 != 0 ? 40 : 55) : (index % 2 != 0 ? 33 : 42);
            const Grid puzzle = generate_puzzle({order, percent(filled), Holes::random, 1, index}).puzzle;
            const ExactResult exact = solve_exactly(puzzle, 2, 100'000);
            ASSERT_TRUE(exact.complete || exact.solutions == 2);
            EXPECT_EQ(exact.first.has_value(), exact.solutions > 0);
            EXPECT_EQ(exact.second.has_value(), exact.solutions > 1);
            EXPECT_TRUE(verify(puzzle, exact.first.value()).valid);
            EXPECT_TRUE(exact.solutions < 2 || verify(puzzle, exact.second.value()).valid);
            EXPECT_NE(exact.first, exact.second);
            ++seen[exact.solutions];
        }
        EXPECT_GT(seen[1], 0) << order;
        EXPECT_GT(seen[2], 0) << order;
    }
}

TEST(ExactSolver, FindsTheSolutionThatAPuzzleWasMadeFrom) {
    EXPECT_TRUE(rc::check("a solution with cells blanked has that solution among its own", [] {
        const KnownPuzzle& known = known_puzzles[*rc::gen::inRange<std::size_t>(0, std::size(known_puzzles))];
        const Grid solution = grid_of(known.solution);
        Grid puzzle = solution;
        for (int cell = 0; cell < cell_count; ++cell)
            if (*rc::gen::inRange(0, 100) < 55) puzzle[cell] = 0;
        const ExactResult result = solve_exactly(puzzle, 2);
        RC_ASSERT(result.solutions >= 1u);
        RC_ASSERT(verify(puzzle, result.first.value()).valid);
        if (result.solutions == 1) RC_ASSERT(result.first == solution);
    }));
}

const Grid first_puzzle = grid_of(known_puzzles[0].puzzle);
const Grid first_solution = grid_of(known_puzzles[0].solution);

TEST(Verifier, KnownSolutionsAreValid) {
    for (const KnownPuzzle& known : known_puzzles) {
        const Verdict verdict = verify(grid_of(known.puzzle), grid_of(known.solution));
        EXPECT_TRUE(verdict.valid) << verdict.reason;
        EXPECT_EQ(verdict.reason, "");
        EXPECT_FALSE(first_conflict(grid_of(known.puzzle)));
    }
}

TEST(Verifier, NamesTheFault) {
    Grid blank = first_solution, twelve = first_solution;
    blank[cell_at(3, 4)] = 0, twelve[cell_at(3, 4)] = 12;
    EXPECT_EQ(verify(first_puzzle, blank).reason, "r4c5 is blank");
    EXPECT_FALSE(verify(first_puzzle, blank).valid);
    EXPECT_EQ(verify(first_puzzle, twelve).reason, "r4c5 holds 12, not a digit 1-9");
    // A valid grid of another puzzle.
    EXPECT_EQ(verify(first_puzzle, grid_of(known_puzzles[1].solution)).reason, "r1c1 holds 1, but the puzzle gives 5");
    EXPECT_EQ(verify(Grid(5), Grid(4)).reason, "the answer has order 4, and the puzzle has order 5");
}

TEST(Verifier, AcceptsSolutionsOnlyOfEveryOrder) {
    for (int order = 2; order <= 7; ++order) {
        const GeneratedPuzzle each = generate_puzzle({order, percent(50), Holes::random, 1, 0});
        EXPECT_TRUE(verify(each.puzzle, each.solution).valid) << order;
        EXPECT_FALSE(verify(each.puzzle, each.puzzle).valid) << order;
        EXPECT_EQ(first_conflict(each.solution), std::nullopt);
        for (const int cell : {0, each.puzzle.cell_count() - 1}) {
            Grid wrong = each.solution;
            wrong[cell] = static_cast<std::uint8_t>(wrong[cell] % wrong.size() + 1);
            EXPECT_FALSE(verify(Grid(order), wrong).valid) << order << " " << cell;
            wrong[cell] = static_cast<std::uint8_t>(wrong.size() + 1);
            EXPECT_FALSE(verify(Grid(order), wrong).valid) << order << " " << cell;
        }
    }
}

/// A full grid that breaks the rule of one kind of unit alone.
Grid full_grid(int (*digit)(int row, int column)) {
    Grid grid;
    for (int cell = 0; cell < cell_count; ++cell)
        grid[cell] = static_cast<std::uint8_t>(digit(row_of(cell), column_of(cell)) % 9 + 1);
    return grid;
}

TEST(Verifier, RowsHoldEachDigitOnce) {
    const Grid answer = full_grid([](int row, int column) { return 3 * column + column / 3 + row; });
    Grid turned;
    for (int cell = 0; cell < cell_count; ++cell) turned[cell] = answer[cell_at(column_of(cell), row_of(cell))];
    EXPECT_TRUE(verify(Grid{}, turned).valid);
    std::swap(turned[cell_at(0, 0)], turned[cell_at(1, 0)]);  // same column, same box
    EXPECT_EQ(first_conflict(turned)->unit, 0);
    EXPECT_FALSE(verify(Grid{}, turned).valid);
}

TEST(Verifier, ColumnsHoldEachDigitOnce) {
    Grid answer = first_solution;
    std::swap(answer[cell_at(0, 0)], answer[cell_at(0, 1)]);  // same row, same box
    const auto conflict = first_conflict(answer);
    ASSERT_TRUE(conflict);
    EXPECT_EQ(conflict->unit, 9);
    EXPECT_EQ(describe(*conflict), "digit 3 appears twice in column 1: r1c1 and r9c1");
    EXPECT_EQ(verify(Grid{}, answer).reason, describe(*conflict));
}

TEST(Verifier, BoxesHoldEachDigitOnce) {
    const Grid latin_square = full_grid([](int row, int column) { return row + column; });
    const auto conflict = first_conflict(latin_square);
    ASSERT_TRUE(conflict);
    EXPECT_EQ(conflict->unit, 18);
    EXPECT_EQ(describe(*conflict), "digit 2 appears twice in box 1: r1c2 and r2c1");
    EXPECT_FALSE(verify(Grid{}, latin_square).valid);
}

TEST(Verifier, ConflictsAreToldByRowBeforeColumnBeforeBox) {
    Grid grid;
    grid[cell_at(0, 0)] = grid[cell_at(0, 1)] = grid[cell_at(1, 0)] = 5;
    EXPECT_EQ(describe(*first_conflict(grid)), "digit 5 appears twice in row 1: r1c1 and r1c2");
    grid[cell_at(0, 1)] = 0;
    EXPECT_EQ(describe(*first_conflict(grid)), "digit 5 appears twice in column 1: r1c1 and r2c1");
    const auto conflicted = conflicted_cells(grid);
    EXPECT_EQ(std::ranges::count(conflicted, true), 2);
    EXPECT_TRUE(conflicted[0] && conflicted[9]);
    EXPECT_EQ(std::ranges::count(conflicted_cells(Grid{}), true), 0) << "blanks do not clash";
    Grid larger(4);
    larger[0] = larger[5 * 16] = 7;
    EXPECT_EQ(describe(*first_conflict(larger)), "digit 7 appears twice in column 1: r1c1 and r6c1");
    larger[5 * 16] = 0, larger[17] = 7;
    EXPECT_EQ(describe(*first_conflict(larger)), "digit 7 appears twice in box 1: r1c1 and r2c2");
}

/// The rules, cell by cell.
bool has_equal_neighbours(const Grid& grid) {
    for (int a = 0; a < cell_count; ++a) {
        for (int b = a + 1; b < cell_count; ++b) {
            const bool share_a_unit = row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b);
            if (share_a_unit && grid[a] != 0 && grid[a] == grid[b]) return true;
        }
    }
    return false;
}

TEST(Verifier, AgreesWithTheRulesWrittenCellByCell) {
    EXPECT_TRUE(rc::check("a solution with some cells changed, also to digits above nine and to blanks", [] {
        Grid answer = first_solution;
        const int changes = *rc::gen::inRange(0, 5);
        for (int k = 0; k < changes; ++k)
            answer[*rc::gen::inRange(0, cell_count)] =
                static_cast<std::uint8_t>(*rc::gen::element(0, 1, 5, 9, 10, 33, 255));
        const bool clashes = has_equal_neighbours(answer);
        const bool is_filled = std::ranges::all_of(answer.cells(), [](int digit) { return digit >= 1 && digit <= 9; });
        RC_ASSERT(first_conflict(answer).has_value() == clashes);
        const auto conflicted = conflicted_cells(answer);
        RC_ASSERT((std::ranges::count(conflicted, true) != 0) == clashes);
        const bool keeps_givens = std::ranges::equal(first_puzzle.cells(), answer.cells(),
                                                     [](int given, int digit) { return given == 0 || given == digit; });
        RC_ASSERT(verify(first_puzzle, answer).valid == (is_filled && keeps_givens && !clashes));
        RC_ASSERT(verify(first_puzzle, answer).valid == verify(first_puzzle, answer).reason.empty());
    }));
}

TEST(Verifier, AnyOneChangeBreaksASolution) {
    EXPECT_TRUE(rc::check("a solution with one cell changed is refused, and its conflicts hold that cell", [] {
        Grid answer = first_solution;
        const int cell = *rc::gen::inRange(0, cell_count);
        const int digit = *rc::gen::inRange(1, 10);
        RC_PRE(answer[cell] != digit);
        answer[cell] = static_cast<std::uint8_t>(digit);
        RC_ASSERT(!verify(first_puzzle, answer).valid);
        RC_ASSERT(!verify(Grid{}, answer).valid);
        const Conflict conflict = first_conflict(answer).value();
        RC_ASSERT(conflict.cell_a == cell || conflict.cell_b == cell);
        RC_ASSERT(conflict.cell_a < conflict.cell_b);
        RC_ASSERT(conflicted_cells(answer)[static_cast<std::size_t>(cell)]);
    }));
}

}  // namespace
}  // namespace evodoku::logic
