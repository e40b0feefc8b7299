// The benchmark itself on small populations; it must refuse to time wrong results.
#include "bench/benchmark.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/text.hpp"
#include "logic/logic.hpp"

namespace evodoku::bench {
namespace {

Result result_of(const Options& options) {
    Result result;
    run(options, result);
    return result;
}

/// Peaks that no time is spent on.
class QuickPeaks final : public Peaks {
public:
    std::uint64_t copy(std::uint32_t times) override { return wait(times); }
    bool copied() const override { return true; }
    std::uint64_t compute(std::uint32_t times) override { return wait(times); }

private:
    static std::uint64_t wait(std::uint32_t times) {
        std::this_thread::sleep_for(std::chrono::milliseconds(times));
        return times;
    }
};

/// As few repetitions as there can be: nothing here asks how long they take. `only`: empty for all measurements.
Options quick(const std::vector<std::string>& only = {}, unsigned threads = 2) {
    Options options;
    options.devices = {Device{}};
    options.only = only;
    options.threads = threads;
    options.populations = {500};
    options.patience = {.spread = 1, .min_repetitions = 1, .max_repetitions = 1, .limit_seconds = 0};
    options.sets = {"clue17"};
    options.make.peaks = [](const Device&, unsigned) { return std::make_unique<QuickPeaks>(); };
    return options;
}

/// A GPU that is none: this machine's processor with one thread.
Options with_a_stand_in(const std::vector<std::string>& only = {}) {
    Options options = quick(only, 1);
    options.devices.push_back({Device::Kind::cuda, 0});
    options.make.executor = [](const Device&, unsigned) { return make_executor({}, 1); };
    options.make.backend = [](const Device&, const Config& config, unsigned) { return make_backend({}, config, 1, 1); };
    options.make.facts = [](const Device& device) {
        return std::vector<DeviceFact>{{"name", "stand-in for " + to_text(device), "", {}}};
    };
    return options;
}

std::set<std::string> measured(const Result& result, const std::string& subject) {
    std::set<std::string> all;
    for (const Measurement& measurement : result.measurements)
        if (measurement.subject == subject) all.insert(measurement.what);
    return all;
}

TEST(Bench, MeasuresEverythingOnAllThreadsAndOnOne) {
    const Result result = result_of(quick());
    std::set<std::string> expected = {
        "score",       "generations",     "phase/plan",  "phase/initialise", "phase/copy",
        "phase/cross", "phase/mutate",    "phase/score", "phase/rank",       "phase/end of generation",
        "rank",        "metropolis-swap", "heat-bath",   "puzzles/clue17"};
    EXPECT_EQ(measured(result, "cpu"), expected);
    expected.insert("answers");
    EXPECT_EQ(measured(result, "cpu/1"), expected);
    for (const Measurement& measurement : result.measurements)
        EXPECT_GT(measurement.timing.rate(), 0) << measurement.what;
    for (const Subject& subject : result.subjects) {
        EXPECT_GT(subject.copy.rate(), 0);
        EXPECT_GT(subject.compute.rate(), 0);
    }
    EXPECT_EQ(result.agreements.size(), 4u);
    EXPECT_EQ(result.subjects[0].name, "cpu (2 threads)");
    EXPECT_EQ(result.stopped, "");
}

TEST(Bench, OneThreadIsNotMeasuredTwice) {
    Options options = quick({"score"}, 1);
    options.make.peaks = make_peaks;
    const Result result = result_of(options);
    EXPECT_EQ(result.subjects.size(), 1u);
    EXPECT_EQ(result.measurements.size(), 1u);
}

TEST(Bench, OperatorsAreThoseOfBoxBoards) {
    Options options = quick({"operators"}, 1);
    options.populations = {200};
    std::set<std::string> expected;
    for (const Crossover& op : operators_for<Crossover>(box_board)) expected.insert("crossover/" + label_of(op));
    for (const Mutation& op : operators_for<Mutation>(box_board)) expected.insert("mutation/" + label_of(op));
    EXPECT_EQ(measured(result_of(options), "cpu"), expected);
}

TEST(Bench, WhatWasMeasuredBeforeAFailureIsKept) {
    Options options = quick({"score", "heat-bath"});
    options.on_progress = [](const Progress& progress) {
        if (progress.what == "cpu: verifying heat-bath, population 500") throw DeviceError("lost");
    };
    Result result;
    EXPECT_THROW(run(options, result), DeviceError);
    EXPECT_EQ(result.measurements.size(), 2u);
    EXPECT_EQ(result.stopped, "failed after 6 of 10 steps: lost");
}

TEST(Bench, StopsWhenAsked) {
    Options options = quick();
    options.should_stop = [] { return true; };
    const Result result = result_of(options);
    EXPECT_TRUE(result.measurements.empty());
    EXPECT_EQ(result.stopped, "interrupted after 0 of 20 steps");
}

TEST(Bench, NothingNewBeginsAfterTheTimeLimit) {
    Options options = quick({"score"});
    options.time_limit = 1e-9;
    const Result result = result_of(options);
    EXPECT_TRUE(result.measurements.empty());
    EXPECT_TRUE(result.stopped.starts_with("out of time after ")) << result.stopped;
}

TEST(Bench, AStandInGpuIsMeasuredBesideTheCpu) {
    const Result result = result_of(with_a_stand_in());
    std::set<std::string> on_gpu = measured(result, "cuda:0");
    on_gpu.insert("answers");  // which the CPU alone scores
    EXPECT_EQ(on_gpu, measured(result, "cpu"));
    EXPECT_EQ(result.subjects[1].facts.front().second, "stand-in for cuda:0");
    EXPECT_EQ(result.agreements.size(), 4u);
    std::set<std::string> works;
    for (const Headline& line : headlines(result)) {
        EXPECT_EQ(line.ratios[0].subject, "cuda:0");
        EXPECT_EQ(line.ratios[0].reference, "cpu");
        EXPECT_GT(line.ratios[0].ratio, 0);
        works.insert(line.ratios[0].what);
    }
    EXPECT_EQ(works, (std::set<std::string>{"puzzles/clue17", "score", "generations", "rank", "metropolis-swap",
                                            "heat-bath"}));
}

TEST(Bench, AStandInThatSolvesOtherwiseIsNotTimed) {
    Options options = with_a_stand_in({"puzzles"});
    options.make.backend = [](const Device& device, Config config, unsigned) {
        if (device.kind == Device::Kind::cuda) config.population = 32;
        return make_backend({}, config, 1, 1);
    };
    Result result;
    EXPECT_THROW(run(options, result), VerificationError);
    EXPECT_TRUE(result.measurements.empty());
    EXPECT_NE(
        result.stopped.find(": cpu and cuda:0 differ: configuration puzzles/clue17, population 64: fingerprints "),
        std::string::npos)
        << result.stopped;
}

TEST(Bench, EveryPuzzleCountsOnceItIsSolved) {
    Options options = quick({"puzzles"}, 1);
    options.sets = {"hardest", "clue17"};
    const Result result = result_of(options);
    ASSERT_EQ(result.measurements.size(), 2u);
    for (const Measurement& measurement : result.measurements) {
        EXPECT_EQ(measurement.unit, "puzzles");
        EXPECT_EQ(measurement.batch % 100, 0u);
        EXPECT_EQ(measurement.timing.items, static_cast<double>(measurement.batch)) << measurement.what;
    }
}

TEST(Bench, EveryDeviceIsVerifiedBeforeOneIsTimed) {
    Options options = quick({"score", "heat-bath"});
    std::vector<std::string> reported;
    options.on_progress = [&](const Progress& progress) {
        reported.push_back(progress.what);
        EXPECT_EQ(progress.step, reported.size());
        EXPECT_EQ(progress.steps, 10u);
    };
    EXPECT_EQ(result_of(options).agreements.size(), 2u);
    std::vector<std::string> expected;
    for (const std::string what : {"peaks", "verifying plain, population 500", "plain, population 500",
                                   "verifying heat-bath, population 500", "heat-bath, population 500"})
        for (const std::string subject : {"cpu: ", "cpu/1: "}) expected.push_back(subject + what);
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

TEST(Progress, TheNextMeasurementHasItsNumberAndTheTimeLeft) {
    EXPECT_EQ(to_text(Progress{3, 28, "cpu: plain, population 4000", 0.2}),
              "bench: [3/28] cpu: plain, population 4000 (about 1 s left)");
    EXPECT_EQ(to_text(Progress{3, 28, "cpu: start", -7}), "bench: [3/28] cpu: start (about 1 s left)");
    EXPECT_EQ(to_text(Progress{1, 2, "cpu: start", 89}), "bench: [1/2] cpu: start (about 89 s left)");
    EXPECT_EQ(to_text(Progress{1, 2, "cpu: start", 150}), "bench: [1/2] cpu: start (about 2 min left)");
}

TEST(Progress, CorrectsItsEstimate) {
    Options options = quick({"rank"}, 1);
    options.make.peaks = [](const Device&, unsigned) -> std::unique_ptr<Peaks> {
        std::this_thread::sleep_for(std::chrono::milliseconds(700));  // far longer than the step was expected to take
        return std::make_unique<QuickPeaks>();
    };
    std::vector<double> left;
    options.on_progress = [&](const Progress& progress) { left.push_back(progress.seconds_left); };
    result_of(options);
    ASSERT_EQ(left.size(), 3u) << "peaks, which count two figures, the verification, and the ranking";
    EXPECT_NEAR(left[0], 0.25, 1e-9);
    EXPECT_GT(left[1], 1.05 - 1e-9) << "one and a half times what the peaks took";
}

/// The expected time of the first step, before any time is measured.
double expected_seconds(Options options) {
    options.patience = {};
    options.sets.clear();
    options.populations = {4'000, 16'000, 64'000, 256'000, 1'000'000};
    options.should_stop = [] { return true; };
    double seconds = 0;
    options.on_progress = [&](const Progress& progress) { seconds = progress.seconds_left; };
    result_of(options);
    return seconds;
}

TEST(Progress, ExpectsOfTheDefaultWhatItsHelpSays) {
    const double alone = expected_seconds(quick()), both = expected_seconds(with_a_stand_in());
    EXPECT_NEAR(alone / 60, 3, 0.4);  // the CPU on all threads and on one
    EXPECT_NEAR(both, alone, 1);      // here one thread, and the stand-in: as much for each subject
}

using Populations = std::vector<std::uint32_t>;

TEST(Populations, AreNumbersListsAndRanges) {
    EXPECT_EQ(parse_populations("100k"), (Populations{100'000}));
    EXPECT_EQ(parse_populations("100k,4k,100k"), (Populations{100'000, 4'000}));
    EXPECT_EQ(parse_populations("4k:64k:x4"), (Populations{4'000, 16'000, 64'000}));
    EXPECT_EQ(parse_populations("4k:4M:x4"), (Populations{4'000, 16'000, 64'000, 256'000, 1'024'000, 4'000'000}));
    EXPECT_EQ(parse_populations("16:1M:x4611686018427387904"), (Populations{16, 1'000'000}));  // no overflow
    EXPECT_EQ(parse_populations("50:50:x2"), (Populations{50}));
}

TEST(Populations, OtherTextsAreRefused) {
    for (const char* wrong : {"", "many", "4k:", "4k:4M", "4k:4M:4", "4k:4M:x1", "4k:4M:x", "4M:4k:x2", "1:4k:x2",
                              "4k:17M:x2", "4k,", "4k:8k:x2:x2", "0"})
        EXPECT_THROW(parse_populations(wrong), SettingError) << wrong;
}

}  // namespace
}  // namespace evodoku::bench
