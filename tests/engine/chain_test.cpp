// Phases chained individual by individual against phases one after the other: the same bytes.
#include "evodoku/engine/phases/chain.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "cpu/cpu_backend.hpp"
#include "cpu/executor.hpp"
#include "evodoku/engine/evolution_backend.hpp"
#include "evodoku/representation/box_board.hpp"
#include "support/configurations.hpp"

namespace evodoku {
namespace {

/// As a GPU has it, on the CPU.
struct ChainingExecutor : cpu::Executor {
    using cpu::Executor::Executor;

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

class Chain : public testing::TestWithParam<test::NamedConfiguration> {};

TEST_P(Chain, GivesTheSameBytes) {
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

INSTANTIATE_TEST_SUITE_P(Configurations, Chain, testing::ValuesIn(of_boxes()), test::TestName{});

TEST(Chains, AreMadeOfThePlainOperatorsAlone) {
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
