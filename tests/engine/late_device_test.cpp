// A device that does its work as late as it may: its answers, and its memory.
#include <gtest/gtest.h>

#include "backend/evolution_backend.hpp"
#include "support/answers.hpp"
#include "support/deferring.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

TEST(LateDevice, GivesTheAnswersOfAPromptOne) {
    Config config = test::small_config();
    config.population = 60, config.islands = 3, config.migrate_every = 10;
    const test::NamedConfiguration named{"late", config, 5, 40, PresolveLevel::singles};
    std::size_t queued = 0;
    const auto backend = make_evolution_backend(std::make_unique<test::Deferring>(queued), config, 5);
    test::expect_same(test::evolve(*backend, named), test::evolve(*test::evolution_backend(config, 5), named));
}

TEST(LateDevice, WhatIsUnderwayIsWaitedForBeforeItsMemoryGoes) {
    std::size_t queued = 0;
    auto backend = make_evolution_backend(std::make_unique<test::Deferring>(queued), test::small_config(), 1);
    backend->submit({test::impossible_puzzle, PresolveLevel::none, 0, 1});
    backend->begin_epoch();
    EXPECT_GT(queued, 0u);
    backend.reset();
    EXPECT_EQ(queued, 0u);
}

}  // namespace
}  // namespace evodoku
