// What a GPU does in a way of its own, done so on the CPU: phases chained individual by individual, and one sort of all
// demes. The same bytes.
#include "evodoku/engine/phases/chain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "cpu/cpu_backend.hpp"
#include "cpu/executor.hpp"
#include "evodoku/engine/evolution_backend.hpp"
#include "evodoku/representation/box_board.hpp"
#include "support/configurations.hpp"

namespace evodoku {
namespace {

/// Ranks a deme as the sort of all demes does, whether it runs or not.
struct RankOfAll {
    static constexpr const char* name = "rank";
    RankRequest request;
    void operator()(std::uint32_t number) const {
        std::uint32_t* const order = request.order + std::size_t{number} * request.deme_size;
        std::iota(order, order + request.deme_size, 0u);
        std::stable_sort(order, order + request.deme_size, [&](std::uint32_t one, std::uint32_t other) {
            const Deme& deme = request.demes[number];
            return request.key(deme, number, one) < request.key(deme, number, other);
        });
    }
};

struct ChainingExecutor : cpu::Executor {
    using cpu::Executor::Executor;

    void add_rank(Schedule& schedule, const RankRequest& request) {
        Schedule replaced;
        cpu::Executor::add_rank(replaced, request);
        add_demes(schedule, RankOfAll{request}, request.deme_count);
    }

    template <class... Phases>
    void add_chain(Schedule& schedule, std::uint32_t demes, std::uint32_t deme_size, const Phases&... phases) {
        EXPECT_EQ(sizeof...(phases), 6u);
        add_slots(schedule, ChainPhase<Phases...>(phases...), demes, deme_size);
        ++chains;
    }
    static inline int chains = 0;
};

std::vector<test::NamedConfiguration> of_boxes() {
    auto all = test::configurations();
    std::erase_if(all, [](const auto& named) { return named.config.representation != suits_box_board; });
    return all;
}

class GpuSchedule : public testing::TestWithParam<test::NamedConfiguration> {};

TEST_P(GpuSchedule, GivesTheSameBytes) {
    const test::NamedConfiguration& named = GetParam();
    const auto apart =
        cpu::make_backend(cpu::make_serial_workers(cpu::Order::forwards), named.config, named.puzzle_slots);
    const std::uint64_t expected = test::digest(test::evolve(*apart, named));
    for (const cpu::Order order : {cpu::Order::forwards, cpu::Order::shuffled}) {
        EvolutionBackend<ChainingExecutor, BoxBoard> chained(
            std::make_unique<ChainingExecutor>(cpu::make_serial_workers(order)), named.config, named.puzzle_slots);
        EXPECT_EQ(test::digest(test::evolve(chained, named)), expected);
    }
}

INSTANTIATE_TEST_SUITE_P(Configurations, GpuSchedule, testing::ValuesIn(of_boxes()), test::TestName{});

TEST(GpuSchedule, KeysOfADemeAreApartFromThoseOfTheNext) {
    const std::uint32_t costs[2][4] = {{7, 0, 3, 9}, {2, 9, 1, ~0u}};  // a deme of two, and another
    Deme running, ended;
    running.state = DemeState::running, ended.state = DemeState::exhausted;  // front 0, back 1
    const RankRequest request{{costs[0], costs[1]}, nullptr, nullptr, 2, 2, 9};
    EXPECT_EQ(request.key(running, 0, 0), 2u);
    EXPECT_EQ(request.key(running, 0, 1), 9u);
    EXPECT_EQ(request.key(ended, 0, 0), 7u) << "by the population that it has";
    EXPECT_EQ(request.key(running, 1, 0), 11u);
    EXPECT_EQ(request.key(running, 1, 1), 19u) << "what is no cost stays within its deme";
}

TEST(GpuSchedule, HasChainsOfThePlainOperatorsAlone) {
    const auto chains = [](auto change) {
        Config config = test::small_config();
        change(config);
        ChainingExecutor::chains = 0;
        const EvolutionBackend<ChainingExecutor, BoxBoard> backend(
            std::make_unique<ChainingExecutor>(cpu::make_serial_workers(cpu::Order::forwards)), config, 1);
        return ChainingExecutor::chains;
    };
    EXPECT_EQ(chains([](Config&) {}), 1);
    EXPECT_EQ(chains([](Config& c) { c.selection = Tournament{.size = 7}, c.islands = 3, c.distinct = true; }), 1);
    EXPECT_EQ(chains([](Config& c) { c.children = 3, c.pairs = true, c.replacement = BestOfBoth{}; }), 1);
    EXPECT_EQ(chains([](Config& c) { c.selection = UniformSelection{}; }), 0);
    EXPECT_EQ(chains([](Config& c) { c.crossover.clear(); }), 0);
    EXPECT_EQ(chains([](Config& c) { c.crossover.push_back({OnePointBox{}}); }), 0);
    EXPECT_EQ(chains([](Config& c) { c.mutation = {{HeatBath{}}}; }), 0);
    EXPECT_EQ(chains([](Config& c) { c.cost = Units{}; }), 0);
}

}  // namespace
}  // namespace evodoku
