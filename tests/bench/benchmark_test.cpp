// The benchmark itself on small populations; it must refuse to time wrong results.
#include "bench/benchmark.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bench/ratios.hpp"
#include "bench/verification.hpp"
#include "engine/operator_text.hpp"
#include "logic/exact_solver.hpp"
#include "quick.hpp"

namespace evodoku::bench {
namespace {

TEST(Bench, MeasuresEverythingOnAllThreadsAndOnOne) {
    const Result result = result_of(quick());
    const std::set<std::string> expected = {
        "score",        "generations", "phase/plan",    "phase/initialise",        "phase/copy", "phase/cross",
        "phase/mutate", "phase/score", "phase/rank",    "phase/end of generation", "rank",       "metropolis-swap",
        "heat-bath",    "start",       "puzzles/clue17"};
    EXPECT_EQ(measured(result, "cpu"), expected);
    EXPECT_EQ(measured(result, "cpu/1"), expected);
    for (const Measurement& measurement : result.measurements)
        EXPECT_GT(measurement.timing.rate(), 0) << measurement.what;
    for (const Subject& subject : result.subjects) {
        EXPECT_GT(subject.copy.rate(), 0);
        EXPECT_GT(subject.compute.rate(), 0);
    }
    EXPECT_EQ(result.agreements.size(), 4u);
    EXPECT_TRUE(result.subjects[0].name == "cpu (2 threads)" || result.subjects[0].name == "cpu (2 std::threads)")
        << result.subjects[0].name;
    EXPECT_EQ(result.stopped, "");
}

TEST(Bench, OneThreadIsNotMeasuredTwice) {
    Options options = quick();
    options.threads = 1;
    options.only = {"score"};
    options.make.peaks = make_peaks;
    const Result result = result_of(options);
    EXPECT_EQ(result.subjects.size(), 1u);
    EXPECT_EQ(result.measurements.size(), 1u);
}

TEST(Bench, OperatorsComeFromTheCatalogue) {
    Options options = quick();
    options.only = {"operators"};
    const std::set<std::string> all = measured(result_of(options), "cpu");
    std::size_t expected = 0;
    for (const OperatorKind kind : {OperatorKind::crossover, OperatorKind::mutation}) {
        for (const OperatorInfo& op : catalogue(kind)) {
            for (const OperatorForm& form : op.forms()) expected += (form.boards & box_board) != 0;
        }
    }
    EXPECT_EQ(all.size(), expected);
    EXPECT_TRUE(all.contains("crossover/uniform:segment=box"));
    EXPECT_TRUE(all.contains("mutation/heat-bath"));
}

TEST(Bench, VariantsAreEveryOperatorOnEveryRepresentationItSupports) {
    Options options = quick();
    options.only = {"variants"};
    options.threads = 1;
    options.populations = {200};
    const Result result = result_of(options);
    const std::set<std::string> all = measured(result, "cpu");
    std::size_t expected = 0;
    for (const Representations representation : {box_board, cell_board}) {
        const bool boxes = representation == box_board;
        const std::set<std::string> plain = {boxes ? "row-column" : "duplicates", "tournament",
                                             boxes ? "uniform:segment=box" : "uniform:segment=row",
                                             boxes ? "swap" : "swap-row", "generational"};
        const auto check = [&]<class Kind>(std::type_identity<Kind>) {
            for (const Kind& op : operators_for<Kind>(representation)) {
                const std::string name =
                    std::string("variant/") + to_text(representation) + "/" + to_text(Kind::kind) + "/" + label_of(op);
                const bool is_plain = plain.contains(label_of(op));
                expected += !is_plain;
                EXPECT_NE(is_plain, all.contains(name)) << name;
            }
        };
        check(std::type_identity<Cost>{}), check(std::type_identity<Selection>{});
        check(std::type_identity<Crossover>{}), check(std::type_identity<Mutation>{});
        check(std::type_identity<Replacement>{});
    }
    EXPECT_GT(all.size(), expected);
    EXPECT_TRUE(all.contains("variant/box-board/plain"));
    EXPECT_TRUE(all.contains("variant/cell-board/duplicates=reject"));
    for (const Measurement& measurement : result.measurements) {
        EXPECT_EQ(measurement.plain.has_value(), !measurement.what.ends_with("/plain")) << measurement.what;
    }
    EXPECT_FALSE(measured(result_of(quick()), "cpu").contains("variant/box-board/plain"));
}

TEST(Bench, WhatWasMeasuredBeforeAFailureIsKept) {
    Options options = quick();
    options.only = {"score", "start"};
    options.start_program = [](const Device&, unsigned, std::uint32_t) -> double { throw DeviceError("lost"); };
    Result result;
    EXPECT_THROW(run(options, result), DeviceError);
    EXPECT_EQ(result.measurements.size(), 2u);
    EXPECT_EQ(result.stopped, "failed after 6 of 8 steps: lost");
}

TEST(Bench, StopsWhenAsked) {
    Options options = quick();
    options.should_stop = [] { return true; };
    const Result result = result_of(options);
    EXPECT_TRUE(result.measurements.empty());
    EXPECT_EQ(result.stopped, "interrupted after 0 of 20 steps");
}

TEST(Bench, NothingNewBeginsAfterTheTimeLimit) {
    Options options = quick();
    options.only = {"score"};
    options.time_limit = 1e-9;
    const Result result = result_of(options);
    EXPECT_TRUE(result.measurements.empty());
    EXPECT_TRUE(result.stopped.starts_with("out of time after ")) << result.stopped;
}

TEST(Bench, AStandInGpuIsMeasuredBesideTheCpu) {
    const Result result = result_of(with_a_stand_in());
    EXPECT_EQ(measured(result, "cuda:0"), measured(result, "cpu"));
    EXPECT_EQ(result.subjects[1].facts.front().second, "stand-in for cuda:0");
    EXPECT_EQ(result.agreements.size(), 4u);
    std::set<std::string> works;
    for (const Headline& line : headlines(result)) {
        EXPECT_EQ(line.largest.fast, "cuda:0");
        EXPECT_EQ(line.largest.slow, "cpu");
        EXPECT_GT(line.largest.ratio, 0);
        works.insert(line.largest.what);
    }
    EXPECT_EQ(works, (std::set<std::string>{"puzzles/clue17", "score", "generations", "rank", "metropolis-swap",
                                            "heat-bath", "start"}));
}

TEST(Bench, AStandInThatSolvesOtherwiseIsNotTimed) {
    Options options = with_a_stand_in();
    options.only = {"puzzles"};
    options.make.backend = [](const Device& device, Config config, unsigned) {
        if (device.kind == Device::Kind::cuda) config.population = 32;
        return make_backend({}, config, 1, 1);
    };
    Result result;
    EXPECT_THROW(run(options, result), BenchError);
    EXPECT_TRUE(result.measurements.empty());
    EXPECT_NE(result.stopped.find("cpu and cuda:0 differ: configuration puzzles/clue17"), std::string::npos)
        << result.stopped;
}

TEST(Bench, EveryPuzzleCountsOnceItIsSolved) {
    Options options = quick();
    options.only = {"puzzles"};
    options.threads = 1;
    options.sets = {"hardest", "clue17"};
    const Result result = result_of(options);
    ASSERT_EQ(result.measurements.size(), 2u);
    for (const Measurement& measurement : result.measurements) {
        EXPECT_EQ(measurement.unit, "puzzles");
        EXPECT_EQ(measurement.batch % 100, 0u);
        EXPECT_EQ(measurement.timing.items, static_cast<double>(measurement.batch)) << measurement.what;
    }
    EXPECT_EQ(puzzle_set_names(), (std::vector<std::string>{"clue17", "top1465", "hardest"}));
}

TEST(Bench, EveryDeviceIsVerifiedBeforeOneIsTimed) {
    Options options = quick();
    options.only = {"score", "heat-bath"};
    std::vector<std::string> reported;
    options.on_progress = [&](const Progress& progress) { reported.push_back(progress.what); };
    EXPECT_EQ(result_of(options).agreements.size(), 2u);
    const std::vector<std::string> expected = {"cpu: peaks",
                                               "cpu/1: peaks",
                                               "cpu: verifying plain, population 500",
                                               "cpu/1: verifying plain, population 500",
                                               "cpu: plain, population 500",
                                               "cpu/1: plain, population 500",
                                               "cpu: verifying heat-bath, population 500",
                                               "cpu/1: verifying heat-bath, population 500",
                                               "cpu: heat-bath, population 500",
                                               "cpu/1: heat-bath, population 500"};
    EXPECT_EQ(reported, expected);
}

TEST(Bench, WhatOneDeviceAloneHasEvolvedIsNoAgreement) {
    Options options = quick();
    bool stop = false;
    options.on_progress = [&](const Progress& progress) {
        stop = stop || progress.what.starts_with("cpu/1: verifying heat");
    };
    options.should_stop = [&] { return stop; };
    const Result result = result_of(options);
    ASSERT_EQ(result.agreements.size(), 3u);  // puzzles/clue17, plain, metropolis-swap
    EXPECT_EQ(result.agreements.back().configuration, "metropolis-swap");
    EXPECT_FALSE(measured(result, "cpu").contains("heat-bath"));
    EXPECT_TRUE(measured(result, "cpu/1").contains("metropolis-swap"));
}

TEST(Bench, AStopIsHeardWithinASetup) {
    Options options = quick();
    bool begun = false;
    unsigned questions = 0;
    options.on_progress = [&](const Progress& progress) {
        begun = begun || progress.what == "cpu: plain, population 500";
    };
    options.should_stop = [&] { return begun && ++questions > 9; };  // somewhere among the figures of the plain setup
    const std::set<std::string> all = measured(result_of(options), "cpu");
    EXPECT_TRUE(all.contains("generations"));
    EXPECT_FALSE(all.contains("rank"));
}

TEST(Bench, ItsPuzzleHasNoSolution) { EXPECT_EQ(logic::solve_exactly(bench_puzzle()).solutions, 0u); }

TEST(Bench, DevicesThatDoNotAgreeAreNamed) {
    EXPECT_NO_THROW(require_agreement("plain", 4000, {{"cpu", 7}, {"cpu/1", 7}, {"cuda:0", 7}}));
    try {
        require_agreement("plain", 4000, {{"cpu", 7}, {"cpu/1", 7}, {"cuda:0", 8}});
        FAIL() << "no error";
    } catch (const BenchError& error) {
        EXPECT_STREQ(error.what(),
                     "cpu and cuda:0 differ: configuration plain, population 4000: fingerprints "
                     "0000000000000007 and 0000000000000008; not timed");
    }
}

}  // namespace
}  // namespace evodoku::bench
