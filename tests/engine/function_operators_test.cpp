// Operators that are functions: the same bytes on any executor, the numbers of the program's own cost, and what is
// refused. Boards that other programs put in.
#include <algorithm>
#include <set>
#include <span>

#include "evodoku/backend/puzzle_evolution.hpp"
#include "logic/logic.hpp"
#include "operators/catalogue.hpp"
#include "support/functions.hpp"
#include "support/refusal.hpp"
#include "support/resuming.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

std::unique_ptr<PuzzleEvolution> begin(const Config& config, const std::string& state = "") {
    return make_stepped_evolution(test::serial_executor(), config, {test::job_of({"", config}, 0), state});
}

using test::digest_of;
using test::digest_on;
using test::functions_on;

class Functions : public testing::Test {
protected:
    Functions() { test::add_functions(); }
};

TEST_F(Functions, GiveTheSameBytesInAnyOrderOfWork) {
    for (const test::NamedConfiguration& named : test::configurations_of_functions()) {
        SCOPED_TRACE(named.name);
        const std::uint64_t expected = digest_of(named);
        std::size_t queued = 0;
        EXPECT_EQ(digest_on(std::make_unique<test::Deferring>(queued), named), expected);
        for (const unsigned threads : {2u, 7u})
            EXPECT_EQ(digest_on(std::make_unique<cpu::Executor>(cpu::make_tbb_workers(threads)), named), expected);
        EXPECT_EQ(digest_on(std::make_unique<cpu::Executor>(cpu::make_serial_workers(cpu::Order::shuffled)), named),
                  expected);
    }
}

TEST_F(Functions, ACostThatCountsAsTheProgramDoesGivesItsRun) {
    int compared = 0;
    for (test::NamedConfiguration named : test::configurations()) {
        if (!named.config.cost.is("row-column") || !named.config.schedule.empty()) continue;
        SCOPED_TRACE(named.name);
        const std::uint64_t expected = digest_of(named);
        // Roulette wheels read the highest cost, too.
        const auto size =
            static_cast<std::uint32_t>(order_of(named.config.representation) * order_of(named.config.representation));
        test::add_functions(size == 9 ? 108 : 2 * size * (size - 1));
        named.config.cost = "test-cost";
        EXPECT_EQ(digest_of(named), expected);
        ++compared;
    }
    EXPECT_GT(compared, 20);
}

TEST_F(Functions, MakeBoardsOfAnyKind) {
    for (const Boards boards : {box_board, cell_board, box_board_4, box_board_16, box_board_25}) {
        SCOPED_TRACE(to_text(boards));
        const auto evolution = begin(functions_on(boards));
        evolution->step(12);
        EXPECT_TRUE(evolution->generation() == 12 || evolution->ended());
        const Outcome outcome = evolution->outcome();
        EXPECT_LT(outcome.cost, 10'000u);
    }
}

TEST_F(Functions, GoOnFromAState) {
    const Config config = functions_on(box_board, "islands=2");
    const auto whole = begin(config);
    whole->step(12);
    const auto first = begin(config);
    first->step(5);
    std::string state;
    first->save([&](const void* from, std::size_t count) { state.append(static_cast<const char*>(from), count); });
    const auto second = begin(config, state);
    second->step(12);
    EXPECT_EQ(second->outcome().fingerprint, whole->outcome().fingerprint);
}

TEST_F(Functions, AreReplacedByLaterOnesOfTheirNameButNotInAnEvolution) {
    const auto add = [](std::uint32_t cost) {
        add_function_operator(
            {OperatorKind::cost, "test-constant", "", 0, every_board, 100, [cost](const FunctionCall& call) {
                 const auto costs = std::make_shared<std::vector<std::uint32_t>>(call.count, cost);
                 return FunctionResult{{costs, costs->data()}};
             }});
    };
    add(7);
    const auto evolution = begin(functions_on(box_board, "cost=test-constant"));
    add(8);
    evolution->step(3);
    EXPECT_EQ(evolution->progress().worst, 7u);
    EXPECT_EQ(begin(functions_on(box_board, "cost=test-constant"))->progress().worst, 8u);
}

TEST_F(Functions, WithNamesThatAreTakenAreRefused) {
    const auto add = [](OperatorKind kind, const char* name) {
        add_function_operator(
            {kind, name, "", 0, every_board, 1, [](const FunctionCall&) { return FunctionResult{}; }});
    };
    test::expect_all(test::refusal<SettingError>([&] { add(OperatorKind::mutation, "swap"); }),
                     {"the name of mutation 'swap' is taken by an operator of this program"});
    test::expect_all(test::refusal<SettingError>([&] { add(OperatorKind::mutation, "My swap"); }), {"small letters"});
    test::expect_all(test::refusal<SettingError>([&] { add(OperatorKind::selection, "own"); }),
                     {"no function can be one"});
}

/// A mutation that spoils cell `at` of board 3.
void add_spoiler(std::uint8_t digit, int at) {
    add_function_operator(
        {OperatorKind::mutation, "test-spoiler", "", share_one, every_board, 0, [=](const FunctionCall& call) {
             const std::size_t cells = call.fixed.size();
             const auto boards =
                 std::make_shared<std::vector<std::uint8_t>>(call.boards, call.boards + call.count * cells);
             (*boards)[3 * cells + static_cast<std::size_t>(at)] = digit;
             return FunctionResult{{boards, boards->data()}};
         }});
}

TEST_F(Functions, ThatSpoilABoardAreNamedWithItsCell) {
    const Grid puzzle = test::job_of({"", functions_on(box_board)}, 0).givens;
    const auto free = static_cast<int>(std::ranges::find(puzzle.cells(), 0) - puzzle.cells().begin());
    const auto given = static_cast<int>(std::ranges::find_if(puzzle.cells(), [](int digit) { return digit != 0; }) -
                                        puzzle.cells().begin());
    const auto message = [](std::uint8_t digit, int cell) {
        add_spoiler(digit, cell);
        const auto evolution = begin(functions_on(box_board, "mutation=test-spoiler"));
        const std::uint32_t generation = evolution->generation();
        const std::string text = test::refusal<FunctionError>([&] { evolution->step(1); });
        EXPECT_EQ(evolution->generation(), generation) << "the last generation is complete";
        EXPECT_THROW(evolution->step(1), FunctionError);
        return text;
    };
    const std::string in = "mutation 'test-spoiler': board 3 of the result: ";
    EXPECT_EQ(message(0, free), in + "left " + cell_name(free, 9) + " without a digit: it is 0 (box-board)");
    EXPECT_EQ(message(200, free), in + "left " + cell_name(free, 9) + " without a digit: it is 200 (box-board)");
    const std::uint8_t other = puzzle[given] == 9 ? 1 : puzzle[given] + 1;
    EXPECT_EQ(message(other, given), in + "changed the given " + cell_name(given, 9) + " from " +
                                         std::to_string(puzzle[given]) + " to " + std::to_string(other) +
                                         " (box-board)");
    EXPECT_NE(message(puzzle[given], free).find("twice"), std::string::npos);
}

TEST_F(Functions, AreNotCalledWithoutBoards) {
    add_function_operator({OperatorKind::mutation, "test-never", "", 0, every_board, 0,
                           [](const FunctionCall&) -> FunctionResult { throw std::logic_error("called"); }});
    const auto evolution = begin(functions_on(box_board, "mutation=test-never"));
    EXPECT_NO_THROW(evolution->step(5));
}

TEST(AskAndTell, MakeTheGenerationsOfStep) {
    for (const char* name : {"plain", "islands", "seen before", "growth", "box-board-16 with everything"}) {
        SCOPED_TRACE(name);
        const test::NamedConfiguration named = test::configuration(name);
        if (named.config.brood_size != 1) continue;
        const auto expected = begin(named.config), told = begin(named.config);
        while (!told->ended()) {
            const std::vector<std::uint8_t> boards = told->ask();
            EXPECT_THROW(told->step(1), std::logic_error);
            EXPECT_THROW(told->ask(), std::logic_error);
            told->tell(boards);
            expected->step(1);
            ASSERT_EQ(told->outcome().fingerprint, expected->outcome().fingerprint) << told->generation();
        }
        EXPECT_THROW(told->tell({}), std::logic_error);
        EXPECT_EQ(told->progress().evaluations, expected->progress().evaluations);
    }
}

TEST(AskAndTell, TheNextGenerationIsWhatIsTold) {
    const auto evolution = begin(test::small_config());
    std::vector<std::uint8_t> boards = evolution->ask();
    for (std::size_t k = 81; k < boards.size(); ++k) boards[k] = boards[k - 81];
    evolution->tell(boards);
    Grid first(3);
    std::copy_n(boards.begin(), 81, first.cells().begin());
    const std::vector<Grid> grids = evolution->grids(0, 0, 600);
    EXPECT_GE(static_cast<std::size_t>(std::ranges::count(grids, first)), boards.size() / 81);
}

TEST(AskAndTell, ATellThatIsRefusedMayBeRepeated) {
    const Config config = test::small_config();
    const auto expected = begin(config), told = begin(config);
    std::vector<std::uint8_t> boards = told->ask();
    const std::uint8_t first = std::exchange(boards[0], std::uint8_t{0});
    test::expect_all(test::refusal<FunctionError>([&] { told->tell(boards); }),
                     {"tell: board 0 of the result: left r1c1"});
    test::expect_all(test::refusal<FunctionError>([&] { told->tell(std::span(boards).first(81)); }),
                     {"tell: 1 boards; "});
    boards[0] = first;
    told->tell(boards);
    expected->step(1);
    EXPECT_EQ(told->outcome().fingerprint, expected->outcome().fingerprint);
}

TEST(WrittenBoards, AreScoredAndRanked) {
    for (const char* name : {"plain", "islands", "box-board-16 with everything"}) {
        SCOPED_TRACE(name);
        const test::NamedConfiguration named = test::configuration(name);
        const auto evolution = begin(named.config);
        evolution->step(3);
        if (evolution->ended()) continue;
        const std::uint64_t evaluations = evolution->progress().evaluations;
        const std::vector<Grid> best = {evolution->outcome().board};
        const std::uint32_t cost = evolution->outcome().cost;
        std::vector<std::uint8_t> cells;
        for (int k = 0; k < 5; ++k) cells.insert(cells.end(), best[0].cells().begin(), best[0].cells().end());
        evolution->write(0, 2, cells);
        EXPECT_EQ(evolution->progress().evaluations, evaluations + 5);
        const IslandBoards at = evolution->boards(0);
        for (int k = 2; k < 7; ++k) EXPECT_EQ(at.costs[k], cost);
        EXPECT_EQ(evolution->grids(0, 2, 5), std::vector<Grid>(5, best[0]));
        EXPECT_EQ(evolution->progress().best_cost, cost);
        evolution->step(1);
        test::expect_all(test::refusal<FunctionError>([&] { evolution->write(0, at.count - 4, cells); }),
                         {"write: boards "});
    }
}

TEST(WrittenBoards, SurviveWhereParentsCompete) {
    for (const char* replacement : {"plus", "elitist:ties=parents"}) {
        SCOPED_TRACE(replacement);
        const Config config = test::small_config("replacement=" + std::string(replacement));
        const auto evolution = begin(config);
        evolution->step(3);
        Grid board = logic::solve_exactly(test::job_of({"", config}, 0).givens).first.value();
        const Grid puzzle = test::job_of({"", config}, 0).givens;
        int first = 0, second = 0;  // of the first box with two free cells
        for (int cell = 80; cell >= 0; --cell)
            if (cell % 9 < 3 && cell < 27 && puzzle[cell] == 0) second = std::exchange(first, cell);
        std::swap(board[first], board[second]);
        evolution->write(0, 599, board.cells());
        const auto lowest = [&] { return std::ranges::min(std::span(evolution->boards(0).costs, 600)); };
        const std::uint32_t cost = lowest();
        evolution->step(1);
        EXPECT_LE(lowest(), cost);
    }
}

TEST_F(Functions, HaveANumberForEachUseInAGeneration) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> uses;
    add_function_operator(
        {OperatorKind::mutation, "test-counted", "", share_one, every_board, 0, [&](const FunctionCall& call) {
             EXPECT_TRUE(uses.emplace(call.generation, call.purpose).second) << call.purpose;
             return test::FunctionBoardsOfTest(call, test::copy_on_host).mutated();
         }});
    const auto evolution = begin(functions_on(box_board, "mutation=test-counted selection=filling-pool elite=20"));
    evolution->step(3);
    EXPECT_GT(uses.size(), 6u);
}

TEST_F(Functions, AWriteThatIsRefusedChangesNothing) {
    for (const Boards boards : {box_board, cell_board, box_board_16}) {
        SCOPED_TRACE(to_text(boards));
        bool fails = false;
        add_function_operator(
            {OperatorKind::cost, "test-failing", "", 0, every_board, 4095, [&](const FunctionCall& call) {
                 if (fails) throw std::runtime_error("failed");
                 return test::FunctionBoardsOfTest(call, test::copy_on_host).costs();
             }});
        const auto evolution = begin(functions_on(boards, "cost=test-failing"));
        evolution->step(2);
        const auto digits = evolution->grids(0, 0, 20);
        const std::uint64_t fingerprint = evolution->outcome().fingerprint;
        std::vector<std::uint8_t> cells;
        for (const Grid& grid : digits) cells.insert(cells.begin(), grid.cells().begin(), grid.cells().end());
        std::vector<std::uint8_t> wrong = cells;
        wrong.back() = 0;
        EXPECT_THROW(evolution->write(0, 0, wrong), FunctionError);
        EXPECT_EQ(evolution->outcome().fingerprint, fingerprint);
        fails = true;
        EXPECT_THROW(evolution->write(0, 0, cells), std::runtime_error);
        EXPECT_EQ(evolution->outcome().fingerprint, fingerprint);
        EXPECT_EQ(evolution->grids(0, 0, 20), digits);
        fails = false;
        evolution->step(2);
        EXPECT_EQ(evolution->generation(), 4u);
    }
}

TEST_F(Functions, ThatFailInATellSaySo) {
    bool fails = false;
    add_function_operator({OperatorKind::cost, "test-failing", "", 0, every_board, 4095, [&](const FunctionCall& call) {
                               if (fails) throw std::runtime_error("failed");
                               return test::FunctionBoardsOfTest(call, test::copy_on_host).costs();
                           }});
    const auto evolution = begin(functions_on(box_board, "cost=test-failing"));
    const std::vector<std::uint8_t> boards = evolution->ask();
    fails = true;
    EXPECT_THROW(evolution->tell(boards), std::runtime_error);
    for (const auto& call :
         {std::function<void()>([&] { evolution->write(0, 0, std::span(boards).first(81)); }),
          std::function<void()>([&] { evolution->step(1); }), std::function<void()>([&] { evolution->tell(boards); }),
          std::function<void()>([&] { evolution->ask(); })})
        test::expect_all(test::refusal<FunctionError>(call), {"failed before"});
}

TEST(WrittenBoards, ASolutionAmongThemIsTheResult) {
    const Config config = test::small_config();
    const auto evolution = begin(config);
    const Grid givens = test::job_of({"", config}, 0).givens;
    const Grid solution = logic::solve_exactly(givens).first.value();
    evolution->write(0, 0, solution.cells());
    EXPECT_EQ(evolution->outcome().cost, 0u);
    evolution->step(100);
    EXPECT_TRUE(evolution->ended());
}

}  // namespace
}  // namespace evodoku
