// Larger boards on the GPU against the CPU: byte equality, for every order and every operator that they have.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "cuda_device.hpp"
#include "evodoku/engine/errors.hpp"
#include "support/large_configurations.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

using test::LargeConfiguration;

#define EVODOKU_LARGE_NEEDS_GPU() \
    if (const std::string why = cuda::probe(0).why_not; !why.empty()) GTEST_SKIP() << "no usable GPU: " << why

/// The configurations of the CPU's test, and what they leave out.
std::vector<LargeConfiguration> gpu_configurations() {
    std::vector<LargeConfiguration> all = test::large_configurations();
    all[0].presolve = PresolveLevel::none;  // logic fills boards of 4 x 4
    LargeConfiguration others = all[3];
    others.name = "box-board-16 with other options";
    others.config.selection = "roulette";
    others.config.replacement = "plus";
    others.config.tries = 2, others.config.different = true;
    others.config.immigrants = {0, false};
    others.presolve = PresolveLevel::none;
    all.push_back(others);
    return all;
}

std::vector<Outcome> large_on_gpu(const LargeConfiguration& named, const cuda::Thresholds& thresholds = {}) {
    return test::evolve(*make_evolution_backend(cuda::make_executor(0, thresholds), named.config, 2), named);
}
std::vector<Outcome> large_on_cpu(const LargeConfiguration& named) {
    return test::evolve(*cpu::make_backend(cpu::make_tbb_workers(1), named.config, 2), named);
}

void expect_same_large(const std::vector<Outcome>& some, const std::vector<Outcome>& others) {
    ASSERT_EQ(some.size(), others.size());
    EXPECT_TRUE(std::ranges::any_of(some, test::evolved)) << "logic has solved all";
    for (std::size_t k = 0; k < some.size(); ++k) {
        EXPECT_EQ(some[k].fingerprint, others[k].fingerprint) << k;
        EXPECT_EQ(some[k].status, others[k].status) << k;
        EXPECT_EQ(some[k].filled, others[k].filled) << k;
        EXPECT_EQ(some[k].struck, others[k].struck) << k;
        EXPECT_EQ(some[k].effort.redraws, others[k].effort.redraws) << k;
    }
    EXPECT_EQ(test::large_digest(some), test::large_digest(others));
}

class GpuLargeBoards : public testing::TestWithParam<LargeConfiguration> {};

TEST_P(GpuLargeBoards, SameBytesAsTheCpu) {
    EVODOKU_LARGE_NEEDS_GPU();
    expect_same_large(large_on_gpu(GetParam()), large_on_cpu(GetParam()));
}

/// The populations of a puzzle's islands after every generation of the first epoch.
std::vector<PopulationProgress> populations_of(Backend& backend, const LargeConfiguration& named) {
    backend.submit(test::job_of(named, 0));
    std::vector<PopulationProgress> all;
    backend.advance_epoch([&] {
        std::vector<std::uint32_t> listed;
        for (const IslandProgress& island : backend.islands()) listed.push_back(island.island_index);
        std::ranges::copy(backend.populations(listed, Detail::diversity), std::back_inserter(all));
        return true;
    });
    return all;
}

TEST(GpuLargeDiversity, IsThatOfTheCpu) {
    EVODOKU_LARGE_NEEDS_GPU();
    for (const std::size_t number : {1u, 3u, 8u}) {  // 4 x 4 and 16 x 16 with islands, 49 x 49
        LargeConfiguration named = test::large_configurations()[number];
        named.presolve = PresolveLevel::none, named.config.sync_every = 2, named.config.restart_after = 0;
        SCOPED_TRACE(named.name);
        const auto here = populations_of(*cpu::make_backend(cpu::make_tbb_workers(1), named.config, 1), named);
        const auto there = populations_of(*make_evolution_backend(cuda::make_executor(0), named.config, 1), named);
        ASSERT_EQ(here.size(), 2 * named.config.islands);
        ASSERT_EQ(there.size(), here.size());
        for (std::size_t k = 0; k < here.size(); ++k) {
            EXPECT_EQ(there[k].distinct, here[k].distinct);
            EXPECT_EQ(there[k].entropy, here[k].entropy);
            EXPECT_EQ(there[k].best, here[k].best);
            EXPECT_EQ(there[k].median, here[k].median);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Configurations, GpuLargeBoards, testing::ValuesIn(gpu_configurations()),
                         test::LargeTestName{});

TEST(GpuLargeThresholds, MoreIslandsThanAGridHasRows) {
    EVODOKU_LARGE_NEEDS_GPU();
    LargeConfiguration named = test::large_configurations()[3];  // 16 x 16, with everything
    named.config.population = 40, named.config.islands = 5;
    expect_same_large(large_on_gpu(named, {.max_grid_rows = 2}), large_on_cpu(named));
}

TEST(GpuLargeMemory, APopulationThatDoesNotFitIsRefused) {
    EVODOKU_LARGE_NEEDS_GPU();
    Config config = large_config(7);
    config.population = 16'000'000;  // of 5 KB
    try {
        make_evolution_backend(cuda::make_executor(0), config, 1);
        FAIL() << "no error";
    } catch (const MemoryError& error) {
        EXPECT_TRUE(error.on_gpu);
    }
}

}  // namespace
}  // namespace evodoku
