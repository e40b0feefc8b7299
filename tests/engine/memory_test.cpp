// Machines of a certain size: how many puzzles they work on side by side, and what they refuse.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "cpu/executor.hpp"
#include "evodoku/engine/evolution_backend.hpp"
#include "evodoku/engine/memory_error.hpp"
#include "evodoku/representation/box_board.hpp"
#include "support/configurations.hpp"

namespace evodoku {
namespace {

/// A machine with little memory, whose epochs are soon long.
template <std::uint64_t bytes>
struct MachineWith : cpu::Executor {
    using cpu::Executor::Executor;
    static constexpr std::uint64_t children_a_look = 10'000;
    std::uint64_t available_bytes() const { return bytes; }
};

TEST(Memory, WhereNoPopulationFitsSomethingElseIsAdvised) {
    using TinyMachine = MachineWith<500'000>;
    TinyMachine machine(cpu::make_serial_workers(cpu::Order::forwards));
    const auto advice = [&](const Config& config, std::uint32_t puzzle_slots) -> std::string {
        try {
            Evolution<TinyMachine, BoxBoard> evolution(machine, config, puzzle_slots);
        } catch (const MemoryError& error) {
            EXPECT_EQ(error.largest_population, 0u);
            return error.what();
        }
        return "no error";
    };
    const std::string alone = advice(Config{}, 1), many = advice(Config{}, 9);  // lists of alleles take 0.7 MB a puzzle
    EXPECT_TRUE(alone.ends_with("end what else takes memory there, or use a smaller --seen or fewer --islands"))
        << alone;
    EXPECT_TRUE(many.ends_with("; 9 puzzles side by side are too many for any")) << many;
}

TEST(Memory, AsManyPuzzlesSideBySideAsThereIsMemoryFor) {
    const auto puzzle_slots = [](auto machine, std::uint32_t most) {
        using Machine = decltype(machine);
        EvolutionBackend<Machine, BoxBoard> backend(std::make_unique<Machine>(std::move(machine)), Config{}, most);
        return backend.puzzle_slots();
    };
    const auto workers = [] { return cpu::make_serial_workers(cpu::Order::forwards); };
    EXPECT_EQ(puzzle_slots(MachineWith<10'000'000>(workers()), 5), 5u);
    EXPECT_EQ(puzzle_slots(MachineWith<10'000'000>(workers()), 100), 12u) << "0.7 MB each, an eighth left to others";
    EXPECT_EQ(puzzle_slots(MachineWith<750'000>(workers()), 100), 1u);
    EXPECT_THROW(puzzle_slots(MachineWith<500'000>(workers()), 100), MemoryError);
}

TEST(Epochs, TheExecutorSaysWhatALongEpochIs) {
    const auto is_long = [](std::uint32_t population, std::uint32_t epoch) {
        using Machine = MachineWith<100'000'000>;
        Config config = plain_config();
        config.population = population, config.epoch = epoch;
        EvolutionBackend<Machine, BoxBoard> backend(
            std::make_unique<Machine>(cpu::make_serial_workers(cpu::Order::forwards)), config, 4);
        return backend.has_long_epochs();
    };
    EXPECT_FALSE(is_long(100, 25));
    EXPECT_TRUE(is_long(100, 26));
}

}  // namespace
}  // namespace evodoku
