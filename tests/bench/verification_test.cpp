// The workbench, and the verification of its results: it must find wrong ones.
#include "bench/benchmark.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cpu/executor.hpp"
#include "workbench/evolution_workbench.hpp"

namespace evodoku::bench {
namespace {

Config small() {
    Config config;
    config.population = 300;
    config.restart_after = 0;
    return config;
}

std::unique_ptr<Workbench> workbench() {
    return make_evolution_workbench(std::make_unique<cpu::Executor>(cpu::make_tbb_workers(2)), small(),
                                    {bench_puzzle(), PresolveLevel::none, 0, 5});
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
