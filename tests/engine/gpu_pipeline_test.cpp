// What a GPU does in a way of its own, done so on the CPU: phases fused individual by individual, and one sort of all
// islands. They give the bytes of the usual phases.
#include "engine/fast_paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "backend/evolution_backend.hpp"
#include "cpu/executor.hpp"
#include "engine/evolution.hpp"
#include "support/blocks.hpp"
#include "support/configurations.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

/// Ranks an island as the sort of all islands does, whether it runs or not.
struct RankOfAll {
    static constexpr const char* name = "rank";
    RankRequest request;
    void operator()(std::uint32_t island_index) const {
        std::uint32_t* const order = request.order + std::size_t{island_index} * request.island_size;
        std::iota(order, order + request.island_size, 0u);
        std::stable_sort(order, order + request.island_size, [&](std::uint32_t one, std::uint32_t other) {
            const Island& island = request.islands[island_index];
            return request.key(island, island_index, one) < request.key(island, island_index, other);
        });
    }
};

/// Makes the children of an island as the blocks of a kernel do, one block after the other.
template <class Phases, class OnBlock>
struct ChildrenInBlocks {
    static constexpr const char* name = "make";
    Phases phases;
    std::uint32_t island_size;
    OnBlock on_block;  ///< calls its argument with a block, on all threads of it

    void operator()(std::uint32_t island_index) const {
        constexpr std::uint32_t threads = 48;  // the last block has fewer children
        for (std::uint32_t first = 0; first < island_size; first += threads) {
            const std::uint32_t count = std::min(threads, island_size - first);
            MutatingChildren<threads> mutating{0xA5A5A5A5u, {}};  // what is in shared memory before
            on_block([&](auto& block) { make_children_of_block(block, phases, island_index, first, count, mutating); });
        }
    }
};

struct FusingExecutor : cpu::Executor {
    using cpu::Executor::Executor;
    unsigned threads = 1;  ///< of a block
    test::Order order = test::Order::forwards;

    void fuse_children(Pipeline& pipeline, const Pool<BoxBoard>& pool, const Config& config) override {
        const auto phases = fused_child(config, pool);
        if (!phases) return;
        pipeline.steps.clear();
        const auto serial = [this](const auto& run) {
            test::SerialBlock block(order);
            run(block);
        };
        const auto threaded = [this](const auto& run) { test::ThreadBlock::on_threads(threads, run); };
        if (threads == 1) {
            add_single(pipeline, ChildrenInBlocks{*phases, pool.island_size, serial}, pool.island_count);
        } else {
            add_single(pipeline, ChildrenInBlocks{*phases, pool.island_size, threaded}, pool.island_count);
        }
        pipeline.islands = pool.island_count, pipeline.island_size = pool.island_size;
    }
    void add_rank(Pipeline& pipeline, const RankRequest& request) override {
        Pipeline replaced;
        cpu::Executor::add_rank(replaced, request);
        add_single(pipeline, RankOfAll{request}, request.island_count);
    }
};

std::vector<test::NamedConfiguration> of_boxes() {
    auto all = test::configurations();
    std::erase_if(all, [](const auto& named) { return named.config.representation != box_board; });
    return all;
}

class GpuPipeline : public testing::TestWithParam<test::NamedConfiguration> {};

TEST_P(GpuPipeline, GivesTheSameBytes) {
    const test::NamedConfiguration& named = GetParam();
    const auto apart =
        cpu::make_backend(cpu::make_serial_workers(cpu::Order::forwards), named.config, named.puzzle_slots);
    const std::uint64_t expected = test::digest(test::evolve(*apart, named));
    for (const test::Order order : {test::Order::forwards, test::Order::backwards, test::Order::shuffled}) {
        auto executor = std::make_unique<FusingExecutor>(cpu::make_serial_workers(cpu::Order::shuffled));
        executor->order = order;
        const auto fused = make_evolution_backend(std::move(executor), named.config, named.puzzle_slots);
        EXPECT_EQ(test::digest(test::evolve(*fused, named)), expected);
    }
}

INSTANTIATE_TEST_SUITE_P(Configurations, GpuPipeline, testing::ValuesIn(of_boxes()), test::TestName{});

TEST(GpuPipeline, GivesTheSameBytesOnTheThreadsOfABlock) {
    test::NamedConfiguration named = of_boxes().front();
    named.config = test::small_config();
    named.config.population = 130, named.config.generations = 12;
    ASSERT_TRUE(fused_child(named.config, Pool<BoxBoard>{}));
    const auto apart = cpu::make_backend(cpu::make_serial_workers(cpu::Order::forwards), named.config, 2);
    const std::uint64_t expected = test::digest(test::evolve(*apart, named));
    for (const unsigned threads : {2u, 5u}) {
        auto executor = std::make_unique<FusingExecutor>(cpu::make_serial_workers(cpu::Order::forwards));
        executor->threads = threads;
        const auto fused = make_evolution_backend(std::move(executor), named.config, 2);
        EXPECT_EQ(test::digest(test::evolve(*fused, named)), expected);
    }
}

TEST(GpuPipeline, KeysOfAnIslandAreApartFromThoseOfTheNext) {
    const std::uint32_t costs[2][4] = {{7, 0, 3, 9}, {2, 9, 1, ~0u}};  // an island of two, and another
    Island running, ended;
    running.state = IslandState::running, ended.state = IslandState::exhausted;  // front 0, back 1
    const RankRequest request{{costs[0], costs[1]}, nullptr, nullptr, 2, 2, 9};
    EXPECT_EQ(request.key(running, 0, 0), 2u);
    EXPECT_EQ(request.key(running, 0, 1), 9u);
    EXPECT_EQ(request.key(ended, 0, 0), 7u) << "by the population that it has";
    EXPECT_EQ(request.key(running, 1, 0), 11u);
    EXPECT_EQ(request.key(running, 1, 1), 19u) << "what is no cost stays within its island";
}

TEST(GpuPipeline, FusesThePlainOperatorsAlone) {
    const auto fuses = [](auto change) {
        Config config = test::small_config();
        change(config);
        FusingExecutor executor(cpu::make_serial_workers(cpu::Order::forwards));
        Evolution<BoxBoard> evolution(executor, config, 1);
        bool fused = false, apart = false;
        for (const PhaseTime& phase : evolution.time_phases(1)) {
            fused = fused || phase.name == "make";
            apart = apart || phase.name == "plan";
        }
        EXPECT_NE(fused, apart);
        return fused;
    };
    EXPECT_TRUE(fuses([](Config&) {}));
    EXPECT_TRUE(fuses([](Config& c) { c.selection = "tournament:size=7", c.islands = 3, c.distinct = true; }));
    EXPECT_TRUE(fuses([](Config& c) { c.tries = 3, c.pairs = true, c.replacement = "plus"; }));
    EXPECT_FALSE(fuses([](Config& c) { c.selection = "uniform"; }));
    EXPECT_FALSE(fuses([](Config& c) { c.crossover.clear(); }));
    EXPECT_FALSE(fuses([](Config& c) { c.crossover.push_back({"one-point"}); }));
    EXPECT_FALSE(fuses([](Config& c) { c.mutation = "heat-bath"; }));
    EXPECT_FALSE(fuses([](Config& c) { c.cost = "units"; }));
}

}  // namespace
}  // namespace evodoku
