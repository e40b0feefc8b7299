// The benchmark itself on small populations, and that it refuses to time what is wrong.
#include "evodoku/bench/benchmark.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "bench/verification.hpp"
#include "cpu/cpu_workbench.hpp"
#include "evodoku/engine/operator_text.hpp"
#include "evodoku/logic/exact_solver.hpp"
#include "evodoku/operators/registry.hpp"

namespace evodoku::bench {
namespace {

Result result_of(const Options& options) {
    Result result;
    run(options, result);
    return result;
}

/// As few repetitions as there can be: nothing here asks how long they take.
Options quick() {
    Options options;
    options.devices = {Device{}};
    options.threads = 2;
    options.populations = {500};
    options.patience = {.spread = 1, .least = 1, .most = 1, .limit_seconds = 0};
    options.start_program = [](const Device&, unsigned, std::uint32_t) { return 0.5; };
    return options;
}

std::set<std::string> measured(const Result& result, const std::string& subject) {
    std::set<std::string> all;
    for (const Measurement& measurement : result.measurements) {
        if (measurement.subject == subject) all.insert(measurement.what);
    }
    return all;
}

TEST(Bench, MeasuresEverythingOnAllThreadsAndOnOne) {
    const Result result = result_of(quick());
    const std::set<std::string> expected = {"score",      "generations",  "phase/plan",   "phase/initialise",
                                            "phase/copy", "phase/cross",  "phase/mutate", "phase/score",
                                            "phase/rank", "phase/census", "rank",         "metropolis-swap",
                                            "heat-bath",  "start"};
    EXPECT_EQ(measured(result, "cpu"), expected);
    EXPECT_EQ(measured(result, "cpu/1"), expected);
    for (const Measurement& measurement : result.measurements)
        EXPECT_GT(measurement.timing.rate(), 0) << measurement.what;
    for (const Subject& subject : result.subjects) {
        EXPECT_GT(subject.copy.rate(), 0);
        EXPECT_GT(subject.compute.rate(), 0);
    }
    EXPECT_EQ(result.agreements.size(), 3u);
    EXPECT_EQ(result.subjects[0].name, "cpu (2 threads)");
}

TEST(Bench, OneThreadIsNotMeasuredTwice) {
    Options options = quick();
    options.threads = 1;
    options.only = {"score"};
    const Result result = result_of(options);
    EXPECT_EQ(result.subjects.size(), 1u);
    EXPECT_EQ(result.measurements.size(), 1u);
}

TEST(Bench, OperatorsComeFromTheRegistry) {
    Options options = quick();
    options.only = {"operators"};
    const std::set<std::string> all = measured(result_of(options), "cpu");
    std::size_t expected = 0;
    for_each_operator<Crossover>([&]<class Operator>(Operator) { expected += does_suit<Operator>(suits_box_board); });
    for_each_operator<Mutation>([&]<class Operator>(Operator) { expected += does_suit<Operator>(suits_box_board); });
    EXPECT_EQ(all.size(), expected);
    EXPECT_TRUE(all.contains("crossover/uniform-box"));
    EXPECT_TRUE(all.contains("mutation/heat-bath"));
}

TEST(Bench, VariantsAreEveryOperatorOnEveryRepresentationItSuits) {
    Options options = quick();
    options.only = {"variants"};
    options.threads = 1;
    options.populations = {200};
    const Result result = result_of(options);
    const std::set<std::string> all = measured(result, "cpu");
    std::size_t expected = 0;
    for (const Representations representation : {suits_box_board, suits_cell_board}) {
        const bool boxes = representation == suits_box_board;
        const std::set<std::string> plain = {boxes ? "row-column" : "duplicates", "tournament",
                                             boxes ? "uniform-box" : "uniform-row", boxes ? "swap" : "swap-row"};
        const auto count = [&]<class Operator>(Operator) {
            if (!does_suit<Operator>(representation)) return;
            const std::string end = std::string("/") + Operator::name;
            const std::string begin = std::string("variant/") + to_text(representation);
            const bool is_plain = plain.contains(Operator::name);
            expected += !is_plain;
            EXPECT_NE(is_plain,
                      std::ranges::any_of(
                          all, [&](const std::string& name) { return name.starts_with(begin) && name.ends_with(end); }))
                << begin << end;
        };
        for_each_operator<Cost>(count);
        for_each_operator<Selection>(count);
        for_each_operator<Crossover>(count);
        for_each_operator<Mutation>(count);
        for_each_operator<Replacement>(
            [&]<class Operator>(Operator) { expected += Operator::name != Generational::name; });
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
}

TEST(Bench, StopsWhenAsked) {
    Options options = quick();
    options.should_stop = [] { return true; };
    EXPECT_TRUE(result_of(options).measurements.empty());
}

TEST(Bench, EveryDeviceIsVerifiedBeforeOneIsTimed) {
    Options options = quick();
    options.only = {"score", "heat-bath"};
    std::vector<std::string> told;
    options.on_progress = [&](const std::string& what) { told.push_back(what); };
    EXPECT_EQ(result_of(options).agreements.size(), 2u);
    const std::vector<std::string> expected = {"cpu: ceilings",
                                               "cpu/1: ceilings",
                                               "cpu: verifying plain, population 500",
                                               "cpu/1: verifying plain, population 500",
                                               "cpu: plain, population 500",
                                               "cpu/1: plain, population 500",
                                               "cpu: verifying heat-bath, population 500",
                                               "cpu/1: verifying heat-bath, population 500",
                                               "cpu: heat-bath, population 500",
                                               "cpu/1: heat-bath, population 500"};
    EXPECT_EQ(told, expected);
}

TEST(Bench, WhatOneDeviceAloneHasEvolvedIsNoAgreement) {
    Options options = quick();
    bool stop = false;
    options.on_progress = [&](const std::string& what) { stop = stop || what.starts_with("cpu/1: verifying heat"); };
    options.should_stop = [&] { return stop; };
    const Result result = result_of(options);
    ASSERT_EQ(result.agreements.size(), 2u);  // plain, metropolis-swap
    EXPECT_EQ(result.agreements.back().configuration, "metropolis-swap");
    EXPECT_FALSE(measured(result, "cpu").contains("heat-bath"));
    EXPECT_TRUE(measured(result, "cpu/1").contains("metropolis-swap"));
}

TEST(Bench, AStopIsHeardWithinASetup) {
    Options options = quick();
    bool begun = false;
    unsigned questions = 0;
    options.on_progress = [&](const std::string& what) { begun = begun || what == "cpu: plain, population 500"; };
    options.should_stop = [&] { return begun && ++questions > 8; };  // somewhere among the figures of the plain setup
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
                     "cpu and cuda:0 do not agree: configuration plain, population 4000: fingerprints "
                     "0000000000000007 and 0000000000000008; it was not timed");
    }
}

Config small() {
    Config config;
    config.population = 300;
    config.stall = 0;
    return config;
}

std::unique_ptr<Workbench> workbench() {
    return cpu::make_workbench(cpu::make_tbb_workers(2), small(), {bench_puzzle(), PresolveLevel::none, 0, 5});
}

/// A workbench whose answers are changed on the way.
class Tampered final : public Workbench {
public:
    std::unique_ptr<Workbench> honest = workbench();
    std::function<void(Specimens&)> change = [](Specimens&) {};

    std::string name() const override { return honest->name(); }
    void begin() override { honest->begin(); }
    void make_generations(std::uint32_t count) override { honest->make_generations(count); }
    std::vector<PhaseTime> time_phases(std::uint32_t count) override { return honest->time_phases(count); }
    std::uint32_t children() const override { return honest->children(); }
    void spoil() override { honest->spoil(); }
    void score(std::uint32_t times) override { honest->score(times); }
    void rank(std::uint32_t times) override { honest->rank(times); }
    Specimens look(std::uint32_t stride) const override {
        Specimens specimens = honest->look(stride);
        change(specimens);
        return specimens;
    }
    std::uint64_t fingerprint() const override { return honest->fingerprint(); }
};

TEST(Verification, FindsWrongCostsBoardsAndRanks) {
    Tampered tampered;
    tampered.make_generations(3);
    EXPECT_NO_THROW(verify(tampered, small(), bench_puzzle(), "cpu"));
    const std::vector<std::function<void(Specimens&)>> changes = {
        [](Specimens& seen) { ++seen.costs[97]; },
        [](Specimens& seen) { std::swap(seen.order[10], seen.order[11]); },
        [](Specimens& seen) { seen.order[4] = seen.order[3]; },
        [](Specimens& seen) { seen.order[0] = 300; },
        [](Specimens& seen) { seen.boards[1][2] = 9; },  // a given is a 3 there
        [](Specimens& seen) { std::swap(seen.boards[2][0], seen.boards[2][80]); },
        [](Specimens& seen) { seen.boards.clear(); },
    };
    for (std::size_t k = 0; k < changes.size(); ++k) {
        tampered.change = changes[k];
        EXPECT_THROW(verify(tampered, small(), bench_puzzle(), "cpu"), BenchError) << "change " << k;
    }
}

TEST(Workbench, APhaseAtATimeGivesTheSameBytes) {
    const auto chained = workbench(), apart = workbench();
    chained->make_generations(7);
    const std::vector<PhaseTime> times = apart->time_phases(7);
    EXPECT_EQ(apart->fingerprint(), chained->fingerprint());
    EXPECT_EQ(times.size(), 8u);
    chained->make_generations(1);
    EXPECT_NE(apart->fingerprint(), chained->fingerprint());
    chained->begin();
    chained->make_generations(7);
    EXPECT_EQ(apart->fingerprint(), chained->fingerprint());
}

TEST(Workbench, ScoringAndRankingLeaveTheEvolutionAlone) {
    const auto looked_at = workbench(), left_alone = workbench();
    looked_at->make_generations(4);
    left_alone->make_generations(4);
    looked_at->spoil();
    EXPECT_EQ(looked_at->look(1).costs[0], ~0u);
    looked_at->score(2);
    looked_at->rank(2);
    looked_at->make_generations(3);
    left_alone->make_generations(3);
    EXPECT_EQ(looked_at->fingerprint(), left_alone->fingerprint());
}

}  // namespace
}  // namespace evodoku::bench
