// Counts against the exact solver, and what an estimate says of itself.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <string>

#include "evodoku/counting/count.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/logic/verifier.hpp"
#include "logic/logic.hpp"
#include "statistics/statistics.hpp"
#include "support/puzzles.hpp"

namespace evodoku {
namespace {

CountOptions small_options() {
    CountOptions options;
    options.seed = 5, options.positions = 0, options.population = 1'000, options.error = 0.02, options.batches = 10;
    return options;
}

Count count(const Grid& puzzle, const CountOptions& options, unsigned threads = 2) {
    return count_solutions(puzzle, options, {}, threads);
}

AnnealedPopulation population(double log2, double family = 1, std::uint32_t cost = 0) {
    return {static_cast<std::int64_t>(std::ldexp(log2, 32)), cost, family};
}

TEST(Count, LogicAndTheExactSolverComeFirst) {
    CountOptions options;
    EXPECT_EQ(count(Grid(2), options).exact, 288u);
    EXPECT_EQ(count(Grid(2), options).method, "exact solver");
    EXPECT_EQ(count(test::hard_puzzle, options).exact, 1u);
    Grid none(2);  // r1c4 needs the 4 that is below it
    none[0] = 1, none[1] = 2, none[2] = 3, none[7] = 4;
    const Count nothing = count(none, options);
    EXPECT_EQ(nothing.exact, 0u);
    EXPECT_EQ(nothing.method, "logic");
    options.positions = 0;
    EXPECT_EQ(count(none, options).exact, 0u);
}

TEST(Count, ListsSolutionsOnceAndInOneOrder) {
    CountOptions options;
    const auto list = [&](std::uint64_t most, ListedSolutions& made) {
        std::vector<std::string> lines;
        made = list_solutions(Grid(2), most, options, [&](const Grid& each) {
            EXPECT_TRUE(logic::verify(Grid(2), each).valid);
            lines.push_back(io::to_line(each));
        });
        EXPECT_EQ(lines.size(), made.listed);
        return lines;
    };
    ListedSolutions made;
    const std::vector<std::string> all = list(1'000, made);
    EXPECT_EQ(all.size(), 288u);
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), 288u);
    EXPECT_TRUE(made.is_complete && !made.has_more);
    EXPECT_EQ(list(5, made), std::vector(all.begin(), all.begin() + 5));
    EXPECT_TRUE(made.is_complete && made.has_more);
    EXPECT_EQ(list(288, made), all);
    EXPECT_TRUE(made.is_complete && !made.has_more) << "none is left";
    options.positions = 20;
    const std::size_t some = list(1'000, made).size();
    EXPECT_TRUE(some > 0 && some < 20) << some;
    EXPECT_FALSE(made.is_complete || made.has_more);
}

TEST(Count, AnEmptyBoardOf4x4Has288Solutions) {
    const Count made = count(Grid(2), small_options());
    EXPECT_FALSE(made.exact);
    EXPECT_FALSE(made.stopped);
    EXPECT_EQ(made.estimate.doubt, "");
    EXPECT_LE(made.estimate.error, 0.02);
    EXPECT_NEAR(std::pow(10, made.estimate.log10), 288, 4 * 288 * made.estimate.error);
    EXPECT_NEAR(made.plan.log2_boards, 4 * std::log2(24.0), 1e-9);
    EXPECT_EQ(made.plan.config.schedule.back(), max_coldness);
}

TEST(Count, HeatBathAndSwapsAgreeWithTheExactSolverOnPuzzlesOf9x9) {
    for (const bool heats : {true, false}) {
        const char* const mutation = heats ? "heat-bath-cells:rate=1,cells=4" : "metropolis-swap:rate=1,directed=0";
        const char* const line =
            heats ? "5...7....6..1.5....9.....6.8...6....4....3...7...2...6.6....28....4.9..5....8..7."
                  : ".3..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8....";
        const Grid puzzle = test::grid_of(line);
        const logic::ExactResult exact = logic::solve_exactly(puzzle, 1'000'000);
        ASSERT_TRUE(exact.complete);
        ASSERT_GE(exact.solutions, 3u) << line;
        CountOptions options = small_options();
        options.mutation = mutation, options.error = 0.05;
        const Count made = count(puzzle, options);
        const double truth = static_cast<double>(exact.solutions);
        EXPECT_NEAR(std::pow(10, made.estimate.log10), truth, 4 * truth * std::max(0.01, made.estimate.error))
            << line << " " << mutation << ", " << made.estimate.populations << " populations";
    }
}

/// More changes at low temperatures make families smaller by little here, and yet small enough for an interval.
TEST(Count, APilotRunDoesNotStopWhereAnIntervalWouldBeInDoubt) {
    CountOptions options = small_options();
    options.seed = 1;
    const Grid puzzle =
        test::grid_of("5...7....6..1.5....9.....6.8...6....4....3...7...2...6.6....28....4.9..5....8..7.");
    const CountPlan plan = *plan_count(puzzle, options, 1);
    EXPECT_LE(plan.family, 20);
    const std::vector<std::uint32_t>& schedule = plan.config.schedule;
    EXPECT_EQ(std::ranges::count(schedule, schedule.front()), 1);
    EXPECT_GE(std::ranges::count(schedule, schedule.end()[-2]), 2)
        << "boards change as little in the cold as in the heat";
    EXPECT_EQ(schedule.back(), max_coldness);
    EXPECT_EQ(plan.config.mutation.front().op.value("trials"), plan.sweeps * 55);
    EXPECT_EQ(plan.config.mutation.front().op.value("rate"), share_one);
    EXPECT_EQ(plan.config.mutation.front().op.value("directed"), 0u);
}

TEST(Count, APopulationThatIsStoppedOnItsWayIsNotCounted) {
    for (const int calls : {100, 300, 400, 500}) {
        int left = calls;
        CountOptions options = small_options();
        options.population = 500, options.sweeps = 5, options.batches = 1, options.error = 1;
        options.schedule = {6'554, 16'384, 32'768, 52'429, 78'643, 111'411, 163'840, 262'144, max_coldness};
        options.should_stop = [&] { return --left < 0; };
        const Count made = count(Grid(2), options, 1);
        EXPECT_TRUE(made.stopped) << calls << " calls of should_stop() are enough for a batch";
        EXPECT_EQ(made.estimate.populations, 0u) << made.estimate.log10;
    }
}

TEST(Count, AScheduleEndsWhereOnlySolutionsAreLeft) {
    CountOptions options = small_options();
    options.schedule = {65'536, 131'072};
    EXPECT_THROW(validate(options), SettingError);
}

TEST(Count, IsTheSameOnAnyThreads) {
    CountOptions options = small_options();
    options.batches = 2, options.error = 0;
    const Count one = count(Grid(2), options, 1);
    for (const unsigned threads : {2u, 3u, 7u}) {
        const Count made = count(Grid(2), options, threads);
        EXPECT_EQ(made.fingerprint, one.fingerprint);
        EXPECT_EQ(made.estimate.log10, one.estimate.log10);
        EXPECT_EQ(made.plan.config.schedule, one.plan.config.schedule);
    }
    EXPECT_TRUE(one.stopped) << "the error was not reached";
    EXPECT_EQ(one.batches, 2u);
    options.seed = 6;
    EXPECT_NE(count(Grid(2), options, 1).fingerprint, one.fingerprint);
}

TEST(Count, AScheduleOfOnesOwnIsTaken) {
    CountOptions options = small_options();
    options.schedule = {13'107, 32'768, 65'536, 100'000, 131'072, 200'000, max_coldness}, options.sweeps = 4;
    const Count made = count(Grid(2), options);
    EXPECT_EQ(made.plan.config.schedule, options.schedule);
    EXPECT_EQ(made.plan.sweeps, 4u);
    EXPECT_NEAR(std::pow(10, made.estimate.log10), 288, 4 * 288 * made.estimate.error);
}

TEST(Count, ARequestToStopIsHeard) {
    CountOptions options = small_options();
    options.should_stop = [] { return true; };
    const Count made = count(Grid(3), options);
    EXPECT_TRUE(made.stopped);
    EXPECT_EQ(made.estimate.populations, 0u);
    int asked = 0;
    options.positions = ~std::uint64_t{0}, options.should_stop = [&] { return ++asked > 100; };
    EXPECT_TRUE(count(Grid(3), options).stopped) << "the exact solver is under way";
    options.population = 4'000, options.sweeps = 1, asked = 0, options.should_stop = [&] { return ++asked < 0; };
    const std::size_t generations = plan_count(Grid(3), options, 1)->config.schedule.size();
    EXPECT_GT(asked, 10 * static_cast<int>(generations)) << "within a generation of the pilot run, too";
    EXPECT_THROW(plan_count(test::easy_puzzle, options), SettingError) << "logic fills the board";
}

TEST(Estimate, IsTheMeanWithStudentsInterval) {
    std::vector<AnnealedPopulation> populations;
    for (int k = 0; k < 8; ++k) populations.push_back(population(k % 2 == 0 ? 2 : 3));  // 4 and 8 of 2^0 boards
    const CountEstimate made = estimate_count(populations, 10, 1'000);                  // x 1024
    EXPECT_NEAR(made.log10, std::log10(6 * 1024.0), 1e-9);
    const double error = std::sqrt(4.0 * 8 / 7 / 8);  // of the mean of 4, 8, 4, 8, ...
    EXPECT_NEAR(made.error, error / 6, 1e-9);
    EXPECT_NEAR(std::pow(10, made.log10_high), 1024 * (6 + 2.3646 * error), 1);
    EXPECT_NEAR(std::pow(10, made.log10_low), 1024 * (6 - 2.3646 * error), 1);
    EXPECT_EQ(made.doubt, "populations differ by 36 % of their mean, more than 30 %; use larger ones");
    EXPECT_EQ(made.log2_values, (std::vector<double>{12, 13, 12, 13, 12, 13, 12, 13}));
}

TEST(Estimate, SaysHowOftenItsIntervalHolds) {
    const std::vector<AnnealedPopulation> populations(16, population(4));
    const auto level = [&](double error, std::uint32_t batches) {
        Count made;
        CountOptions options;
        options.error = error, options.batches = batches;
        made.judge(populations, options);
        return made.estimate.level;
    };
    EXPECT_EQ(level(0.01, 100), 94) << "the error decides when to stop";
    EXPECT_EQ(level(0, 100), 95);
    EXPECT_EQ(level(0.01, 1), 95);
}

/// Populations differ by 14 %, the most where families are small enough, and batches of 16 end at an error of 1 %.
TEST(Estimate, ItsIntervalHoldsInAbout94PercentWhereItsErrorEndsTheCount) {
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    constexpr int counts = 2'000;
    int held = 0;
    CountOptions options;
    options.error = 0.01;
    for (int k = 0; k < counts; ++k) {
        Count made;
        std::vector<AnnealedPopulation> populations;
        do {
            for (int n = 0; n < 16; ++n) populations.push_back(population(10 + 0.2 * normal(random)));
        } while (made.judge(populations, options) > made.batches);
        const double truth = (10 + 0.2 * 0.2 * std::log(2.0) / 2) * std::log10(2.0);  // of a log-normal distribution
        held += made.estimate.log10_low <= truth && truth <= made.estimate.log10_high;
    }
    EXPECT_NEAR(held, 0.94 * counts, 0.013 * counts);
}

TEST(Estimate, IsInDoubtWhereItCannotBeTrusted) {
    std::vector<AnnealedPopulation> populations;
    std::mt19937 random(3);
    for (int k = 0; k < 7; ++k) populations.push_back(population(5 + 0.01 * static_cast<double>(random() % 10)));
    const auto doubt = [&] { return estimate_count(populations, 0, 1'000).doubt; };
    EXPECT_NE(doubt().find("use 8 or more"), std::string::npos);
    for (int k = 0; k < 9; ++k) populations.push_back(population(5 + 0.01 * static_cast<double>(random() % 10)));
    EXPECT_EQ(doubt(), "");
    for (std::size_t k = 0; k < 16; ++k) populations[k].log_weight += static_cast<std::int64_t>(k % 2) << 31;
    EXPECT_EQ(doubt(), "") << "they differ by 18 %";
    for (std::size_t k = 0; k < 16; ++k) populations[k].log_weight += static_cast<std::int64_t>(k % 2) << 31;
    EXPECT_NE(doubt().find("differ by 35 % of their mean, more than 30 %"), std::string::npos) << doubt();
    for (std::size_t k = 0; k < 16; ++k) populations[k].log_weight -= static_cast<std::int64_t>(k % 2) << 32;
    populations[3].family = 21;
    EXPECT_NE(doubt().find("families have 21 boards of 1000"), std::string::npos) << doubt();
    populations[3].family = 1;
    for (std::size_t k = 0; k < 8; ++k) populations[k].log_weight -= std::int64_t{1} << 31;
    EXPECT_NE(doubt().find("does not agree"), std::string::npos) << doubt();
    for (AnnealedPopulation& each : populations) each.cost = 2;
    EXPECT_NE(doubt().find("no population has a solution"), std::string::npos) << doubt();
    EXPECT_EQ(to_text(estimate_count(populations, 0, 1'000)), "0");
}

TEST(Estimate, PredictsTheBatchesThatItTakes) {
    const struct {
        std::uint32_t of_each, all;
        double error;
        std::uint32_t needed;
    } cases[] = {{16, 16, 0.1, 1},  // (1/3) / sqrt(15) = 8.6 %
                 {16, 16, 0.043, 5}, {16, 32, 0.043, 4}, {16, 16, 0, 100}, {1, 1, 1, 8}, {3, 6, 1, 3}, {1, 8, 1, 8}};
    for (const auto& each : cases) {
        Count made;
        CountOptions options;
        std::vector<AnnealedPopulation> populations;
        for (std::uint32_t k = 0; k < each.all; ++k) populations.push_back(population(2 + k % 2));
        options.populations = each.of_each, options.error = each.error;
        EXPECT_EQ(made.judge(populations, options), each.needed)
            << each.of_each << " " << each.all << " " << each.error;
        EXPECT_EQ(std::isinf(made.estimate.error), each.all == 1);
    }
}

TEST(Estimate, APopulationWithoutASolutionCountsAsNone) {
    std::vector<AnnealedPopulation> populations(16, population(4));
    for (std::size_t k = 0; k < 4; ++k) populations[4 * k].cost = 2;
    EXPECT_NEAR(std::pow(10, estimate_count(populations, 0, 1'000).log10), 12, 1e-9);
}

TEST(Estimate, IsShownWithItsDigits) {
    CountEstimate made;
    made.populations = 16, made.log10 = 21.8245, made.error = 0.004, made.log10_low = 21.82, made.log10_high = 21.829;
    EXPECT_EQ(to_text(made), "6.68e21 +- 0.4 % (95 %: 6.61e21 to 6.75e21)");
    made.doubt = "x";
    EXPECT_EQ(to_text(made), "6.68e21");
    made.log10 = 308.6721;
    EXPECT_EQ(to_text(made), "10^308.672");
    made.log10 = 2.4594, made.error = 0.03;
    EXPECT_EQ(to_text(made), "288.0");
    made.log10 = 0, made.error = 0.009, made.log10_low = -0.008, made.log10_high = 0.008, made.doubt = "";
    EXPECT_EQ(to_text(made), "1.000 +- 0.9 % (95 %: 0.982 to 1.019)");
}

TEST(Statistics, StudentsQuantilesAreThoseOfTheTables) {
    for (const auto& [degrees, expected] : {std::pair<std::size_t, double>{1, 12.706},
                                            {2, 4.303},
                                            {4, 2.776},
                                            {5, 2.571},
                                            {7, 2.365},
                                            {15, 2.131},
                                            {30, 2.042},
                                            {1000, 1.962}})
        EXPECT_NEAR(statistics::t_95(degrees), expected, 0.002) << degrees;
}

/// The interval of 95 % holds the truth as often as it says, of 400 counts within three standard deviations; and the
/// errors are as large as they say: (estimate - truth) / error has the deviation of Student's t, 1.07.
TEST(Count, IntervalsCoverTheTruth) {
    int covered = 0;
    double squares = 0;
    CountOptions options = small_options();
    options.batches = 1, options.error = 0, options.population = 120, options.sweeps = 3;
    options.schedule = {13'107, 32'768, 65'536, 100'000, 131'072, 200'000, max_coldness};
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        options.seed = seed;
        const CountEstimate made = count(Grid(2), options).estimate;
        covered += made.log10_low <= std::log10(288.0) && std::log10(288.0) <= made.log10_high;
        squares += std::pow((1 - 288 / std::pow(10, made.log10)) / made.error, 2);
    }
    EXPECT_GE(covered, 367);
    EXPECT_LE(covered, 393);
    EXPECT_NEAR(std::sqrt(squares / 400), 1.07, 0.15);
}

}  // namespace
}  // namespace evodoku
