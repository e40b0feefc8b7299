// Demes on chip against the phases in memory: the same bytes, whatever kind of block runs them.
#include "evodoku/engine/deme_on_chip.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <vector>

#include "cpu/executor.hpp"
#include "evodoku/engine/evolution.hpp"
#include "evodoku/representation/box_board.hpp"
#include "support/blocks.hpp"
#include "support/configurations.hpp"

namespace evodoku {
namespace {

using BoxEvolution = Evolution<cpu::Executor, BoxBoard>;

/// Puzzles side by side, each with the demes of the configuration.
struct Running {
    explicit Running(const Config& config)
        : grids(test::batch_puzzles()),
          executor(cpu::make_serial_workers(cpu::Order::forwards)),
          evolution(executor, config, static_cast<std::uint32_t>(grids.size())),
          phases(phases_on_chip(config, evolution.pool())) {
        std::vector<Deme> demes;
        for (std::uint32_t slot = 0; slot < grids.size(); ++slot) {
            for (std::uint32_t number = 0; number < config.islands; ++number) {
                Deme deme;
                deme.seed = 11;
                deme.place = deme.puzzle_slot = slot;
                deme.number = number;
                deme.limit = config.generations;
                deme.state = DemeState::running;
                demes.push_back(deme);
            }
            evolution.write_job(slot, {grids[slot], PresolveLevel::givens, slot, 11});
        }
        evolution.write_demes(demes);
        evolution.prepare();
    }

    std::uint32_t demes() const { return evolution.pool().deme_count; }

    /// In memory that holds anything but zeros.
    template <class Block>
    void run_on_chip(Block& block, std::uint32_t deme, std::uint32_t generations, std::vector<std::uint64_t>& memory) {
        auto* bytes = reinterpret_cast<unsigned char*>(memory.data());
        bytes += (64 - reinterpret_cast<std::uintptr_t>(bytes) % 64) % 64;
        run_deme_on_chip(block, *phases, deme, generations, bytes, slice_words);
    }
    std::vector<std::uint64_t> poisoned_memory() const {
        const std::size_t bytes = DefaultOnChip<BoxBoard>::bytes(evolution.pool().deme_size, slice_words) + 64;
        return std::vector<std::uint64_t>(bytes / 8 + 1, 0xA5A5A5A5A5A5A5A5u);
    }

    static constexpr std::uint32_t slice_words = 700;  // too few for all boxes of a puzzle
    std::vector<Grid> grids;
    cpu::Executor executor;
    BoxEvolution evolution;
    std::optional<DefaultOnChip<BoxBoard>> phases;
};

void expect_same(const Running& a, const Running& b) {
    EXPECT_EQ(a.evolution.fingerprints(0, a.demes()), b.evolution.fingerprints(0, b.demes()));
    const auto efforts_a = a.evolution.efforts(0, a.demes()), efforts_b = b.evolution.efforts(0, b.demes());
    const auto demes_a = a.evolution.read_demes(), demes_b = b.evolution.read_demes();
    const auto champions_a = a.evolution.read_champions(0, a.demes());
    const auto champions_b = b.evolution.read_champions(0, b.demes());
    for (std::uint32_t deme = 0; deme < a.demes(); ++deme) {
        EXPECT_EQ(a.evolution.read_costs(deme), b.evolution.read_costs(deme)) << deme;
        EXPECT_EQ(a.evolution.read_order(deme), b.evolution.read_order(deme)) << deme;
        EXPECT_EQ(efforts_a[deme].redraws, efforts_b[deme].redraws) << deme;
        EXPECT_EQ(efforts_a[deme].trials, efforts_b[deme].trials) << deme;
        EXPECT_EQ(champions_a[deme].cost, champions_b[deme].cost) << deme;
        EXPECT_EQ(champions_a[deme].generation, champions_b[deme].generation) << deme;
        EXPECT_EQ(champions_a[deme].index, champions_b[deme].index) << deme;
        EXPECT_EQ(demes_a[deme].state, demes_b[deme].state) << deme;
        EXPECT_EQ(demes_a[deme].next_generation, demes_b[deme].next_generation) << deme;
        EXPECT_EQ(demes_a[deme].evaluations, demes_b[deme].evaluations) << deme;
        EXPECT_EQ(demes_a[deme].puzzle_slot, demes_b[deme].puzzle_slot) << deme;
    }
}

std::vector<Config> chip_configurations() {
    Config by_default, knobs, tiny;
    by_default.generations = 30;
    knobs.population = 3 * 50, knobs.islands = 3, knobs.elite = {3, false}, knobs.immigrants = {2, false};
    knobs.stall = 2, knobs.generations = 9;
    knobs.mutation = {{HeatBath{.rate = percent(70), .redraws = 5, .shift = 2, .pick = 1}}};
    knobs.crossover.clear();
    tiny.population = 1, tiny.generations = 12;
    return {by_default, knobs, tiny};
}

TEST(DemeOnChip, MakesTheSameBytesInEveryKindOfBlock) {
    for (const Config& config : chip_configurations()) {
        Running in_memory(config);
        ASSERT_TRUE(in_memory.phases);
        for (int launch = 0; launch < 3; ++launch) in_memory.evolution.run(4, true);
        for (const test::Order order : {test::Order::forwards, test::Order::backwards, test::Order::shuffled}) {
            Running on_chip(config);
            for (int launch = 0; launch < 3; ++launch) {
                for (std::uint32_t deme = 0; deme < on_chip.demes(); ++deme) {
                    auto memory = on_chip.poisoned_memory();
                    test::SerialBlock block(order);
                    on_chip.run_on_chip(block, deme, 4, memory);
                }
            }
            expect_same(in_memory, on_chip);
        }
        for (const std::uint32_t threads : {2u, 5u}) {
            Running on_chip(config);
            for (int launch = 0; launch < 3; ++launch) {
                for (std::uint32_t deme = 0; deme < on_chip.demes(); ++deme) {
                    auto memory = on_chip.poisoned_memory();
                    test::ThreadBlock::on_threads(
                        threads, [&](test::ThreadBlock& block) { on_chip.run_on_chip(block, deme, 4, memory); });
                }
            }
            expect_same(in_memory, on_chip);
        }
    }
}

TEST(DemeOnChip, IsForTheDefaultOperatorsAndSmallDemes) {
    const auto suits = [](const Config& config) {
        cpu::Executor executor(cpu::make_serial_workers(cpu::Order::forwards));
        const BoxEvolution evolution(executor, config, 1);
        return phases_on_chip(config, evolution.pool()).has_value();
    };
    Config config;
    EXPECT_TRUE(suits(config));
    config.population = most_on_chip + 1;
    EXPECT_FALSE(suits(config));
    config = Config{};
    config.mutation = {{Swap{}}};
    EXPECT_FALSE(suits(config));
    EXPECT_FALSE(suits(plain_config()));
    const std::vector<std::function<void(Config&)>> changes = {
        [](Config& c) { c.replacement = WorstEnd{}; },
        [](Config& c) { c.replacement = BestOfBoth{}; },
        [](Config& c) { c.stall = 9, c.stagnation = Grow{}; },
        [](Config& c) { c.stall = 9, c.stagnation = Restart{.limit = 2}; },
        [](Config& c) { c.stall = 9, c.stagnation = Grow{}, c.largest = 99; },
        [](Config& c) { c.pairs = true; },
        [](Config& c) { c.either = true; },
        [](Config& c) { c.children = 2; },
        [](Config& c) { c.distinct = true; },
        [](Config& c) { c.distinct = true, c.seen = 99; }};
    for (const auto& change : changes) {
        config = Config{};
        change(config);
        EXPECT_FALSE(suits(config)) << &change - changes.data();
    }
}

}  // namespace
}  // namespace evodoku
