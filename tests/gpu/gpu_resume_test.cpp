// Checkpoints that change between the CPU and a GPU: the answers are those of the CPU alone.
#include <gtest/gtest.h>

#include "cuda_device.hpp"
#include "support/resuming.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

std::unique_ptr<Backend> cpu_or_gpu(int number, const test::NamedConfiguration& named) {
    if (number % 2 == 0) return cpu::make_backend(cpu::make_tbb_workers(0), named.config, named.puzzle_slots);
    return make_evolution_backend(cuda::make_executor(0), named.config, named.puzzle_slots);
}

class GpuResume : public testing::TestWithParam<std::string> {};

TEST_P(GpuResume, GoesOnAcrossDevices) {
    if (const std::string why = cuda::probe(0).why_not; !why.empty()) GTEST_SKIP() << "no usable GPU: " << why;
    const std::vector<test::NamedConfiguration> all = test::configurations();
    const auto named = std::ranges::find(all, GetParam(), &test::NamedConfiguration::name);
    ASSERT_NE(named, all.end());
    const std::uint64_t expected = test::digest(test::evolve(*cpu_or_gpu(0, *named), *named));
    EXPECT_EQ(test::digest(test::evolve_in_parts(*named, 1, 0, cpu_or_gpu)), expected) << "after every epoch";
    EXPECT_EQ(test::digest(test::evolve_in_parts(*named, 0, 4, cpu_or_gpu)), expected) << "in the middle of epochs";
}

INSTANTIATE_TEST_SUITE_P(Configurations, GpuResume,
                         testing::Values("default", "default on islands", "wheels on islands",
                                         "distinct islands in a batch", "growth in a batch",
                                         "restarts limited, on islands", "cell-board batch of every kind of puzzle"));

}  // namespace
}  // namespace evodoku
