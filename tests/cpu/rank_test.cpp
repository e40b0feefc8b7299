// Parts of the CPU executor: ranking.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "cpu/executor.hpp"
#include "cpu/machine.hpp"
#include "cpu/rank.hpp"

namespace evodoku {
namespace {

void check_ranking(std::uint32_t islands, std::uint32_t size, std::uint32_t highest, cpu::Workers& workers) {
    std::vector<std::uint32_t> costs(std::size_t{islands} * size), order(costs.size(), ~0u);
    Draws draws({islands, size, highest, 0}, Purpose::plan);
    for (std::uint32_t& cost : costs) cost = draws.below(highest + 1);
    std::vector<Island> states(islands);
    for (Island& island_index : states) island_index.state = IslandState::running;
    if (islands > 2) states[1].state = IslandState::solved;
    cpu::Ranker ranker({{nullptr, costs.data()}, order.data(), states.data(), islands, size, highest});
    ranker.rank_all(workers);
    for (std::uint32_t island_index = 0; island_index < islands; ++island_index) {
        const std::uint32_t* first = costs.data() + std::size_t{island_index} * size;
        std::vector<std::uint32_t> expected(size);
        std::iota(expected.begin(), expected.end(), 0u);
        std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return first[a] < first[b]; });
        if (!states[island_index].running()) std::fill(expected.begin(), expected.end(), ~0u);  // unchanged
        const auto begin = order.begin() + std::ptrdiff_t{island_index} * size;
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), begin))
            << islands << " islands of " << size << ", costs to " << highest << ", island " << island_index;
    }
}

TEST(Rank, AgreesWithAStableSort) {
    for (const auto& workers :
         {cpu::make_serial_workers(cpu::Order::shuffled), cpu::make_tbb_workers(1), cpu::make_tbb_workers(3)}) {
        for (const std::uint32_t highest : {0u, 1u, 108u, 2'047u, 2'048u, 400'000u, 0xFFFFFFFEu}) {
            for (const std::uint32_t size : {1u, 2u, 255u, 8'192u, 8'193u, 50'000u})
                check_ranking(3, size, highest, *workers);
            check_ranking(1, 30'001, highest, *workers);
        }
    }
}

}  // namespace
}  // namespace evodoku
