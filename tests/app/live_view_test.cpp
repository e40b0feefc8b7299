// The frames of the live view: what they say, how wide they are.
#include "output.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>

#include "evodoku/devices/devices.hpp"
#include "support/puzzles.hpp"

namespace evodoku::app {
namespace {

LiveState halfway() {
    LiveState state;
    state.first.emplace();
    state.first->generation = 1500;
    state.first->best_cost = 4;
    state.first->median = 8;
    state.first->mean = 9.25;
    state.first->worst = 20;
    state.first->restarts = 2;
    state.boards = 150'000'000;
    state.seconds = 75;
    state.budget = 3000;
    return state;
}

struct Shown {
    std::function<void(LiveState& state)> change;  ///< of halfway()
    std::vector<std::string> lines;                ///< of 100 columns
};

TEST(LiveView, SaysHowFarTheRunsAreAndHowLongTheyMayTake) {
    const std::string generation = "generation 1500 of at most 3000 (50 %), restarts 2",
                      cost = "cost: best 4, median 8, mean 9.2, worst 20",
                      rates = "2 M boards/s, 150 M boards, 1:15 elapsed";
    const Shown cases[] = {
        {[](LiveState&) {}, {generation, cost, rates + ", at most 1:15 left"}},
        {[](LiveState& state) { state.first->generation = 1000; },
         {"generation 1000 of at most 3000 (33 %), restarts 2", cost, rates + ", at most 2:30 left"}},
        {[](LiveState& state) { state.timeout = 80; }, {generation, cost, rates + ", at most 0:05 left"}},
        {[](LiveState& state) { state.budget = 0; }, {"generation 1500, restarts 2", cost, rates}},
        {[](LiveState& state) { state.effort = {.trials = 75'000'000, .redraws = 750'000'000}; },
         {generation, cost,
          "2 M boards/s, 10 M redraws/s, 1 M trials/s, 150 M boards, 1:15 elapsed, at most 1:15 left"}},
        {[](LiveState& state) {
             state.puzzles = 100, state.finished = state.answered = 25, state.first->puzzle_index = 27;
         },
         {"25 of 100 puzzles done, puzzle 28: " + generation, cost, rates + ", about 3:45 left"}},
        {[](LiveState& state) { state.puzzles = 100, state.finished = state.answered = 25, state.timeout = 80; },
         {"25 of 100 puzzles done, puzzle 1: " + generation, cost, rates + ", at most 0:05 left"}},
        {[](LiveState& state) { state.puzzles = 100; },  // nothing is known yet
         {"0 of 100 puzzles done, puzzle 1: " + generation, cost, rates}},
        {[](LiveState& state) { state.runs = 5, state.ended_runs = 1, state.seed = 9; },
         {"run 2 of 5 (seed 9): " + generation, cost, rates + ", about 5:00 left"}},
        {[](LiveState& state) { state.first.reset(), state.puzzles = 100, state.finished = state.answered = 25; },
         {"25 of 100 puzzles done, 0.33 puzzles/s", rates + ", about 3:45 left"}},
        {[](LiveState& state) {
             state.first.reset(), state.runs = 2, state.seed = 4, state.finished = state.answered = 1;
         },
         {"run 1 of 2 (seed 4)", rates + ", about 1:15 left"}},
        {[](LiveState& state) { state.are_batches = true, state.runs = 100, state.seed = 9; },  // nothing is known yet
         {"batch 1 of at most 100 (seed 9): " + generation, cost, rates}},
        {[](LiveState& state) {
             state.are_batches = true, state.runs = 100, state.ended_runs = 2, state.expected = 5, state.seed = 9;
             state.title = "puzzle 2 of 7";
         },
         {"puzzle 2 of 7, batch 3 of about 5 (seed 9): " + generation, cost,
          rates + ", about 1:15 left for this puzzle"}}};
    for (const auto& [change, lines] : cases) {
        LiveState state = halfway();
        change(state);
        EXPECT_EQ(frame(state, 100), lines);
    }
}

TEST(LiveView, HasTheBestBoardWhereTheTerminalIsWide) {
    LiveState state = halfway();
    Grid board(3);
    for (const std::size_t cell : {0u, 8u}) board.cells()[cell] = 5;
    state.board = board;
    state.puzzles = 100, state.finished = 25, state.answered = 22, state.first->puzzle_index = 22;
    const std::vector<std::string> lines = frame(state, 80);
    ASSERT_EQ(lines.size(), 13u);
    EXPECT_EQ(lines[0], "+-------+-------+-------+  22 of 100 puzzles done, 3 more after puzzle 23,");
    EXPECT_EQ(lines[1], "| 5!. . | . . . | . . 5!|  puzzle 23");
    EXPECT_EQ(lines[2], "| . . . | . . . | . . . |  generation 1500 of at most 3000 (50 %), restarts 2");
    state.board.reset();
    const std::vector<std::string> without = frame(state, 78);
    state.board = board;
    EXPECT_EQ(frame(state, 78), without);
}

TEST(LiveView, OneLineForALog) {
    LiveState state = halfway();
    EXPECT_EQ(log_line(state),
              "generation 1500 of at most 3000 (50 %), best 4, median 8, mean 9.2, worst 20, restarts 2, 2 M "
              "boards/s, 1:15 elapsed, at most 1:15 left");
    state.runs = 5, state.ended_runs = 1, state.seed = 9, state.puzzles = 3, state.finished = state.answered = 2;
    EXPECT_TRUE(log_line(state).starts_with("run 2 of 5 (seed 9), 2 of 3 puzzles done, puzzle 1: generation 1500"));
    EXPECT_TRUE(log_line(state).ends_with("1:15 elapsed, about 2:30 left")) << "5 of 15 puzzles took 75 s";
    state.ended_runs = state.finished = 0;
    EXPECT_TRUE(log_line(state).ends_with("1:15 elapsed")) << "no puzzle has ended";
    state.first.reset(), state.runs = 1, state.puzzles = 100, state.finished = state.answered = 25;
    EXPECT_EQ(log_line(state), "25 of 100 puzzles done, 0.33 puzzles/s, 2 M boards/s, 1:15 elapsed, about 3:45 left");
}

TEST(LiveView, NoLineReachesTheEdge) {
    for (const std::size_t columns : {2u, 7u, 27u, 60u}) {
        for (const std::string& line : frame(halfway(), columns)) {
            const auto is_first = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; };
            EXPECT_LT(std::ranges::count_if(line, is_first), columns) << line;
        }
    }
    LiveState state = halfway();
    state.title = "ééééé";
    EXPECT_EQ(frame(state, 5)[0], "éééé") << "letters, not bytes";
}

TEST(LiveView, LongLinesAreBrokenBehindCommas) {
    LiveState state = halfway();
    state.puzzles = 100, state.first->puzzle_index = 27;
    EXPECT_EQ(frame(state, 70)[0], "0 of 100 puzzles done, puzzle 28");
    for (const std::string& line : frame(state, 40)) EXPECT_LT(line.size(), 45u) << line;
}

TEST(LiveView, ShowsNewsBetweenTheTicksOfLongGenerations) {
    Config config = plain_config();
    config.population = 100, config.generations = 4;
    const auto backend = make_backend(Device{}, config, 1);
    LiveView view(When::always, false, 1, {.budget = 4});
    std::optional<Grid> puzzle = test::impossible_puzzle;
    SolveOptions options{.presolve = PresolveLevel::none, .every_generation = true};
    std::optional<Solver> solver;
    options.on_progress = [&](const Backend& evolving) {
        std::this_thread::sleep_for(std::chrono::milliseconds(310));
        view.tick();
        view.show(evolving, *solver, {}, 0);
    };
    const auto next = [&] { return std::exchange(puzzle, std::nullopt); };
    solver.emplace(*backend, options, next, [](const auto&) {});
    testing::internal::CaptureStderr();
    while (solver->advance()) continue;
    EXPECT_NE(testing::internal::GetCapturedStderr().find("generation 3"), std::string::npos);
}

TEST(RunTally, SaysHowFarAnExperimentIs) {
    const RunCounts begun{.all = 100};
    EXPECT_EQ(tally_lines(begun, 3), (std::vector<std::string>{"run 1 of 100: 0 done", "0:03 elapsed"}));
    const RunCounts later{.all = 100, .earlier = 10, .made = 30, .solved = 12, .at_once = 2};
    EXPECT_EQ(tally_lines(later, 60),
              (std::vector<std::string>{"run 41 of 100: 40 done, 30 now, 12 of 30 solved, 2 at once",
                                        "1:00 elapsed, about 2:00 left"}));
    const RunCounts end{.all = 2, .made = 2, .solved = 2};
    EXPECT_EQ(tally_lines(end, 1)[0], "run 2 of 2: 2 done, 2 of 2 solved");
}

TEST(StatusBlock, MayStayWhereResultsReachNoTerminal) {
    const auto is_apart = [](FILE* file) { return file != nullptr && is_apart_from_terminals(fileno(file)); };
    FILE *const plain = tmpfile(), *const null = fopen("/dev/null", "w"), *const pipe = popen("cat", "w"),
                *const terminal = fopen("/dev/ptmx", "r+");
    EXPECT_TRUE(is_apart(plain));
    EXPECT_TRUE(is_apart(null));
    EXPECT_FALSE(is_apart(pipe));
    EXPECT_FALSE(is_apart(terminal));
    EXPECT_FALSE(is_apart_from_terminals(-1));
    for (FILE* file : {plain, null, terminal})
        if (file != nullptr) fclose(file);
    pclose(pipe);
}

TEST(LiveView, Clock) {
    EXPECT_EQ(clock_text(0), "0:00");
    EXPECT_EQ(clock_text(59.9), "0:59");
    EXPECT_EQ(clock_text(4000), "1:06:40");
}

}  // namespace
}  // namespace evodoku::app
