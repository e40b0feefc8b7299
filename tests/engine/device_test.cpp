// Devices that are lost during the run, or that do their work as late as they may.
#include "backend/evolution_on.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/engine/errors.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

/// A device that is lost after some epochs.
struct DeviceThatIsLost : cpu::Executor {
    using cpu::Executor::Executor;
    int waits = 0;
    void wait() override {
        if (++waits > 12) throw DeviceError("cuda:0: the device was lost");
    }
};

/// What is reported of the puzzles before the run ends with the error of the device.
std::vector<Outcome> reported_before_the_loss(SolveOptions options, const std::vector<Grid>& puzzles) {
    Config config = test::with_settings(plain_config(), "population=500 generations=1000");
    const auto backend = make_evolution_backend(
        std::make_unique<DeviceThatIsLost>(cpu::make_serial_workers(cpu::Order::forwards)), config, 3);
    options.presolve = PresolveLevel::singles;
    std::size_t given = 0;
    std::vector<Outcome> outcomes;
    EXPECT_THROW(solve(*backend, options, test::one_by_one(puzzles, given),
                       [&](const Outcome& outcome) { outcomes.push_back(outcome); }),
                 DeviceError);
    return outcomes;
}

TEST(LostDevice, LeavesWhatWasSolvedBefore) {
    // The first two are for evolution, the third for logic; it is solved while the first is still on its way.
    const std::vector<Outcome> outcomes =
        reported_before_the_loss({}, {test::hard_puzzle, test::hard_puzzle, test::easy_puzzle, test::hard_puzzle});
    ASSERT_EQ(outcomes.size(), 4u);
    for (std::uint32_t puzzle_index = 0; puzzle_index < 4; ++puzzle_index) {
        EXPECT_EQ(outcomes[puzzle_index].puzzle_index, puzzle_index);
        EXPECT_EQ(outcomes[puzzle_index].stopped, puzzle_index != 2) << puzzle_index;
    }
}

TEST(LostDevice, LeavesPuzzlesUnderWayToTheCheckpoint) {
    SolveOptions options;
    options.checkpoints.due = [] { return true; };
    options.checkpoints.save = [](const std::function<void(const StateWriter& to)>& write) {
        write([](const void*, std::size_t) {});
        return true;
    };
    const std::vector<Outcome> outcomes =
        reported_before_the_loss(options, {test::easy_puzzle, test::hard_puzzle, test::hard_puzzle});
    ASSERT_EQ(outcomes.size(), 1u);  // the one that logic solves
    EXPECT_EQ(outcomes[0].status, Status::solved);
}

TEST(LateDevice, GivesTheAnswersOfAPromptOne) {
    Config config = test::small_config("population=60 islands=3 migrate-every=10");
    const test::NamedConfiguration named{"late", config, 5, 40, PresolveLevel::singles};
    std::size_t queued = 0;
    const auto backend = make_evolution_backend(std::make_unique<test::Deferring>(queued), config, 5);
    test::expect_same(test::evolve(*backend, named), test::evolve(*test::evolution_backend(config, 5), named));
}

TEST(LateDevice, WhatIsUnderwayIsWaitedForBeforeItsMemoryGoes) {
    std::size_t queued = 0;
    {
        EvolutionOn<BoxBoard> evolution(std::make_unique<test::Deferring>(queued), test::small_config(), 1);
        evolution.send();
        evolution.prepare({{0, {{test::impossible_puzzle, PresolveLevel::none, 0, 1}, {}}}});
        EXPECT_GT(queued, 0u);
    }
    EXPECT_EQ(queued, 0u);
}

}  // namespace
}  // namespace evodoku
