// The Thrust ranking against the CPU's counting sort, for keys of every width.
#include <gtest/gtest.h>

#include <chrono>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "core/draws.hpp"
#include "cpu/machine.hpp"
#include "cpu/rank.hpp"
#include "cuda_device.hpp"
#include "device_array.cuh"
#include "rank.cuh"

namespace evodoku {
namespace {

template <class T>
cuda::DeviceArray<T> on_device(const std::vector<T>& host) {
    cuda::DeviceArray<T> device(host.size());
    cuda::check(cudaMemcpy(device.data(), host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice), "upload");
    return device;
}

void check_ranking(std::uint32_t islands, std::uint32_t size, std::uint32_t highest, std::uint32_t key_bytes,
                   std::uint32_t max_grid_rows = cuda::Thresholds{}.max_grid_rows) {
    std::vector<std::uint32_t> costs(std::size_t{islands} * size), order(costs.size());
    Draws draws({islands, size, highest, 0}, Purpose::plan);
    for (std::uint32_t& cost : costs) cost = draws.below(highest + 1);
    std::vector<Island> states(islands);
    for (Island& island : states) island.state = IslandState::running;
    const auto workers = cpu::make_serial_workers(cpu::Order::forwards);
    cpu::Ranker({{nullptr, costs.data()}, order.data(), states.data(), islands, size, highest}).rank_all(*workers);
    // Some have ended with these costs, and keep their order.
    for (std::uint32_t island_index = 1; island_index < islands; island_index += 3)
        states[island_index].state = IslandState::exhausted, states[island_index].front = 1;

    const auto device_costs = on_device(costs);
    const auto other_costs = on_device(std::vector<std::uint32_t>(costs.size(), highest / 2));
    const auto device_states = on_device(states);
    const cuda::DeviceArray<std::uint32_t> device_order(order.size());
    const RankRequest request{
        {other_costs.data(), device_costs.data()}, device_order.data(), device_states.data(), islands, size, highest};
    ASSERT_EQ(cuda::DeviceRanker::key_bytes(request), key_bytes);
    const cuda::Stream stream(0);
    cuda::DeviceRanker ranker(request, max_grid_rows);
    ranker.rank(stream);
    cuda::check(cudaStreamSynchronize(stream), "ranking");
    std::vector<std::uint32_t> ranked(order.size());
    cuda::check(
        cudaMemcpy(ranked.data(), device_order.data(), ranked.size() * sizeof(std::uint32_t), cudaMemcpyDeviceToHost),
        "download");
    EXPECT_EQ(ranked, order) << islands << " islands of " << size << ", costs to " << highest;
}

TEST(GpuRank, AgreesWithTheCpu) {
    if (const std::string why = cuda::probe(0).why_not; !why.empty()) GTEST_SKIP() << "no usable GPU: " << why;
    check_ranking(70, 3, 108, 2, 16);  // more islands than a grid may have rows
    for (const std::uint32_t size : {1u, 2u, 255u, 257u, 50'000u}) {
        check_ranking(1, size, 108, 1);
        check_ranking(5, size, 108, 2);
    }
    check_ranking(1, 1'000'000, 255, 1);
    check_ranking(1, 1'000'000, 256, 2);
    check_ranking(1, 1'000'000, 1u << 20, 4);
    check_ranking(3, 50'000, 400'000, 4);
    check_ranking(70'000, 3, 108, 4);
    check_ranking(70'000, 3, 400'000, 4);        // in seven sorts
    check_ranking(3, 1'000, 3'000'000'000u, 4);  // in one for each island
}

/// A thread that waits for the whole device, while another one records launches, waits for the end of that.
TEST(GpuGraphs, AreNotDisturbedByOtherThreads) {
    if (const std::string why = cuda::probe(0).why_not; !why.empty()) GTEST_SKIP() << "no usable GPU: " << why;
    const auto executor = cuda::make_executor(0);
    const cuda::Stream stream(0);
    std::thread other;
    const cuda::Graph graph(stream, [&] {
        std::latch begun(1);
        other = std::thread([&] {
            begun.count_down();
            EXPECT_NO_THROW(executor->wait_for_others());
        });
        begun.wait();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    });
    other.join();
    graph.launch(stream);
    cuda::check(cudaStreamSynchronize(stream), "an empty graph");
}

}  // namespace
}  // namespace evodoku
